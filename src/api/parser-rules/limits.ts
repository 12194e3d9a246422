/** Every bound of the resource beside those of rule files, with its reason. */

/** Samples together, in characters of JSON: each may be looked at by hundreds of patterns. Beyond: 400. */
export const sampleCharactersMax = 256 * 1024;
/** Of a test that goes before heavy work: somebody is writing a rule and waits for it. */
export const lightSamplesMax = 20;
