import type { RowText } from "../row-text.ts";
import type { ByteWriter } from "./byte-writer.ts";

/** Neutralised, and in quotes where it must be. */
export function textCell(text: string): string {
  // Nearly every text begins with a letter or a digit and needs no quotes.
  if (plain.test(text)) return text;
  const safe = formulaStart.test(text) && !number.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const plain = /^[0-9A-Za-z]+$/;
const needsQuotes = /[",\r\n]|^\s|\s$/;

/**
 * Spreadsheets run a cell that begins with one of these as a formula, and a log line can come from anyone. The last
 * four are full-width.
 */
const formulaStart = /^[=+\-@\t\n\r\uff1d\uff0b\uff0d\uff20]/;
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The same of bytes. */
export function writeCell({ bytes, from, to }: RowText, writer: ByteWriter): void {
  if (to === from) return;
  if (isDoubtful(bytes, from, to)) {
    writer.text(textCell(textDecoder.decode(bytes.subarray(from, to))));
    return;
  }
  writer.reserve(2 * (to - from) + 2);
  const target = writer.bytes;
  const begin = writer.used;
  let at = begin;
  let special = 0;
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    special |= specials[byte]!;
    target[at++] = byte;
  }
  writer.used = special === 0 ? at : quote(bytes, from, to, target, begin);
}

/** Replaces text that was written without quotes. */
function quote(bytes: Uint8Array, from: number, to: number, target: Uint8Array, begin: number): number {
  let at = begin;
  target[at++] = quoteMark;
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    if (byte === quoteMark) target[at++] = quoteMark;
    target[at++] = byte;
  }
  target[at++] = quoteMark;
  return at;
}

/** It may begin like a formula, or begin or end with a space of any kind. */
function isDoubtful(bytes: Uint8Array, from: number, to: number): boolean {
  if (edges[bytes[from]!] === 1 || edges[bytes[to - 1]!] === 1) return true;
  // The last character has two or three bytes.
  return bytes[to - 1]! >= 0x80 && (edges[bytes[to - 2]!] === 1 || (to - from > 2 && edges[bytes[to - 3]!] === 1));
}

const quoteMark = 0x22;

/** Commas, quotes and ends of lines. */
const specials = new Uint8Array(256);
for (const byte of [0x22, 0x2c, 0x0d, 0x0a]) specials[byte] = 1;

/**
 * Space and controls, = + - @, and first bytes of the spaces and full-width signs beyond ASCII: U+00A0, U+1680, U+2000
 * …, U+3000, U+FEFF, U+FFxx.
 */
const edges = new Uint8Array(256);
for (let byte = 0; byte <= 0x20; byte++) edges[byte] = 1;
for (const byte of [0x3d, 0x2b, 0x2d, 0x40, 0xc2, 0xe1, 0xe2, 0xe3, 0xef]) edges[byte] = 1;

const textDecoder = new TextDecoder("utf-8", { ignoreBOM: true });
