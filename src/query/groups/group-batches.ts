import type { Segment } from "../../eventstore/segment.ts";
import type { Field } from "../../filter/condition/fields.ts";
import { copyRows } from "../counting/row-numbers.ts";
import { tickAlone } from "../execution/work-clock.ts";
import type { ValueTable } from "../values/value-table.ts";
import { groupRows } from "./group-rows.ts";
import { segmentValueIds } from "./segment-value-ids.ts";

/** Writes the groups of the first `length` rows, rising. */
export type GroupRows = (rows: Uint32Array, length: number, groups: Uint32Array) => void;

/**
 * The same as `groupRows` for many rows at once: a loop over one kind of column stays fast when other questions have
 * used other kinds; a function for each row does not.
 */
export function groupBatches(segment: Segment, field: Field, table: ValueTable, tick: () => void): GroupRows {
  const own = segmentValueIds(segment, field, table, tick);
  if (own) {
    const known = new GroupByNumber(own.count, own.groupOf);
    return (rows, length, groups) => {
      copyRows(own.words, rows, length, groups);
      known.replace(groups, length);
    };
  }
  const groupOf = groupRows(segment, field, table, tick);
  return (rows, length, groups) => {
    for (let i = 0; i < length; i++) {
      if (i % rowsPerTick === rowsPerTick - 1) tickAlone();
      groups[i] = groupOf(rows[i]!);
    }
  };
}

/** The groups of numbers below `count`; each is looked up when it first occurs. */
export class GroupByNumber {
  readonly #known: Int32Array;

  readonly #groupOf: (number: number) => number;

  constructor(count: number, groupOf: (number: number) => number) {
    this.#groupOf = groupOf;
    this.#known = new Int32Array(count).fill(unknown);
  }

  /** Puts the groups in the place of the first `length` numbers. */
  replace(numbers: Uint32Array, length: number): void {
    const known = this.#known;
    for (let i = 0; i < length; i++) {
      const number = numbers[i]!;
      if (known[number] === unknown) known[number] = this.#groupOf(number);
      numbers[i] = known[number]!;
    }
  }
}

const unknown = -1;
/** Texts are read and looked up one by one, so a whole batch of them may take a tenth of a second. */
const rowsPerTick = 256;
