import { type LeafTable, leafKinds } from "../event/leaf-table.ts";
import { backslash, closeBrace, closeBracket, comma, quote } from "./json-scanner.ts";

/**
 * Finds where a JSON scalar ends and notes it as a leaf: texts, numbers that are written as JavaScript writes them,
 * true, false, null. The bytes must be UTF-8.
 */
export class ScalarScanner {
  readonly table: LeafTable;
  /** Behind the scalar scanned last. */
  at = 0;

  constructor(table: LeafTable) {
    this.table = table;
  }

  /** `byte` is the first, at `at`. False: no form of a scalar that is known here. */
  scan(bytes: Uint8Array, at: number, to: number, byte: number, leaf: number): boolean {
    if (byte === quote) return this.#scanText(bytes, at + 1, to, leaf);
    if (byte <= nine && byte >= minus) return this.#scanNumber(bytes, at, to, leaf);
    return this.#scanWord(bytes, at, to, leaf);
  }

  #scanText(bytes: Uint8Array, from: number, to: number, leaf: number): boolean {
    let at = from;
    let kind: number = leafKinds.text;
    for (; at < to; at++) {
      const byte = bytes[at]!;
      if (byte === quote) {
        this.table.starts[leaf] = from;
        this.table.ends[leaf] = at;
        this.table.kinds[leaf] = kind;
        this.at = at + 1;
        return true;
      }
      if (byte < space) return false;
      if (byte !== backslash) continue;
      kind = leafKinds.escaped;
      this.table.hasEscapes = true;
      const length = escapeLength(bytes, ++at);
      if (length === 0) return false;
      at += length - 1;
    }
    return false;
  }

  /** Only forms that JSON.parse and String reproduce exactly, except for trailing zeros. */
  #scanNumber(bytes: Uint8Array, from: number, to: number, leaf: number): boolean {
    let at = bytes[from] === minus ? from + 1 : from;
    const first = at;
    while (at < to && bytes[at]! >= zero && bytes[at]! <= nine) at++;
    let digits = at - first;
    if (digits === 0 || (digits > 1 && bytes[first] === zero)) return false;
    let end = at;
    if (bytes[at] === dot) {
      const fraction = ++at;
      while (at < to && bytes[at]! >= zero && bytes[at]! <= nine) at++;
      if (at === fraction) return false;
      end = at;
      while (end > fraction && bytes[end - 1] === zero) end--;
      digits += end - fraction;
      if (end === fraction) end--;
      // Smaller ones are written with an exponent.
      else if (bytes[first] === zero && end > fraction + 6 && isZeros(bytes, fraction, fraction + 6)) return false;
    } else if (digits > 15) return false;
    const byte = bytes[at];
    if (byte !== comma && byte !== closeBrace && byte !== closeBracket && !(byte! <= space)) return false;
    const isMinusZero = end - first === 1 && bytes[first] === zero;
    this.table.starts[leaf] = isMinusZero ? first : from;
    this.table.ends[leaf] = end;
    this.table.kinds[leaf] = digits > 15 ? leafKinds.longNumber : leafKinds.number;
    this.at = at;
    return true;
  }

  #scanWord(bytes: Uint8Array, from: number, to: number, leaf: number): boolean {
    for (const { text, kind } of words) {
      let same = 0;
      while (same < text.length && bytes[from + same] === text[same]) same++;
      if (same < text.length || from + same > to) continue;
      this.table.starts[leaf] = from;
      this.table.ends[leaf] = from + same;
      this.table.kinds[leaf] = kind;
      this.at = from + same;
      return true;
    }
    return false;
  }
}

/** Length of an escape after the backslash; 0 for one the fast path does not read, such as half of a surrogate pair. */
function escapeLength(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== letterU) return simpleEscapes[bytes[at]!]! === 0 ? 0 : 1;
  const unit = unitAt(bytes, at + 1);
  if (unit < 0xd800 || unit > 0xdfff) return unit < 0 ? 0 : 5;
  if (unit > 0xdbff || bytes[at + 5] !== backslash || bytes[at + 6] !== letterU) return 0;
  const second = unitAt(bytes, at + 7);
  return second >= 0xdc00 && second <= 0xdfff ? 11 : 0;
}

/** The UTF-16 unit of four hexadecimal digits; -1: they are none. */
function unitAt(bytes: Uint8Array, at: number): number {
  let unit = 0;
  for (let i = at; i < at + 4; i++) {
    const digit = hexDigits[bytes[i]!];
    if (digit === undefined || digit > 15) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

/** Writes a text without its escapes, which `EventScanner` has seen, to `target`; returns where it ends there. */
export function writeUnescaped(bytes: Uint8Array, from: number, to: number, target: Uint8Array, start: number): number {
  let used = start;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (byte !== backslash) target[used++] = byte;
    else if (bytes[++at] !== letterU) target[used++] = simpleEscapes[bytes[at]!]!;
    else {
      let code = unitAt(bytes, at + 1);
      at += 4;
      if (code >= 0xd800 && code <= 0xdfff) {
        code = 0x10000 + ((code & 0x3ff) << 10) + (unitAt(bytes, at + 3) & 0x3ff);
        at += 6;
      }
      used = writeCode(code, target, used);
    }
  }
  return used;
}

function writeCode(code: number, target: Uint8Array, start: number): number {
  let used = start;
  if (code < 0x80) target[used++] = code;
  else {
    if (code < 0x800) target[used++] = 0xc0 | (code >> 6);
    else {
      if (code < 0x10000) target[used++] = 0xe0 | (code >> 12);
      else {
        target[used++] = 0xf0 | (code >> 18);
        target[used++] = 0x80 | ((code >> 12) & 0x3f);
      }
      target[used++] = 0x80 | ((code >> 6) & 0x3f);
    }
    target[used++] = 0x80 | (code & 0x3f);
  }
  return used;
}

function isZeros(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] !== zero) return false;
  return true;
}

const simpleEscapes = new Uint8Array(256);
for (const [letter, code] of Object.entries({ '"': 34, "\\": 92, "/": 47, b: 8, f: 12, n: 10, r: 13, t: 9 }))
  simpleEscapes[letter.charCodeAt(0)] = code;
const hexDigits = new Uint8Array(256).fill(255);
for (let i = 0; i < 16; i++) {
  hexDigits["0123456789abcdef".charCodeAt(i)] = i;
  hexDigits["0123456789ABCDEF".charCodeAt(i)] = i;
}

const words = [
  { text: Buffer.from("true"), kind: leafKinds.word },
  { text: Buffer.from("false"), kind: leafKinds.word },
  { text: Buffer.from("null"), kind: leafKinds.nothing },
];
const space = 0x20;
const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const letterU = 0x75;
