/** Resident bytes of the whole process. */
export const residentBytes = lastKnown(() => process.memoryUsage.rss());

/** Heap bytes of this thread, plus shared memory that was passed to it. */
export const heldBytes = lastKnown(() => process.memoryUsage().heapUsed);

/**
 * The system reports it through a file, which cannot be opened when the process has no free descriptor. Then the last
 * value is used: no work must end because of that.
 */
function lastKnown(read: () => number): () => number {
  let known = 0;
  return () => {
    try {
      known = read();
    } catch {}
    return known;
  };
}
