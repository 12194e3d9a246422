/** Different questions of one user that are kept; the one longest not asked goes. */
export const historyEntriesMax = 200;
/** JSON text of a question; longer ones are not kept, since a list cannot show them usefully. */
export const historyQuestionBytesMax = 4_096;
