/** Links to one dashboard that have not ended; beyond: 409. Each is a door that somebody must remember. */
export const linksPerDashboardMax = 20;

/** So long a link lasts unless its maker says otherwise. */
export const linkSecondsDefault = 30 * 86_400;

/** And at most; beyond: 400. What is to be seen for good belongs on a public dashboard. */
export const linkSecondsMax = 366 * 86_400;
