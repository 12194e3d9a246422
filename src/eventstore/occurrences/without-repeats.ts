import type { TimeTable } from "../segment.ts";
import type { RepeatList } from "../snapshot.ts";
import { type FiredTable, FiredTableBuilder, numbersAt, placeOf } from "./fired-table.ts";
import { tableOfTimes } from "./occurrence-times.ts";
import { repeatsByRow } from "./repeats-by-row.ts";

/** Rows as they were before some of their occurrences came. */
export interface Earlier {
  times: TimeTable;
  fired: FiredTable | undefined;
}

/**
 * Undoes `withRepeats` and `withFiredRepeats`, even where repeats were folded in long ago: takes the occurrences of
 * `later` away from their events, each once, and ignores those that are not there. The first occurrence always stays.
 */
export function withoutRepeats({ times, fired }: Earlier, ids: Float64Array, later: RepeatList): Earlier {
  const taken = repeatsByRow(ids, later.ids);
  if (taken.size === 0) return { times, fired };
  const builder = new FiredTableBuilder();
  const setOfLater = numbered(later.fired?.sets ?? [], builder);
  const setOfRow = numbered(fired?.sets ?? [], builder);
  const left = new Map<number, Occurrence[]>();
  for (const [row, places] of taken) {
    const occurrences = occurrencesOf(times, fired, row, setOfRow);
    for (const place of places)
      take(occurrences, { time: later.times[place]!, set: setOfLater(later.fired?.numbers[place] ?? 0) });
    left.set(row, occurrences);
  }
  for (const row of fired?.rows ?? []) {
    const occurrences = left.get(row) ?? occurrencesOf(times, fired, row, setOfRow);
    builder.add(
      row,
      occurrences.map(({ set }) => set),
    );
  }
  return { times: withTimes(times, left), fired: builder.finish() };
}

interface Occurrence {
  time: number;
  /** Number in the new table; 0: nothing fired. */
  set: number;
}

function numbered(sets: readonly string[], builder: FiredTableBuilder): (number: number) => number {
  const numbers = sets.map((set) => builder.numberOf(set));
  return (number) => (number === 0 ? 0 : numbers[number - 1]!);
}

function occurrencesOf(
  times: TimeTable,
  fired: FiredTable | undefined,
  row: number,
  setOf: (number: number) => number,
): Occurrence[] {
  const all = Array.from(times.of(row));
  const place = fired === undefined ? -1 : placeOf(fired, row);
  const sets = place < 0 ? undefined : numbersAt(fired!, place, all.length);
  return all.map((time, i) => ({ time, set: sets ? setOf(sets[i]!) : 0 }));
}

/** Matches by time and set; each occurrence keeps what triggers fired. */
function take(occurrences: Occurrence[], { time, set }: Occurrence): void {
  if (occurrences.length === 1) return;
  const at = occurrences.findLastIndex((one) => one.time === time && one.set === set);
  if (at >= 0) occurrences.splice(at, 1);
}

function withTimes(times: TimeTable, changed: ReadonlyMap<number, readonly Occurrence[]>): TimeTable {
  const first = Float64Array.from(times.first);
  const counter = Uint16Array.from(times.counter);
  for (const [row, occurrences] of changed) {
    first[row] = occurrences[0]!.time;
    counter[row] = occurrences.length;
  }
  let total = 0;
  for (const count of counter) if (count > 1) total += count;
  const many = new Float64Array(total);
  let used = 0;
  for (let row = 0; row < counter.length; row++) {
    if (counter[row] === 1) continue;
    many.set(changed.get(row)?.map(({ time }) => time) ?? times.of(row), used);
    used += counter[row]!;
  }
  return tableOfTimes({ first, counter, many });
}
