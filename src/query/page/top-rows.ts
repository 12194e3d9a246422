import type { PackedArray } from "../execution/team.ts";

/** The best rows of one segment, best first. */
export interface SegmentRows {
  readonly keys: Float64Array;
  readonly tiebreaks: Float64Array;
  readonly rows: Uint32Array;
  readonly byteLength: number;
}

/**
 * Keeps the best of the rows offered to it: those with the lowest keys, among equal keys those with the highest
 * tiebreaks (ids, or negated ones). Sorts some thousands at a time; takes memory for twice as many as it keeps, 24
 * bytes each.
 */
export class TopRows {
  length = 0;
  /** Rows before the page that were not offered: only their number is known. */
  passed = 0;
  /** A row with a higher key cannot get in. */
  worstKey = Number.POSITIVE_INFINITY;
  #keys: Float64Array;
  #tiebreaks: Float64Array;
  /** Position of the row's segment. */
  #segments: Uint32Array;
  #rows: Uint32Array;
  /** Mostly rows come in their order; then there is nothing to sort. */
  #isInOrder = true;

  /** `limit`: how many it keeps at most. */
  constructor(public limit: number) {
    const capacity = Math.min(this.#roomMax, firstRoom);
    this.#keys = new Float64Array(capacity);
    this.#tiebreaks = new Float64Array(capacity);
    this.#segments = new Uint32Array(capacity);
    this.#rows = new Uint32Array(capacity);
  }

  /** How many it keeps that have no higher key. */
  countUpTo(key: number): number {
    let count = 0;
    for (let at = 0; at < this.length; at++) if (this.#keys[at]! <= key) count++;
    return count;
  }

  /** Passes over so many rows, no more than are before the page: fewer of the others can be on it. */
  passOver(rows: number): void {
    this.passed += rows;
    this.limit -= rows;
    if (this.length >= this.limit) this.cut();
  }

  offer(key: number, tiebreak: number, segment: number, row: number): void {
    if (key > this.worstKey) return;
    const at = this.length++;
    if (at > 0) {
      const before = this.#keys[at - 1]!;
      if (key < before || (key === before && tiebreak > this.#tiebreaks[at - 1]!)) this.#isInOrder = false;
    }
    this.#keys[at] = key;
    this.#tiebreaks[at] = tiebreak;
    this.#segments[at] = segment;
    this.#rows[at] = row;
    if (this.#isInOrder && this.length === this.limit) this.worstKey = key;
    if (this.length === this.#keys.length) this.#makeRoom();
  }

  /**
   * Finds the worst row that stays, where rows came out of order: sorting some thousands is cheaper than reading rows
   * that cannot get in.
   */
  trim(): void {
    if (!this.#isInOrder && this.length >= this.limit && this.length <= trimmedMax) this.cut();
  }

  /** Sorts and forgets what is beyond the limit. */
  cut(): void {
    if (this.#isInOrder) this.length = Math.min(this.length, this.limit);
    else this.#sort();
    if (this.length === this.limit)
      this.worstKey = this.limit === 0 ? Number.NEGATIVE_INFINITY : this.#keys[this.limit - 1]!;
  }

  offerAll({ keys, tiebreaks, rows }: SegmentRows, segment: number): void {
    for (let i = 0; i < rows.length && keys[i]! <= this.worstKey; i++)
      this.offer(keys[i]!, tiebreaks[i]!, segment, rows[i]!);
  }

  /** All rows that stay; they must be of one segment. */
  ofSegment(): SegmentRows {
    this.cut();
    const [keys, tiebreaks, rows] = [this.#keys, this.#tiebreaks, this.#rows].map((values) =>
      values.slice(0, this.length),
    ) as [Float64Array, Float64Array, Uint32Array];
    return { keys, tiebreaks, rows, byteLength: keys.byteLength + tiebreaks.byteLength + rows.byteLength };
  }

  /** All rows that stay, for another thread's. */
  handOver(): PackedArray[] {
    this.cut();
    return [this.#keys, this.#tiebreaks, this.#segments, this.#rows].map((values) => values.slice(0, this.length));
  }

  takeOver([keys, tiebreaks, segments, rows]: PackedArray[]): void {
    for (let i = 0; i < rows!.length; i++) this.offer(keys![i]!, tiebreaks![i]!, segments![i]!, rows![i]!);
  }

  /** Best first, those from `offset` on. */
  list(offset: number): { segment: number; row: number }[] {
    this.cut();
    const listed: { segment: number; row: number }[] = [];
    for (let at = offset; at < this.length; at++) listed.push({ segment: this.#segments[at]!, row: this.#rows[at]! });
    return listed;
  }

  get #roomMax(): number {
    return 2 * this.limit + spareRows;
  }

  /** Ordered rows rarely exceed the number asked for, and untouched memory costs more than they do. */
  #makeRoom(): void {
    if (this.length >= this.#roomMax) {
      this.cut();
      return;
    }
    const room = Math.min(this.#roomMax, 2 * this.length);
    this.#keys = grown(this.#keys, room);
    this.#tiebreaks = grown(this.#tiebreaks, room);
    this.#segments = grown(this.#segments, room);
    this.#rows = grown(this.#rows, room);
  }

  #sort(): void {
    const keys = this.#keys;
    const tiebreaks = this.#tiebreaks;
    const order = new Uint32Array(this.length);
    for (let i = 0; i < order.length; i++) order[i] = i;
    order.sort((a, b) => keys[a]! - keys[b]! || tiebreaks[b]! - tiebreaks[a]!);
    const kept = order.subarray(0, this.limit);
    this.#keys = reordered(keys, kept);
    this.#tiebreaks = reordered(tiebreaks, kept);
    this.#segments = reordered(this.#segments, kept);
    this.#rows = reordered(this.#rows, kept);
    this.length = kept.length;
    this.#isInOrder = true;
  }
}

/** Rows that room is made for at first. */
const firstRoom = 4_096;

/** Sorting a few at a time is not worth it. */
const spareRows = 1024;

/** Sorting more of them than this for each slice that is read would take longer than reading it. */
const trimmedMax = 2 * spareRows;

function reordered<T extends Float64Array | Uint32Array>(values: T, order: Uint32Array): T {
  const sorted = new (values.constructor as new (length: number) => T)(values.length);
  for (let i = 0; i < order.length; i++) sorted[i] = values[order[i]!]!;
  return sorted;
}

function grown<T extends Float64Array | Uint32Array>(values: T, length: number): T {
  const larger = new (values.constructor as new (length: number) => T)(length);
  larger.set(values as never);
  return larger;
}
