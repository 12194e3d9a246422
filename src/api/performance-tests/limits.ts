/** Bounds of what may be asked for, each with its reason; beyond: 400. */

/** Events of one test: some seconds of work on a small machine. */
export const eventCountMax = 1_000_000;
/** A test never takes longer, since it holds one of the threads for large questions. */
export const timeoutSecondsMax = 600;
export const defaultTimeoutSeconds = 60;

/** Bytes of a message; the intake itself cuts at 64 KiB. */
export const messageSizeMax = 8192;
/** Events of one delivery: a list in one body has no more. */
export const batchSizeMax = 10_000;
/**
 * One delivery of the storage test: written within half a second on a slow disk, so that a revoked test ends within a
 * second.
 */
export const batchBytesMax = 8 * 1024 * 1024;
/** Messages of the storage test: three times as much disk is needed while it runs. */
export const messagesBytesMax = 1024 * 1024 * 1024;

/** They are read once on the main thread to see that they can be. */
export const sampleEventsMax = 1000;
/** Longest name of a rule. */
export const ruleNameCharactersMax = 255;
export const rulesMax = 1000;

/** Each widget is asked so often. */
export const repeatMax = 20;
/** The report on this many is half a megabyte, and a run takes minutes. */
export const widgetsMax = 1000;
export const dashboardTimeoutSeconds = 600;

/** A shorter estimate measures only warm-up; a longer one adds nothing. */
export const estimateSecondsMin = 0.1;
export const estimateSecondsMax = 60;
/** Sealing what was written, questions and rests come on top of the measured time. */
export const estimateExtraSeconds = 120;
/** How often each typical question is asked of what is stored. */
export const estimateQueryRounds = 3;

/** A rate that days of retention are asked for: more than any machine takes in. */
export const epsMax = 1_000_000_000;

/** Newest stored events as samples: enough kinds of them, and one page of the engine. */
export const storedSamples = 500;
