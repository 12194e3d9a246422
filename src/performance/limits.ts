/** Every bound of the performance tests, with its reason. */

/**
 * After this much work a test pauses for a quarter of it, so that others get their turn on a machine with few
 * processors.
 */
export const restShare = 0.25;
/** Pauses begin when this much is owed; timers are too coarse for shorter ones. */
export const restMsMin = 4;
/** Longest single pause. */
export const restMsMax = 100;

/** A disk takes 0.1 to 20 ms for one flush: enough for a median, over within half a second on a slow one. */
export const flushes = 25;
/** Beyond, the median of the flushes so far is taken. */
export const flushBudgetMs = 1_000;

/**
 * Number of times each typical question is asked about the scratch data: enough for percentiles, done within seconds.
 */
export const readRounds = 10;

/** Deliveries of the estimate: as large as those of a shipper. */
export const estimateBatchEvents = 1_000;
/**
 * Concurrent deliveries, as many as take about this long: under load one commit takes them together, and a stop need
 * not wait longer.
 */
export const estimatePieceMs = 250;
export const estimateInFlightMax = 16;
/**
 * Events after which the scratch store seals, at most: within seconds it goes through the cycles that take a service
 * minutes.
 */
export const estimateSealEvents = 20_000;
/** Share of the time for each part; sealing and questions come on top. */
export const estimateShares = { parser: 0.25, triggers: 0.1, http: 0.15, store: 0.5 } as const;
/**
 * Share of each of these times that is warm-up and not counted: the engine compiles hot code within its first second.
 */
export const warmUpShare = 0.4;
/** Each typical question about the scratch events: enough for a median. */
export const estimateReadRounds = 5;
/**
 * Events that the estimate writes at most, however fast the disk is: they are removed again, but need space meanwhile.
 */
export const estimateEventsMax = 1_000_000;

/**
 * Events of rules between two looks at the stop flag, and how long they may take: a rule may need a millisecond for one
 * event.
 */
export const ruleSliceEvents = 500;
export const ruleSliceMs = 100;
/** Rules in a result, slowest first: a result is limited to a megabyte, and nobody reads more. */
export const rulesListedMax = 500;
/** Characters of a sample in a result: enough to find it by. */
export const sampleCharactersMax = 300;
export const patternShownMax = 120;
/** Share of the time of all rules above which a rule is worth a look. */
export const dominantShare = 0.25;
/** Microseconds an event: a rule with a proven pattern takes a tenth of it. */
export const slowRuleMicros = 5;

/** Estimates that are kept: a year of weekly ones and more. */
export const estimatesKept = 100;
/** Estimates shown in a result: enough to see drift. */
export const estimatesShown = 20;

/** Milliseconds: twenty widgets that take less each appear at once. */
export const slowWidgetMs = 50;
/** Days: a dashboard of a day reads a day's file or two. */
export const longRangeDays = 2;
/** Different values of a field: ranking fewer costs less than reading them. */
export const manyValues = 10_000;
/** A cold answer that takes this many times as long is mentioned. */
export const coldFactor = 3;
/** Fewer bytes cause no wait for a disk. */
export const tellingBytesMin = 1 << 20;
