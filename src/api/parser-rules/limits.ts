/** Limits of this resource besides those of rule files, each with its reason. */

/** Samples together, in characters of JSON: each may be looked at by hundreds of patterns. Beyond: 400. */
export const sampleCharactersMax = 256 * 1024;
