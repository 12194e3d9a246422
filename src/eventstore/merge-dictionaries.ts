import type { MergeOrder } from "./merge-order.ts";
import type { Column } from "./segment.ts";

/** The values in use, without "", in order of appearance; ids count from 1. Undefined when they are more than `most`. */
export function* mergeDictionaries(
  columns: readonly (Column | undefined)[],
  { rows, source, row }: MergeOrder,
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
  const readers = columns.map((column) => idReader(column, idOf));
  const ids = new Uint32Array(rows);
  for (let i = 0; i < rows; i++) {
    ids[i] = readers[source[i]!]!(row[i]!);
    if (i % rowsPerSlice === rowsPerSlice - 1) yield;
    if (known.size > most) return undefined;
  }
  return { values: [...known.keys()], ids };
}

/** Looks each distinct value of a source up once, whatever the number of its rows. */
function idReader(column: Column | undefined, idOf: (text: string) => number): (row: number) => number {
  if (!column) return () => 0;
  if (column.encoding === "text") return (row) => idOf(column.text(row));
  if (column.encoding === "number") return numberReader(column.text, column.values, idOf);
  const { ids, values } = column;
  const mapped = new Uint32Array(values.length);
  return (row) => {
    const id = ids[row]!;
    if (id === 0) return 0;
    const known = mapped[id]!;
    if (known !== 0) return known;
    mapped[id] = idOf(values[id]!);
    return mapped[id]!;
  };
}

function numberReader(
  text: (row: number) => string,
  values: ArrayLike<number>,
  idOf: (text: string) => number,
): (row: number) => number {
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
