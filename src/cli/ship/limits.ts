/** Bytes read from one file before it is the next one's turn. */
export const readBytes = 256 * 1024;

/** Intervals of looking for more in files, and for new files. */
export const pollMs = 200;
export const discoverMs = 1_000;

/** After this long without anything new, an unfinished event is sent. */
export const pauseMs = 1_000;

/** A renamed or removed file may still be written to; after this long without anything new it is dropped. */
export const goneMs = 10_000;

/** A file that has not changed for this long is taken for the same without reading it; some clocks count seconds. */
export const settledMs = 1_000;

/** Its first bytes identify a file: enough for a line with its time. */
export const headBytesMax = 256;

/** The bytes before the place that was sent last identify a copy of a file. */
export const tailBytes = 256;

/** Files that are followed at a time, each with a descriptor. Others are reported and not read. */
export const filesMax = 500;

/** Files remembered after they were deleted or emptied; the oldest are forgotten. */
export const pastFilesMax = 500;

/** Interval between two tries while the service is away. */
export const retryMsMin = 500;
export const retryMsMax = 30_000;

/**
 * Two files may begin with the same banner, header or first lines. A common beginning that is longer is that of a copy;
 * of one that is not, a second file is sent whole as long as the first one lives.
 */
export const alikeBytesMax = 8 * 1024;

/** Of files that have more in common, both ends are compared. */
export const comparedWholeBytesMax = 4 * 1024 * 1024;

/** So far back from the place where a file is read on, columns that were named anew are looked for. */
export const searchedBackBytesMax = 64 * 1024 * 1024;
