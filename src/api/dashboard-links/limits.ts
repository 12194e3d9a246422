/** Active links to one dashboard; beyond: 409. Each is a door that somebody must remember. */
export const linksPerDashboardMax = 20;

/** Lifetime of a link unless its maker says otherwise. */
export const linkSecondsDefault = 30 * 86_400;

/** Longest lifetime; beyond: 400. A dashboard that stays visible for good should be public. */
export const linkSecondsMax = 366 * 86_400;
