/** Intervals at which the page may ask again by itself. For shorter ones there is the live tail. */
export const refreshSeconds = [5, 10, 30, 60, 300, 900] as const;
