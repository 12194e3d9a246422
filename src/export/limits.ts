/** User tags with a column of their own in a table; no one reads a wider spreadsheet. The others share one column. */
export const tagColumnsMax = 100;
/** Lines or colours of one chart; more cannot be told apart. The tables have all. */
export const seriesMax = 10;
/** Values of a dictionary of which each is made a string once; of more, most rows have one of their own. */
export const keptTextsMax = 65_536;
/** Handed to the file at once. */
export const chunkBytes = 256 * 1024;
