/** First size of the buffer a body is read into; it doubles, so that no single copy holds the main thread for long. */
export const firstBufferBytes = 16 * 1024;
