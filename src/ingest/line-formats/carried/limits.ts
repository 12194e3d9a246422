/** A longer text is no line that a program wrote; it stays a text, which an event has the beginning of. */
export const carriedCharactersMax = 256 * 1024;
/** The first word of a line: a level, or the name of a pair. */
export const firstWordBytesMax = 64;
/** Envelopes that are opened one inside the other: a shipper's, and that of what runs the program. More are text. */
export const envelopesMax = 2;
/** A time stands in a line's first bytes, behind a level, a thread and the name of a file. */
export const timeWithinBytes = 512;
