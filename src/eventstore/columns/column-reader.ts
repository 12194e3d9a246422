import { freeArrays } from "../../runtime/free-arrays.ts";
import { decodeSeries, viewOf } from "../format/integers.ts";
import {
  type ColumnEntry,
  FormatError,
  type NumberEntry,
  type PartSource,
  type RowSlice,
} from "../format/segment-format.ts";
import type { Column, DictionaryColumn, NumberColumn, PackedTexts } from "../segment.ts";
import { textEnd } from "../text-end.ts";
import { narrowed, numberArrays } from "./column-writer.ts";
import { StoredDictionary } from "./dictionary-column.ts";
import { type DictionaryValues, idsPart, packedTexts, readValues, storedValues } from "./dictionary-values.ts";
import { type ScaledNumbers, StoredNumbers } from "./number-column.ts";
import { requireText } from "./required-encoding.ts";
import { SlicedTextColumn } from "./sliced-text-column.ts";
import { SparseTextColumn } from "./sparse-text-column.ts";
import { type BlockCache, StoredTextColumn } from "./stored-text-column.ts";
import { TemplateColumn } from "./template-column.ts";
import { decodeRowCounts } from "./value-row-counts.ts";

/** Reads what column-writer.ts and merge-column.ts wrote. Throws FormatError when the parts do not fit the entry. */
export function decodeColumn(
  source: PartSource,
  entry: ColumnEntry,
  rows: number,
  blocks: BlockCache,
  onLoad: OnLoad = ignore,
): Column {
  const { at, column } = decodeCompact(source, entry, rows, blocks, onLoad);
  return at === undefined ? column : spread(column, at, rows, onLoad);
}

/** A column as it is stored; `at`: the rows that it has, rising, where these are not all. */
export function decodeCompact(
  source: PartSource,
  entry: ColumnEntry,
  rows: number,
  blocks: BlockCache,
  onLoad: OnLoad = ignore,
): { column: Column; at?: Float64Array } {
  if (!entry.sparse) return { column: decodeDense(source, entry, rows, blocks, onLoad) };
  const at = decodeSeries(source, entry.sparse);
  if (at.length !== entry.count || at[at.length - 1]! >= rows)
    throw new FormatError("A sparse column names rows that are not there.");
  return { column: decodeDense(source, entry, entry.count, blocks, onLoad), at };
}

/** The values of a dictionary or a constant without its rows. */
export function decodeValues(source: PartSource, entry: ColumnEntry): PackedTexts {
  if (entry.encoding === "dictionary") return readValues(source, entry);
  if (entry.encoding === "constant" && entry.value !== "") return packedTexts(endedText(entry.value), 1);
  throw new FormatError(`A column in the encoding "${entry.encoding}" has no list of values.`);
}

/**
 * Memory of a column before its rows are decoded: roughly, the strings of a few values. Dictionary values and text
 * blocks are counted separately.
 */
export const columnBytes = 4_096;

/** Told of the memory that rows of a column take, when they are unpacked. */
export type OnLoad = (bytes: number) => void;

/** For those who keep nothing. */
const ignore: OnLoad = () => undefined;

/** Returns the array unchanged after reporting it to `onLoad`. */
function told<T extends ArrayBufferView>(array: T, onLoad: OnLoad): T {
  onLoad(array.byteLength);
  return array;
}

/** One slice of a column, as a column of its own. What few rows have is unpacked for all slices. */
export function decodeSlice(
  source: PartSource,
  entry: ColumnEntry,
  of: RowSlice,
  blocks: BlockCache,
  onLoad: OnLoad = ignore,
): Column {
  const { slice, from, rows, allRows } = of;
  if (entry.encoding === "text")
    return new SlicedTextColumn(requireText(decodeColumn(source, entry, allRows, blocks)), from, rows);
  if (entry.encoding === "template")
    return new TemplateColumn(entry, rows, blocks, (part, onPart) => decodeSlice(source, part, of, blocks, onPart));
  if (entry.sparse) {
    const at = decodeSeries(source, entry.sparse);
    const begin = firstNotBelow(at, from);
    const end = firstNotBelow(at, from + rows);
    return spreadSome(
      decodeDense(source, entry, entry.count, blocks),
      at.subarray(begin, end),
      { begin, from, rows },
      onLoad,
    );
  }
  if (entry.encoding === "constant") return constantColumn(entry.value, rows, onLoad);
  if (!source.slice) throw new FormatError("Only files have slices.");
  if (entry.encoding === "dictionary")
    return new StoredDictionary(
      () => told(viewOf(source.slice!(idsPart(entry), slice), entry.width, rows), onLoad),
      storedValues(source, entry, blocks),
    );
  const present = entry.presentPart < 0 ? undefined : viewOf(source.slice(entry.presentPart, slice), 1, rows);
  const { scale = 1, min, max } = entry;
  const values =
    entry.part < 0 ? sameNumbers(entry, rows) : numberView(source.slice(entry.part, slice), entry.kind, rows);
  onLoad(values.byteLength + (present?.byteLength ?? 0));
  return numberColumn({ values, scale }, present as Uint8Array | undefined, { min, max });
}

function firstNotBelow(values: Float64Array, bound: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

function spreadSome(
  column: Column,
  at: Float64Array,
  { begin, from, rows }: { begin: number; from: number; rows: number },
  onLoad: OnLoad,
): Column {
  const own = at.map((row) => row - from);
  const end = begin + at.length;
  if (column.encoding === "text") throw new FormatError("Texts are not spread by slices.");
  if (column.encoding === "dictionary")
    return spread(new StoredDictionary(() => column.ids.subarray(begin, end), valuesOf(column)), own, rows, onLoad);
  const { values, scale, present, min, max } = column;
  return spread(
    numberColumn({ values: values.subarray(begin, end), scale }, present?.subarray(begin, end), { min, max }),
    own,
    rows,
    onLoad,
  );
}

function decodeDense(
  source: PartSource,
  entry: ColumnEntry,
  rows: number,
  blocks: BlockCache,
  onLoad: OnLoad = ignore,
): Column {
  switch (entry.encoding) {
    case "constant":
      return constantColumn(entry.value, rows, onLoad);
    case "dictionary":
      return new StoredDictionary(
        () => told(viewOf(source.part(idsPart(entry)), entry.width, rows), onLoad),
        storedValues(source, entry, blocks),
        entry.uses && (() => decodeRowCounts(source, entry.uses!)),
      );
    case "number":
      return decodeNumbers(source, entry, rows, onLoad);
    case "text":
      return new StoredTextColumn(source, entry, rows, blocks);
    case "template":
      return new TemplateColumn(entry, rows, blocks, (part, onPart) =>
        decodeColumn(source, part, rows, blocks, onPart),
      );
    default:
      throw new FormatError(`Unknown encoding "${(entry as { encoding: string }).encoding}".`);
  }
}

function decodeNumbers(source: PartSource, entry: NumberEntry, rows: number, onLoad: OnLoad): NumberColumn {
  const present =
    entry.presentPart < 0
      ? undefined
      : () => told(viewOf(source.part(entry.presentPart), 1, rows) as Uint8Array, onLoad);
  const load = (): ScaledNumbers => {
    const { scale = 1 } = entry;
    if (entry.part < 0) return { values: sameNumbers(entry, rows), scale };
    const values = numberView(source.part(entry.part), entry.kind, rows);
    // Segments in memory are not cached, so their arrays need not be narrow.
    return values instanceof Float64Array && source.slice ? narrowed(values, entry) : { values, scale };
  };
  const loadNumbers = () => {
    const numbers = load();
    onLoad(numbers.values.byteLength);
    return numbers;
  };
  return new StoredNumbers(loadNumbers, present, entry);
}

/** Every row has the same. */
function sameNumbers({ kind, min, scale = 1 }: NumberEntry, rows: number) {
  return new numberArrays[kind](rows).fill(scale === 1 ? min : Math.round(min * scale));
}

function numberColumn(
  numbers: ScaledNumbers,
  present: Uint8Array | undefined,
  { min, max }: { min: number; max: number },
): NumberColumn {
  return new StoredNumbers(() => numbers, present && (() => present), { min, max });
}

function numberView(
  bytes: Uint8Array,
  kind: "u8" | "u16" | "u32" | "i32" | "f64",
  rows: number,
): NumberColumn["values"] {
  if (kind === "u8") return viewOf(bytes, 1, rows);
  if (kind === "u16") return viewOf(bytes, 2, rows);
  if (kind === "u32") return viewOf(bytes, 4, rows);
  if (bytes.byteLength !== rows * (kind === "i32" ? 4 : 8))
    throw new FormatError("A column of numbers has the wrong length.");
  return kind === "i32"
    ? new Int32Array(bytes.buffer, bytes.byteOffset, rows)
    : new Float64Array(bytes.buffer, bytes.byteOffset, rows);
}

function constantColumn(value: string, rows: number, onLoad: OnLoad): Column {
  const size = value === "" ? 0 : 1;
  const texts = packedTexts(size === 0 ? new Uint8Array(0) : endedText(value), size);
  const values = { size, all: () => texts };
  if (size === 0) return new StoredDictionary(() => told(new Uint8Array(rows), onLoad), values);
  return new StoredDictionary(
    () => told(new Uint8Array(rows).fill(1), onLoad),
    values,
    () => ({
      rows: Uint32Array.of(0, rows),
      rowsOf: () => undefined,
    }),
  );
}

function endedText(value: string): Uint8Array {
  return Buffer.concat([Buffer.from(value), Buffer.of(textEnd)]);
}

/** `at` is taken over. */
function spread(column: Column, at: Float64Array, rows: number, onLoad: OnLoad): Column {
  if (column.encoding === "text") {
    onLoad(at.byteLength);
    return new SparseTextColumn(column, at, rows);
  }
  if (column.encoding === "dictionary") return spreadDictionary(column, at, rows, onLoad);
  const values = sameKind(column.values, rows);
  const present = new Uint8Array(rows);
  for (let i = 0; i < at.length; i++) {
    values[at[i]!] = column.values[i]!;
    present[at[i]!] = column.present ? column.present[i]! : 1;
  }
  freeArrays([at]);
  onLoad(values.byteLength + present.byteLength);
  return numberColumn({ values, scale: column.scale }, present, column);
}

function spreadDictionary(column: DictionaryColumn, at: Float64Array, rows: number, onLoad: OnLoad): Column {
  const load = () => {
    const ids = sameKind(column.ids, rows);
    for (let i = 0; i < at.length; i++) ids[at[i]!] = column.ids[i]!;
    return told(ids, onLoad);
  };
  return new StoredDictionary(load, valuesOf(column));
}

function valuesOf(column: DictionaryColumn): DictionaryValues {
  const all = () => column.texts;
  return {
    size: column.valueCount - 1,
    all,
    one: (id) => column.value(id),
    mayHold: (hashes) => column.mayHold?.(hashes) ?? true,
  };
}

function sameKind<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array>(
  like: T,
  length: number,
): T {
  return new (like.constructor as new (length: number) => T)(length);
}
