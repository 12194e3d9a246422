import { TextRows } from "../columns/text-rows.ts";
import { ByteDictionary } from "../format/byte-dictionary.ts";
import type { Column, DictionaryColumn, NumberColumn } from "../segment.ts";
import type { MergeOrder, Moves } from "./merge-order.ts";

/** The values that several columns share; no strings are made of them. */
export interface MergedDictionary {
  /** The values in use but "", in the order of their ids from 1. */
  values: ByteDictionary;
  /** By row; 0: absent. */
  ids: Uint32Array;
}

/** Undefined when there are more than `most` values. */
export function* mergeDictionaries(
  columns: readonly (Column | undefined)[],
  { rows, moves }: MergeOrder,
  most: number,
): Generator<void, MergedDictionary | undefined> {
  const values = new ByteDictionary();
  const ids = new Uint32Array(rows);
  for (const [index, move] of moves.entries()) {
    const column = columns[index];
    if (column?.encoding === "dictionary") moveIds(column, move, ids, values);
    else if (column) {
      const readId = column.encoding === "text" ? textReader(columns, index, values) : numberReader(column, values);
      for (let i = 0; i < move.row.length; i++) {
        ids[move.to[i]!] = readId(move.row[i]!);
        if (i % rowsPerSlice === rowsPerSlice - 1) yield;
        if (values.size > most) return undefined;
      }
    }
    yield;
    if (values.size > most) return undefined;
  }
  return { values, ids };
}

/** Looks each distinct value of a source up once, whatever the number of its rows. */
function moveIds(column: DictionaryColumn, { row, to }: Moves, ids: Uint32Array, values: ByteDictionary): void {
  const { ids: from } = column;
  const { bytes, offsets } = column.texts;
  const mapped = new Uint32Array(column.valueCount);
  for (let i = 0; i < row.length; i++) {
    const id = from[row[i]!]!;
    if (id === 0) continue;
    let target = mapped[id]!;
    if (target === 0) {
      target = values.idOf(bytes, offsets[id - 1]!, offsets[id]! - 1);
      mapped[id] = target;
    }
    ids[to[i]!] = target;
  }
}

function textReader(columns: readonly (Column | undefined)[], source: number, values: ByteDictionary) {
  const texts = new TextRows(columns);
  return (row: number) => {
    texts.seek(source, row);
    return texts.from === texts.to ? 0 : values.idOf(texts.bytes, texts.from, texts.to);
  };
}

function numberReader(column: NumberColumn, values: ByteDictionary): (row: number) => number {
  const mapped = new Map<number, number>();
  const { present } = column;
  return (row) => {
    // Absent rows hold the number 0, which others may have for their value.
    if (present?.[row] === 0) return 0;
    const known = mapped.get(column.values[row]!);
    if (known !== undefined) return known;
    const bytes = Buffer.from(column.text(row));
    const id = values.idOf(bytes, 0, bytes.length);
    mapped.set(column.values[row]!, id);
    return id;
  };
}

const rowsPerSlice = 32_768;
