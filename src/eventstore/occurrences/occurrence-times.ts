import type { Micros } from "../event/event.ts";
import {
  decodeIntegers,
  decodeIntegersSlice,
  decodeSeries,
  decodeSeriesSlice,
  decodeSomeIntegers,
  encodeIntegers,
  encodeSeries,
  viewOf,
} from "../format/integers.ts";
import { isRising } from "../format/number-arrays.ts";
import {
  FormatError,
  type IntegersEntry,
  type PartSink,
  type PartSource,
  type RowSlice,
  type SlicesEntry,
  type TimesEntry,
} from "../format/segment-format.ts";
import type { RepeatedRows, TimeTable } from "../segment.ts";
import { repeatsByRow } from "./repeats-by-row.ts";
import { idRangesOf } from "./slice-repeats.ts";

/** Occurrences of rows, for writing: `counter` by row, and for the rows with more than one all their times in a row. */
export interface Occurrences {
  first: Float64Array;
  counter: Uint16Array;
  /** Concatenated times of the rows with counter > 1, each row ascending. */
  many: Float64Array;
}

/** For rows in the order of their first times. */
export function timeRange({ first, many }: Occurrences): { minTime: number; maxTime: number } {
  let maxTime = first[first.length - 1]!;
  for (let i = 0; i < many.length; i++) maxTime = Math.max(maxTime, many[i]!);
  return { minTime: first[0]!, maxTime };
}

export function encodeTimes(sink: PartSink, { first, counter, many }: Occurrences): TimesEntry {
  const entry: TimesEntry = { first: encodeSeries(sink, first) };
  if (many.length === 0) return entry;
  let rows = 0;
  for (let row = 0; row < counter.length; row++) if (counter[row]! > 1) rows++;
  const gaps = new Float64Array(many.length - rows);
  let from = 0;
  let to = 0;
  for (let row = 0; row < counter.length; row++) {
    const count = counter[row]!;
    if (count === 1) continue;
    for (let i = 1; i < count; i++) gaps[to++] = many[from + i]! - many[from + i - 1]!;
    from += count;
  }
  return { ...entry, counter: encodeIntegers(sink, Float64Array.from(counter)), gaps: encodeIntegers(sink, gaps) };
}

/** Cuts rows in order of `first` into slices of `rows`; undefined when there is only one slice. */
export function slicesOf({ first, counter, many }: Occurrences, ids: Float64Array, rows = 0): SlicesEntry | undefined {
  if (rows === 0 || first.length <= rows) return undefined;
  const lastTimes: number[] = [];
  const gaps: number[] = [];
  let used = 0;
  let gap = 0;
  for (let row = 0; row < first.length; row++) {
    if (row % rows === 0) {
      lastTimes.push(0);
      gaps.push(gap);
    }
    const count = counter[row]!;
    if (count > 1) {
      used += count;
      gap += count - 1;
    }
    const last = count > 1 ? many[used - 1]! : first[row]!;
    lastTimes[lastTimes.length - 1] = Math.max(lastTimes[lastTimes.length - 1]!, last);
  }
  const entry = { rows, lastTimes, ids: idRangesOf(ids, rows) };
  return gap === 0 ? entry : { ...entry, gaps };
}

export function decodeTimes(source: PartSource, entry: TimesEntry): TimeTable {
  const first = decodeSeries(source, entry.first);
  if (!entry.counter || !entry.gaps) return singleTimes(first);
  const counter = new Uint16Array(decodeIntegers(source, entry.counter));
  return joinTimes(first, counter, decodeIntegers(source, entry.gaps));
}

/** The table of the rows of one slice. */
export function decodeTimesSlice(
  source: PartSource,
  entry: TimesEntry,
  { rows: sliceRows, gaps: gapsBefore = [] }: SlicesEntry,
  of: RowSlice,
): TimeTable {
  const first = decodeSeriesSlice(source, entry.first, of);
  if (!entry.counter || !entry.gaps) return singleTimes(first);
  const counter = new Uint16Array(decodeIntegersSlice(source, entry.counter, of));
  const range: [number, number] = [gapsBefore[of.slice] ?? 0, gapsBefore[of.slice + 1] ?? entry.gaps.count];
  const gaps = decodeSomeIntegers(source, entry.gaps, sliceRows, range);
  return joinTimes(first, counter, gaps);
}

function joinTimes(first: Float64Array, counter: Uint16Array, gaps: Float64Array): TimeTable {
  let total = 0;
  let rows = 0;
  for (let row = 0; row < counter.length; row++) {
    const count = counter[row]!;
    if (count < 2) continue;
    total += count;
    rows++;
  }
  if (counter.length !== first.length || gaps.length !== total - rows)
    throw new FormatError("The counters of a segment do not fit its occurrences.");
  const many = new Float64Array(total);
  let from = 0;
  let to = 0;
  for (let row = 0; row < counter.length; row++) {
    const count = counter[row]!;
    if (count < 2) continue;
    let time = first[row]!;
    many[to++] = time;
    for (let i = 1; i < count; i++) {
      time += gaps[from++]!;
      many[to++] = time;
    }
  }
  return tableOfTimes({ first, counter, many });
}

/** Only the counters of what `encodeTimes` wrote. */
export function decodeCounters(source: PartSource, entry: IntegersEntry, rows: number): Uint16Array {
  const words = storedCounters(source, entry, rows);
  const { base, unit } = entry;
  const counters = new Uint16Array(rows).fill(base);
  if (words) for (let row = 0; row < rows; row++) counters[row] = base + words[row]! * unit;
  return counters;
}

/**
 * The rows with more than one occurrence. Most rows have one, which is a 0 in the file, so four rows are skipped at
 * once.
 */
export function decodeRepeated(source: PartSource, entry: IntegersEntry, rows: number): RepeatedRows {
  const words = storedCounters(source, entry, rows);
  if (!(words instanceof Uint8Array) || entry.base !== 1) return repeatedRows(decodeCounters(source, entry, rows));
  const fours = new Uint32Array(words.buffer, words.byteOffset, rows >>> 2);
  // Allocating room for a list of all rows would take longer than counting first.
  let most = rows & 3;
  for (let at = 0; at < fours.length; at++) if (fours[at] !== 0) most += 4;
  const found = new Uint32Array(most);
  let count = 0;
  for (let at = 0; at < fours.length; at++) {
    if (fours[at] === 0) continue;
    for (let row = at * 4; row < at * 4 + 4; row++) if (words[row] !== 0) found[count++] = row;
  }
  for (let row = fours.length * 4; row < rows; row++) if (words[row] !== 0) found[count++] = row;
  const repeated = { rows: found.slice(0, count), counters: new Uint16Array(count) };
  for (let i = 0; i < count; i++) repeated.counters[i] = 1 + words[found[i]!]! * entry.unit;
  return repeated;
}

/** Undefined: all are the base. */
function storedCounters(source: PartSource, { base, width, part, count }: IntegersEntry, rows: number) {
  if (count !== rows || width === 8 || base < 1)
    throw new FormatError("The counters of a segment do not fit its rows.");
  return width === 0 ? undefined : viewOf(source.part(part), width, rows);
}

export function repeatedRows(counters: Uint16Array): RepeatedRows {
  const found = new Uint32Array(counters.length);
  let count = 0;
  for (let row = 0; row < counters.length; row++) if (counters[row]! > 1) found[count++] = row;
  const rows = found.slice(0, count);
  return { rows, counters: Uint16Array.from({ length: count }, (_, i) => counters[rows[i]!]!) };
}

/** `added`: further occurrences by row. */
export function moreRepeated(
  stored: RepeatedRows | undefined,
  added: ReadonlyMap<number, number>,
): RepeatedRows | undefined {
  if (added.size === 0) return stored;
  const counters = new Map<number, number>();
  for (const [at, row] of (stored?.rows ?? []).entries()) counters.set(row, stored!.counters[at]!);
  for (const [row, count] of added) counters.set(row, (counters.get(row) ?? 1) + count);
  const rows = Uint32Array.from(counters.keys()).sort();
  return { rows, counters: Uint16Array.from(rows, (row) => counters.get(row)!) };
}

export function tableOfTimes({ first, counter, many }: Occurrences): TimeTable {
  const last = first.slice();
  const starts = new Uint32Array(counter.length + 1);
  for (let row = 0; row < counter.length; row++) {
    const count = counter[row]!;
    starts[row + 1] = starts[row]! + (count > 1 ? count : 0);
    if (count > 1) last[row] = many[starts[row + 1]! - 1]!;
  }
  return {
    first,
    last,
    counter,
    single: many.length === 0,
    sorted: isRising(first),
    of: (row) => (counter[row] === 1 ? [first[row]!] : many.subarray(starts[row]!, starts[row + 1]!)),
  };
}

export function timeTableBytes(table: TimeTable): number {
  // First and last, counters and where the times of each begin.
  return table.first.byteLength * (table.single ? 1.25 : 2.75);
}

/** The table with later occurrences sorted in; pairs whose id is not in `ids` are passed over. */
export function withRepeats(
  table: TimeTable,
  ids: Float64Array,
  repeats: { ids: ArrayLike<number>; times: ArrayLike<Micros> },
): TimeTable {
  const added = repeatsByRow(ids, repeats.ids);
  if (added.size === 0) return table;
  const rows = ids.length;
  const first = table.first.slice();
  const counter = table.counter.slice();
  let total = 0;
  for (let row = 0; row < rows; row++) {
    counter[row]! += added.get(row)?.length ?? 0;
    if (counter[row]! > 1) total += counter[row]!;
  }
  const many = new Float64Array(total);
  let used = 0;
  for (let row = 0; row < rows; row++) {
    if (counter[row] === 1) continue;
    const times = table.of(row);
    const more = added.get(row);
    many.set(times, used);
    if (more) {
      for (let i = 0; i < more.length; i++) many[used + times.length + i] = repeats.times[more[i]!]!;
      many.subarray(used, used + counter[row]!).sort();
      first[row] = many[used]!;
    }
    used += counter[row]!;
  }
  return tableOfTimes({ first, counter, many });
}

function singleTimes(first: Float64Array): TimeTable {
  const counter = new Uint16Array(first.length).fill(1);
  return { first, last: first, counter, single: true, sorted: isRising(first), of: (row) => [first[row]!] };
}
