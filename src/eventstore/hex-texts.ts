import { textEnd } from "./format/write-text.ts";

/**
 * A pattern of texts that differ only in runs of hexadecimal digits: common text and numbers of digits, `["req-", 16]`.
 */
export type HexPattern = readonly (string | number)[];

/**
 * Texts of neighbouring rows by their digits alone, eight to a word, the first one highest: values stand in the order
 * of their texts.
 */
export interface HexBlock {
  readonly firstRow: number;
  readonly rows: number;
  /** `wordsPerText` for each row; zeros where the text is absent. */
  readonly words: Uint32Array;
  /** 1 where the row has a text; undefined: all have. */
  readonly present: Uint8Array | undefined;
}

/** Words of which only some digits count: those with 15 in the masks, elsewhere words are 0. */
export interface HexWords {
  readonly words: Uint32Array;
  readonly masks: Uint32Array;
}

/** Turns texts of one pattern into words and back. Digits are those of lower case. */
export class HexCodec {
  readonly wordsPerText: number;
  /** The pattern with a digit in every place. */
  readonly #sample: Uint8Array;
  /** Positions of the digits. */
  readonly #places: Uint8Array;
  /** Positions of the remaining characters. */
  readonly #common: Uint8Array;

  constructor(pattern: HexPattern) {
    const sample = pattern.map((piece) => (typeof piece === "number" ? "0".repeat(piece) : piece)).join("");
    this.#sample = Buffer.from(sample, "latin1");
    const isDigit = pattern.flatMap((piece) =>
      typeof piece === "number" ? Array(piece).fill(true) : Array(piece.length).fill(false),
    );
    const all = Array.from(isDigit.keys());
    this.#places = Uint8Array.from(all.filter((place) => isDigit[place]));
    this.#common = Uint8Array.from(all.filter((place) => !isDigit[place]));
    this.wordsPerText = Math.ceil(this.#places.length / digitsPerWord);
  }

  /** False when bytes[start .. end) is no text of the pattern; else its words stand at `at`. */
  pack(bytes: Uint8Array, start: number, end: number, words: Uint32Array, at: number): boolean {
    const sample = this.#sample;
    if (end - start !== sample.length) return false;
    const common = this.#common;
    for (let i = 0; i < common.length; i++) if (bytes[start + common[i]!] !== sample[common[i]!]) return false;
    const places = this.#places;
    let word = 0;
    let bad = 0;
    for (let i = 0; i < places.length; i++) {
      const digit = digitOf[bytes[start + places[i]!]!]!;
      bad |= digit;
      word = (word << 4) | digit;
      if ((i & 7) === 7) words[at++] = word;
    }
    const left = places.length & 7;
    if (left > 0) words[at] = word << (4 * (digitsPerWord - left));
    return bad <= 15;
  }

  /** What words the texts have that equal this value; undefined when no text of the pattern does. */
  wordsOf(value: string, ignoreCase: boolean): HexWords | undefined {
    return value.length === this.#sample.length ? this.wordsOfStart(value, ignoreCase) : undefined;
  }

  /** The same for texts that begin with it. */
  wordsOfStart(start: string, ignoreCase: boolean): HexWords | undefined {
    const sample = this.#sample;
    if (start.length > sample.length || !/^[\x20-\x7e]*$/.test(start)) return undefined;
    const bytes = Buffer.from(ignoreCase ? start.toLowerCase() : start, "latin1");
    for (const place of this.#common) {
      const wanted = String.fromCharCode(sample[place]!);
      if (place >= bytes.length) break;
      if (bytes[place] !== (ignoreCase ? wanted.toLowerCase() : wanted).charCodeAt(0)) return undefined;
    }
    const words = new Uint32Array(this.wordsPerText);
    const masks = new Uint32Array(this.wordsPerText);
    for (const [i, place] of this.#places.entries()) {
      if (place >= bytes.length) break;
      const digit = digitOf[bytes[place]!]!;
      if (digit > 15) return undefined;
      const shift = 28 - 4 * (i & 7);
      words[i >> 3]! |= digit << shift;
      masks[i >> 3]! |= 15 << shift;
    }
    return { words, masks };
  }

  /** Writes the text of the words at `at`, without an end; gives where it ends. */
  unpack(words: Uint32Array, at: number, bytes: Uint8Array, start: number): number {
    const sample = this.#sample;
    const common = this.#common;
    for (let i = 0; i < common.length; i++) bytes[start + common[i]!] = sample[common[i]!]!;
    const places = this.#places;
    for (let i = 0; i < places.length; i++)
      bytes[start + places[i]!] = digits[(words[at + (i >> 3)]! >>> (28 - 4 * (i & 7))) & 15]!;
    return start + sample.length;
  }

  /** A block of texts, each followed by its end; undefined when one of them has another pattern. */
  packBlock(bytes: Uint8Array, offsets: ArrayLike<number>): Uint8Array | undefined {
    const rows = offsets.length - 1;
    const words = new Uint32Array(rows * this.wordsPerText);
    const present = new Uint8Array(rows);
    let count = 0;
    for (let row = 0; row < rows; row++) {
      const start = offsets[row]!;
      const end = offsets[row + 1]! - 1;
      if (start === end) continue;
      if (!this.pack(bytes, start, end, words, row * this.wordsPerText)) return undefined;
      present[row] = 1;
      count++;
    }
    const parts = [new Uint8Array(words.buffer), ...(count === rows ? [] : [present])];
    return new Uint8Array(Buffer.concat(parts));
  }

  /** Reads the output of `packBlock`; undefined: its length does not fit. */
  openBlock(packed: Uint8Array, firstRow: number, rows: number): HexBlock | undefined {
    const count = rows * this.wordsPerText;
    const size = count * Uint32Array.BYTES_PER_ELEMENT;
    if (packed.byteLength !== size && packed.byteLength !== size + rows) return undefined;
    const words = new Uint32Array(packed.buffer, packed.byteOffset, count);
    return { firstRow, rows, words, present: packed.byteLength === size ? undefined : packed.subarray(size) };
  }

  /** Bytes of each text. */
  get textLength(): number {
    return this.#sample.length;
  }

  /** One text of a block. */
  textOf({ words, present }: HexBlock, at: number): string {
    if (present?.[at] === 0) return "";
    const bytes = Buffer.alloc(this.#sample.length);
    this.unpack(words, at * this.wordsPerText, bytes, 0);
    return bytes.toString("latin1");
  }

  /** The texts of a block, each followed by its end, and where they begin. */
  textsOf({ rows, words, present }: HexBlock): { bytes: Uint8Array; offsets: Uint32Array } {
    const offsets = new Uint32Array(rows + 1);
    const bytes = new Uint8Array(rows * (this.#sample.length + 1));
    let used = 0;
    for (let row = 0; row < rows; row++) {
      if (present?.[row] !== 0) used = this.unpack(words, row * this.wordsPerText, bytes, used);
      bytes[used++] = textEnd;
      offsets[row + 1] = used;
    }
    return { bytes: used === bytes.length ? bytes : bytes.slice(0, used), offsets };
  }
}

/** The pattern that a text would be of; undefined when it has too few digits, or is long. */
export function patternOf(text: string): HexPattern | undefined {
  if (text.length > hexTextMax || !/^[\x20-\x7e]*$/.test(text)) return undefined;
  const pattern = text.match(/[0-9a-f]+|[^0-9a-f]+/g)?.map((piece) => (/[0-9a-f]/.test(piece) ? piece.length : piece));
  const count = (pattern ?? []).reduce<number>((sum, piece) => sum + (typeof piece === "number" ? piece : 0), 0);
  return count >= digitsMin ? pattern : undefined;
}

const digitsPerWord = 8;
/** With fewer digits there is little to gain. */
const digitsMin = 8;
/** Bytes of a text. Ids are shorter; places of digits are kept in bytes. */
export const hexTextMax = 96;
const digits = Uint8Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0));
/** By byte; 16: it is no digit. */
const digitOf = new Uint8Array(256).fill(16);
for (const [value, byte] of digits.entries()) digitOf[byte] = value;
