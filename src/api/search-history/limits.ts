/** Different questions of one user that are kept; the one longest not asked goes. */
export const historyEntriesMax = 200;
/** JSON text of a question; longer ones are not kept: nobody finds them again by looking. */
export const historyQuestionBytesMax = 4_096;
