import type { StoredSegment } from "./stored-segment.ts";

/**
 * The tags of all rows as events have them. Found column by column, visiting only rows that have the tag: asking every
 * row for every column is quadratic where senders make up new names.
 */
export function tagsByRow(view: StoredSegment): string[][] {
  const rows = Array.from({ length: view.rows }, (): string[] => []);
  // These stand in the order of their names.
  const { visitTag } = view.uncached;
  for (const [name] of view.directory.tags) visitTag(name, (row, value) => rows[row]!.push(name, value));
  const overflow = view.overflowTags();
  if (overflow)
    for (const [row, tags] of rows.entries()) {
      const pairs = overflow.pairs(row);
      if (pairs.length > 0) rows[row] = sorted([...tags, ...pairs.flat()]);
    }
  return rows;
}

function sorted(pairs: readonly string[]): string[] {
  const order = Array.from({ length: pairs.length / 2 }, (_, index) => index * 2);
  order.sort((a, b) => (pairs[a]! < pairs[b]! ? -1 : 1));
  return order.flatMap((at) => [pairs[at]!, pairs[at + 1]!]);
}
