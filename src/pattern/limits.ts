/** Every bound of patterns, with its reason. The first three are part of what an id means: see `patternVersion`. */

/** Words beyond these do not tell the kind of a message: a dump, a statement or a stack follows. */
export const patternWordsMax = 100;
/** Words and signs beyond these are lists of data or drawings. */
export const patternTokensMax = 600;
/** Longer words with a digit always stand for data. */
export const knownWordMax = 32;
/** Longer words stand for data, also without a digit: keys, certificates, encoded bodies. */
export const plainWordMax = 64;
/** Characters of patterns that have families: longer ones are dumps or statements. Part of what an id means. */
export const familyCharactersMax = 1_000;
/** Families of a pattern: when it has more words, the first ones tell its kind. Part of what such an id means, too. */
export const familyWordsMax = 24;
/** Patterns whose families a thread caches, some 600 bytes each. */
export const cachedFamiliesMax = 4_096;
/** Structures of texts whose patterns a thread caches, some 100 bytes each. */
export const cachedStructuresMax = 32_768;
/** Templates whose patterns a thread caches: some segments with as many as there may be. */
export const cachedTemplatesMax = 32_768;
/** Patterns whose texts a thread caches, some 200 bytes each. */
export const cachedTextsMax = 32_768;
/** Keys in texts whose kind a thread caches. */
export const cachedKeysMax = 4_096;
