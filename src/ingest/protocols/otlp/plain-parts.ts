import { lowestBit } from "../../../lib/bits.ts";
import { closeBrace, colon, quote } from "../../body/json-scanner.ts";
import { endOfScalar, type NotedParts } from "../json/json-check.ts";

/**
 * Parts of OTLP JSON in the form that nearly all senders write, without blanks and backslashes: an attribute,
 * `{"key":"a","value":{"stringValue":"b"}}`, whose value is a scalar, and a text alone, `{"stringValue":"b"}`. The
 * check of a body notes how long their pieces are, so that its reader need not search their ends again.
 */
export class PlainParts implements NotedParts {
  /** Of the part found last. */
  nameStart = 0;
  nameEnd = 0;
  /** The value; a text without its quotation marks. */
  kind: PartKind = partKinds.none;
  start = 0;
  end = 0;
  /** Of the part noted last. */
  depth = 2;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** By a sixteenth of the position, since each part has more bytes; 0: none in this form. See `markOf`. */
  readonly #marks: Int32Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#marks = new Int32Array((bytes.length >> 4) + 1);
  }

  /** Notes the part that begins at `at`; the position after it, -1: there is none in this form, which may be valid. */
  note(at: number): number {
    const view = this.#view;
    if (at + roomNeeded > this.#bytes.length) return -1;
    const first = view.getInt32(at, true);
    if (first === words.key && view.getInt32(at + 4, true) === words.keyEnd) return this.#noteAttribute(at);
    return first === words.text && this.#isTextValue(at + 2) ? this.#noteText(at) : -1;
  }

  /** Whether an attribute was noted at `at`. */
  findAttribute(at: number): boolean {
    const mark = this.#marks[at >> 4]!;
    const kind = (mark & 7) as PartKind;
    if (((mark >> 3) & 15) !== (at & 15) || kind === partKinds.none || kind === partKinds.alone) return false;
    this.kind = kind;
    this.nameStart = at + keyBytes;
    this.nameEnd = this.nameStart + ((mark >> 7) & nameBytesMax);
    const value = this.nameEnd + valueBytes + ((mark >> 14) & kindBytesMax);
    this.start = kind === partKinds.text ? value + 1 : value;
    this.end = this.start + (mark >>> 20);
    return true;
  }

  /** Whether a text alone was noted at `at`. */
  findText(at: number): boolean {
    const mark = this.#marks[at >> 4]!;
    if ((mark & 127) !== partKinds.alone + ((at & 15) << 3)) return false;
    this.start = at + textBytes;
    this.end = this.start + (mark >>> 20);
    return true;
  }

  /** The position after the part that was noted at `at`; -1: none was. */
  behind(at: number): number {
    if (this.findText(at)) return this.end + 2;
    if (!this.findAttribute(at)) return -1;
    return this.end + (this.kind === partKinds.text ? 3 : 2);
  }

  #noteAttribute(at: number): number {
    const bytes = this.#bytes;
    const view = this.#view;
    const nameStart = at + keyBytes;
    const nameEnd = this.#endOfText(nameStart);
    const nameLength = nameEnd - nameStart;
    if (nameLength > nameBytesMax || nameEnd + roomNeeded > bytes.length) return -1;
    if (view.getInt32(nameEnd, true) !== words.value || view.getInt32(nameEnd + 4, true) !== words.valueMiddle)
      return -1;
    if (view.getInt32(nameEnd + 8, true) !== words.valueEnd) return -1;
    const kindStart = nameEnd + 12;
    const kindEnd = this.#isTextValue(kindStart) ? kindStart + textValue.length : this.#endOfText(kindStart);
    const kindLength = kindEnd - kindStart;
    if (kindLength > kindBytesMax || bytes[kindEnd] !== quote || bytes[kindEnd + 1] !== colon) return -1;
    const value = kindEnd + 2;
    const isText = bytes[value] === quote;
    if (isText) {
      const end = this.#endOfText(value + 1);
      if (bytes[end] !== quote) return -1;
      return this.#note(at, partKinds.text, nameLength, kindLength, end - value - 1, end + 1);
    }
    const numberEnd = endOfPlainNumber(bytes, value);
    if (numberEnd > 0) return this.#note(at, partKinds.number, nameLength, kindLength, numberEnd - value, numberEnd);
    const end = endOfScalar(bytes, value);
    return end < 0 ? -1 : this.#note(at, partKinds.scalar, nameLength, kindLength, end - value, end);
  }

  // Parameters: called for each attribute.
  #note(at: number, kind: PartKind, name: number, kindOfValue: number, value: number, brace: number): number {
    const bytes = this.#bytes;
    if (bytes[brace] !== closeBrace || bytes[brace + 1] !== closeBrace || value > valueBytesMax) return -1;
    this.#marks[at >> 4] = markOf(at, kind, name, kindOfValue, value);
    this.depth = 2;
    return brace + 2;
  }

  #noteText(at: number): number {
    const bytes = this.#bytes;
    const start = at + textBytes;
    if (bytes[start - 2] !== colon || bytes[start - 1] !== quote) return -1;
    const end = this.#endOfText(start);
    if (end - start > valueBytesMax || bytes[end] !== quote || bytes[end + 1] !== closeBrace) return -1;
    this.#marks[at >> 4] = markOf(at, partKinds.alone, 0, 0, end - start);
    this.depth = 1;
    return end + 2;
  }

  /** The position of the next byte that does not stand for itself in a text, or one of the last three of the body. */
  #endOfText(from: number): number {
    const view = this.#view;
    const last = view.byteLength - 4;
    let at = from;
    for (; at <= last; at += 4) {
      const four = view.getInt32(at, true);
      // The highest bit of each byte that ends it, and perhaps of those behind the first one.
      const control = four - 0x20202020;
      const found = (control | ((four ^ quotes) - ones) | ((four ^ backslashes) - ones)) & ~four & highest;
      if (found !== 0) return at + (lowestBit(found) >> 3);
    }
    return at;
  }

  /** Whether `stringValue"` begins at `at`, the most frequent kind of a value. */
  #isTextValue(at: number): boolean {
    const view = this.#view;
    return (
      view.getInt32(at, true) === words.string &&
      view.getInt32(at + 4, true) === words.stringMiddle &&
      view.getInt32(at + 8, true) === words.stringEnd
    );
  }
}

/** From the low bits: the kind, the rest of the position, the lengths of name, kind of value and value. */
function markOf(at: number, kind: number, name: number, kindOfValue: number, value: number): number {
  return kind | ((at & 15) << 3) | (name << 7) | (kindOfValue << 14) | (value << 20);
}

/**
 * The end of a number of up to fifteen digits that is not negative and ends with none of its decimals 0, as JavaScript
 * writes it; -1: another one, or none.
 */
function endOfPlainNumber(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isDigit(bytes[at]!)) at++;
  const whole = at - from;
  if (whole === 0 || (whole > 1 && bytes[from] === zero)) return -1;
  if (bytes[at] === dot) {
    at++;
    // A small one may be written with an exponent.
    if (bytes[at] === zero && bytes[from] === zero) return -1;
    const decimals = at;
    while (isDigit(bytes[at]!)) at++;
    if (at === decimals || bytes[at - 1] === zero) return -1;
  }
  return bytes[at] === closeBrace && at - from <= 15 ? at : -1;
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= nine;
}

/** What the value of a part is. `number`: one that is kept as it is written; `scalar`: any other one, or a word. */
export const partKinds = { none: 0, text: 1, number: 2, scalar: 3, alone: 4 } as const;
type PartKind = (typeof partKinds)[keyof typeof partKinds];
const nameBytesMax = 0x7f;
const kindBytesMax = 0x3f;
const valueBytesMax = 0xfff;
/** Of `{"key":"`, of what stands between a key and its value except for the kind, of `{"stringValue":"`. */
const keyBytes = 8;
const valueBytes = 14;
const textBytes = 16;
/** For the words that are compared. */
const roomNeeded = 32;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const ones = 0x01010101;
const quotes = 0x22222222;
const backslashes = 0x5c5c5c5c;
const highest = 0x80808080 | 0;
const textValue = "stringValue";
const words = {
  key: wordOf('{"ke'),
  keyEnd: wordOf('y":"'),
  value: wordOf('","v'),
  valueMiddle: wordOf("alue"),
  valueEnd: wordOf('":{"'),
  text: wordOf('{"st'),
  string: wordOf("stri"),
  stringMiddle: wordOf("ngVa"),
  stringEnd: wordOf('lue"'),
} as const;

function wordOf(text: string): number {
  return Buffer.from(text).readInt32LE();
}
