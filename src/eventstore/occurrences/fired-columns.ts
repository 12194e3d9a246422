import { StoredDictionary } from "../columns/dictionary-column.ts";
import { DelimitedTexts } from "../columns/dictionary-values.ts";
import { statusAfter, triggersOf } from "../event/fired-set.ts";
import { textEnd } from "../format/write-text.ts";
import type { Column, DictionaryColumn } from "../segment.ts";
import { distinctNumbersAt, type FiredTable, placeOf } from "./fired-table.ts";

/** The triggers that fired for each row, over all its occurrences: their ids, rising, between commas; "" for none. */
export function triggerIdsColumn(table: FiredTable | undefined, rows: number): DictionaryColumn {
  const ids = new Uint32Array(rows);
  const texts = new Map<string, number>();
  const ofSets = new Map<string, number>();
  for (const [place, row] of (table?.rows ?? []).entries()) {
    const numbers = distinctNumbersAt(table!, place);
    const key = numbers.join();
    let id = ofSets.get(key);
    if (id === undefined) {
      const text = triggerIdsOf(numbers.map((number) => table!.sets[number - 1]!)).join();
      id = texts.get(text) ?? texts.size + 1;
      texts.set(text, id);
      ofSets.set(key, id);
    }
    ids[row] = id;
  }
  const bytes = Buffer.concat([...texts.keys()].flatMap((text) => [Buffer.from(text), Buffer.of(textEnd)]));
  const values = new DelimitedTexts(new Uint8Array(bytes), texts.size);
  return new StoredDictionary(() => ids, { size: texts.size, all: () => values });
}

/** Ids of all triggers in these sets, each once, rising. */
export function triggerIdsOf(sets: readonly string[]): number[] {
  const ids = new Set<number>();
  for (const set of new Set(sets)) for (const { id } of triggersOf(set)) ids.add(id);
  return [...ids].sort((a, b) => a - b);
}

/** The column of statuses after what fired. The column itself when that says nothing new. */
export function statusColumn(column: Column, table: FiredTable | undefined): Column {
  if (table === undefined || column.encoding !== "number") return column;
  const values = Uint8Array.from(column.values);
  let changed = false;
  for (const [place, row] of table.rows.entries()) {
    const before = values[row]!;
    values[row] = statusAt(table, place, before);
    changed ||= values[row] !== before;
  }
  return changed ? columnOf(values) : column;
}

/** Statuses of rows that lost occurrences: an event comes without a status, so its remaining firings determine it. */
export function statusesWithout(column: Column, table: FiredTable | undefined, rows: Iterable<number>): Column {
  if (column.encoding !== "number") return column;
  const values = Uint8Array.from(column.values);
  for (const row of rows) {
    const place = table === undefined ? -1 : placeOf(table, row);
    values[row] = place < 0 ? 0 : statusAt(table!, place, 0);
  }
  return columnOf(values);
}

/** The new status after the firings at one place of the table. */
function statusAt(table: FiredTable, place: number, before: number): number {
  return distinctNumbersAt(table, place).reduce(
    (status, number) => statusAfter(status, table.sets[number - 1]!),
    before,
  );
}

function columnOf(values: Uint8Array): Column {
  let min = 255;
  let max = 0;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { encoding: "number", values, scale: 1, present: undefined, min, max, text: (row) => String(values[row]) };
}
