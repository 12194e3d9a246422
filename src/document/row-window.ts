import type { Cell, Table } from "./document.ts";
import { peekedRows } from "./limits.ts";

/** The first rows of a table, to derive widths from, and all of them, to be iterated once. */
export function peekRows(table: Table): { first: readonly (readonly Cell[])[]; all: Iterable<readonly Cell[]> } {
  const iterator = table.rows[Symbol.iterator]();
  const first: (readonly Cell[])[] = [];
  while (first.length < peekedRows) {
    const { done, value } = iterator.next();
    if (done) return { first, all: first };
    first.push(value);
  }
  return { first, all: chain(first, iterator) };
}

function* chain(first: Iterable<readonly Cell[]>, rest: Iterator<readonly Cell[]>): Generator<readonly Cell[]> {
  try {
    yield* first;
    for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
  } finally {
    rest.return?.();
  }
}
