/**
 * Lines of one event: the longest stack traces have some hundred frames. Further lines become an event of their own.
 */
export const recordLinesMax = 1_000;
/**
 * Characters of one event, or bytes where lines are joined before they are read; a message is cut at 64 KiB. The rest
 * becomes an event of its own.
 */
export const recordCharactersMax = 64 * 1024;
/** Blank lines inside one event that are kept: a panic of Go has one, Python's chains have two. */
export const blankLinesMax = 2;
/** Hosts whose last message is remembered, for "last message repeated 3 times"; beyond, it starts over. */
export const hostsRememberedMax = 1_000;
