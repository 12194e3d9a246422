/** A browser connects ahead of its requests; one that takes longer than this is not coming. */
export const halfOpenMs = 20_000;
/** The same when half of the allowed connections are open. */
export const halfOpenMsWhenMany = 2_000;

/** Descriptors that connections leave: for databases, their logs, merges, exports, webhooks and ports of syslog … */
export const reservedDescriptors = 256;
/** … and for each query thread: the day files it holds open, some with a write-ahead log and its index. */
export const reservedPerThread = 48;

/** Share of the descriptors available for connections that may be in use; the rest is for bursts. */
export const heldShare = 5 / 8;
/** Connections in the backlog: Bun's own number. Beyond, the system makes clients try again. */
export const backlogMax = 512;

/**
 * Connections on all ports for senders without HTTP, and their share of the descriptors left for connections if there
 * are few. Beyond: one that never sent anything is closed, otherwise the new one.
 */
export const streamsMax = 2_048;
export const streamsShare = 1 / 4;

/** While new connections come, one turn of the event loop answers requests for so long; then threads have their say. */
export const turnMsMax = 10;
