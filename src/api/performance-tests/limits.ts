/** Bounds of a request, each with its reason; beyond: 400. */

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
 * One delivery of the storage test: a slow disk writes it within half a second, so that a revoked test ends within a
 * second.
 */
export const batchBytesMax = 8 * 1024 * 1024;
/** Messages of the storage test: it needs three times as much disk while it runs. */
export const messagesBytesMax = 1024 * 1024 * 1024;

/** The main thread parses them once to check them. */
export const sampleEventsMax = 1000;
/** Longest name of a rule. */
export const ruleNameCharactersMax = 255;
export const rulesMax = 1000;

/** Number of times that each widget is asked. */
export const repeatMax = 20;
/** The report on this many is half a megabyte, and a run takes minutes. */
export const widgetsMax = 1000;
export const dashboardTimeoutSeconds = 600;

/** A shorter estimate measures only warm-up; a longer one adds nothing. */
export const estimateSecondsMin = 0.1;
export const estimateSecondsMax = 60;
/** Sealing the written events, questions and pauses come on top of the measured time. */
export const estimateExtraSeconds = 120;
/** Number of times that each typical question is asked about the stored events. */
export const estimateQueryRounds = 3;

/** Highest rate for which days of retention are computed: more than any machine takes in. */
export const epsMax = 1_000_000_000;

/** Newest stored events as samples: enough kinds of them, and one page of the engine. */
export const storedSamples = 500;
