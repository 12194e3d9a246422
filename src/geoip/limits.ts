/** Values of a record, or of the description of a file: those of cities have some hundred, in eight languages. */
export const valuesMax = 10_000;
/** How deep they lie in each other, pointers counted. */
export const depthMax = 64;
/** Bytes at the end of a file in which its description is looked for, as the format has it. */
export const descriptionBytesMax = 128 * 1024;
/** Between the tree of addresses and the records; the format wants it. */
export const gapBytes = 16;
