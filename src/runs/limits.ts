/** Retention of a run's record after its end: the result of a run started in the evening can be read the next day. */
export const runKeptSeconds = 24 * 3600;

/** JSON text of a result. A report on a thousand parser rules takes a fifth of it; beyond, the run is a FAILURE. */
export const runResultBytesMax = 1024 * 1024;
