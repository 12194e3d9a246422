/** Characters of a title; beyond: 400. */
export const titleCharactersMax = 255;

/** JSON text of one config. A filter that lists a thousand addresses is 20 KiB; beyond: 400. */
export const configBytesMax = 64 * 1024;

/**
 * Widgets on one dashboard; beyond: 400. A wall screen shows about thirty, and each is a query that runs again and
 * again.
 */
export const widgetsPerDashboardMax = 100;

/**
 * Configs on one page of a list, which takes 40 ms to write; beyond: 400 that asks for a smaller page. One dashboard
 * with everything it may hold still fits.
 */
export const pageBytesMax = 8 * 1024 * 1024;
