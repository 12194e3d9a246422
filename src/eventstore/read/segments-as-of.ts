import { pickRepeats } from "../occurrences/slice-repeats.ts";
import type { RepeatList, SegmentHandle, Snapshot } from "../snapshot.ts";

/**
 * The segments of a snapshot as they were at the earlier commit that it was asked for: later occurrences are taken
 * away. Later events are still there; their ids are above `newestId`. For the thread that reads.
 */
export function segmentsAsOf({ segments, later }: Snapshot, newestId: number): SegmentHandle[] {
  const repeats = later?.repeats;
  if (!repeats) return segments;
  return segments.map((handle) => {
    const without = between(repeats, handle.minId, Math.min(handle.maxId, newestId));
    return without ? { ...handle, repeats: { ...(handle.repeats ?? noRepeats), without } } : handle;
  });
}

const noRepeats: RepeatList = { ids: new Float64Array(0), times: new Float64Array(0) };

/** Those of events with these ids, both inclusive; undefined when there are none. */
function between(repeats: RepeatList, minId: number, maxId: number): RepeatList | undefined {
  const { ids } = repeats;
  const places: number[] = [];
  for (let place = 0; place < ids.length; place++) if (ids[place]! >= minId && ids[place]! <= maxId) places.push(place);
  if (places.length === 0) return undefined;
  return pickRepeats(repeats, places);
}
