import { viewOf } from "../format/integers.ts";
import {
  type ColumnEntry,
  FormatError,
  type NumberEntry,
  type PartSource,
  type RowSlice,
} from "../format/segment-format.ts";
import type { Column, ListedRows, NumberColumn, PackedTexts, TakeBytes } from "../segment.ts";
import { storedValueRows } from "./by-value/listed-rows.ts";
import { decodeRowCounts } from "./by-value/row-counts.ts";
import { constantColumn, constantValues, StoredDictionary } from "./dictionary-column.ts";
import { idsPart, readValues, storedValues } from "./dictionary-values.ts";
import { type ScaledNumbers, StoredNumbers } from "./number-column.ts";
import { mayBeNarrowed, numberView, readRange, sameNumbers, storedNumbers, type Words } from "./row-arrays.ts";
import { newMemory, type RowMemory, told } from "./row-memory.ts";
import { SlicedTextColumn } from "./sliced-text-column.ts";
import { decodeSparse, sparseRows } from "./sparse/sparse-column.ts";
import { decodeSparseSlice } from "./sparse/sparse-slice.ts";
import { type BlockCache, type DecodePart, StoredTextColumn } from "./stored-text-column.ts";
import { decodeGrouped, type ViewedRows } from "./templates/grouped-column.ts";
import { TemplateColumn, type TemplateSource } from "./templates/template-column.ts";

/** Reads what column-writer.ts and merge-column.ts wrote. Throws FormatError when the parts do not fit the entry. */
export function decodeColumn(
  source: PartSource,
  entry: ColumnEntry,
  rows: number,
  blocks: BlockCache,
  memory: RowMemory = newMemory,
): Column {
  return entry.sparse
    ? decodeSparse(source, entry, rows, blocks, memory)
    : decodeDense(source, entry, rows, blocks, memory);
}

/** A column as it is stored. */
export interface StoredColumn {
  column: Column;
  /** The rows that it has, rising, where these are not all. */
  at?: Uint32Array;
}

/** Of a sparse column, only what is stored. */
export function decodeCompact(source: PartSource, entry: ColumnEntry, rows: number, blocks: BlockCache): StoredColumn {
  if (!entry.sparse) return { column: decodeDense(source, entry, rows, blocks, newMemory) };
  const at = sparseRows(source, entry, rows);
  return { column: decodeDense(source, entry, entry.count, blocks, newMemory), at };
}

/** The values of a dictionary or a constant without its rows. */
export function decodeValues(source: PartSource, entry: ColumnEntry): PackedTexts {
  if (entry.encoding === "dictionary") return readValues(source, entry);
  if (entry.encoding === "constant" && entry.value !== "") return constantValues(entry.value).all();
  throw new FormatError(`A column in the encoding "${entry.encoding}" has no list of values.`);
}

/**
 * Memory of a column before its rows are decoded: roughly, the strings of a few values. Dictionary values and text
 * blocks are counted separately.
 */
export const columnBytes = 4_096;

/** One slice of a column, as a column of its own. */
export function decodeSlice(
  source: PartSource,
  entry: ColumnEntry,
  of: RowSlice,
  blocks: BlockCache,
  memory: RowMemory = newMemory,
): Column {
  const { slice, from, rows, allRows } = of;
  if (entry.sparse) return decodeSparseSlice(source, entry, of, blocks, memory);
  if (entry.encoding === "text")
    return new SlicedTextColumn(new StoredTextColumn(source, entry, allRows, blocks), from, rows);
  if (entry.encoding === "template")
    return new TemplateColumn(
      entry,
      rows,
      blocks,
      templateSource(source, blocks, { allRows, slice }, (part, own) => decodeSlice(source, part, of, blocks, own)),
    );
  if (entry.encoding === "constant") return constantColumn(entry.value, rows, memory);
  if (!source.slice) throw new FormatError("Only files have slices.");
  if (entry.encoding === "dictionary")
    return new StoredDictionary(
      () => told(viewOf(source.slice!(idsPart(entry), slice), entry.width, rows), memory),
      storedValues(source, entry, blocks),
    );
  const present = entry.presentPart < 0 ? undefined : viewOf(source.slice(entry.presentPart, slice), 1, rows);
  const { scale = 1, min, max } = entry;
  const values =
    entry.part < 0 ? sameNumbers(entry, rows) : numberView(source.slice(entry.part, slice), entry.kind, rows);
  memory.told(values.byteLength + (present?.byteLength ?? 0));
  return numberColumn({ values, scale }, present as Uint8Array | undefined, { min, max });
}

function decodeDense(
  source: PartSource,
  entry: ColumnEntry,
  rows: number,
  blocks: BlockCache,
  memory: RowMemory,
): Column {
  switch (entry.encoding) {
    case "constant":
      return constantColumn(entry.value, rows, memory);
    case "dictionary":
      return new StoredDictionary(
        () => told(viewOf(source.part(idsPart(entry), memory.take), entry.width, rows), memory),
        storedValues(source, entry, blocks),
        {
          uses: entry.uses && (() => decodeRowCounts(source, entry.uses!)),
          listed: listedBy(source, entry.uses?.lists, rows),
          some: someOf(source, idsPart(entry), rows, (bytes, count) => viewOf(bytes, entry.width, count)),
        },
      );
    case "number":
      return decodeNumbers(source, entry, rows, memory);
    case "text":
      return new StoredTextColumn(source, entry, rows, blocks);
    case "template":
      return new TemplateColumn(
        entry,
        rows,
        blocks,
        templateSource(source, blocks, { allRows: rows, slice: 0 }, (part, own) =>
          decodeColumn(source, part, rows, blocks, own),
        ),
      );
    default:
      throw new FormatError(`Unknown encoding "${(entry as { encoding: string }).encoding}".`);
  }
}

/** `column`: reads one of the rows that are viewed, as it stands. */
function templateSource(
  source: PartSource,
  blocks: BlockCache,
  viewed: ViewedRows,
  column: DecodePart,
): TemplateSource {
  return {
    part: (part) => source.part(part),
    column,
    grouped: (entry, rows, memory = newMemory) => decodeGrouped(source, entry, { rows, viewed }, blocks, memory),
    viewed,
  };
}

function decodeNumbers(source: PartSource, entry: NumberEntry, rows: number, memory: RowMemory): NumberColumn {
  const present =
    entry.presentPart < 0
      ? undefined
      : () => told(viewOf(source.part(entry.presentPart, memory.take), 1, rows) as Uint8Array, memory);
  const loadNumbers = () => {
    const numbers = storedNumbers(source, entry, rows, (part, see) => see(source.part(part, memory.take), rows));
    memory.told(numbers.values.byteLength);
    return numbers;
  };
  const isAsStored = entry.part >= 0 && !mayBeNarrowed(entry);
  const see = (bytes: Uint8Array, count: number) => numberView(bytes, entry.kind, count);
  const read = isAsStored ? someOf(source, entry.part, rows, see) : undefined;
  const listed = listedBy(source, entry.lists, rows);
  const counts = () => entry.uses!.map(([, ofValue]) => ofValue);
  return new StoredNumbers(loadNumbers, present, entry, {
    some: read && { scale: entry.scale ?? 1, read },
    listed: listed && (() => listed(counts())),
  });
}

/** The lists of a column, given the rows of each value. */
function listedBy(
  source: PartSource,
  first: number | undefined,
  rows: number,
): ((counts: ArrayLike<number>) => ListedRows) | undefined {
  return first === undefined ? undefined : (counts) => storedValueRows(source, first, counts, rows);
}

/** Reads neighbouring rows of a part; undefined where that takes reading all. */
function someOf<T extends Words>(
  source: PartSource,
  part: number,
  count: number,
  see: (bytes: Uint8Array, count: number) => T,
): ((from: number, to: number, take?: TakeBytes) => T) | undefined {
  const { sliceRows } = source;
  if (sliceRows === undefined) return undefined;
  return (begin, end, take) => readRange(source, part, { count, sliceRows, begin, end }, see, take);
}

function numberColumn(
  numbers: ScaledNumbers,
  present: Uint8Array | undefined,
  { min, max }: { min: number; max: number },
): NumberColumn {
  return new StoredNumbers(() => numbers, present && (() => present), { min, max });
}
