/** Connections of one user; a wall of screens fits. Beyond it the handshake is answered 429. */
export const connectionsPerUserMax = 20;

/** Connections of all users; each check of one every `recheckMs` takes some microseconds. Beyond it: 429. */
export const connectionsMax = 500;

/** Subscriptions of one connection; a page shows a few. Beyond it: an error with 429. */
export const subscriptionsMax = 50;

/** Questions behind the subscriptions of one connection, a dashboard having one for each widget. Beyond it: 429. */
export const questionsPerConnectionMax = 200;

/** Watched questions of all users, each with an alarm and a fingerprint. Beyond it: 429. */
export const questionsMax = 2000;

/** Messages of a client in `messageWindowMs`; a page that opens sends thirty. Beyond it: closed with 1008. */
export const messagesMax = 200;
export const messageWindowMs = 10_000;

/**
 * Shortest interval of a question's evaluations, unless its dashboard has a longer `refresh`: people read no faster.
 */
export const updateMsMin = 1000;

/**
 * Pause of a question as a multiple of its work, so watching it takes a fifth of a thread at most; no longer than
 * `pauseMsMax`.
 */
export const pauseFactor = 4;
export const pauseMsMax = 300_000;

/** Concurrent evaluations of one user, and of all: users who wait for one answer come before watchers. */
export const evaluationsPerUserMax = 2;
export const evaluationsMax = 8;

/** A range that moves is evaluated at the borders of its steps, and at least this often. */
export const standstillMsMax = 3_600_000;

/**
 * One update. Beyond it: an error with 413 in its place, as a client that must read this every second cannot be helped.
 */
export const updateBytesMax = 4 * 1024 * 1024;

/** Updates that wait for a client who reads slowly, newest states only. Beyond it: closed with 1013. */
export const waitingBytesMax = 16 * 1024 * 1024;

/** What slow clients have not read, all together. Beyond it, those that have read nothing for longest are cut off. */
export const unreadBytesMax = 96 * 1024 * 1024;

/** Other messages that wait for him. Beyond it: closed with 1013. */
export const waitingAnswersMax = 250;

/** A client that reads nothing for this long is disconnected. */
export const stallMsMax = 30_000;

/** Interval of checks of every connection's session or token, for those that simply expire. */
export const recheckMs = 10_000;

/** Of a turn of the event loop, for an update to all clients of a question, and for a check of all subscriptions. */
export const turnSliceMs = 5;

/** Changes of dashboards and widgets within this time are checked together. */
export const refreshPauseMs = 1000;
