/** Lines at the beginning of a file from which it is learned how its times stand. */
export const sampleLinesMax = 1_000;
/** Characters of them that are held; long lines make it fewer. */
export const sampleCharactersMax = 4 * 1024 * 1024;
/** A time stands within so many characters of the beginning, or is none of the line. */
export const searchedCharactersMax = 300;
/** Times that are looked at in one line: its own is among the first. */
export const timesPerLineMax = 6;
/** Of the lines that tell no time by themselves, so many must have one in the same place. */
export const shareMin = 0.6;
/**
 * Of the times found there, so many must follow each other; or, where the lines are in no order, nearly all lines must
 * have one.
 */
export const orderedShareMin = 0.9;
export const unorderedShareMin = 0.95;
/**
 * Of the unindented lines of a file, so many must begin with a time before one without is taken for a part of the line
 * before.
 */
export const timedShareMin = 0.8;
