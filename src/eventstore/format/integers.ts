import { freeArrays } from "../../runtime/free-arrays.ts";
import { firstAtOrAfter, joinArrays } from "./number-arrays.ts";
import {
  FormatError,
  type IntegersEntry,
  type PartSink,
  type PartSource,
  type RowSlice,
  type SeriesEntry,
} from "./segment-format.ts";

/** Writes whole numbers as small as they allow; times that are all whole milliseconds or seconds take less. */
export function encodeIntegers(sink: PartSink, values: Float64Array): IntegersEntry {
  const { base, span } = range(values);
  if (span === 0) return { count: values.length, base, unit: 1, width: 0, part: -1 };
  const unit = commonUnit(values, base);
  const width = widthFor(span / unit);
  const bytes = width === 8 ? twoPlanes(values, base, unit) : narrow(values, base, unit, width);
  const part = sink.add(bytes, ...layoutOf(width));
  freeAdded(sink, [bytes]);
  return { count: values.length, base, unit, width, part };
}

/** Two planes of words cannot be cut by rows. */
function layoutOf(width: 1 | 2 | 4 | 8): [planes: 1 | 2 | 4, rowBytes?: number] {
  return width === 8 ? [4] : [width, width];
}

/** The numbers of one slice, as far as there are any. */
export function decodeIntegersSlice(
  source: PartSource,
  entry: IntegersEntry,
  { slice, from, rows }: RowSlice,
): Float64Array {
  const { base, width } = entry;
  const count = Math.min(rows, entry.count - from);
  if (width === 0) return new Float64Array(Math.max(0, count)).fill(base);
  if (width === 8 || !source.slice) return decodeIntegers(source, entry).subarray(from, from + count);
  return widened(viewOf(source.slice(entry.part, slice), width, count), entry);
}

/** Some of the numbers, `from` to before `to`, of a part that has slices of `sliceRows` numbers. */
export function decodeSomeIntegers(
  source: PartSource,
  entry: IntegersEntry,
  sliceRows: number,
  [from, to]: [from: number, to: number],
): Float64Array {
  if (entry.width === 0 || entry.width === 8 || !source.slice) return decodeIntegers(source, entry).subarray(from, to);
  const values = new Float64Array(to - from);
  for (let slice = Math.floor(from / sliceRows); slice * sliceRows < to; slice++) {
    const first = slice * sliceRows;
    const of = { slice, from: first, rows: sliceRows, sliceRows, allRows: entry.count };
    const some = decodeIntegersSlice(source, entry, of);
    const begin = Math.max(from, first);
    values.set(some.subarray(begin - first, to - first), begin - from);
  }
  return values;
}

/** Copied by a method of the engine, which is fast from its first call on. */
function widened(words: Uint8Array | Uint16Array | Uint32Array, { base, unit }: IntegersEntry): Float64Array {
  const values = new Float64Array(words);
  if (base === 0 && unit === 1) return values;
  for (let i = 0; i < values.length; i++) values[i] = base + values[i]! * unit;
  return values;
}

export function decodeIntegers(source: PartSource, entry: IntegersEntry): Float64Array {
  const { count, base, unit, width } = entry;
  if (width === 0) return new Float64Array(count).fill(base);
  if (width === 8) {
    const values = new Float64Array(count);
    const words = viewOf(source.part(entry.part), 4, count * 2);
    for (let i = 0; i < count; i++) values[i] = base + (words[i]! + words[count + i]! * 2 ** 32) * unit;
    return values;
  }
  return widened(viewOf(source.part(entry.part), width, count), entry);
}

/** Writes whole numbers that mostly rise evenly, such as ids or sorted times, by their steps. */
export function encodeSeries(sink: PartSink, values: Float64Array): SeriesEntry {
  const steps = new Float64Array(Math.max(0, values.length - 1));
  for (let i = 0; i < steps.length; i++) steps[i] = values[i + 1]! - values[i]!;
  const entry: SeriesEntry = { start: values[0] ?? 0, steps: encodeIntegers(sink, steps) };
  freeArrays([steps]);
  const { sliceRows = 0 } = sink;
  if (sliceRows > 0 && values.length > sliceRows)
    entry.marks = Array.from(
      { length: Math.ceil(values.length / sliceRows) },
      (_, slice) => values[slice * sliceRows]!,
    );
  return entry;
}

/** The values of one slice of a series that has marks. */
export function decodeSeriesSlice(source: PartSource, { marks, steps }: SeriesEntry, of: RowSlice): Float64Array {
  const begin = marks?.[of.slice];
  if (begin === undefined) throw new FormatError(`A series has no slice ${of.slice}.`);
  const count = Math.min(of.rows, steps.count - of.from);
  // A row alone has no step to the next.
  if (steps.width === 0 || of.rows === 1) return summed(begin, undefined, of.rows, steps);
  if (steps.width === 8 || !source.slice) return summed(begin, decodeIntegersSlice(source, steps, of), of.rows);
  return summed(begin, viewOf(source.slice(steps.part, of.slice), steps.width, count), of.rows, steps);
}

/**
 * What a rising series has from `from` to before `to`, and the number of values before these. Reads the slices where
 * they are, of a series that has marks.
 */
export function decodeSeriesBetween(
  source: PartSource,
  series: SeriesEntry,
  sliceRows: number,
  [from, to]: [from: number, to: number],
): { values: Float64Array; before: number } {
  const { marks, steps } = series;
  const first = marks ? Math.max(0, firstAtOrAfter(marks, from + 1) - 1) : 0;
  const slices: Float64Array[] = marks ? [] : [decodeSeries(source, series)];
  if (marks)
    for (let slice = first; slice < firstAtOrAfter(marks, to); slice++) {
      const begin = slice * sliceRows;
      const rows = Math.min(sliceRows, steps.count + 1 - begin);
      slices.push(decodeSeriesSlice(source, series, { slice, from: begin, rows, sliceRows, allRows: steps.count + 1 }));
    }
  const values = joinArrays(Float64Array, slices);
  const begin = firstAtOrAfter(values, from);
  return { values: values.subarray(begin, firstAtOrAfter(values, to)), before: first * sliceRows + begin };
}

export function decodeSeries(source: PartSource, { start, steps }: SeriesEntry): Float64Array {
  const rows = steps.count + 1;
  if (steps.width === 0) return summed(start, undefined, rows, steps);
  if (steps.width === 8) {
    const words = decodeIntegers(source, steps);
    const values = summed(start, words, rows);
    freeArrays([words]);
    return values;
  }
  return summed(start, viewOf(source.part(steps.part), steps.width, steps.count), rows, steps);
}

/** So many values, each once and rising, from 0 to before `end`, which 32 bits can tell. Undefined: it has others. */
export function decodeRising(
  source: PartSource,
  { start, steps }: SeriesEntry,
  { count, end }: { count: number; end: number },
): Uint32Array | undefined {
  const { base, unit, width } = steps;
  // Steps of so many bits are none of such a series.
  if (width === 8 || steps.count + 1 !== count || !(count <= end)) return undefined;
  const values = new Uint32Array(count);
  if (width !== 0) values.set(viewOf(source.part(steps.part), width, steps.count), 1);
  let value = start;
  let isRising = start >= 0;
  values[0] = value;
  for (let i = 1; i < values.length; i++) {
    const step = base + values[i]! * unit;
    isRising &&= step > 0;
    value += step;
    values[i] = value;
  }
  return isRising && value < end ? values : undefined;
}

/** In one array: `words`, all 0 when there are none, become steps and these the values. */
function summed(
  start: number,
  words: Float64Array | ReturnType<typeof viewOf> | undefined,
  rows: number,
  { base, unit } = { base: 0, unit: 1 },
): Float64Array {
  const values = new Float64Array(rows);
  if (words) values.set(words.length < rows ? words : words.subarray(0, rows - 1), 1);
  let value = start;
  values[0] = value;
  for (let i = 1; i < rows; i++) {
    value += base + values[i]! * unit;
    values[i] = value;
  }
  return values;
}

/** Sees bytes as `count` unsigned words. */
export function viewOf(bytes: Uint8Array, width: 1 | 2 | 4, count: number): Uint8Array | Uint16Array | Uint32Array {
  if (bytes.byteLength !== count * width)
    throw new FormatError(`Expected ${count} words of ${width} bytes, got ${bytes.byteLength} bytes.`);
  if (width === 1) return bytes;
  return width === 2
    ? new Uint16Array(bytes.buffer, bytes.byteOffset, count)
    : new Uint32Array(bytes.buffer, bytes.byteOffset, count);
}

/** The bytes of any typed array. */
export function bytesOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function range(values: Float64Array): { base: number; span: number } {
  if (values.length === 0) return { base: 0, span: 0 };
  let min = values[0]!;
  let max = min;
  for (let i = 1; i < values.length; i++) {
    const value = values[i]!;
    if (value < min) min = value;
    else if (value > max) max = value;
  }
  return { base: min, span: max - min };
}

function commonUnit(values: Float64Array, base: number): number {
  for (const unit of [1_000_000, 1_000]) {
    let fits = true;
    for (let i = 0; fits && i < values.length; i++) {
      const value = values[i]! - base;
      // As exact as a remainder, which takes ten times as long.
      fits = Math.trunc(value / unit) * unit === value;
    }
    if (fits) return unit;
  }
  return 1;
}

function widthFor(largest: number): 1 | 2 | 4 | 8 {
  if (largest < 2 ** 8) return 1;
  if (largest < 2 ** 16) return 2;
  return largest < 2 ** 32 ? 4 : 8;
}

function narrow(values: Float64Array, base: number, unit: number, width: 1 | 2 | 4): Uint8Array {
  const scaled = values.slice();
  if (unit === 1) for (let i = 0; i < scaled.length; i++) scaled[i] = scaled[i]! - base;
  else for (let i = 0; i < scaled.length; i++) scaled[i] = (scaled[i]! - base) / unit;
  // One loop for all widths would be slow: an assignment that meets three kinds of arrays.
  const words = width === 1 ? new Uint8Array(scaled) : width === 2 ? new Uint16Array(scaled) : new Uint32Array(scaled);
  freeArrays([scaled]);
  return bytesOf(words);
}

function twoPlanes(values: Float64Array, base: number, unit: number): Uint8Array {
  const count = values.length;
  const words = new Uint32Array(count * 2);
  for (let i = 0; i < count; i++) {
    const value = (values[i]! - base) / unit;
    const high = Math.floor(value / 2 ** 32);
    words[i] = value - high * 2 ** 32;
    words[count + i] = high;
  }
  return bytesOf(words);
}

/** `freeArrays` for arrays that were added to a sink, or whose bytes were: one in memory keeps them. */
export function freeAdded({ inMemory }: PartSink, arrays: readonly (ArrayBufferView | undefined)[]): void {
  if (!inMemory) freeArrays(arrays);
}
