/** A quick query comes back finished in the answer that made it; a slower one is polled. */
export const quickAnswerMs = 1000;

/** Work of one evaluation, waiting for a thread not counted. Beyond it: FAILURE, and the thread is free again. */
export const workMsMax = 300_000;

/** After this long the engine checks whether the work has begun; it may take this much longer. */
export const watchAfterMs = 100;

/** How long pages of a search come from the same instant: long enough to leaf, short enough not to keep old files. */
export const pagingHoldMs = 60_000;

/** A query that was not used for this long is removed. */
export const idleMsMax = 3_600_000;

/**
 * Finished queries of one user that are kept; a dashboard of forty widgets on two screens fits. Beyond it the least
 * recently used gives way, and its qid is unknown.
 */
export const finishedPerUserMax = 100;

/** Queries of one user that wait or are in work: nobody may have the threads to himself. Beyond it: 429. */
export const unfinishedPerUserMax = 20;

/** `Retry-After` of that: most queries take less. */
export const unfinishedRetrySeconds = 1;

/** Pages of one instant that are kept or in work; the oldest finished one makes room, else 429. */
export const pagesPerInstantMax = 8;

/** Days that one question may find damaged, each costing another try; a disk that loses more should be replaced. */
export const damagedDaysMax = 100;

/**
 * JSON text of all finished results together. Beyond it the results of the longest unused queries are dropped; the
 * next GET of such a query evaluates it again.
 */
export const resultBytesMax = 64 * 1024 * 1024;

/**
 * Answers that may be given again; some hundreds of widgets or pages of a hundred events. Beyond it the longest unused
 * go.
 */
export const answerCacheBytesMax = 8 * 1024 * 1024;

/** A larger answer, a page of a thousand events, takes longer to send than to find, and would push many others out. */
export const cachedAnswerBytesMax = 512 * 1024;

export const defaultPageSize = 100;

/** Larger pages are refused: a page is built in memory. */
export const pageSizeMax = 10_000;

/** An export waits that long for its query, and for its own first bytes. Beyond it: 408. */
export const exportWaitMs = 30_000;

/**
 * Work of one export. Beyond it the answer breaks off. The lease of a snapshot lasts 15 minutes: enough for this after
 * 300 s of the query's work and a minute of holding it. A hundred million events do not fit; a narrower range does.
 */
export const exportWorkMsMax = 480_000;

/** Exports of one user that are written or downloaded at a time; each may have a large file. Beyond it: 429. */
export const exportsPerUserMax = 10;

/** Longest file name that any file system takes. Longer: 400. */
export const fileNameCharactersMax = 255;

/** Chunk size for sending files. */
export const sentChunkBytes = 256 * 1024;

/** How soon more of a file that is still written is looked for. */
export const followPauseMs = 50;

/**
 * Widgets of one dashboard's report that are asked at a time: enough for the pool's threads, few enough to leave it to
 * others.
 */
export const answersAtOnce = 4;

/**
 * Processor time after which a preempting question goes on only if it will end within twice as much. Of a question that
 * is abandoned it is lost, and the preempted one waits that long.
 */
export const preemptionBudgetMs = 300;

/** Questions that proved too long to preempt do not preempt again for this long, however often they are asked. */
export const longQuestionKeptMs = 300_000;
/** For questions that came far: the thread has cached part of the work, so the next time may be short enough. */
export const nearlyDoneKeptMs = 60_000;
export const longQuestionsMax = 500;

/** When the patterns of the store could not be read for triggers that wait for new ones: the next try. */
export const teachAgainMs = 10_000;

/** Between two looks for what a trigger waits for: a tenth of the time it waits, within these bounds. */
export const absenceLookMinMs = 2_000;
export const absenceLookMaxMs = 60_000;
/** A slow look is repeated only after this many times its duration: it takes a twentieth of a thread at most. */
export const absenceShare = 20;
/** A look that takes longer is stopped, and the next one comes in its turn. */
export const absenceLookMs = 20_000;
/** After a start, senders that had to wait send first what they kept. */
export const absenceGraceSeconds = 300;
/** Values that a trigger waits for; those longest silent are beyond, which the trigger says as its last error. */
export const absenceValuesMax = 10_000;
