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
import { skipBlanks } from "./json-check.ts";

/**
 * Walks through JSON that `JsonCheck` has validated: from member to member and from element to element. On other bytes
 * its results are useless, but it terminates.
 */
export class JsonCursor {
  /** At the begin of a value, or behind one. */
  at: number;
  /** The name of the member that `member` came to last, without quotation marks, as it is written. */
  nameStart = 0;
  nameEnd = 0;
  /** Nothing in that name is written with a backslash. */
  isPlainName = true;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = skipBlanks(bytes, at);
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
  }

  /** Goes to the value of the next member; false: there is none, and it stands behind the object. */
  member(): boolean {
    const { bytes } = this;
    let at = skipBlanks(bytes, this.at);
    if (bytes[at] === comma) at = skipBlanks(bytes, at + 1);
    if (bytes[at] !== quote) {
      this.at = bytes[at] === closeBrace ? at + 1 : bytes.length;
      return false;
    }
    this.nameStart = at + 1;
    at = this.#endOfName(at + 1);
    this.nameEnd = at;
    at++;
    if (bytes[at] !== colon) at = skipBlanks(bytes, at);
    at++;
    this.at = bytes[at]! > space ? at : skipBlanks(bytes, at);
    return true;
  }

  /** Goes to the next element; false: there is none, and it stands behind the list. */
  element(): boolean {
    const { bytes } = this;
    const at = skipBlanks(bytes, this.at);
    if (bytes[at] === closeBracket || at >= bytes.length) {
      this.at = at + 1;
      return false;
    }
    this.at = bytes[at] === comma ? skipBlanks(bytes, at + 1) : at;
    return this.at < bytes.length;
  }

  skipValue(): void {
    this.at = this.isText ? this.endOfText() : this.isObject || this.isList ? this.#endOfBrackets() : this.#endOfWord();
  }

  /** Behind the text at which it stands. */
  endOfText(): number {
    const { bytes } = this;
    for (let i = this.at + 1; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte === quote) return i + 1;
      if (byte === backslash) i++;
    }
    return bytes.length;
  }

  /** Goes from the begin of an object to the value of its member of one of these names; false: it has none. */
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
    const { bytes, nameStart } = this;
    const length = this.nameEnd - nameStart;
    for (let i = 0; i < names.length; i++) {
      const name = names[i]!;
      if (name.length !== length) continue;
      let same = 0;
      while (same < length && name[same] === bytes[nameStart + same]) same++;
      if (same === length) return i;
    }
    return -1;
  }

  /** The name as a text. */
  readName(): string {
    const text = textOf(this.bytes, this.nameStart, this.nameEnd);
    return this.isPlainName ? text : (JSON.parse(`"${text}"`) as string);
  }

  /** The value at which it stands, as JSON.parse gives it; it stands behind it then. */
  readValue(): unknown {
    const start = this.at;
    this.skipValue();
    return JSON.parse(textOf(this.bytes, start, this.at));
  }

  #endOfName(from: number): number {
    const { bytes } = this;
    this.isPlainName = true;
    for (let i = from; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte === quote) return i;
      if (byte !== backslash) continue;
      this.isPlainName = false;
      i++;
    }
    return bytes.length;
  }

  #endOfBrackets(): number {
    const { bytes } = this;
    let depth = 0;
    let inText = false;
    for (let i = this.at; i < bytes.length; i++) {
      const byte = bytes[i];
      if (inText) {
        if (byte === quote) inText = false;
        else if (byte === backslash) i++;
      } else if (byte === quote) inText = true;
      else if (byte === openBrace || byte === openBracket) depth++;
      else if ((byte === closeBrace || byte === closeBracket) && --depth === 0) return i + 1;
    }
    return bytes.length;
  }

  #endOfWord(): number {
    const { bytes } = this;
    let i = this.at;
    while (i < bytes.length && !isMark(bytes[i]!)) i++;
    // So that no loop stands still.
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
