import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  openBrace,
  openBracket,
  quote,
} from "../../body/json-scanner.ts";
import { checkedDepthMax } from "../../limits.ts";

/**
 * Checks JSON (RFC 8259) without parsing it, so that later readers need no checks. One for a body: its counts are those
 * of the value checked last. It does not check that texts are UTF-8.
 */
export class JsonCheck {
  /** Depth of brackets. */
  deepest = 0;
  /** Approximate number of scalars, lists and objects. */
  values = 0;
  readonly #bytes: Uint8Array;
  readonly #parts: NotedParts | undefined;
  /** The brackets that are open. */
  readonly #open = new Uint8Array(checkedDepthMax);
  /** How many, and where the next value begins. */
  #depth = 0;
  #at = 0;

  constructor(bytes: Uint8Array, parts?: NotedParts) {
    this.#bytes = bytes;
    this.#parts = parts;
  }

  /** The position after the value that begins at `at`; -1: there is none, it is broken, or it ends too early. */
  endOfValue(at: number): number {
    this.begin(at);
    return this.goOn(Number.POSITIVE_INFINITY);
  }

  /** Begins to check the value that begins at `at` in steps. */
  begin(at: number): void {
    this.deepest = 0;
    this.values = 0;
    this.#depth = 0;
    this.#at = at;
  }

  /** Looks at so many further values: the same as `endOfValue`, or `moreValues`. */
  goOn(count: number): number {
    const bytes = this.#bytes;
    const open = this.#open;
    const parts = this.#parts;
    let depth = this.#depth;
    let { deepest, values } = this;
    const last = values + count;
    let i = this.#at;
    for (;;) {
      // At the beginning of a value.
      if (values === last) return this.#pause(i, depth, deepest, values);
      i = skipBlanks(bytes, i);
      const byte = bytes[i];
      values++;
      const behind = byte === openBrace && parts !== undefined ? parts.note(i) : -1;
      if (behind > 0) {
        if (depth + parts!.depth > deepest) deepest = depth + parts!.depth;
        i = depth === 0 ? behind : skipBlanks(bytes, behind);
      } else if (byte === openBrace || byte === openBracket) {
        if (depth === checkedDepthMax) return -1;
        open[depth++] = byte;
        if (depth > deepest) deepest = depth;
        i = skipBlanks(bytes, i + 1);
        const isEmpty = bytes[i] === (byte === openBrace ? closeBrace : closeBracket);
        if (!isEmpty) {
          if (byte === openBracket) continue;
          i = behindName(bytes, i);
          if (i < 0) return -1;
          continue;
        }
      } else {
        i = byte === quote ? endOfString(bytes, i + 1) : endOfScalar(bytes, i);
        if (i < 0) return -1;
        i = depth === 0 ? i : skipBlanks(bytes, i);
      }
      // After a scalar, or at the bracket that closes an empty list or object.
      for (;;) {
        if (depth === 0) {
          this.deepest = deepest;
          this.values = values;
          return i;
        }
        const isObject = open[depth - 1] === openBrace;
        if (bytes[i] === (isObject ? closeBrace : closeBracket)) {
          depth--;
          i = depth === 0 ? i + 1 : skipBlanks(bytes, i + 1);
          continue;
        }
        if (bytes[i] !== comma) return -1;
        i = isObject ? behindName(bytes, skipBlanks(bytes, i + 1)) : i + 1;
        if (i < 0) return -1;
        break;
      }
    }
  }

  #pause(at: number, depth: number, deepest: number, values: number): number {
    this.#at = at;
    this.#depth = depth;
    this.deepest = deepest;
    this.values = values;
    return moreValues;
  }
}

/** Instead of the position after a value: it has more values than were to be looked at. */
export const moreValues = -2;

/** Objects of a usual form, which are checked in one go. */
export interface NotedParts {
  /** Levels of the object noted last. */
  depth: number;
  /** The position after the valid object that begins at `at`, which is noted; -1: another form. */
  note(at: number): number;
  /** The position after the part that was noted at `at`; -1: none was. */
  behind(at: number): number;
}

/** After the colon of the name that begins at `at`. */
function behindName(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== quote) return -1;
  const end = endOfString(bytes, at + 1);
  if (end < 0) return -1;
  const mark = skipBlanks(bytes, end);
  return bytes[mark] === colon ? mark + 1 : -1;
}

function endOfString(bytes: Uint8Array, from: number): number {
  const { length } = bytes;
  for (let i = from; i < length; i++) {
    i = endOfOrdinary(bytes, i);
    const byte = bytes[i]!;
    if (byte === quote) return i + 1;
    if (byte !== backslash) return -1;
    const escaped = bytes[++i]!;
    if (escaped === letterU) {
      for (let digit = 1; digit <= 4; digit++) if (!isHex(bytes[i + digit])) return -1;
      i += 4;
    } else if (!escapes.includes(escaped)) return -1;
  }
  return -1;
}

/** The position of the next byte that does not stand for itself in a text: a quotation mark, backslash or control. */
function endOfOrdinary(bytes: Uint8Array, from: number): number {
  const { length } = bytes;
  let at = from;
  while (at < length && isOrdinary[bytes[at]!] === 1) at++;
  return at;
}

export function endOfScalar(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === minus || isDigit(byte)) return endOfNumber(bytes, at);
  for (const word of words) {
    let same = 0;
    while (same < word.length && bytes[at + same] === word[same]) same++;
    if (same === word.length) return at + same;
  }
  return -1;
}

function endOfNumber(bytes: Uint8Array, from: number): number {
  let i = bytes[from] === minus ? from + 1 : from;
  if (!isDigit(bytes[i])) return -1;
  i = bytes[i] === zero ? i + 1 : endOfDigits(bytes, i);
  if (bytes[i] === dot) {
    if (!isDigit(bytes[i + 1])) return -1;
    i = endOfDigits(bytes, i + 1);
  }
  if (bytes[i] !== letterE && bytes[i] !== capitalE) return i;
  i++;
  if (bytes[i] === plus || bytes[i] === minus) i++;
  return isDigit(bytes[i]) ? endOfDigits(bytes, i) : -1;
}

function endOfDigits(bytes: Uint8Array, from: number): number {
  let i = from;
  while (isDigit(bytes[i])) i++;
  return i;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine;
}

function isHex(byte: number | undefined): boolean {
  return byte !== undefined && (isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66));
}

export function skipBlanks(bytes: Uint8Array, from: number): number {
  let i = from;
  if (bytes[i]! > space) return i;
  while (bytes[i] === space || bytes[i] === 10 || bytes[i] === 13 || bytes[i] === 9) i++;
  return i;
}

const words = ["true", "false", "null"].map((word) => Buffer.from(word));
const escapes = Uint8Array.from(Buffer.from('"\\/bfnrt'));
const space = 0x20;
/** By byte. */
const isOrdinary = new Uint8Array(256).fill(1, space);
isOrdinary[quote] = 0;
isOrdinary[backslash] = 0;
const plus = 0x2b;
const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const letterE = 0x65;
const capitalE = 0x45;
const letterU = 0x75;
