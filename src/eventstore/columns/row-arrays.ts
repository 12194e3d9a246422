import { viewOf } from "../format/integers.ts";
import { FormatError, type NumberEntry, type PartSource } from "../format/segment-format.ts";
import type { NumberColumn, RowWindow, TakeBytes } from "../segment.ts";
import { narrowed, numberArrays } from "./column-writer.ts";
import type { ScaledNumbers } from "./number-column.ts";
import { newMemory } from "./row-memory.ts";

/** Every row has the same. */
export function sameNumbers({ kind, min, scale = 1 }: NumberEntry, rows: number) {
  return new numberArrays[kind](rows).fill(scale === 1 ? min : Math.round(min * scale));
}

/** Sees the bytes of a column of numbers as these. */
export function numberView(
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

/** Some neighbouring rows among those that a part stores. */
export interface StoredRange {
  /** All that it stores. */
  readonly count: number;
  /** In each of its slices but the last. */
  readonly sliceRows: number;
  readonly begin: number;
  /** Excluded. */
  readonly end: number;
}

/** Reads the slices that they are in; `see` gives the words of some bytes. `take`: for rows of one slice. */
export function readRange<T extends Words>(
  source: PartSource,
  part: number,
  { count, sliceRows, begin, end }: StoredRange,
  see: (bytes: Uint8Array, count: number) => T,
  take?: TakeBytes,
): T {
  const none = see(new Uint8Array(0), 0);
  if (begin === end) return none;
  const firstSlice = Math.floor(begin / sliceRows);
  const lastSlice = Math.floor((end - 1) / sliceRows);
  const cut = (slice: number, room?: TakeBytes): T => {
    const first = slice * sliceRows;
    const words = see(source.slice!(part, slice, room), Math.min(sliceRows, count - first));
    return words.subarray(Math.max(0, begin - first), end - first) as T;
  };
  if (firstSlice === lastSlice) return cut(firstSlice, take);
  const joined = sameKind(none, end - begin);
  for (let slice = firstSlice; slice <= lastSlice; slice++)
    joined.set(cut(slice), Math.max(0, slice * sliceRows - begin));
  return joined;
}

/** Ids of a dictionary, or numbers. */
export type Words = RowWindow["values"];

/** An array of the same words, all 0. */
export function sameKind<T extends Words>(like: T, length: number, take: TakeBytes = newMemory.take): T {
  const { buffer, byteOffset } = take(length * like.BYTES_PER_ELEMENT).fill(0);
  const Kind = like.constructor as new (buffer: ArrayBufferLike, byteOffset: number, length: number) => T;
  return new Kind(buffer, byteOffset, length);
}

/** The numbers of `count` rows. `words`: reads those of a part; `see` finds them in its bytes. */
export function storedNumbers(
  source: PartSource,
  entry: NumberEntry,
  count: number,
  words: (part: number, see: (bytes: Uint8Array, count: number) => NumberColumn["values"]) => NumberColumn["values"],
): ScaledNumbers {
  const { scale = 1, kind, part } = entry;
  if (part < 0) return { values: sameNumbers(entry, count), scale };
  const values = words(part, (bytes, length) => numberView(bytes, kind, length));
  // Segments in memory are not cached, so their arrays need not be narrow.
  const isNarrowed = values instanceof Float64Array && source.slice && mayBeNarrowed(entry);
  return isNarrowed ? narrowed(values, entry) : { values, scale };
}

/** Whether only all numbers together tell if some scale makes them whole. */
export function mayBeNarrowed({ kind, scale }: NumberEntry): boolean {
  return kind === "f64" && scale === undefined;
}
