/** Limits of this resource besides those of rule files, each with its reason. */

/** Samples together, in characters of JSON: hundreds of patterns may be tried on each. Beyond: 400. */
export const sampleCharactersMax = 256 * 1024;
