import type { Segment, SegmentSlices } from "../../eventstore/segment.ts";
import type { Selection } from "../../filter/rows/selection.ts";
import type { ChosenRows } from "../query-kind.ts";
import { TopRows } from "./top-rows.ts";

/** An event's place in the order of all events: by first occurrence, then by id. */
export interface EventPlace {
  /** First occurrence, microseconds. */
  readonly time: number;
  readonly id: number;
}

/** Ends of the occurrences of some events, both inclusive. */
interface Bounds {
  readonly minTime: number;
  readonly maxTime: number;
}

/** The nearest of the events that are offered, before or after a place. Keeps no more than are wanted. */
export class Neighbours {
  readonly #best: TopRows;
  /** -1 before the place, 1 behind it: times and ids by this sign rise with the distance. */
  readonly #sign: -1 | 1;

  readonly #place: EventPlace;
  readonly #limit: number;

  constructor(side: "before" | "after", place: EventPlace, limit: number) {
    this.#place = place;
    this.#limit = limit;
    this.#best = new TopRows(limit);
    this.#sign = side === "before" ? -1 : 1;
  }

  /** The least key that events within these bounds can have; undefined: none of them is on this side. */
  nearestKey({ minTime, maxTime }: Bounds): number | undefined {
    const { time } = this.#place;
    if (this.#limit === 0 || (this.#sign < 0 ? minTime > time : maxTime < time)) return undefined;
    return this.#sign < 0 ? -Math.min(maxTime, time) : Math.max(minTime, time);
  }

  mayImprove(bounds: Bounds): boolean {
    const key = this.nearestKey(bounds);
    return key !== undefined && key <= this.#best.worstKey;
  }

  /** Reads slices outwards from the place, no more than can matter. */
  add(chosen: ChosenRows, tick: () => void): void {
    const { slices } = chosen.segment;
    if (!slices) {
      this.#addRows(chosen.index, 0, chosen.segment, chosen.selection, tick);
      return;
    }
    let looked = 0;
    for (let i = 0; i < slices.count; i++) {
      const at = this.#sign < 0 ? slices.count - 1 - i : i;
      if (!this.mayImprove({ minTime: slices.minTime(at), maxTime: slices.maxTime(at) })) continue;
      tick();
      this.#addSlice(chosen, slices, at, looked++ >= slicesBySelf, tick);
      this.#best.trim();
    }
  }

  /** Nearest first. Call it between segments, too: it tells which events are too far away. */
  list(): { segment: number; row: number }[] {
    return this.#best.list(0);
  }

  /** `isRare`: earlier slices had too few, so it pays to find out where in the segment there are any. */
  #addSlice(chosen: ChosenRows, slices: SegmentSlices, at: number, isRare: boolean, tick: () => void): void {
    const from = slices.firstRow(at);
    const known = (isRare ? chosen.selection : chosen.selected)?.slice(from, slices.firstRow(at + 1));
    if (known && !known.hasAny(known.start, known.end)) return;
    const slice = slices.open(at);
    this.#addRows(chosen.index, from, slice, known ?? chosen.selectOf(slice), tick);
  }

  /** `from`: the first of these rows in the segment. */
  #addRows(segment: number, from: number, rows: Segment, selection: Selection, tick: () => void): void {
    if (!selection.hasAny(selection.start, selection.end)) return;
    const { first } = rows.times();
    const ids = rows.ids();
    const sign = this.#sign;
    const [time, id] = [sign * this.#place.time, sign * this.#place.id];
    for (let row = selection.next(selection.start); row < selection.end; row = selection.next(row + 1)) {
      if ((row & 0xfff) === 0) tick();
      const key = sign * first[row]!;
      if (key < time || (key === time && sign * ids[row]! <= id)) continue;
      // Among equal keys the best rows are those with the highest ids.
      this.#best.offer(key, -sign * ids[row]!, segment, from + row);
    }
  }
}

/** Slices whose rows are chosen one slice at a time, before the filter is asked of the whole segment. */
const slicesBySelf = 2;
