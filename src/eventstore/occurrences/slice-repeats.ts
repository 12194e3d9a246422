import type { SegmentSlices } from "../segment.ts";
import type { RepeatList } from "../snapshot.ts";
import { repeatsByRow } from "./repeats-by-row.ts";

/**
 * The smallest and the largest id of each slice of `rows`. Rows are in order of time, ids of what came late are not.
 */
export function idRangesOf(ids: Float64Array, rows: number): number[] {
  const ranges: number[] = [];
  for (let from = 0; from < ids.length; from += rows) {
    const slice = ids.subarray(from, from + rows);
    ranges.push(smallest(slice, slice[0]!), largest(slice, slice[0]!));
  }
  return ranges;
}

/** For each slice the repeats that may be of its events: where ranges of ids overlap, of several. */
export function repeatsBySlice(repeats: RepeatList, ranges: ArrayLike<number>): (RepeatList | undefined)[] {
  return Array.from({ length: ranges.length / 2 }, (_, slice) => {
    const [min, max] = [ranges[2 * slice]!, ranges[2 * slice + 1]!];
    const places: number[] = [];
    for (let place = 0; place < repeats.ids.length; place++)
      if (repeats.ids[place]! >= min && repeats.ids[place]! <= max) places.push(place);
    return places.length === 0 ? undefined : pickRepeats(repeats, places);
  });
}

/** By row of the whole segment how often its event is among the repeats of its slice. */
export function countByRow(
  slices: SegmentSlices,
  repeatsOfSlices: readonly (RepeatList | undefined)[],
): Map<number, number> {
  const counts = new Map<number, number>();
  for (const [slice, repeats] of repeatsOfSlices.entries()) {
    if (!repeats) continue;
    for (const [row, places] of repeatsByRow(slices.open(slice).ids(), repeats.ids))
      counts.set(slices.firstRow(slice) + row, places.length);
  }
  return counts;
}

export function pickRepeats({ ids, times, fired }: RepeatList, places: readonly number[]): RepeatList {
  const pick = (values: Float64Array) => Float64Array.from(places, (place) => values[place]!);
  return {
    ids: pick(ids),
    times: pick(times),
    ...(fired && { fired: { sets: fired.sets, numbers: pick(fired.numbers) } }),
  };
}

export function smallest(values: Float64Array | undefined, least: number): number {
  let found = least;
  if (values) for (let i = 0; i < values.length; i++) found = Math.min(found, values[i]!);
  return found;
}

export function largest(values: Float64Array | undefined, most: number): number {
  let found = most;
  if (values) for (let i = 0; i < values.length; i++) found = Math.max(found, values[i]!);
  return found;
}
