/** Runs before anything is drawn, so a reader who chose other colours never sees those of the system flash. */
const chosen = localStorage.getItem("vigie.colors");
const isDark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");

export {};
