/** Bytes written at once: few calls, little memory. */
export const chunkCharacters = 256 * 1024;
/** A smaller file stays in memory, so that it can be answered on a full disk, too. */
export const memoryBytesMax = 1024 * 1024;
/** Bytes between two checks of free space: a file ends well before the disk is full. */
export const spaceCheckBytes = 8 * 1024 * 1024;
/** Bytes compressed at once. Each chunk is compressed separately; larger ones compress hardly better. */
export const zipChunkBytes = 512 * 1024;
/** Rows read for the widths of columns before any is written. */
export const peekedRows = 200;
/** Longest text in a cell of Excel. A longer one is cut and ends in an ellipsis. */
export const cellCharactersMax = 32_767;
/** Longest sheet of Excel, the header row counted. Beyond it the table continues on another one. */
export const sheetRowsMax = 1_048_576;
/**
 * XML bytes in one sheet: archive entries stay below 4 GiB, and no program opens larger ones. More rows start another
 * sheet.
 */
export const sheetBytesMax = 2 * 1024 * 1024 * 1024;
/** Texts that are written once for all cells; they are held until the end. Others are written in place. */
export const sharedStringsMax = 20_000;
export const sharedStringCharactersMax = 200;
/**
 * Rows of a table in docx and pdf: hundreds of pages. Beyond it the table ends with a note that says so; nobody reads
 * more on paper.
 */
export const tableRowsMax = 20_000;
/** Lines of a cell there, so that a row fits on a page. Beyond it an ellipsis. */
export const tableCellLinesMax = 40;
/** Rows of a table next to another block. */
export const rowTableRowsMax = 25;
/** Characters of a cell in docx: about what forty lines hold. Beyond it an ellipsis. */
export const pageCellCharactersMax = 4000;
/** Words whose shaped form is cached, for each font. */
export const shapedWordsMax = 5_000;
