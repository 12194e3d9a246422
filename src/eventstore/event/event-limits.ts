/** Bounds of what an event holds, with the reason and what intake does beyond it. */

/** UTF-8 bytes of a message; cut on a code point and counted. */
export const messageBytesMax = 64 * 1024;
/** Host and program are dictionary values, not texts; cut and counted. */
export const nameCharactersMax = 255;
/** User tags of one event; the others are kept in `extra_fields`, not searchable, and counted as cut. */
export const tagsMax = 200;
/** A longer tag name goes with its value to `extra_fields`, counted as cut. */
export const tagNameCharactersMax = 255;
/** UTF-8 bytes of a tag's value; cut on a code point and counted. */
export const tagValueBytesMax = 4096;
