/** Lines at the beginning of a file from which it is learned how its times stand. */
export const sampleLinesMax = 1_000;
/** This many of the first lines of a body are read to see whether learning from more would tell anything new. */
export const probeLinesMax = 20;
/** Characters of them that are held; long lines make it fewer. */
export const sampleCharactersMax = 4 * 1024 * 1024;
/** A time further from the beginning does not belong to the line. */
export const searchedCharactersMax = 300;
/** Times that are looked at in one line: its own is among the first. */
export const timesPerLineMax = 6;
/** Share of the lines without a recognised time that must have one in the same place. */
export const shareMin = 0.6;
/** Share of the times found that must ascend; in unordered lines, nearly all lines must have a time. */
export const orderedShareMin = 0.9;
export const unorderedShareMin = 0.95;
/** Share of a file's unindented lines that must begin with a time before one without is taken as a continuation. */
export const timedShareMin = 0.8;
