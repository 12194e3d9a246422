import type { Segment } from "../eventstore/segment.ts";
import { findField } from "../filter/fields.ts";
import { AppError } from "../lib/errors.ts";
import { type GroupOf, groupRows } from "./group-rows.ts";
import { distinctValuesMax } from "./limits.ts";
import { ValueTable } from "./value-table.ts";

/** Groups events by the values of several fields together. Without fields all events are one group. */
export class GroupTable {
  readonly #tables: readonly ValueTable[];
  /** For each field after the first: group of the fields before and value → group. */
  readonly #combinations: readonly Combinations[];

  constructor(private readonly fields: readonly string[]) {
    this.#tables = fields.map((field) => new ValueTable(field));
    this.#combinations = fields.slice(1).map(() => new Combinations(fields));
  }

  get size(): number {
    if (this.fields.length === 0) return 1;
    return this.#combinations.at(-1)?.size ?? this.#tables[0]!.size;
  }

  /** Throws AppError when there are too many values or combinations. */
  groupsOf(segment: Segment): GroupOf {
    const values = this.fields.map((field, i) => groupRows(segment, findField(field), this.#tables[i]!));
    const [first, ...others] = values;
    if (first === undefined) return () => 0;
    if (others.length === 0) return first;
    return (row) => {
      let group = first(row);
      for (let i = 0; i < others.length; i++) group = this.#combinations[i]!.idOf(group, others[i]!(row));
      return group;
    };
  }

  /** The values of a group, in the order of the fields. */
  valuesOf(group: number): string[] {
    const values: string[] = [];
    let before = group;
    for (let i = this.fields.length - 1; i > 0; i--) {
      const [rest, value] = this.#combinations[i - 1]!.of(before);
      values.unshift(this.#tables[i]!.nameOf(value));
      before = rest;
    }
    if (this.fields.length > 0) values.unshift(this.#tables[0]!.nameOf(before));
    return values;
  }
}

/** Pairs of numbers below `distinctValuesMax`, numbered in the order of meeting. */
class Combinations {
  readonly #ids = new Map<number, number>();
  readonly #pairs: number[] = [];

  constructor(private readonly fields: readonly string[]) {}

  get size(): number {
    return this.#pairs.length;
  }

  idOf(before: number, value: number): number {
    const pair = before * distinctValuesMax + value;
    const known = this.#ids.get(pair);
    if (known !== undefined) return known;
    const id = this.#pairs.length;
    if (id >= distinctValuesMax)
      throw new AppError(
        "too_large",
        `The fields ${this.fields.join(", ")} have more than ${distinctValuesMax} different combinations here. Ask for a shorter time range, a narrower filter or fewer fields.`,
      );
    this.#pairs.push(pair);
    this.#ids.set(pair, id);
    return id;
  }

  of(id: number): [before: number, value: number] {
    const pair = this.#pairs[id]!;
    return [Math.floor(pair / distinctValuesMax), pair % distinctValuesMax];
  }
}
