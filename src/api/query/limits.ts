/** A quick query comes back finished in the answer that made it; a slower one is polled. */
export const answerWaitMs = 1000;

/** Work of one evaluation, waiting for a thread not counted. Beyond it: FAILURE, and the thread is free again. */
export const maxWorkMs = 300_000;

/** How long pages of a search come from the same instant: long enough to leaf, short enough not to keep old files. */
export const pagingHoldMs = 60_000;

/** A query that nobody used for so long is forgotten. */
export const maxIdleMs = 3_600_000;

/** Live queries of one user; a dashboard of forty widgets on two screens fits. Beyond it: 429. */
export const maxQueriesPerUser = 100;

/** Pages of one instant that are kept or in work; the oldest finished one makes room, else 429. */
export const maxPagesPerInstant = 8;

/** Days that one question may find damaged, each costing another try; a disk that loses more is to be replaced. */
export const maxDamagedDays = 100;

/**
 * JSON text of all finished results together. Beyond it the results of the longest unused queries are dropped; the
 * next GET of such a query evaluates it again.
 */
export const maxResultBytes = 64 * 1024 * 1024;

export const defaultPageSize = 100;

/** Larger pages are refused: a page is built in memory. */
export const maxPageSize = 10_000;
