/** Written at once: few calls, little memory. */
export const chunkCharacters = 256 * 1024;
/** An export of less stays in memory and needs no file, so that it is answered on a full disk, too. */
export const memoryBytesMax = 1024 * 1024;
/** Free space is looked up each time so much was written: an export ends well before the disk is full. */
export const spaceCheckBytes = 8 * 1024 * 1024;
/** User tags with a column of their own in a table; a spreadsheet with more is read by nobody. The others share one column. */
export const tagColumnsMax = 100;
