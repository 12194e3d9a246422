/** Tags of a marker; beyond: 400. */
export const markerTagsMax = 20;
/** Characters of one; beyond: 400. */
export const tagCharactersMax = 64;
/**
 * Markers that are kept, the latest by their time: a deploy every ten minutes for two years. The oldest are deleted.
 */
export const keptMarkersMax = 100_000;
/** Epoch seconds of the year 2255, the last that times of events can reach; beyond: 400. */
export const markerSecondsMax = 9_000_000_000;
