/** A browser connects ahead of what it may ask; a request that takes longer to come than this does not come. */
export const halfOpenMs = 20_000;
/** The same when half of what may be open is. */
export const halfOpenMsWhenMany = 2_000;

/** Descriptors that connections leave: for databases, their logs, merges, exports, webhooks and ports of syslog … */
export const reservedDescriptors = 256;
/** … and for each query thread: the day files it holds open, some with a write-ahead log and its index. */
export const reservedPerThread = 48;

/** Share of the descriptors available for connections that may be in use; the rest is for bursts. */
export const heldShare = 5 / 8;
/** Connections that wait to be taken in: what Bun asks for. Beyond, the system lets who connects try again. */
export const backlogMax = 512;

/**
 * Connections on all ports where senders speak no HTTP, and the share of the descriptors left for connections that they
 * have where these are few. Beyond: one that never sent anything is closed, otherwise the new one.
 */
export const streamsMax = 2_048;
export const streamsShare = 1 / 4;
