import { freeArrays } from "../../runtime/free-arrays.ts";
import { type DecimalScale, decimalScaleOf, scaled } from "../decimal-scale.ts";
import { canonicalNumber } from "../format/canonical-number.ts";
import { bytesOf, encodeSeries, freeAdded } from "../format/integers.ts";
import type { ColumnEntry, NumberEntry, NumberKind, PartSink, ValuesEntry } from "../format/segment-format.ts";
import { textEnd } from "../format/write-text.ts";
import { dictionaryRowsPerValue, dictionarySmall, sparseFactor, totalsRowsMin } from "../limits.ts";
import { areRowsListed, encodeValueRows } from "./by-value/listed-rows.ts";
import { encodeRowCounts } from "./by-value/row-counts.ts";
import { encodeTotals, type RowTimes } from "./by-value/totals.ts";
import { isAscii, writeValues } from "./dictionary-values.ts";
import type { ScaledNumbers } from "./number-column.ts";
import { TextBlockWriter } from "./text-blocks.ts";
import { WordBloomFilterWriter } from "./word-bloom-filter.ts";

/**
 * Writes a column in the encoding its values ask for. `values` has one text a row, "" where it is absent.
 * With `numbers`, a column of many values that are all numbers is kept as numbers.
 */
export function encodeTexts(sink: PartSink, values: readonly string[], numbers: boolean): ColumnEntry {
  const most = dictionaryLimit(values.length);
  const ids = new Uint32Array(values.length);
  const known = collectValues(values, ids, most);
  if (known && known.size <= dictionarySmall) return encodeDictionary(sink, [...known.keys()], ids);
  const parsed = numbers ? parseNumbers(values) : undefined;
  if (parsed) return encodeNumbers(sink, parsed.values, parsed.present);
  if (known) return encodeDictionary(sink, [...known.keys()], ids);
  const writer = new TextBlockWriter(sink);
  for (const value of values) writer.addText(value);
  return writer.finish();
}

/** Encodes a column that only some of the `rows` have: `at` names them, rising. */
export function encodeSomeTexts(
  sink: PartSink,
  rows: number,
  at: readonly number[],
  values: readonly string[],
  numbers: boolean,
): ColumnEntry {
  if (isSparse(at.length, rows)) {
    const entry = encodeTexts(sink, values, numbers);
    return { ...entry, sparse: encodeSeries(sink, Float64Array.from(at)) };
  }
  if (at.length === rows) return encodeTexts(sink, values, numbers);
  const all = new Array<string>(rows).fill("");
  for (let i = 0; i < at.length; i++) all[at[i]!] = values[i]!;
  return encodeTexts(sink, all, numbers);
}

export function isSparse(count: number, rows: number): boolean {
  return count > 0 && count * sparseFactor < rows;
}

/** Most distinct values that make a dictionary pay. */
export function dictionaryLimit(rows: number): number {
  return Math.max(dictionarySmall, Math.floor(rows / dictionaryRowsPerValue));
}

/** `values` without "", in the order of their ids from 1; `ids` by row. All of them must be in use. */
export function encodeDictionary(sink: PartSink, values: readonly string[], ids: Uint32Array): ValuesEntry {
  return encodeDictionaryBytes(sink, encodeValues(values), values.length, ids, countPresent(ids));
}

/**
 * `bytes`: the `size` values as UTF-8, each followed by its end mark; `count`: rows that have one.
 * Parameters: one array for each part of the encoding, without a copy.
 */
export function encodeDictionaryBytes(
  sink: PartSink,
  bytes: Uint8Array,
  size: number,
  ids: Uint32Array,
  count: number,
  times?: RowTimes,
): ValuesEntry {
  if (size === 0) return { encoding: "constant", value: "", count: 0 };
  const totals = times && encodeTotals(sink, ids, size, times);
  const ready = totals ? { totals } : {};
  if (size === 1 && count === ids.length) {
    const value = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length - 1).toString("utf8");
    return { encoding: "constant", value, count, ...ready };
  }
  const width = size < 2 ** 8 ? 1 : size < 2 ** 16 ? 2 : 4;
  const uses = encodeRowCounts(sink, ids, size, times !== undefined);
  const filter = new WordBloomFilterWriter();
  const values = writeValues(sink, bytes, size, filter);
  const narrow = width === 1 ? new Uint8Array(ids) : width === 2 ? new Uint16Array(ids) : ids;
  sink.add(bytesOf(narrow), 1, width);
  if (narrow !== ids) freeAdded(sink, [narrow]);
  const words = filter.finish(sink);
  return {
    encoding: "dictionary",
    count,
    width,
    size,
    ascii: isAscii(bytes),
    ...values,
    ...ready,
    ...(uses && { uses }),
    ...(words.length > 0 && { words }),
  };
}

/** `present`: 1 where there is a value; undefined: everywhere. Absent rows hold 0. */
export function encodeNumbers(sink: PartSink, values: Float64Array, present: Uint8Array | undefined): NumberEntry {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let count = 0;
  let whole = true;
  for (let row = 0; row < values.length; row++) {
    if (present && present[row] === 0) continue;
    const value = values[row]!;
    count++;
    if (value < min) min = value;
    if (value > max) max = value;
    if (!Number.isInteger(value)) whole = false;
  }
  const all = count === values.length;
  const scale = whole || sink.inMemory ? 1 : scaleFor(values, min, max);
  const units = scaled(values, scale);
  const kind = numberKind(Math.round(min * scale), Math.round(max * scale), whole || scale > 1);
  const part = min === max && all ? -1 : addNumbers(sink, kind, units);
  const presentPart = all ? -1 : sink.add(present!, 1, 1);
  const uses =
    kind === "u8" && !sink.inMemory && values.length >= totalsRowsMin ? countNumbers(units, present, scale) : undefined;
  const lists = uses && all ? listNumbers(sink, units, uses, scale) : undefined;
  const scaling = scale === 1 ? {} : { scale };
  if (units !== values) freeArrays([units]);
  const ready = { ...(uses && { uses }), ...(lists !== undefined && { lists }) };
  return { encoding: "number", count, kind, ...scaling, min, max, part, presentPart, ...ready };
}

function addNumbers(sink: PartSink, kind: NumberKind, units: Float64Array): number {
  const narrow = new numberArrays[kind](units);
  const part = sink.add(bytesOf(narrow), kindPlanes[kind], kindBytes[kind]);
  freeAdded(sink, [narrow]);
  return part;
}

/** `encodeNumbers` for numbers below 256 that every row has. Takes over the array. */
export function encodeCodes(sink: PartSink, values: Uint8Array): NumberEntry {
  let min = 255;
  let max = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const part = min === max ? -1 : sink.add(values, 1, 1);
  return { encoding: "number", count: values.length, kind: "u8", min, max, part, presentPart: -1 };
}

/** Numbers of files written before there was a scale. */
export function narrowed(values: Float64Array, { min, max }: { min: number; max: number }): ScaledNumbers {
  const scale = scaleFor(values, min, max);
  if (scale === 1) return { values, scale };
  const kind = numberKind(Math.round(min * scale), Math.round(max * scale), true);
  return { values: new numberArrays[kind](scaled(values, scale)), scale };
}

/** Scaling is for files, where it halves numbers of a few decimals. Absent rows hold 0, which any scale allows. */
function scaleFor(values: Float64Array, min: number, max: number): DecimalScale {
  const scale = decimalScaleOf(values) ?? 1;
  return scale > 1 && numberKind(Math.round(min * scale), Math.round(max * scale), true) !== "f64" ? scale : 1;
}

function countNumbers(
  units: Float64Array,
  present: Uint8Array | undefined,
  scale: DecimalScale,
): [value: number, rows: number][] {
  const rows = new Uint32Array(256);
  for (let row = 0; row < units.length; row++) if (!present || present[row] === 1) rows[units[row]!]! += 1;
  return Array.from(rows, (count, unit): [number, number] => [unit / scale, count]).filter(([, count]) => count > 0);
}

/** By place in `uses`. */
function listNumbers(
  sink: PartSink,
  units: Float64Array,
  uses: readonly (readonly [value: number, rows: number])[],
  scale: DecimalScale,
): number | undefined {
  if (!areRowsListed(sink, units.length, uses.length)) return undefined;
  const placeOf = new Uint32Array(256);
  for (const [place, [value]] of uses.entries()) placeOf[Math.round(value * scale)] = place;
  const places = new Uint32Array(units.length);
  for (let row = 0; row < units.length; row++) places[row] = placeOf[units[row]!]!;
  const lists = encodeValueRows(
    sink,
    places,
    uses.map(([, rows]) => rows),
  );
  freeArrays([places]);
  return lists;
}

export const numberArrays = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f64: Float64Array,
} as const;

const kindBytes = { u8: 1, u16: 2, u32: 4, i32: 4, f64: 8 } as const;
const kindPlanes = { u8: 1, u16: 2, u32: 4, i32: 4, f64: 1 } as const;

function numberKind(min: number, max: number, whole: boolean): NumberKind {
  if (!whole) return "f64";
  if (min >= 0) {
    if (max < 2 ** 8) return "u8";
    if (max < 2 ** 16) return "u16";
    return max < 2 ** 32 ? "u32" : "f64";
  }
  return min >= -(2 ** 31) && max < 2 ** 31 ? "i32" : "f64";
}

/** Gives each value an id from 1 up; undefined when there are more than `most`. */
function collectValues(values: readonly string[], ids: Uint32Array, most: number): Map<string, number> | undefined {
  const known = new Map<string, number>();
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (value === "") continue;
    let id = known.get(value);
    if (id === undefined) {
      if (known.size === most) return undefined;
      id = known.size + 1;
      known.set(value, id);
    }
    ids[row] = id;
  }
  return known;
}

function parseNumbers(values: readonly string[]): { values: Float64Array; present: Uint8Array } | undefined {
  const parsed = new Float64Array(values.length);
  const present = new Uint8Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (value === "") continue;
    const number = canonicalNumber(value);
    if (Number.isNaN(number)) return undefined;
    parsed[row] = number;
    present[row] = 1;
  }
  return { values: parsed, present };
}

function encodeValues(values: readonly string[]): Uint8Array {
  let length = values.length;
  for (const value of values) length += value.length;
  let buffer = Buffer.allocUnsafe(length);
  let used = 0;
  for (const value of values) {
    const wanted = used + value.length * 3 + 1;
    if (wanted > buffer.length)
      buffer = Buffer.concat([buffer], Math.max(wanted, buffer.length + (buffer.length >> 1)));
    used += buffer.write(value, used, "utf8");
    buffer[used++] = textEnd;
  }
  return new Uint8Array(buffer.subarray(0, used));
}

export function countPresent(ids: Uint32Array): number {
  let count = 0;
  for (let row = 0; row < ids.length; row++) if (ids[row] !== 0) count++;
  return count;
}
