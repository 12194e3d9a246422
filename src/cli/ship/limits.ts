/** Read of one file at a time, before it is the turn of the next. */
export const readBytes = 256 * 1024;

/** How often files are looked at for more, and how often for new ones. */
export const pollMs = 200;
export const discoverMs = 1_000;

/** After this long without anything new, an unfinished event is sent. */
export const pauseMs = 1_000;

/** A renamed or removed file may still be written to; after this long without anything new it is dropped. */
export const goneMs = 10_000;

/** By its first bytes a file is known again: enough for a line with its time. */
export const headBytesMax = 256;

/** By the bytes before the place that was sent last a copy of a file is known. */
export const tailBytes = 256;

/** Files that are followed at a time, each with a descriptor. Others are told and left. */
export const filesMax = 500;

/** What is remembered of files that are no longer there or were emptied; the oldest go. */
export const pastFilesMax = 500;

/** From one try to the next while the service is away. */
export const retryMsMin = 500;
export const retryMsMax = 30_000;
