/** Different questions of one user that are kept; the one that was not asked for the longest time is deleted. */
export const historyEntriesMax = 200;
/** JSON text of a question; longer ones are not kept, since a list cannot show them usefully. */
export const historyQuestionBytesMax = 4_096;
