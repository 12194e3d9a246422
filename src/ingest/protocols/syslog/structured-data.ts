import { tagNameCharactersMax } from "../../../eventstore/event/event-limits.ts";
import { equalBytes } from "../../../eventstore/format/equal-bytes.ts";
import type { EventLeaves, KnownName } from "../../event/event-leaves.ts";
import { leafKinds } from "../../event/leaf-table.ts";

/**
 * The fast path for RFC 5424's structured data: `[id@123 name="value"]` becomes the tag `id.name`. Values with
 * backslashes, duplicates and those about the transport are left to the slow path.
 */
export class StructuredData {
  readonly #leaves: EventLeaves;
  readonly #known: KnownTag[] = [];
  /** Parameters that lines begin with. */
  readonly #first: KnownTag[] = [];
  #lines = 0;
  /** The id of the element read last, which is not about the transport. */
  #id = new Uint8Array(0);
  /** The parameter that came next at the same place before. */
  #next = this.#first;
  /** The position of the first backslash, from some place on. */
  #nextBackslash = -1;

  constructor(leaves: EventLeaves) {
    this.#leaves = leaves;
  }

  /** The position after the data that begins at `at`; -1: it is for the slow path. */
  scan(start: number, end: number): number {
    const { bytes } = this.#leaves;
    let at = start;
    this.#lines++;
    this.#next = this.#first;
    // Lines come in the order of their bytes, so the system's own search goes through them once.
    if (this.#nextBackslash < start) {
      const found = bytes.indexOf(backslash, start);
      this.#nextBackslash = found < 0 ? bytes.length : found;
    }
    while (bytes[at] === openBracket) {
      at = this.#scanElement(at + 1, end);
      if (at < 0) return -1;
    }
    return at > start && at < end ? at : -1;
  }

  #scanElement(start: number, end: number): number {
    const { bytes } = this.#leaves;
    let at = this.#endOfId(start, end);
    if (at < 0) return -1;
    while (at < end && bytes[at] === blank) {
      const tag = this.#findTag(at + 1, end);
      if (tag === undefined) return -1;
      const value = at + 1 + tag.name.length;
      at = value;
      while (at < end && bytes[at] !== quote) at++;
      if (at >= Math.min(end, this.#nextBackslash)) return -1;
      // Two of one name.
      if (tag.seen.line === this.#lines) return -1;
      tag.seen.line = this.#lines;
      this.#next = tag.after;
      // An empty value is no tag, nor is a dash.
      const isDash = at === value + 1 && bytes[value] === dash;
      if (at > value && !isDash) this.#leaves.addKnown(tag.kept, value, at, leafKinds.text);
      at++;
    }
    return bytes[at] === closeBracket && at < end ? at + 1 : -1;
  }

  /**
   * The position after the id of an element, which is then in `#id`; -1: there is none, or it is about the transport.
   */
  #endOfId(start: number, end: number): number {
    const { bytes } = this.#leaves;
    let at = start;
    while (at < end && bytes[at] !== blank && bytes[at] !== closeBracket) at++;
    if (equalBytes(this.#id, bytes, start, at) && at > start) return at;
    if (at === start || isTransport(bytes, start, at)) return -1;
    this.#id = bytes.slice(start, at);
    return at;
  }

  /** The parameter whose name, followed by `="`, begins at `at`; undefined: no known one. */
  #findTag(at: number, end: number): KnownTag | undefined {
    const { bytes } = this.#leaves;
    const after = this.#next;
    for (let i = 0; i < after.length; i++) if (after[i]!.is(this.#id, bytes, at, end)) return after[i];
    const known = this.#known.find((tag) => tag.is(this.#id, bytes, at, end)) ?? this.#learn(at, end);
    if (known !== undefined) after.push(known);
    return known;
  }

  #learn(start: number, end: number): KnownTag | undefined {
    const { bytes } = this.#leaves;
    let at = start;
    while (at < end && isNameByte(bytes[at]!)) at++;
    if (at === start || bytes[at] !== equals || bytes[at + 1] !== quote || at + 2 > end) return undefined;
    const length = this.#id.length + at - start;
    if (this.#known.length >= parametersMax || length > tagNameCharactersMax - 4) return undefined;
    const idText = Buffer.from(this.#id).toString("utf8").split("@")[0];
    const text = `${idText}.${Buffer.from(bytes.subarray(start, at)).toString("latin1")}`;
    // The text after an at sign distinguishes ids, but no tags.
    const same = this.#known.find((tag) => tag.text === text);
    const tag = new KnownTag(this.#id, bytes.slice(start, at + 2), text, same?.kept ?? this.#leaves.keepName(text));
    if (same !== undefined) tag.seen = same.seen;
    this.#known.push(tag);
    return tag;
  }
}

/** A parameter of structured data, and its tag. */
class KnownTag {
  /** The line that had it last; tags of one name share it. */
  seen = { line: -1 };
  /** Parameters that came right after it. */
  readonly after: KnownTag[] = [];
  readonly #id: Uint8Array;
  readonly name: Uint8Array;
  readonly text: string;
  readonly kept: KnownName;

  /** `name`: with `="` at its end. */
  constructor(id: Uint8Array, name: Uint8Array, text: string, kept: KnownName) {
    this.#id = id;
    this.name = name;
    this.text = text;
    this.kept = kept;
  }

  is(id: Uint8Array, bytes: Uint8Array, at: number, end: number): boolean {
    const nameEnd = at + this.name.length;
    if (nameEnd > end || !equalBytes(this.name, bytes, at, nameEnd)) return false;
    return id === this.#id || equalBytes(this.#id, id, 0, id.length);
  }
}

/** Elements that describe the transport are no tags. */
function isTransport(bytes: Uint8Array, start: number, end: number): boolean {
  return transports.some((name) => equalBytes(name, bytes, start, end));
}

/** Printable ASCII except characters that end a name; the slow path takes more. */
function isNameByte(byte: number): boolean {
  return byte > blank && byte < 0x7f && byte !== equals && byte !== quote && byte !== closeBracket;
}

const transports = ["timeQuality", "meta"].map((name) => Buffer.from(name));
/** Parameters that are known in one delivery; lines with further ones go the slow path. */
const parametersMax = 512;
const blank = 0x20;
const quote = 0x22;
const dash = 0x2d;
const equals = 0x3d;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
