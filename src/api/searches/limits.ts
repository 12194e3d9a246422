/** Searches of one user; beyond: 409. */
export const searchesPerUserMax = 1_000;
/** Columns of a search; beyond: 400. A screen shows a dozen. */
export const searchColumnsMax = 50;
/** Tags of a search; beyond: 400. */
export const searchTagsMax = 20;
/** Characters of a tag; beyond: 400. */
export const searchTagCharactersMax = 64;
/** JSON text of one search's question: a filter that lists a thousand addresses is 20 KiB; beyond: 400. */
export const questionBytesMax = 64 * 1024;
