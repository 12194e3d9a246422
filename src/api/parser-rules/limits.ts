/** Every bound of the resource beside those of rule files, with its reason. */

/** Samples together, in characters of JSON: each may be looked at by hundreds of patterns. Beyond: 400. */
export const maxSampleCharacters = 256 * 1024;
/** How long the service works for one test of a rule; the samples then left say so. */
export const testBudgetMs = 5_000;
/** Between two rests of such a test, so that others get their turn. */
export const testSliceMs = 10;
