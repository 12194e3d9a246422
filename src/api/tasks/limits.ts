/** Characters of a task's description and of a comment: some pages of text or of pasted log lines. Beyond: 400. */
export const textCharactersMax = 10_000;

/** Events a task refers to; beyond: 400. A query names larger sets better. */
export const eventIdsMax = 1000;

/** Comments on one task; beyond: 400. Keeps a script that comments in a loop from filling the disk. */
export const commentsPerTaskMax = 10_000;

/** Last second of the year 9999; a later time has no ISO 8601 text of four-digit years. */
export const dueSecondsMax = 253_402_300_799;

/** Events read in one request that links them; only the links of the others are stored. */
export const seenAtOnceMax = 100;
