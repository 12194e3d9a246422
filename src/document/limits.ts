/** Written at once: few calls, little memory. */
export const chunkCharacters = 256 * 1024;
/** A file of less stays in memory, so that it is answered on a full disk, too. */
export const memoryBytesMax = 1024 * 1024;
/** Free space is looked up each time so much was written: a file ends well before the disk is full. */
export const spaceCheckBytes = 8 * 1024 * 1024;
