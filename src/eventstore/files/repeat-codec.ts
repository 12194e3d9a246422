import { bytesOf } from "../format/integers.ts";
import { FormatError } from "../format/segment-format.ts";

/** Repeats as they are written: some numbers for each, and what triggers fired for it ("" for nothing). */
export interface WrittenRepeats {
  /** One list for each number, all of the same length. */
  columns: number[][];
  fired: readonly string[] | undefined;
}

/**
 * Little-endian 8-byte words, column after column. When triggers fired: first -1, which is no event id, then the byte
 * length of the JSON list of sets at the very end, and one more column with the number of the set from 1, or 0.
 */
export function packRepeats({ columns, fired }: WrittenRepeats): Uint8Array {
  if (fired === undefined) return bytesOf(Float64Array.from(columns.flat()));
  const sets = [...new Set(fired.filter((set) => set !== ""))];
  const numberOf = new Map(sets.map((set, index) => [set, index + 1]));
  const json = new TextEncoder().encode(JSON.stringify(sets));
  const words = [-1, json.length, ...columns.flat(), ...fired.map((set) => numberOf.get(set) ?? 0)];
  const packed = new Uint8Array(words.length * 8 + json.length);
  packed.set(bytesOf(Float64Array.from(words)));
  packed.set(json, words.length * 8);
  return packed;
}

/** `bytes` begins at a multiple of 8 in its buffer. */
export function unpackRepeats(bytes: Uint8Array, columnCount: number): WrittenRepeats {
  if (bytes.length === 0) return { columns: Array.from({ length: columnCount }, () => []), fired: undefined };
  const begin = new Float64Array(bytes.buffer, bytes.byteOffset, Math.min(2, Math.floor(bytes.length / 8)));
  if (begin[0] !== -1) return { columns: split(bytes, columnCount), fired: undefined };
  const jsonLength = begin[1] ?? 0;
  const end = bytes.length - jsonLength;
  if (!(end >= 16)) throw new FormatError("A list of repeats ends within its beginning.");
  const columns = split(bytes.subarray(16, end), columnCount + 1);
  const sets: string[] = JSON.parse(new TextDecoder().decode(bytes.subarray(end)));
  const numbers = columns.pop()!;
  return { columns, fired: numbers.map((number) => (number === 0 ? "" : sets[number - 1]!)) };
}

function split(bytes: Uint8Array, count: number): number[][] {
  if (bytes.length % (8 * count) !== 0) throw new FormatError("A list of repeats has the wrong length.");
  const words = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
  const length = words.length / count;
  return Array.from({ length: count }, (_, index) => Array.from(words.subarray(index * length, (index + 1) * length)));
}
