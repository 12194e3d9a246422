import type { TimeTable } from "../segment.ts";
import type { RepeatList } from "../snapshot.ts";
import { type FiredTable, FiredTableBuilder, numbersAt, placeOf } from "./fired-table.ts";
import { repeatsByRow } from "./repeats-by-row.ts";

/**
 * The table with later occurrences sorted in, as `withRepeats` does it for the times. `times`: those of the segment
 * without these repeats. Undefined when there is no firing at all.
 */
export function withFiredRepeats(
  stored: FiredTable | undefined,
  times: TimeTable,
  ids: Float64Array,
  repeats: RepeatList,
): FiredTable | undefined {
  if (stored === undefined && repeats.fired === undefined) return undefined;
  const added = repeatsByRow(ids, repeats.ids);
  const builder = new FiredTableBuilder();
  const ofRepeat = repeatSets(repeats, builder);
  const ofStored = stored?.sets.map((set) => builder.numberOf(set)) ?? [];
  for (const row of touchedRows(stored, added, ofRepeat)) {
    const before = storedNumbers(stored, ofStored, row, times.counter[row]!);
    const places = added.get(row);
    if (places === undefined) builder.add(row, before);
    else builder.add(row, inOrder(times.of(row), before, places, repeats.times, ofRepeat));
  }
  return builder.finish();
}

type SetOf = (place: number) => number;

function repeatSets({ fired }: RepeatList, builder: FiredTableBuilder): SetOf {
  if (fired === undefined) return () => 0;
  const numbers = fired.sets.map((set) => builder.numberOf(set));
  return (place) => (fired.numbers[place] === 0 ? 0 : numbers[fired.numbers[place]! - 1]!);
}

/** Rows where something fired before or with a repeat, rising. */
function touchedRows(stored: FiredTable | undefined, added: ReadonlyMap<number, number[]>, setOf: SetOf): number[] {
  const rows = new Set<number>(stored?.rows);
  for (const [row, places] of added) if (places.some((place) => setOf(place) !== 0)) rows.add(row);
  return [...rows].sort((a, b) => a - b);
}

function storedNumbers(
  stored: FiredTable | undefined,
  numbers: readonly number[],
  row: number,
  count: number,
): Uint32Array {
  const place = stored === undefined ? -1 : placeOf(stored, row);
  if (stored === undefined || place < 0) return new Uint32Array(count);
  return numbersAt(stored, place, count).map((set) => (set === 0 ? 0 : numbers[set - 1]!));
}

/** The sets of all occurrences in the order of their times; of equal times the one stored first is first. */
function inOrder(
  times: ArrayLike<number>,
  sets: Uint32Array,
  places: readonly number[],
  repeatTimes: ArrayLike<number>,
  setOf: SetOf,
): number[] {
  const all: { time: number; set: number }[] = [];
  for (let i = 0; i < times.length; i++) all.push({ time: times[i]!, set: sets[i]! });
  for (const place of places) all.push({ time: repeatTimes[place]!, set: setOf(place) });
  return all.sort((a, b) => a.time - b.time).map(({ set }) => set);
}
