/** Connections of one user; a wall of screens fits. Beyond it the handshake is answered 429. */
export const connectionsPerUserMax = 20;

/** Connections of all users; each is looked at in some microseconds every `recheckMs`. Beyond it: 429. */
export const connectionsMax = 500;

/** Subscriptions of one connection; a page shows a few. Beyond it: an error with 429. */
export const subscriptionsMax = 50;

/** Questions behind the subscriptions of one connection, a dashboard having one for each widget. Beyond it: 429. */
export const questionsPerConnectionMax = 200;

/** Questions that are watched for everybody, each with an alarm and a fingerprint. Beyond it: 429. */
export const questionsMax = 2000;

/** Messages of a client in `messageWindowMs`; a page that opens says thirty. Beyond it: closed with 1008. */
export const messagesMax = 200;
export const messageWindowMs = 10_000;

/** A question is evaluated at most so often, unless its dashboard has a longer `refresh`: people read no faster. */
export const updateMsMin = 1000;

/**
 * A question that took long pauses that many times as long, so watching it takes a fifth of a thread at most; no longer
 * than `pauseMsMax`.
 */
export const pauseFactor = 4;
export const pauseMsMax = 300_000;

/**
 * Evaluations of one user at a time, and of all: those who wait at a screen for one answer go before those who watch.
 */
export const evaluationsPerUserMax = 2;
export const evaluationsMax = 8;

/** A range that moves is evaluated at the borders of its steps, and not more seldom than this. */
export const standstillMsMax = 3_600_000;

/**
 * One update. Beyond it: an error with 413 in its place, as a client that must read this every second cannot be helped.
 */
export const updateBytesMax = 4 * 1024 * 1024;

/** Updates that wait for a client who reads slowly, newest states only. Beyond it: closed with 1013. */
export const waitingBytesMax = 16 * 1024 * 1024;

/** Other messages that wait for him. Beyond it: closed with 1013. */
export const waitingAnswersMax = 250;

/** A client that reads nothing for this long is disconnected. */
export const stallMsMax = 30_000;

/** How often the session or token of every connection is checked, for those that simply expire. */
export const recheckMs = 10_000;

/** Checking all connections' subscriptions is spread over this long, so that nobody waits for it. */
export const refreshSliceMs = 5;

/** Changes of dashboards and widgets that come faster are looked at together. */
export const refreshPauseMs = 1000;
