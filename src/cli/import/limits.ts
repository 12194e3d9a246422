/** Characters kept of one line. The service cuts a message at 64 KiB, but a JSON line must be complete to be read. */
export const lineBytesMax = 1024 * 1024;

/** A file with a NUL this early, outside of a hole, is no text; grep and git look at as much. */
export const binaryCheckBytes = 8 * 1024;

/** JSON bytes of a batch: large enough that a commit's fsync costs little, far below the 64 MiB of a body. */
export const batchCharactersMax = 4 * 1024 * 1024;

/** Short lines: a service reads this many in well under a second. */
export const batchEventsMax = 20_000;

/** Reasons shown at the end; the others are counted. */
export const reasonsShownMax = 10;

/** Lines that a dry run shows, and lines whose formats it counts. */
export const dryRunShown = 20;
export const dryRunCounted = 10_000;
