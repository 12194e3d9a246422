import { freeArrays } from "../../../runtime/free-arrays.ts";
import type { Column, DictionaryColumn } from "../../segment.ts";
import { StoredDictionary } from "../dictionary-column.ts";
import type { DictionaryValues } from "../dictionary-values.ts";
import { StoredNumbers } from "../number-column.ts";
import { type OnLoad, sameKind, told } from "../row-arrays.ts";
import { SparseTextColumn } from "./sparse-text-column.ts";

/** A column of the rows `at` as one of all rows. `at` is taken over. */
export function spread(column: Column, at: Float64Array, rows: number, onLoad: OnLoad): Column {
  if (column.encoding === "text") {
    onLoad(at.byteLength);
    return new SparseTextColumn(() => ({ stored: column, at }), rows, column);
  }
  if (column.encoding === "dictionary") return spreadDictionary(column, at, rows, onLoad);
  const values = sameKind(column.values, rows);
  const present = new Uint8Array(rows);
  for (let i = 0; i < at.length; i++) {
    values[at[i]!] = column.values[i]!;
    present[at[i]!] = column.present ? column.present[i]! : 1;
  }
  freeArrays([at]);
  onLoad(values.byteLength + present.byteLength);
  const { scale, min, max } = column;
  return new StoredNumbers(
    () => ({ values, scale }),
    () => present,
    { min, max },
  );
}

function spreadDictionary(column: DictionaryColumn, at: Float64Array, rows: number, onLoad: OnLoad): Column {
  const load = () => {
    const ids = sameKind(column.ids, rows);
    for (let i = 0; i < at.length; i++) ids[at[i]!] = column.ids[i]!;
    return told(ids, onLoad);
  };
  return new StoredDictionary(load, valuesOf(column));
}

function valuesOf(column: DictionaryColumn): DictionaryValues {
  const all = () => column.texts;
  return {
    size: column.valueCount - 1,
    all,
    one: (id) => column.value(id),
    mayHold: (hashes) => column.mayHold?.(hashes) ?? true,
  };
}
