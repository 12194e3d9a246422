/** Tails of one user; some screens. Beyond it: 429. */
export const tailsPerUserMax = 10;

/** Tails of all users: messages for slow ones wait in memory. Beyond it: 429. */
export const tailsMax = 64;

/** Interval of looks for new events: shorter than an eye can follow. */
export const lookMs = 250;

/** A look that takes longer is aborted: all clients learn that they missed something, and go on. */
export const lookMsMax = 10_000;

/** Frames that wait for a slow client. Events beyond it are counted, and the client gets the count. */
export const waitingBytesMax = 2 * 1024 * 1024;

/** Longest silence, so that no proxy takes the connection to be dead. */
export const heartbeatMs = 15_000;

/** A client that takes nothing of what waits for this long is disconnected. */
export const stallMs = 60_000;

/** A client that reconnects gets the events it missed, if they are among this many last ones. */
export const resumedEventsMax = 1_000_000;
