/** Every bound of a filter, with its reason. Beyond any of them: 400 that names the bound. */

/** Conditions of one filter, `filter` and `q` each. */
export const conditionsMax = 100;
/** Values of one list. */
export const listItemsMax = 1_000;
/** Characters of one `qp` value, and of `q`. */
export const languageCharactersMax = 10_000;
/** Characters of one regular expression. */
export const patternCharactersMax = 1_000;
/**
 * Regular expressions of one filter together. Compiling costs about a microsecond for a character, and a query is
 * checked on the thread that also answers everybody else.
 */
export const allPatternsCharactersMax = 20_000;
/** `qp` values of one filter together, for the same reason. */
export const allWordsCharactersMax = 100_000;
/** Values with wildcards in one filter, likewise; a thousand host patterns fit. */
export const allWildcardsCharactersMax = 100_000;
/** Characters of another value: as long as a tag can be. */
export const valueCharactersMax = 4_096;
/** Characters of a value with wildcards: matching may cost a 32nd of its length for each character of the text. */
export const wildcardCharactersMax = 1_000;
/**
 * Steps of all words and values with wildcards of one filter for each character of a text, of about a nanosecond. Three
 * hundred words with a `*` or two fit; a text of 64 KB, which the intake thread may have to ask, takes a third of a
 * second at worst.
 */
export const stepsMax = 5_000;
/** Characters of a field name: as long as a tag's name can be. */
export const fieldCharactersMax = 255;
/** `any`, `all` and `not` inside each other in a filter: nobody reads more. */
export const elementDepthMax = 8;
/** Parentheses and negations inside each other. Readers of the tree recurse. */
export const depthMax = 64;

/**
 * Lines of the query language whose conditions are cached; a line has a few hundred characters. The oldest goes.
 */
export const cachedLinesMax = 100;
