/**
 * How a service that runs from source builds the page: readable, with React's warnings; or with `VIGIE_PAGE=shipped`,
 * as the suite says, the way executables carry it, which is drawn in half the time.
 */
export const pageForm = process.env.VIGIE_PAGE === "shipped" ? "shipped" : "readable";
