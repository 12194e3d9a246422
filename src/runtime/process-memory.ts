/** Resident bytes of the whole process. */
export const residentBytes = lastKnown(() => process.memoryUsage.rss());

/** Heap bytes of this thread, and shared memory that it was given. */
export const heldBytes = lastKnown(() => process.memoryUsage().heapUsed);

/**
 * The system tells through a file, which cannot be opened while all that may be open are. Then it is as it was: who
 * takes memory must not be ended for that.
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
