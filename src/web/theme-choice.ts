/**
 * Runs before anything is drawn, so that a reader who chose other colours than his system's never sees those flash
 * up.
 */
const chosen = localStorage.getItem("vigie.colors");
const isDark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");

export {};
