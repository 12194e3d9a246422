/**
 * Every bound of parser rules, with its reason. Beyond any of them a file is refused with line and reason, unless it
 * says otherwise.
 */

/** A rule file is read, checked and compiled as a whole. */
export const fileBytesMax = 256 * 1024;
/** Files of the user's folder; those beyond, by name, are not loaded, and the list says so. */
export const filesMax = 1_000;
export const rewriteRulesMax = 500;
/** Conditions of one `match` or `pre_match`. */
export const conditionsMax = 100;
/** Values of a list, names of `fields`, entries of a `map`, patterns of a grok. */
export const listItemsMax = 1_000;
/** Characters of a pattern as it is written. */
export const patternCharactersMax = 1_000;
/**
 * The same after grok's names were replaced: COMBINEDAPACHELOG has some 400. A user's own definitions could double
 * themselves without end.
 */
export const expandedCharactersMax = 16_384;
/** Groups of one pattern. */
export const groupsMax = 200;
/** Characters of a template, and of a value to compare with: as long as a tag may be. */
export const valueCharactersMax = 4_096;
/** A value with wildcards: matching may cost its length for each character of the text. */
export const wildcardCharactersMax = 1_000;
/** Nesting of YAML. Aliases count as their targets, so that few bytes cannot make many values. */
export const yamlDepthMax = 16;
export const yamlValuesMax = 50_000;
export const nameCharactersMax = 100;

/** Errors of a rule, without a success between them, after which it is switched off. */
export const errorsInRowMax = 20;
/**
 * Names and values that `kv` or `json` find in one event; further ones are left out, since an event has at most 200
 * tags.
 */
export const foundMax = 1_000;
/** Nesting of the JSON that `json` takes apart; deeper values are left out. */
export const jsonDepthMax = 64;
/** Programs whose rules are cached; beyond it the cache starts over. */
export const cachedProgramsMax = 4_096;
/** Kinds of events (program, tags that rules ask for) whose gate is cached; beyond it the cache starts over. */
export const cachedGatesMax = 4_096;
/** Gates that are shared among them; each takes 4 KB. */
export const gatesMax = 256;
/**
 * Steps that a native pattern may provably take on one text: some hundred microseconds. A text that might take more is
 * matched by re2js.
 */
export const nativeStepsMax = 2 ** 18;

/** Tests in one file. */
export const testsMax = 10_000;
/** How long the service works for one test of rules; the samples then left say so. */
export const testBudgetMs = 5_000;
/** Steps of rules that did not match in the answer to one such test, of all samples together; more are left out. */
export const unmatchedStepsMax = 10_000;
/**
 * Characters of the events and of the other steps in it, which the main thread writes in some 20 ms; steps and samples
 * beyond are left out.
 */
export const testCharactersMax = 2 * 1024 * 1024;
/** Samples of one `POST /api/parser-rules/test`. */
export const samplesMax = 1_000;
