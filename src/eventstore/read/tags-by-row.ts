import type { Column } from "../segment.ts";
import type { StoredSegment } from "./stored-segment.ts";

/**
 * The tags of all rows as events have them, found column by column: asking every row for every column is quadratic
 * where senders make up ever new names.
 */
export function tagsByRow(view: StoredSegment): string[][] {
  const rows = Array.from({ length: view.rows }, (): string[] => []);
  // These stand in the order of their names.
  for (const [name] of view.directory.tags) {
    const column = view.uncached.tag(name)!;
    for (const row of rowsWith(column, view.rows)) rows[row]!.push(name, column.text(row));
  }
  const rest = view.restTags();
  if (rest)
    for (const [row, tags] of rows.entries()) {
      const pairs = rest.pairs(row);
      if (pairs.length > 0) rows[row] = sorted([...tags, ...pairs.flat()]);
    }
  return rows;
}

function* rowsWith(column: Column, rows: number): Generator<number> {
  if (column.encoding === "dictionary") {
    const { ids } = column;
    for (let row = 0; row < rows; row++) if (ids[row] !== 0) yield row;
  } else if (column.encoding === "number") {
    const { present } = column;
    for (let row = 0; row < rows; row++) if (present === undefined || present[row] !== 0) yield row;
  } else for (let row = 0; row < rows; row++) if (column.text(row) !== "") yield row;
}

function sorted(pairs: readonly string[]): string[] {
  const order = Array.from({ length: pairs.length / 2 }, (_, index) => index * 2);
  order.sort((a, b) => (pairs[a]! < pairs[b]! ? -1 : 1));
  return order.flatMap((at) => [pairs[at]!, pairs[at + 1]!]);
}
