/** Body of an API request. Dashboards and imports of rules fit; beyond: 413. */
export const apiBodyBytesMax = 10 * 1024 * 1024;

/**
 * Bodies of API requests in flight, all together: logins and dashboards are far smaller, so four of the largest fit;
 * beyond: 429.
 */
export const apiBodiesBytes = 4 * apiBodyBytesMax;

/**
 * A body that announces at most so much is read in one piece where it can be, which takes the main thread a fifth of
 * reading it in parts.
 */
export const wholeBodyBytes = 1024 * 1024;

/** How long a body may take: the grace, and as long as its bytes need at the rate. Beyond: 408. */
export interface Pace {
  graceMs: number;
  bytesPerSecond: number;
}

export interface BodyPaces {
  always: Pace;
  /** While others have no room. */
  whenFull: Pace;
  /** While something waits for the memory that a large body was given. */
  whenWaitedFor: Pace;
}

/**
 * A modem of 64 kbit/s keeps the first; what is slower than the second takes more of the others' time than its own is
 * worth. The third is for large bodies alone, which come over quick lines; smaller ones wait for nothing.
 */
export const bodyPaces: BodyPaces = {
  always: { graceMs: 30_000, bytesPerSecond: 8 * 1024 },
  whenFull: { graceMs: 2000, bytesPerSecond: 64 * 1024 },
  whenWaitedFor: { graceMs: 3000, bytesPerSecond: 1024 * 1024 },
};

/**
 * At a stop: what is on its way in the network still arrives in that time; of a body that has not come by then nothing
 * can be accepted, and its sender is told so.
 */
export const halfSentMs = 100;

/** How often it is looked whether something waits for the memory of a large body that is being read. */
export const waitedForLookMs = 500;

/**
 * How long a large body waits for memory when its first megabyte has come: a heavy question is done by then as a rule,
 * and senders wait as long for their answer. Beyond: 429.
 */
export const bodyMemoryWaitMs = 10_000;

/** Nesting of JSON in a body. Nothing of ours is deeper than 10; beyond: 400, before it costs stack. */
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

/** Page size of a list when none is asked for. */
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

/** How often the time of last use is written: a busy token must not cost a write each request. */
export const touchIntervalSeconds = 60;

/** Message of a client on a WebSocket: a request with an id. Beyond: the connection is closed with 1009. */
export const socketMessageBytesMax = 16 * 1024;

/** Pings go out before that, so a client that answers none for this long is gone, and its connection is closed. */
export const socketIdleSeconds = 60;

/** A session ends that long after its last use. */
export const sessionSeconds = 14 * 24 * 3600;

/** How many unknown fields an error names: a few show the mistake, and a body may have a million. */
export const namedKeysMax = 10;

/** As long as the names that are looked for; a longer text is refused. */
export const findCharactersMax = 255;
