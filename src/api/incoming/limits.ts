/** Bytes of bodies that are being read at one time, so that many slow large ones cannot fill the memory. Beyond: 429. */
export const maxBytesBeingRead = 128 * 1024 * 1024;
/** First size of the buffer a body is read into; it doubles, so that no single copy holds the main thread for long. */
export const firstBufferBytes = 16 * 1024;
