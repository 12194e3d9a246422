import { type FiredTable, FiredTableBuilder, numbersAt } from "../occurrences/fired-table.ts";
import type { TimeTable } from "../segment.ts";
import type { MergeOrder, Moves } from "./merge-order.ts";

/** Merges the fired tables of the sources. Free when nothing fired. */
export function mergeFired(
  tables: readonly (FiredTable | undefined)[],
  times: readonly TimeTable[],
  { moves, rows, source }: MergeOrder,
): FiredTable | undefined {
  if (tables.every((table) => table === undefined)) return undefined;
  const places = new Uint32Array(rows);
  for (const [index, table] of tables.entries()) if (table) placeRows(table, moves[index]!, places);
  const builder = new FiredTableBuilder();
  const numbers = tables.map((table) => renumbering(table, builder));
  for (let row = 0; row < rows; row++) {
    if (places[row] === 0) continue;
    const from = source[row]!;
    const table = tables[from]!;
    const place = places[row]! - 1;
    const same = table.same[place]!;
    const count = times[from]!.counter[table.rows[place]!]!;
    if (same > 0) builder.addSame(row, numbers[from]!(same));
    else builder.add(row, numbersAt(table, place, count).map(numbers[from]!));
  }
  return builder.finish();
}

/** By row of the merged segment: its place in the table it comes from, plus one. */
function placeRows(table: FiredTable, { row, to }: Moves, places: Uint32Array): void {
  const ofRow = new Uint32Array(table.rows[table.rows.length - 1]! + 1);
  for (let place = 0; place < table.rows.length; place++) ofRow[table.rows[place]!] = place + 1;
  for (let i = 0; i < row.length; i++) {
    const place = row[i]! < ofRow.length ? ofRow[row[i]!]! : 0;
    if (place > 0) places[to[i]!] = place;
  }
}

/** A set gets its new number when it is first used, so sets of rows that are left out disappear. */
function renumbering(table: FiredTable | undefined, builder: FiredTableBuilder): (set: number) => number {
  const known = new Uint32Array((table?.sets.length ?? 0) + 1);
  return (set) => {
    if (set === 0) return 0;
    if (known[set] === 0) known[set] = builder.numberOf(table!.sets[set - 1]!);
    return known[set]!;
  };
}
