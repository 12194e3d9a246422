import { tagNameCharactersMax } from "../../../eventstore/event/event-limits.ts";
import type { EventLeaves, KnownName } from "../../event/event-leaves.ts";
import { leafKinds } from "../../event/leaf-table.ts";

/**
 * The fast path for RFC 5424's structured data: `[id@123 name="value"]` becomes the tag `id.name`. Values with
 * backslashes, duplicates and those about the transport are left to the slow path.
 */
export class StructuredData {
  readonly #leaves: EventLeaves;
  /** Names of tags by the bytes they were made of; the next line has them in the same order. */
  readonly #known: KnownTag[] = [];
  #count = 0;
  readonly #nothing: KnownName;

  constructor(leaves: EventLeaves) {
    this.#leaves = leaves;
    this.#nothing = leaves.keepName("");
  }

  /** Behind the data that begins at `at`; -1: it is for the slow path. */
  scan(start: number, end: number): number {
    const { bytes } = this.#leaves;
    let at = start;
    this.#count = 0;
    while (bytes[at] === openBracket) {
      at = this.#scanElement(at + 1, end);
      if (at < 0) return -1;
    }
    return at > start && at < end ? at : -1;
  }

  #scanElement(start: number, end: number): number {
    const { bytes } = this.#leaves;
    let at = start;
    while (at < end && bytes[at] !== blank && bytes[at] !== closeBracket) at++;
    const idEnd = at;
    if (idEnd === start || isTransport(bytes, start, idEnd)) return -1;
    while (at < end && bytes[at] === blank) {
      const name = at + 1;
      at = name;
      while (at < end && isNameByte(bytes[at]!)) at++;
      if (at === name || bytes[at] !== equals || bytes[at + 1] !== quote) return -1;
      const value = at + 2;
      const nameEnd = at;
      at = value;
      while (at < end && bytes[at] !== quote && bytes[at] !== backslash) at++;
      if (at >= end || bytes[at] === backslash) return -1;
      if (!this.#add(start, idEnd, name, nameEnd, value, at)) return -1;
      at++;
    }
    return bytes[at] === closeBracket && at < end ? at + 1 : -1;
  }

  // Parameters: three spans of bytes; objects of them would be made for each value.
  #add(id: number, idEnd: number, name: number, nameEnd: number, value: number, valueEnd: number): boolean {
    const { bytes } = this.#leaves;
    if (this.#count >= parametersMax || idEnd - id + nameEnd - name > tagNameCharactersMax - 4) return false;
    const index = this.#count++;
    let known = this.#known[index];
    if (known === undefined || !known.is(bytes, id, idEnd, name, nameEnd)) {
      known = new KnownTag(bytes, id, idEnd, name, nameEnd);
      this.#known[index] = known;
    }
    for (let i = 0; i < index; i++) if (this.#known[i]!.text === known.text) return false;
    // A value that says nothing is no tag, as a dash is.
    const isDash = valueEnd === value + 1 && bytes[value] === dash;
    if (valueEnd > value && !isDash) {
      const name = this.#leaves.writeName(this.#nothing, known.text);
      this.#leaves.addKnown(name, value, valueEnd, leafKinds.text);
    }
    return true;
  }
}

class KnownTag {
  readonly text: string;
  readonly #id: Uint8Array;
  readonly #name: Uint8Array;

  constructor(bytes: Uint8Array, id: number, idEnd: number, name: number, nameEnd: number) {
    this.#id = bytes.slice(id, idEnd);
    this.#name = bytes.slice(name, nameEnd);
    const idText = Buffer.from(this.#id).toString("utf8").split("@")[0];
    this.text = `${idText}.${Buffer.from(this.#name).toString("utf8")}`;
  }

  is(bytes: Uint8Array, id: number, idEnd: number, name: number, nameEnd: number): boolean {
    return isSame(this.#id, bytes, id, idEnd) && isSame(this.#name, bytes, name, nameEnd);
  }
}

function isSame(known: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[start + i]) return false;
  return true;
}

/** Elements that describe the transport are no tags. */
function isTransport(bytes: Uint8Array, start: number, end: number): boolean {
  return transports.some((name) => isSame(name, bytes, start, end));
}

/** Printable ASCII but what ends a name; the slow path takes more. */
function isNameByte(byte: number): boolean {
  return byte > blank && byte < 0x7f && byte !== equals && byte !== quote && byte !== closeBracket;
}

const transports = ["timeQuality", "meta"].map((name) => Buffer.from(name));
/** More in one line go the slow path. */
const parametersMax = 64;
const blank = 0x20;
const quote = 0x22;
const dash = 0x2d;
const equals = 0x3d;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
