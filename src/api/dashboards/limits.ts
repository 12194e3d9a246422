/**
 * A regular expression over titles; it runs in linear time, and no title is longer than a quarter of it. Beyond: 400.
 */
export const titlePatternCharactersMax = 1000;

/** Time one slice of a search through titles may hold the main thread. */
export const titleSliceMs = 10;

/** Titles read at a time for it; takes about a millisecond. */
export const titlesPerRead = 1000;

/** A template file. A hundred widgets take about 50 KiB; beyond it is refused. */
export const templateBytesMax = 1024 * 1024;

/** Values in a template, aliases of YAML counted at each use; beyond it is refused. */
export const templateValuesMax = 100_000;

/**
 * Nesting in a template, the same as in a request body. Beyond, as with an alias that contains itself, it is refused.
 */
export const templateDepthMax = 64;

/** Characters of a template's path; beyond: 400. */
export const templatePathCharactersMax = 255;

/**
 * Templates of the user that are listed, and how deep their folders are looked into: a page of choices, not a file
 * system.
 */
export const templateFilesMax = 500;
export const templateFolderDepthMax = 8;
