import { equalBytes } from "../../../eventstore/format/equal-bytes.ts";
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
import { JsonCheck, type NotedParts, skipBlanks } from "./json-check.ts";

/**
 * Walks through JSON that `JsonCheck` has validated: from member to member and from element to element. On other bytes
 * its results are useless, but it terminates. A strict one checks for itself, so that the usual form of events is
 * walked through once: bytes that are no JSON, or more than a few objects and lists, make it `isBroken`.
 */
export class JsonCursor {
  /** At the beginning of a value, or after one. */
  at: number;
  /** The name of the member that `member` reached last, without quotation marks, as it is written. */
  nameStart = 0;
  nameEnd = 0;
  /** That name has no backslash. */
  isPlainName = true;
  readonly bytes: Uint8Array;
  /** The bytes are not those that a strict one reads. */
  #isOdd = false;
  /** Undefined: not strict. */
  #check: JsonCheck | undefined;
  /** At the beginning of an object or list. */
  #isFirst = true;
  /** Objects and lists so far. */
  #entered = 0;
  /** What the check of these bytes noted, so that it need not be walked through. */
  readonly #parts: NotedParts | undefined;

  constructor(bytes: Uint8Array, at: number, parts?: NotedParts) {
    this.bytes = bytes;
    this.#parts = parts;
    this.at = skipBlanks(bytes, at);
  }

  /** A strict one, for values that are walked through to their ends. */
  static strict(bytes: Uint8Array): JsonCursor {
    const cursor = new JsonCursor(bytes, 0);
    cursor.#check = new JsonCheck(bytes);
    return cursor;
  }

  /** The results of a strict one are useless: `JsonCheck` has to tell what is wrong. */
  get isBroken(): boolean {
    return this.#isOdd && this.#check !== undefined;
  }

  /** Goes to another event. */
  open(at: number): void {
    this.at = skipBlanks(this.bytes, at);
    this.#isOdd = false;
    this.#entered = 0;
  }

  get isObject(): boolean {
    return this.bytes[this.at] === openBrace;
  }

  get isList(): boolean {
    return this.bytes[this.at] === openBracket;
  }

  get isText(): boolean {
    return this.bytes[this.at] === quote;
  }

  /** Steps into the list or object at which it stands. */
  enter(): void {
    this.at = skipBlanks(this.bytes, this.at + 1);
    this.#isFirst = true;
    if (this.#check !== undefined && ++this.#entered > enteredMax) this.#isOdd = true;
  }

  /** Goes to the value of the next member; false: there is none, and it stands after the object. */
  member(): boolean {
    const { bytes } = this;
    let at = bytes[this.at]! > space ? this.at : skipBlanks(bytes, this.at);
    const hasComma = bytes[at] === comma;
    if (hasComma && bytes[++at] !== quote) at = skipBlanks(bytes, at);
    if (bytes[at] !== quote) {
      this.at = bytes[at] === closeBrace ? at + 1 : bytes.length;
      if (hasComma || bytes[at] !== closeBrace) this.#isOdd = true;
      this.#isFirst = false;
      return false;
    }
    if (hasComma === this.#isFirst) this.#isOdd = true;
    this.#isFirst = false;
    this.nameStart = at + 1;
    at = this.#endOfName(at + 1);
    this.nameEnd = at;
    at++;
    if (bytes[at] !== colon) at = skipBlanks(bytes, at);
    if (bytes[at] !== colon || this.isBroken) return this.#stop();
    at++;
    this.at = bytes[at]! > space ? at : skipBlanks(bytes, at);
    return true;
  }

  /** Goes to the value of the next member, like `member`, if its name is written like this, up to a colon. */
  memberWritten(name: Uint8Array): boolean {
    const { bytes } = this;
    const start = bytes[this.at] === comma ? this.at + 1 : this.at;
    const end = start + name.length;
    if (!equalBytes(name, bytes, start, end) || !(bytes[end]! > space)) return false;
    this.at = end;
    return true;
  }

  /** Goes to the next element; false: there is none, and it stands after the list. */
  element(): boolean {
    const { bytes } = this;
    const at = skipBlanks(bytes, this.at);
    if (bytes[at] === closeBracket || at >= bytes.length) {
      this.at = at + 1;
      this.#isFirst = false;
      return false;
    }
    const hasComma = bytes[at] === comma;
    if (hasComma === this.#isFirst) this.#isOdd = true;
    this.#isFirst = false;
    this.at = hasComma ? skipBlanks(bytes, at + 1) : at;
    if (this.#check !== undefined && (this.#isOdd || bytes[this.at] === closeBracket)) return this.#stop();
    return this.at < bytes.length;
  }

  /** Nothing after it is read. */
  #stop(): false {
    this.#isOdd = true;
    this.at = this.bytes.length;
    return false;
  }

  skipValue(): void {
    if (this.#check !== undefined) this.#skipChecked(this.#check);
    else this.#skip();
  }

  #skipChecked(check: JsonCheck): void {
    const end = check.endOfValue(this.at);
    if (end < 0 || check.deepest > 1) this.#stop();
    else this.at = end;
  }

  #skip(): void {
    this.at = this.isText ? this.endOfText() : this.isObject || this.isList ? this.#endOfBrackets() : this.#endOfWord();
  }

  /** After the text at which it stands. */
  endOfText(): number {
    const { bytes } = this;
    for (let i = this.at + 1; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte === quote) return i + 1;
      if (byte === backslash) i++;
    }
    return bytes.length;
  }

  /** Goes from the beginning of an object to the value of its member of one of these names; false: it has none. */
  find(names: readonly Uint8Array[]): boolean {
    if (!this.isObject) return false;
    this.enter();
    while (this.member()) {
      if (this.nameAmong(names) >= 0) return true;
      this.skipValue();
    }
    return false;
  }

  /** Which of the names, without backslashes, the member has; -1: none. */
  nameAmong(names: readonly Uint8Array[]): number {
    for (let i = 0; i < names.length; i++) if (this.#isNamed(names[i]!)) return i;
    return -1;
  }

  /** Whether the member has this name, without backslashes. */
  #isNamed(name: Uint8Array): boolean {
    return equalBytes(name, this.bytes, this.nameStart, this.nameEnd);
  }

  /** The name as a text. */
  readName(): string {
    const text = textOf(this.bytes, this.nameStart, this.nameEnd);
    return this.isPlainName ? text : (JSON.parse(`"${text}"`) as string);
  }

  /** The value at which it stands, as JSON.parse gives it; afterwards it stands after it. */
  readValue(): unknown {
    const start = this.at;
    this.skipValue();
    if (this.isBroken) return undefined;
    return JSON.parse(textOf(this.bytes, start, this.at));
  }

  /** `Number` of the value at which it stands; afterwards it stands after it. Nearly all have a few digits. */
  readNumber(): number {
    const { bytes, at } = this;
    this.skipValue();
    let value = 0;
    for (let i = at; i < this.at; i++) {
      const digit = bytes[i]! - zero;
      if (!(digit >= 0 && digit <= 9) || i - at === digitsMax)
        return this.isBroken ? Number.NaN : Number(JSON.parse(textOf(bytes, at, this.at)));
      value = value * 10 + digit;
    }
    return value;
  }

  #endOfName(from: number): number {
    const { bytes } = this;
    this.isPlainName = true;
    for (let i = from; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte === quote) return i;
      if (byte! < space) this.#isOdd = true;
      if (byte !== backslash) continue;
      this.isPlainName = false;
      // `JsonCheck` knows which escapes there are.
      this.#isOdd = true;
      i++;
    }
    return bytes.length;
  }

  #endOfBrackets(): number {
    const { bytes } = this;
    const parts = this.#parts;
    let depth = 0;
    let inText = false;
    for (let i = this.at; i < bytes.length; i++) {
      const byte = bytes[i];
      if (inText) {
        if (byte === quote) inText = false;
        else if (byte === backslash) i++;
      } else if (byte === quote) inText = true;
      else if (byte === openBrace && parts !== undefined && depth > 0) {
        const behind = parts.behind(i);
        if (behind > 0) i = behind - 1;
        else depth++;
      } else if (byte === openBrace || byte === openBracket) depth++;
      else if ((byte === closeBrace || byte === closeBracket) && --depth === 0) return i + 1;
    }
    return bytes.length;
  }

  #endOfWord(): number {
    const { bytes } = this;
    let i = this.at;
    while (i < bytes.length && !isMark(bytes[i]!)) i++;
    // Moves on, so that no loop stands still.
    return i === this.at ? i + 1 : i;
  }
}

export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8");
}

function isMark(byte: number): boolean {
  return byte <= space || byte === comma || byte === closeBrace || byte === closeBracket;
}

const space = 0x20;
const zero = 0x30;
/** A number holds this many digits exactly. */
const digitsMax = 15;
/** Objects and lists of an event that a strict cursor walks through: less than the permitted nesting. */
const enteredMax = 32;
