/** Body of an API request. Dashboards and imports of rules fit; beyond: 413. */
export const apiBodyBytesMax = 10 * 1024 * 1024;

/**
 * Bodies of API requests in flight, all together: logins and dashboards are far smaller, so four of the largest fit;
 * beyond: 429.
 */
export const apiBodiesBytes = 4 * apiBodyBytesMax;

/**
 * A body of at most this announced size is read in one piece if possible, which takes the main thread a fifth of
 * reading it in parts.
 */
export const wholeBodyBytes = 1024 * 1024;

/** Time for a body: the grace, and as long as its bytes need at the rate. Beyond: 408. */
export interface Pace {
  graceMs: number;
  bytesPerSecond: number;
}

export interface BodyPaces {
  always: Pace;
  /** While others have no room. */
  whenFull: Pace;
  /** While something waits for the memory of a large body. */
  whenWaitedFor: Pace;
}

/**
 * A modem of 64 kbit/s reaches the first; a body slower than the second costs others more time than it is worth. The
 * third is for large bodies alone, which come over fast lines; smaller ones wait for nothing.
 */
export const bodyPaces: BodyPaces = {
  always: { graceMs: 30_000, bytesPerSecond: 8 * 1024 },
  whenFull: { graceMs: 2000, bytesPerSecond: 64 * 1024 },
  whenWaitedFor: { graceMs: 3000, bytesPerSecond: 1024 * 1024 },
};

/**
 * At a stop: bytes in the network still arrive in that time; a body that has not arrived by then cannot be accepted,
 * and its sender gets an error.
 */
export const halfSentMs = 100;

/** Interval of checks whether something waits for the memory of a large body that is being read. */
export const waitedForLookMs = 500;

/**
 * Wait of a large body for memory when its first megabyte has come: a heavy question usually ends within it, and
 * senders wait as long for their answer. Beyond: 429.
 */
export const bodyMemoryWaitMs = 10_000;

/** Nesting of JSON in a body. Our own bodies are at most 10 deep; beyond: 400, before it costs stack. */
export const jsonDepthMax = 64;

/**
 * Values of JSON in a body. A dashboard of a hundred widgets that each list a thousand addresses fits; beyond: 400,
 * before a parser makes an object of each: ten megabytes of keys would hold the main thread for more than a second.
 */
export const jsonValuesMax = 200_000;
/** A body of YAML takes longer to read than JSON, on the main thread. A hundred widgets take 50 KiB. Beyond: 413. */
export const yamlBodyBytesMax = 1024 * 1024;

/** Fields of a form, so that a body of separators alone stays cheap; beyond: 400. */
export const formFieldsMax = 1000;

/** Default page size of a list. */
export const defaultPageSize = 100;

/** Larger page sizes are clamped to it: an answer stays within some hundred kilobytes. */
export const pageSizeMax = 1000;

/** Items of a comma list in a parameter; beyond: 400. */
export const listItemsMax = 1000;

/** Terms of an ordering; beyond: 400. More than there are fields makes no sense. */
export const orderingTermsMax = 10;

/** Failed logins of one name from one address within `throttleWindowMs`; beyond: 429. */
export const failedLoginsMax = 10;
export const throttleWindowMs = 5 * 60 * 1000;

/**
 * Pairs of name and address remembered by a throttle; the oldest is forgotten beyond. Flooding them out takes as many
 * failed logins, each a password hash of 40 ms on two threads, that is 200 s at full load for another ten guesses.
 */
export const throttleEntriesMax = 10_000;

/** Interval of writing the time of last use: a busy token must not cost a write each request. */
export const touchIntervalSeconds = 60;

/** Message of a client on a WebSocket: a request with an id. Beyond: the connection is closed with 1009. */
export const socketMessageBytesMax = 16 * 1024;

/** Pings go out before that, so a client that answers none for this long is gone, and its connection is closed. */
export const socketIdleSeconds = 60;

/** A session ends that long after its last use. */
export const sessionSeconds = 14 * 24 * 3600;

/** Faults of a body that are told; beyond, it is 400 without them: each takes some 20 us of the main thread. */
export const faultsMax = 10_000;

/** Unknown fields that an error names: a few show the mistake, and a body may have a million. */
export const namedKeysMax = 10;

/** As long as the longest name; a longer text is refused. */
export const findCharactersMax = 255;
