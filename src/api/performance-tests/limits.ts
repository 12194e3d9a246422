/** Bounds of what may be asked for, each with its reason; beyond: 400. */

/** Events of one test: some seconds of work on a small machine. */
export const maxEventCount = 1_000_000;
/** A test never takes longer, since it holds one of the threads for large questions. */
export const maxTimeoutSeconds = 600;
export const defaultTimeoutSeconds = 60;

/** Bytes of a message; the intake itself cuts at 64 KiB. */
export const maxMessageSize = 8192;
/** Events of one delivery: a list in one body has no more. */
export const maxBatchSize = 10_000;
/**
 * One delivery of the storage test: written within half a second on a slow disk, so that a revoked test ends within a
 * second.
 */
export const maxBatchBytes = 8 * 1024 * 1024;
/** Messages of the storage test: three times as much disk is needed while it runs. */
export const maxMessageBytes = 1024 * 1024 * 1024;

/** They are read once on the main thread to see that they can be. */
export const maxSampleEvents = 1000;
/** No rule has a name so long. */
export const maxRuleNameCharacters = 255;
export const maxRules = 1000;

/** Each widget is asked so often. */
export const maxRepeat = 20;
/** The report on so many is half a megabyte, and a run takes minutes. */
export const maxWidgets = 1000;
export const dashboardTimeoutSeconds = 600;

/** A shorter estimate measures the first milliseconds of everything; a longer one says no more. */
export const minEstimateSeconds = 0.1;
export const maxEstimateSeconds = 60;
/** Sealing what was written, questions and rests come on top of the measured time. */
export const estimateExtraSeconds = 120;
/** How often each typical question is asked of what is stored. */
export const estimateQueryRounds = 3;

/** A rate that days of retention are asked for: more than any machine takes in. */
export const maxEps = 1_000_000_000;

/** Newest stored events as samples: enough kinds of them, and one page of the engine. */
export const storedSamples = 500;

/** Days that may be found damaged while one question is answered. */
export const maxDamagedDays = 8;
