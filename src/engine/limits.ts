/** A quick query comes back finished in the answer that made it; a slower one is polled. */
export const quickAnswerMs = 1000;

/** Work of one evaluation, waiting for a thread not counted. Beyond it: FAILURE, and the thread is free again. */
export const workMsMax = 300_000;

/** After this long the engine checks whether the work has begun; it may take this much longer. */
export const watchAfterMs = 100;

/**
 * How long pages of a search come from the same instant: long enough to page through, short enough not to keep old
 * files.
 */
export const pagingHoldMs = 60_000;

/** A query that was not used for this long is removed. */
export const idleMsMax = 3_600_000;

/**
 * Finished queries of one user that are kept; a dashboard of forty widgets on two screens fits. Beyond it the least
 * recently used gives way, and its qid is unknown.
 */
export const finishedPerUserMax = 100;

/** Queries of one user that are waiting or running, so that no user can take all threads. Beyond it: 429. */
export const unfinishedPerUserMax = 20;

/** `Retry-After` for that 429; most queries finish sooner. */
export const unfinishedRetrySeconds = 1;

/** Pages of one instant that are kept or running; the oldest finished one makes room, else 429. */
export const pagesPerInstantMax = 8;

/** Days that one question may find damaged, each costing another try; a disk that loses more should be replaced. */
export const damagedDaysMax = 100;

/**
 * JSON text of all finished results together. Beyond it the results of the least recently used queries are dropped; the
 * next GET of such a query evaluates it again.
 */
export const resultBytesMax = 64 * 1024 * 1024;

/**
 * Bytes of cached answers: some hundreds of widgets or pages of a hundred events. Beyond it the least recently used are
 * dropped.
 */
export const answerCacheBytesMax = 8 * 1024 * 1024;

/** A larger answer, a page of a thousand events, takes longer to send than to find, and would push many others out. */
export const cachedAnswerBytesMax = 512 * 1024;

export const defaultPageSize = 100;

/** Larger pages are refused: a page is built in memory. */
export const pageSizeMax = 10_000;

/** An export waits this long for its query, and for its own first bytes. Beyond it: 408. */
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

/** How often a file that is still being written is checked for more bytes. */
export const followPauseMs = 50;

/**
 * Widgets of one dashboard's report that are asked at a time: enough for the pool's threads, few enough to leave it to
 * others.
 */
export const answersAtOnce = 4;

/**
 * Processor time after which a preempting question goes on only if it will end within twice as much. If the question is
 * abandoned, that time is lost, and the preempted task is delayed by it.
 */
export const preemptionBudgetMs = 300;

/** Questions that proved too long to preempt do not preempt again for this long, however often they are asked. */
export const longQuestionKeptMs = 300_000;
/** For questions that nearly finished: the thread has cached part of the work, so the next time may be short enough. */
export const nearlyDoneKeptMs = 60_000;
export const longQuestionsMax = 500;

/** Delay before another try when the store's patterns could not be read for triggers that wait for new ones. */
export const teachAgainMs = 10_000;

/** Interval between absence checks of a trigger: a tenth of the time it waits, within these bounds. */
export const absenceLookMinMs = 2_000;
export const absenceLookMaxMs = 60_000;
/** A slow look is repeated only after this many times its duration: it takes a twentieth of a thread at most. */
export const absenceShare = 20;
/** A look that takes longer is stopped, and the next trigger is checked. */
export const absenceLookMs = 20_000;
/** Grace period after a start, while senders deliver their backlog. */
export const absenceGraceSeconds = 300;
/** Values that a trigger waits for; the longest silent are dropped, and the trigger reports that as its last error. */
export const absenceValuesMax = 10_000;
/**
 * Values that a trigger told and that are not back; beyond, those told first are forgotten: of a field with ever new
 * values, such as a session, most never come back. Twice, so that none that is still waited for is told again.
 */
export const absencesKeptMax = 2 * absenceValuesMax;
