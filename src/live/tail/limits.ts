/** Tails of one user; some screens. Beyond it: 429. */
export const tailsPerUserMax = 10;

/** Tails of all users: what waits for slow ones is held in memory. Beyond it: 429. */
export const tailsMax = 64;

/** From one look at what is new to the next: sooner than an eye can follow. */
export const lookMs = 250;

/** A look that takes longer is broken off: all are told that they missed something, and go on. */
export const lookMsMax = 10_000;

/** Frames that wait for a client who reads slowly. Events beyond it are counted and he is told how many. */
export const waitingBytesMax = 2 * 1024 * 1024;

/** Something is sent at least so often, so that nobody on the way takes the connection to be dead. */
export const heartbeatMs = 15_000;

/** A client that takes nothing of what waits for this long is disconnected. */
export const stallMs = 60_000;

/** A client that reconnects is shown what it missed, as far as that is among this many last events. */
export const resumedEventsMax = 1_000_000;
