/** Retention of samples: 40,320 of them, some 30 MB on an ordinary host. */
export const keptSeconds = 7 * 86_400;

/** Parts of each group (processors, file systems, disks, interfaces), the whole first; further ones are not kept. */
export const partsMax = 32;

/** Samples read at a stretch, about 5 ms; then other work has its turn. */
export const slicedRows = 1_000;

/** Removing old samples is worth a statement once an hour only. */
export const pruneEverySamples = 240;
