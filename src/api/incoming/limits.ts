/** First size of the buffer a body is read into; it doubles, so that no single copy holds the main thread for long. */
export const firstBufferBytes = 16 * 1024;
/** A body that says to be at most so large is read at once, which takes the main thread a fifth of reading it in parts; until it has come it counts with its whole size. */
export const wholeBodyBytes = 1024 * 1024;
