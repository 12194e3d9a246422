/** Characters kept of one line. The service cuts a message at 64 KiB, but a JSON line must be complete to be read. */
export const lineBytesMax = 1024 * 1024;

/** A file with a NUL in here, other than in a hole, is no text; as much as grep and git look at. */
export const binaryCheckBytes = 8 * 1024;

/** JSON bytes of a batch: large enough that a commit's fsync costs little, far below the 64 MiB of a body. */
export const batchCharactersMax = 4 * 1024 * 1024;

/** Short lines: what a service reads in well under a second. */
export const batchEventsMax = 20_000;

/** Reasons shown at the end; the others are counted. */
export const reasonsShownMax = 10;

/** Lines that a dry run shows, and lines it counts the formats of. */
export const dryRunShown = 20;
export const dryRunCounted = 10_000;
