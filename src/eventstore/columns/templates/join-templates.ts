import { firstAtOrAfter } from "../../format/number-arrays.ts";
import { textEnd } from "../../format/write-text.ts";
import type { Column, PackedTexts, RowWindow, TemplateTexts } from "../../segment.ts";
import { anyHole, type HoleKind, numberHole, wordHole } from "../../template.ts";
import { readValues } from "../read-values.ts";
import { TextRows } from "../text-rows.ts";
import { HoleCounts } from "./hole-counts.ts";

/**
 * Puts the texts of neighbouring rows together again: from the bytes of their templates and what fills the holes,
 * without a string for any of them.
 */
export class TemplateJoiner {
  /** The templates, by id less one; all of one JavaScript kind, which keeps the loop over them fast. */
  private readonly bytes: Uint8Array;
  private readonly offsets: Uint32Array;
  /** Holes by id. */
  private readonly counts: Readonly<Record<HoleKind, Uint8Array>>;

  private readonly fillings: Fillings;

  constructor(private readonly templates: TemplateTexts) {
    this.fillings = new Fillings(templates);
    const { bytes, offsets } = templates.ids.texts;
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.offsets = Uint32Array.from(offsets);
    this.counts = HoleCounts.of(templates.ids.texts);
  }

  /** The texts of some rising rows, at most `joinedRowsMax`. */
  join(rows: Uint32Array): PackedTexts {
    const ids = new Uint32Array(rows.length);
    readValues(rows, rows.length, this.templates.ids.ids, ids);
    const { fillings } = this;
    const { number, word, any } = this.counts;
    fillings.read(rows, most(number, ids), most(word, ids), most(any, ids));
    const offsets = new Uint32Array(rows.length + 1);
    let bytes = takeScratch();
    for (let at = 0; at < rows.length; at++) {
      let end = this.write(ids[at]!, at, fillings, bytes, offsets[at]!);
      // Writes beyond the end of the array are lost; the text is then written again into a larger one.
      while (end >= bytes.length) {
        const grown = new Uint8Array(end * 2);
        grown.set(bytes);
        bytes = grown;
        end = this.write(ids[at]!, at, fillings, bytes, offsets[at]!);
      }
      bytes[end] = textEnd;
      offsets[at + 1] = end + 1;
    }
    scratch = bytes.length > scratchMax ? undefined : bytes;
    return { bytes: bytes.slice(0, offsets[rows.length]), offsets };
  }

  /** Gives where the text ends. */
  private write(id: number, at: number, fillings: Fillings, into: Uint8Array, start: number): number {
    if (id === 0) return start;
    if (id === this.templates.wholeId) return fillings.writeWhole(at, into, start);
    const template = this.bytes;
    const { numbers } = fillings;
    const end = this.offsets[id]! - 1;
    let used = start;
    let number = at;
    let word = 0;
    let other = 0;
    for (let i = this.offsets[id - 1]!; i < end; i++) {
      const sign = template[i]!;
      if (sign === numberHole) {
        used = writeNumber(numbers[number]!, into, used);
        number += joinedRowsMax;
      } else if (sign === wordHole) used = fillings.writeWord(word++, at, into, used);
      else if (sign === anyHole) used = fillings.writeAny(other++, at, into, used);
      else into[used++] = sign;
    }
    return used;
  }
}

/** Rows that can be put together at once. */
export const joinedRowsMax = 2_048;

function most(counts: Uint8Array, ids: Uint32Array): number {
  let found = 0;
  for (let at = 0; at < ids.length; at++) if (counts[ids[at]!]! > found) found = counts[ids[at]!]!;
  return found;
}

/** The words in the holes of some rows. */
class Fillings {
  /** `joinedRowsMax` for each number hole. */
  numbers: Float64Array = new Float64Array(0);
  private rows: Uint32Array = new Uint32Array(0);
  private words: TextRows | undefined;
  private others: TextRows | undefined;
  private whole: TextRows | undefined;
  private readonly holes = { word: 0, any: 0 };

  constructor(private readonly templates: TemplateTexts) {}

  /** Reads the first holes of each kind, up to the given numbers, of these rows. */
  read(rows: Uint32Array, numberHoles: number, wordHoles: number, anyHoles: number): void {
    this.rows = rows;
    this.numbers = takeNumbers(numberHoles * joinedRowsMax);
    for (let index = 0; index < numberHoles; index++)
      this.readNumbers(this.templates.hole({ kind: "number", index }), index);
    this.words = this.textsOf("word", wordHoles, this.words);
    this.others = this.textsOf("any", anyHoles, this.others);
  }

  /** `known`: what was read for the last rows, which mostly are of the same slice. */
  private textsOf(kind: "word" | "any", holes: number, known: TextRows | undefined): TextRows {
    if (known && holes <= this.holes[kind]) return known;
    this.holes[kind] = holes;
    const columns = Array.from({ length: holes }, (_, index) => this.templates.hole({ kind, index }));
    return new TextRows(columns, this.templates.window);
  }

  private readNumbers(column: Column, index: number): void {
    const { numbers, rows } = this;
    const start = index * joinedRowsMax;
    if (column.encoding !== "number") {
      for (let at = 0; at < rows.length; at++) numbers[start + at] = Number(column.text(rows[at]!));
      return;
    }
    copyNumbers(this.templates.window(column), rows, numbers, start);
    if (column.scale === 1) return;
    for (let at = start; at < start + rows.length; at++) numbers[at]! /= column.scale;
  }

  writeWord(index: number, at: number, into: Uint8Array, start: number): number {
    return copyText(this.words!, index, this.rows[at]!, into, start);
  }

  writeAny(index: number, at: number, into: Uint8Array, start: number): number {
    return copyText(this.others!, index, this.rows[at]!, into, start);
  }

  /** A text that has no template. */
  writeWhole(at: number, into: Uint8Array, start: number): number {
    this.whole ??= new TextRows([this.templates.whole()], this.templates.window);
    return copyText(this.whole, 0, this.rows[at]!, into, start);
  }
}

function copyNumbers(window: RowWindow, rows: Uint32Array, into: Float64Array, start: number): void {
  for (let at = 0; at < rows.length; ) {
    const { values, first } = window.openOn(rows[at]!);
    const from = at;
    at = firstAtOrAfter(rows, first + values.length);
    const [least, end] = [rows[from]! - first, rows[at - 1]! - first + 1];
    // A block of neighbouring rows, the usual case, is copied at once.
    if (end - least === at - from) into.set(values.subarray(least, end), start + from);
    else for (let i = from; i < at; i++) into[start + i] = values[rows[i]! - first]!;
  }
}

function copyText(texts: TextRows, column: number, row: number, into: Uint8Array, start: number): number {
  texts.seek(column, row);
  const { bytes, from, to } = texts;
  let used = start;
  for (let i = from; i < to; i++) into[used++] = bytes[i]!;
  return used;
}

/** A whole number of at most 15 digits; returns where it ends. Up to two bytes behind it are overwritten. */
function writeNumber(value: number, into: Uint8Array, start: number): number {
  let used = start;
  let digits: number;
  if (value < 1_000) digits = leading[value]!;
  else {
    const thousands = Math.floor(value / 1_000);
    used = writeNumber(thousands, into, start);
    digits = padded[value - thousands * 1_000]!;
  }
  into[used] = digits;
  into[used + 1] = digits >>> 8;
  into[used + 2] = digits >>> 16;
  return used + (digits >>> 24);
}

/** Up to three digits as bytes, the first one lowest, and above them how many there are. */
const leading = Int32Array.from({ length: 1_000 }, (_, value) => packDigits(String(value)));
const padded = Int32Array.from({ length: 1_000 }, (_, value) => packDigits(String(value).padStart(3, "0")));

function packDigits(digits: string): number {
  const codes = [...digits].map((digit) => digit.charCodeAt(0));
  return codes.reduce((packed, code, i) => packed | (code << (8 * i)), digits.length << 24);
}

/**
 * Reused for each block that a thread joins: fresh arrays would grow to hundreds of megabytes before they are
 * collected.
 */
let scratch: Uint8Array<ArrayBuffer> | undefined;
let scratchNumbers = new Float64Array(0);

function takeScratch(): Uint8Array<ArrayBuffer> {
  return scratch ?? new Uint8Array(scratchBytes);
}

function takeNumbers(length: number): Float64Array {
  if (scratchNumbers.length < length) scratchNumbers = new Float64Array(length);
  return scratchNumbers;
}

/** Fits usual messages. Long ones make it grow, and beyond the second number it is not kept. */
const scratchBytes = 512 * 1024;
const scratchMax = 4 * 1024 * 1024;
