/** Every bound of the performance tests, with its reason. */

/** After work of so long a test rests for a quarter of it, so that on a machine of few processors others get their turn. */
export const restShare = 0.25;
/** A rest is taken when so much is owed; shorter ones are not kept by timers. */
export const minRestMs = 4;
/** No single rest is longer. */
export const maxRestMs = 100;

/** A disk takes 0.1 to 20 ms for one flush: enough for a median, over within half a second on a slow one. */
export const flushes = 25;
/** Beyond, the median of those made so far is taken. */
export const flushBudgetMs = 1_000;

/** Each typical question is asked so often of the scratch data: enough for percentiles, over within seconds. */
export const readRounds = 10;

/** Deliveries of the estimate: what a shipper sends at a time. */
export const estimateBatchEvents = 1_000;
/** About the length of a line of a web server or of sshd with its header. */
export const estimateMessageBytes = 256;
/** Events that the estimate writes at most, however quick the disk is: they are removed again, but need space meanwhile. */
export const estimateEventsMax = 1_000_000;

/** Bodies that the parser gets are about as large as a shipper's. A single larger event is a body of its own. */
export const parserBodyBytes = 256 * 1024;
export const parserBodyEvents = 500;

/** Times that a store is closed and opened to have all of it sealed; each time seals for a second. */
export const sealAttemptsMax = 120;
