import { edenGC, fullGC } from "bun:jsc";

/** Of this thread's heap, after the last collection of all of it, or less. */
let collectedBytes = 0;

/**
 * Collects what the last pieces of work left in this thread while nobody waits for it; the next piece would do so
 * otherwise. `isLong`: it has rested for long enough to collect its whole heap, which takes some 30 ms, if that has
 * grown.
 */
export function collectAtRest(isLong: boolean): void {
  const bytes = edenGC();
  const hasGrown = bytes - collectedBytes >= grownBytes;
  if (isLong && hasGrown) collectedBytes = fullGC();
  else collectedBytes = Math.min(collectedBytes, bytes);
}

/** What questions cache is no garbage, but looks like it until then. */
const grownBytes = 8 * 1024 * 1024;
