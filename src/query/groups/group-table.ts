import type { Segment } from "../../eventstore/segment.ts";
import { findField } from "../../filter/condition/fields.ts";
import { AppError } from "../../lib/errors.ts";
import { copyRows } from "../counting/row-numbers.ts";
import type { PackedArray } from "../execution/team.ts";
import { batchRows, distinctValuesMax, ownGroupsMax } from "../limits.ts";
import { ValueTable } from "../values/value-table.ts";
import { GroupByNumber, type GroupRows, groupBatches } from "./group-batches.ts";
import { type SegmentValueIds, segmentValueIds } from "./segment-value-ids.ts";

/** Groups events by the values of several fields together. Without fields all events are one group. */
export class GroupTable {
  readonly #tables: readonly ValueTable[];
  /** For each field after the first: group of the fields before and value → group. */
  readonly #combinations: readonly Combinations[];

  readonly #fields: readonly string[];

  constructor(fields: readonly string[]) {
    this.#fields = fields;
    this.#tables = fields.map((field) => new ValueTable(field));
    this.#combinations = fields.slice(1).map(() => new Combinations(fields));
  }

  get size(): number {
    if (this.#fields.length === 0) return 1;
    return this.#combinations.at(-1)?.size ?? this.#tables[0]!.size;
  }

  /**
   * Groups as the segment itself numbers the values of all fields, for at most `batchRows` rows at a time; undefined
   * when it does not, or when there would be too many.
   */
  ownGroups(segment: Segment, tick: () => void): OwnGroups | undefined {
    const parts: SegmentValueIds[] = [];
    let count = 1;
    for (const [i, field] of this.#fields.entries()) {
      const part = segmentValueIds(segment, findField(field), this.#tables[i]!, tick);
      if (part === undefined) return undefined;
      count *= part.count;
      parts.push(part);
    }
    return count > ownGroupsMax ? undefined : { count, numbersOf: joined(parts), groupOf: this.#groupOfParts(parts) };
  }

  #groupOfParts(parts: readonly SegmentValueIds[]): (number: number) => number {
    return (number) => {
      const own = new Array<number>(parts.length);
      let rest = number;
      for (let i = parts.length - 1; i >= 0; i--) {
        own[i] = parts[i]!.groupOf(rest % parts[i]!.count);
        rest = Math.floor(rest / parts[i]!.count);
      }
      let group = own[0] ?? 0;
      for (const [i, combinations] of this.#combinations.entries()) group = combinations.idOf(group, own[i + 1]!);
      return group;
    };
  }

  /** For at most `batchRows` rows at a time. Throws AppError when there are too many values or combinations. */
  groupsOf(segment: Segment, tick: () => void): GroupRows {
    const own = this.ownGroups(segment, tick);
    if (own) {
      const known = new GroupByNumber(own.count, own.groupOf);
      return (rows, length, groups) => {
        own.numbersOf(rows, length, groups);
        known.replace(groups, length);
      };
    }
    const values = this.#fields.map((field, i) => groupBatches(segment, findField(field), this.#tables[i]!, tick));
    // Without fields the segment numbers them, see above.
    const [first, ...others] = values as [GroupRows, ...GroupRows[]];
    if (others.length === 0) return first;
    const added = new Uint32Array(batchRows);
    return (rows, length, groups) => {
      first(rows, length, groups);
      for (const [place, other] of others.entries()) {
        const combinations = this.#combinations[place]!;
        other(rows, length, added);
        for (let i = 0; i < length; i++) groups[i] = combinations.idOf(groups[i]!, added[i]!);
      }
    };
  }

  /** All of it for another one's `merge`. */
  pack(): PackedArray[] {
    return [...this.#tables.flatMap((table) => table.pack()), ...this.#combinations.map((pairs) => pairs.pack())];
  }

  /** Maps another table's group numbers to ours. */
  merge(packed: readonly PackedArray[], tick: () => void): Uint32Array {
    const values = this.#tables.map((table, i) =>
      table.merge(packed[2 * i] as Uint8Array, packed[2 * i + 1] as Uint32Array, tick),
    );
    let groups = values[0] ?? new Uint32Array(1);
    for (const [i, combinations] of this.#combinations.entries())
      groups = combinations.merge(packed[2 * values.length + i]!, groups, values[i + 1]!);
    return groups;
  }

  /**
   * Orders two groups by their values in turn, in the order of UTF-16 units. No text is made: a stopped question ranks
   * a million groups with nobody looking at the clock.
   */
  compare(a: number, b: number): number {
    let [ours, theirs] = [a, b];
    let found = 0;
    for (let i = this.#fields.length - 1; i > 0 && ours !== theirs; i--) {
      const combinations = this.#combinations[i - 1]!;
      const [value, other] = [combinations.valueOf(ours), combinations.valueOf(theirs)];
      // Earlier fields come later here, and decide.
      if (value !== other) found = this.#tables[i]!.compare(value, other);
      ours = combinations.beforeOf(ours);
      theirs = combinations.beforeOf(theirs);
    }
    return ours === theirs ? found : this.#tables[0]!.compare(ours, theirs);
  }

  /** The values of a group, in the order of the fields. */
  valuesOf(group: number): string[] {
    const values: string[] = [];
    let before = group;
    for (let i = this.#fields.length - 1; i > 0; i--) {
      const [rest, value] = this.#combinations[i - 1]!.of(before);
      values.unshift(this.#tables[i]!.nameOf(value));
      before = rest;
    }
    if (this.#fields.length > 0) values.unshift(this.#tables[0]!.nameOf(before));
    return values;
  }
}

/** Rows grouped by the segment's own numbers, all below `count`. */
export interface OwnGroups {
  readonly count: number;
  readonly numbersOf: GroupRows;
  /** The group of a number. Throws AppError when there are too many values or combinations. */
  groupOf(number: number): number;
}

function joined([first, ...others]: readonly SegmentValueIds[]): GroupRows {
  if (first === undefined) return (_rows, length, numbers) => void numbers.fill(0, 0, length);
  const added = new Uint32Array(others.length > 0 ? batchRows : 0);
  return (rows, length, numbers) => {
    copyRows(first.words, rows, length, numbers);
    for (const { words, count } of others) {
      copyRows(words, rows, length, added);
      for (let i = 0; i < length; i++) numbers[i] = numbers[i]! * count + added[i]!;
    }
  };
}

/** Pairs of numbers below `distinctValuesMax`, numbered in the order of meeting; found by open addressing. */
class Combinations {
  size = 0;
  /** Id + 1 of the pair that leads here; 0: free. At most half of them are taken. */
  #slots = new Int32Array(2048);
  #pairs = new Float64Array(1024);

  readonly #fields: readonly string[];

  constructor(fields: readonly string[]) {
    this.#fields = fields;
  }

  idOf(before: number, value: number): number {
    const pair = before * distinctValuesMax + value;
    const mask = this.#slots.length - 1;
    let slot = slotOf(before, value) & mask;
    for (let taken = this.#slots[slot]!; taken !== 0; taken = this.#slots[slot]!) {
      if (this.#pairs[taken - 1] === pair) return taken - 1;
      slot = (slot + 1) & mask;
    }
    return this.#add(pair, slot);
  }

  of(id: number): [before: number, value: number] {
    return [this.beforeOf(id), this.valueOf(id)];
  }

  beforeOf(id: number): number {
    return Math.floor(this.#pairs[id]! / distinctValuesMax);
  }

  valueOf(id: number): number {
    return this.#pairs[id]! % distinctValuesMax;
  }

  pack(): Float64Array {
    return this.#pairs.slice(0, this.size);
  }

  /** `before`, `value`: the numbers here of those there. */
  merge(pairs: ArrayLike<number>, before: Uint32Array, value: Uint32Array): Uint32Array {
    const ids = new Uint32Array(pairs.length);
    for (let i = 0; i < ids.length; i++)
      ids[i] = this.idOf(before[Math.floor(pairs[i]! / distinctValuesMax)]!, value[pairs[i]! % distinctValuesMax]!);
    return ids;
  }

  #add(pair: number, slot: number): number {
    const id = this.size;
    if (id >= distinctValuesMax)
      throw new AppError(
        "too_large",
        `The fields ${this.#fields.join(", ")} have more than ${distinctValuesMax} different combinations here. Ask for a shorter time range, a narrower filter or fewer fields.`,
      );
    this.#pairs[id] = pair;
    this.#slots[slot] = id + 1;
    this.size = id + 1;
    if (this.size === this.#pairs.length) this.#grow();
    return id;
  }

  #grow(): void {
    const pairs = new Float64Array(this.size * 2);
    pairs.set(this.#pairs);
    this.#pairs = pairs;
    this.#slots = new Int32Array(pairs.length * 2);
    const mask = this.#slots.length - 1;
    for (let id = 0; id < this.size; id++) {
      const [before, value] = this.of(id);
      let slot = slotOf(before, value) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = id + 1;
    }
  }
}

function slotOf(before: number, value: number): number {
  const mixed = Math.imul(before, 0x9e3779b1) ^ Math.imul(value, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
