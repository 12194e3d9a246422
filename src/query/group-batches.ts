import type { Column, Segment } from "../eventstore/segment.ts";
import type { Field } from "../filter/fields.ts";
import { copyRows } from "./copy-rows.ts";
import { type GroupOf, groupRows } from "./group-rows.ts";
import type { ValueTable } from "./value-table.ts";

/** Writes the groups of the first `length` rows, rising. */
export type GroupRows = (rows: Uint32Array, length: number, groups: Uint32Array) => void;

/**
 * The same as `groupRows` for many rows at once: a loop over one kind of column stays quick when other questions have asked for other kinds,
 * which a function for each row does not.
 */
export function groupBatches(segment: Segment, field: Field, table: ValueTable): GroupRows {
  const groupOf = groupRows(segment, field, table);
  const column = columnOf(segment, field);
  if (column?.encoding === "dictionary") return byNumber(column.ids, column.valueCount, groupOf);
  if (column?.encoding === "number" && !column.present) {
    const { values, max, scale } = column;
    if (values instanceof Uint8Array || values instanceof Uint16Array)
      return byNumber(values, Math.round(max * scale) + 1, groupOf);
  }
  return (rows, length, groups) => {
    for (let i = 0; i < length; i++) groups[i] = groupOf(rows[i]!);
  };
}

function columnOf(segment: Segment, field: Field): Column | undefined {
  if (field.kind === "tag") return segment.tag(field.name);
  return field.kind === "text" || field.kind === "code" || field.kind === "code-name"
    ? segment.base(field.column)
    : undefined;
}

/** Where rows have numbers below `count`, each of one group: it is asked for at the first row that has it. */
function byNumber(words: Uint8Array | Uint16Array | Uint32Array, count: number, groupOf: GroupOf): GroupRows {
  const known = new Int32Array(count).fill(unknown);
  return (rows, length, groups) => {
    copyRows(words, rows, length, groups);
    for (let i = 0; i < length; i++) {
      const number = groups[i]!;
      if (known[number] === unknown) known[number] = groupOf(rows[i]!);
      groups[i] = known[number]!;
    }
  };
}

const unknown = -1;
