import { joinArrays } from "../format/number-arrays.ts";
import { type DictionaryEntry, FormatError, type PartSink, type PartSource } from "../format/segment-format.ts";
import { writeTextEnds } from "../format/text-ends.ts";
import { textEnd } from "../format/write-text.ts";
import { dictionaryPartBytes } from "../limits.ts";
import type { PackedTexts } from "../segment.ts";
import type { BlockCache } from "./stored-text-column.ts";
import { blocksWith, type WordBloomFilterWriter } from "./word-bloom-filter.ts";

/** The values of a dictionary except "", read on first use. */
export interface DictionaryValues {
  readonly size: number;
  all(): PackedTexts;
  /** One without all others, where they are many. Ids count from 1. */
  one?(id: number): string;
  /** False: none has all words of these hashes (`hashWord`). Reads no values. */
  mayHold?(wordHashes: ArrayLike<number>): boolean;
}

/**
 * Writes `bytes`, the `size` values, each followed by its end mark; in files many of them in several parts, which
 * `filter` is given.
 */
export function writeValues(
  sink: PartSink,
  bytes: Uint8Array,
  size: number,
  filter: WordBloomFilterWriter,
): Pick<DictionaryEntry, "part" | "valuesOfPart"> {
  if (sink.inMemory || bytes.length <= dictionaryPartBytes) return { part: sink.add(bytes) };
  const valuesOfPart = Math.ceil((size * dictionaryPartBytes) / bytes.length);
  let first = -1;
  let begin = 0;
  for (let value = 0; value < size; value += valuesOfPart) {
    let end = begin;
    for (let i = value; i < Math.min(size, value + valuesOfPart); i++) end = bytes.indexOf(textEnd, end) + 1;
    filter.add(bytes.subarray(begin, end));
    const part = sink.add(bytes.subarray(begin, end));
    if (first < 0) first = part;
    begin = end;
  }
  return { part: first, valuesOfPart };
}

/** The part with the ids of the rows, which follows the values. */
export function idsPart(entry: DictionaryEntry): number {
  return entry.part + partsOf(entry);
}

export function storedValues(
  source: PartSource,
  entry: DictionaryEntry,
  cache: Pick<BlockCache, "texts" | "filterPart">,
): DictionaryValues {
  const { part, size, valuesOfPart, words } = entry;
  const all = () => cache.texts(String(part), () => readValues(source, entry));
  if (valuesOfPart === undefined) return { size, all };
  const one = (id: number) => {
    const index = Math.floor((id - 1) / valuesOfPart);
    const before = index * valuesOfPart;
    const load = () => new DelimitedTexts(source.part(part + index), Math.min(valuesOfPart, size - before));
    return textAt(cache.texts(`${part} ${index}`, load), id - 1 - before);
  };
  if (!words) return { size, all, one };
  const read = (filter: number) => cache.filterPart(filter, () => source.part(filter));
  return { size, all, one, mayHold: (hashes) => blocksWith(words, partsOf(entry), hashes, read).includes(1) };
}

export function readValues(source: PartSource, entry: DictionaryEntry): PackedTexts {
  return new DelimitedTexts(valueBytes(source, entry), entry.size);
}

function valueBytes(source: PartSource, entry: DictionaryEntry): Uint8Array {
  const { part } = entry;
  const count = partsOf(entry);
  if (count === 1) return source.part(part);
  if (source.parts) return source.parts(part, count);
  const parts = Array.from({ length: count }, (_, index) => source.part(part + index));
  return joinArrays<Uint8Array>(Uint8Array, parts);
}

/**
 * Texts that are delimited by end marks alone. These are located on first use, since most values that are searched have
 * no match; then their number is checked (FormatError).
 */
export class DelimitedTexts implements PackedTexts {
  readonly byteLength: number;
  readonly #size: number;
  #offsets: Uint32Array | undefined;

  constructor(
    readonly bytes: Uint8Array,
    size: number,
  ) {
    this.#size = size;
    this.byteLength = bytes.byteLength + (size + 1) * Uint32Array.BYTES_PER_ELEMENT;
  }

  /** Those that were made. */
  get arrays(): (Uint8Array | Uint32Array)[] {
    return this.#offsets ? [this.bytes, this.#offsets] : [this.bytes];
  }

  get offsets(): Uint32Array {
    this.#offsets ??= this.#find();
    return this.#offsets;
  }

  #find(): Uint32Array {
    const offsets = new Uint32Array(this.#size + 1);
    const found = writeTextEnds(this.bytes, offsets);
    if (found !== this.#size || (offsets[found] ?? 0) !== this.bytes.length)
      throw new FormatError(`Expected ${this.#size} dictionary values, got ${found}.`);
    return offsets;
  }
}

export function arraysOf(texts: PackedTexts): (Uint8Array | Uint32Array)[] {
  return texts instanceof DelimitedTexts ? texts.arrays : [texts.bytes, texts.offsets];
}

/** `at` counts from 0. */
function textAt({ bytes, offsets }: PackedTexts, at: number): string {
  const { buffer, byteOffset, byteLength } = bytes;
  return Buffer.from(buffer, byteOffset, byteLength).toString("utf8", offsets[at]!, offsets[at + 1]! - 1);
}

function partsOf({ size, valuesOfPart }: DictionaryEntry): number {
  return valuesOfPart === undefined ? 1 : Math.ceil(size / valuesOfPart);
}

/** Besides the end marks. */
export function isAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! > 0x7f && bytes[i] !== textEnd) return false;
  return true;
}
