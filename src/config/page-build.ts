/**
 * Whether a service that runs from source builds the page as it ships: a browser shows that one in half the time.
 * Without it stack traces and React's warnings are readable. The whole suite sets `VIGIE_PAGE_BUILD=shipped`.
 */
export const isPageAsShipped = process.env.VIGIE_PAGE_BUILD === "shipped";
