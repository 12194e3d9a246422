/** A download waits that long for a report that is being made; beyond: 408. */
export const reportWaitMs = 30_000;

/** Of a name to save under: no file system takes a longer one. Beyond: 400. */
export const maxFileNameCharacters = 255;
