import type { MergeOrder, Moves } from "./merge-order.ts";
import type { Column, DictionaryColumn, NumberColumn } from "./segment.ts";

/** The values in use, without "", and their ids from 1 by row. Undefined when they are more than `most`. */
export function* mergeDictionaries(
  columns: readonly (Column | undefined)[],
  { rows, moves }: MergeOrder,
  most: number,
): Generator<void, { values: string[]; ids: Uint32Array } | undefined> {
  const known = new Map<string, number>();
  const idOf = (text: string) => {
    if (text === "") return 0;
    const id = known.get(text);
    if (id !== undefined) return id;
    known.set(text, known.size + 1);
    return known.size;
  };
  const ids = new Uint32Array(rows);
  for (const [index, move] of moves.entries()) {
    const column = columns[index];
    if (column?.encoding === "dictionary") moveIds(column, move, ids, idOf);
    else if (column) {
      const readId = column.encoding === "text" ? (row: number) => idOf(column.text(row)) : numberReader(column, idOf);
      for (let i = 0; i < move.row.length; i++) {
        ids[move.to[i]!] = readId(move.row[i]!);
        if (i % rowsPerSlice === rowsPerSlice - 1) yield;
        if (known.size > most) return undefined;
      }
    }
    yield;
    if (known.size > most) return undefined;
  }
  return { values: [...known.keys()], ids };
}

/** Looks each distinct value of a source up once, whatever the number of its rows. */
function moveIds(column: DictionaryColumn, { row, to }: Moves, ids: Uint32Array, idOf: (text: string) => number): void {
  const { ids: from } = column;
  const mapped = new Uint32Array(column.valueCount);
  for (let i = 0; i < row.length; i++) {
    const id = from[row[i]!]!;
    if (id === 0) continue;
    let target = mapped[id]!;
    if (target === 0) {
      target = idOf(column.value(id));
      mapped[id] = target;
    }
    ids[to[i]!] = target;
  }
}

function numberReader({ text, values }: NumberColumn, idOf: (text: string) => number): (row: number) => number {
  const mapped = new Map<number, number>();
  return (row) => {
    const known = mapped.get(values[row]!);
    if (known !== undefined) return known;
    const value = text(row);
    if (value === "") return 0;
    const id = idOf(value);
    mapped.set(values[row]!, id);
    return id;
  };
}

const rowsPerSlice = 32_768;
