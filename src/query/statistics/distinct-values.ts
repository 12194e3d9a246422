import type { Segment } from "../../eventstore/segment.ts";
import { type Field, findField } from "../../filter/condition/fields.ts";
import { fieldColumn } from "../../filter/select/field-column.ts";
import { cacheArrays, recallArrays } from "../counting/count-cache.ts";
import { eachRowBatch } from "../counting/row-batches.ts";
import type { PackedArray } from "../execution/team.ts";
import { groupBatches } from "../groups/group-batches.ts";
import { segmentValueIds } from "../groups/segment-value-ids.ts";
import { batchRows, lookedUpBeforeMax } from "../limits.ts";
import type { ChosenRows, OpenQuestion } from "../query-kind.ts";
import { ValueTable } from "../values/value-table.ts";

/**
 * The different values of a field in the chosen rows of segments, all together. A segment that has no other values than
 * those found before is not read.
 */
export class DistinctValues {
  readonly #name: string;
  readonly #field: Field;
  /** Those of chosen rows. */
  readonly #table: ValueTable;

  constructor(field: string) {
    this.#name = field;
    this.#field = findField(field);
    this.#table = new ValueTable(field);
  }

  /** How many there are; undefined: no row was chosen. */
  get count(): number | undefined {
    const { size } = this.#table;
    if (size === 0) return undefined;
    return this.#table.find("") === undefined ? size : size - 1;
  }

  /** Throws AppError when there are too many. */
  add(chosen: ChosenRows, question: OpenQuestion<unknown>): void {
    const about = ["distinct values", this.#name];
    const known = recallArrays(chosen, about);
    if (known) this.merge(known, question.tick);
    else if (!this.#hasAllOf(chosen.segment, question.tick)) {
      const found = cacheArrays(chosen, about, () =>
        this.#collect(chosen, new ValueTable(this.#name), question).pack(),
      );
      if (found) this.merge(found, question.tick);
      else this.#collect(chosen, this.#table, question);
    }
  }

  pack(): PackedArray[] {
    return this.#table.pack();
  }

  /** What another one packed, which it only reads. */
  merge([bytes, offsets]: readonly PackedArray[], tick: () => void): void {
    this.#table.merge(bytes as Uint8Array, offsets as Uint32Array, tick);
  }

  /** Looking up many values takes longer than reading the rows. */
  #hasAllOf(segment: Segment, tick: () => void): boolean {
    const { kind } = this.#field;
    // Columns hold codes, not their names, and patterns of some segments are not known before their rows are read.
    if (this.#table.size === 0 || kind === "code-name" || kind === "pattern") return false;
    const column = fieldColumn(segment, this.#field, tick);
    if (column?.encoding !== "dictionary" || column.valueCount > lookedUpBeforeMax) return false;
    const { bytes, offsets } = column.texts;
    for (let id = 1; id < column.valueCount; id++) {
      // They may be long.
      if (id % valuesPerTick === 0) tick();
      if (!this.#table.has(bytes, offsets[id - 1]!, offsets[id]! - 1)) return false;
    }
    return true;
  }

  #collect(chosen: ChosenRows, table: ValueTable, { span, tick }: OpenQuestion<unknown>): ValueTable {
    const { segment } = chosen;
    const own = segmentValueIds(segment, this.#field, table, tick);
    if (own === undefined) {
      const lookUp = groupBatches(segment, this.#field, table, tick);
      const groups = new Uint32Array(batchRows);
      eachRowBatch(chosen, span, tick, ({ length, rows }) => lookUp(rows, length, groups));
      return table;
    }
    const { words, count, groupOf } = own;
    const isFound = new Uint8Array(count);
    eachRowBatch(chosen, span, tick, ({ length, rows }) => {
      for (let i = 0; i < length; i++) isFound[words[rows[i]!]!] = 1;
    });
    for (let number = 0; number < count; number++) if (isFound[number] === 1) groupOf(number);
    return table;
  }
}

const valuesPerTick = 1_024;
