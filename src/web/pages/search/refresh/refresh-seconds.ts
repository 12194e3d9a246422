/** How often the page may ask again by itself. More often is what the live tail is for. */
export const refreshSeconds = [5, 10, 30, 60, 300, 900] as const;
