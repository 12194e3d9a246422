import { decodeLast, decodeOccurrences } from "../columns/by-value/totals.ts";
import { columnBytes } from "../columns/column-reader.ts";
import { newMemory, type RowMemory } from "../columns/row-memory.ts";
import { FormatError, type PartSource, type TotalsEntry, type ValuesEntry } from "../format/segment-format.ts";
import type { Column, PackedTexts, SegmentCache, TakeBytes, ValueTotals } from "../segment.ts";
import { arrayBytes } from "./decoded-sizes.ts";
import type { RowBuffers } from "./row-buffers.ts";

/** Keeps decoded pieces of one segment beyond the life of a view. Keys are unique within the segment. */
export interface DecodedCache {
  /** `effort`: to load it, of that to unpack as many plain bytes; 1 if absent. */
  piece<T>(key: string | number, load: () => T, bytesOf: (piece: T) => number, effort?: number): T;
  /**
   * Has the piece used. It is cached where there is room, or when it is asked for soon again; else its memory is used
   * again.
   */
  pass?<T>(
    key: string | number,
    load: (take: TakeBytes) => T,
    bytesOf: (piece: T) => number,
    use: (piece: T) => void,
  ): void;
  /** Whether to keep a piece that takes much room: it is kept, there is room, or enough others were refused before. */
  admits?(key: string): boolean;
  /** The piece under the key grew by this many bytes. */
  grow?(key: string | number, bytes: number): void;
  /** The cached value of the key. Absent: nothing is cached. */
  recall?<T>(key: string): T | undefined;
  keep?(key: string, piece: unknown, bytes: number, effort?: number): void;
  /** For the rows of large segments, which are not kept. Absent: they are kept as others are. */
  readonly rowBuffers?: RowBuffers;
}

/** For those who read a segment once. */
export const noCache: DecodedCache = { piece: (_key, load) => load() };

/** A column whose rows are unpacked on demand, which may be never: counts of values answer many questions. */
export function keepColumn(cache: DecodedCache, name: string, decode: (memory: RowMemory) => Column): Column {
  const growth = new Growth(cache, name);
  const column = cache.piece(
    name,
    () => decode(growth),
    () => growth.bytes,
  );
  growth.isKept = true;
  return column;
}

/** The memory of a column that is kept. The column holds on to this, and so to nothing else. */
class Growth implements RowMemory {
  bytes = columnBytes;
  isKept = false;
  readonly #cache: DecodedCache;
  readonly #name: string;

  constructor(cache: DecodedCache, name: string) {
    this.#cache = cache;
    this.#name = name;
  }

  readonly take = newMemory.take;

  told(bytes: number): void {
    if (this.isKept) this.#cache.grow?.(this.#name, bytes);
    else this.bytes += bytes;
  }
}

/** For results that readers compute from the segment; undefined where nothing is kept. */
export function segmentCacheOf(cache: DecodedCache, isFinal: boolean): SegmentCache | undefined {
  if (!cache.recall) return undefined;
  return {
    isFinal,
    recall: (key) => cache.recall!(`kept ${key}`),
    keep: (key, piece, effort) => cache.keep!(`kept ${key}`, piece, piece.byteLength, effort),
  };
}

/**
 * The ready-made counts of a column.
 * Parameters: the key of one entry, word by word.
 */
export function readTotals(
  source: PartSource,
  cache: DecodedCache,
  key: string,
  entry: ValuesEntry,
  totals: TotalsEntry,
  texts: () => PackedTexts,
): ValueTotals {
  const size = entry.encoding === "dictionary" ? entry.size : entry.value === "" ? 0 : 1;
  if (totals.occurrences.count !== size || totals.last.count !== size)
    throw new FormatError("A dictionary has another number of counts than of values.");
  const occurrences = cache.piece(key, () => decodeOccurrences(source, totals), arrayBytes);
  return { texts, occurrences, last: () => cache.piece(`${key} last`, () => decodeLast(source, totals), arrayBytes) };
}
