/** User tags with a column of their own in a table; no one reads a wider spreadsheet. The others share one column. */
export const tagColumnsMax = 100;
/** Lines or colours of one chart; more cannot be told apart. The tables have all values. */
export const seriesMax = 10;
/** Dictionary size up to which each value is made a string once; in larger ones most rows have a value of their own. */
export const keptTextsMax = 65_536;
/** Bytes passed to the file at once. */
export const chunkBytes = 256 * 1024;
