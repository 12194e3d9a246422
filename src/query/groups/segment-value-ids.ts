import type { Segment } from "../../eventstore/segment.ts";
import type { Field } from "../../filter/condition/fields.ts";
import { fieldColumn } from "../../filter/select/field-column.ts";
import type { ValueTable } from "../values/value-table.ts";
import { cacheSmall, groupValues } from "./group-rows.ts";

/** A field's values as a segment itself numbers them: a dictionary, or small whole numbers that every row has. */
export interface SegmentValueIds {
  /** All numbers are below it. */
  readonly count: number;
  /** By row. */
  readonly words: Uint8Array | Uint16Array | Uint32Array;
  /** The group of such a number; its value is looked up once. */
  groupOf(number: number): number;
}

/** Undefined where the segment has no such numbers. */
export function segmentValueIds(
  segment: Segment,
  field: Field,
  table: ValueTable,
  tick: () => void,
): SegmentValueIds | undefined {
  const column = fieldColumn(segment, field, tick);
  const rename = field.kind === "code-name" ? (text: string) => field.names[Number(text)] ?? "" : undefined;
  if (column?.encoding === "dictionary")
    return { count: column.valueCount, words: column.ids, groupOf: groupValues(column, table, rename) };
  if (column?.encoding !== "number" || column.present) return undefined;
  const { values, max, scale } = column;
  if (!(values instanceof Uint8Array || values instanceof Uint16Array)) return undefined;
  const last = Math.round(max * scale);
  const textOf = (number: number) => String(number / scale);
  const groupOf = cacheSmall(last, table, rename ? (number) => rename(textOf(number)) : textOf);
  return { count: last + 1, words: values, groupOf };
}
