import { tagNameCharactersMax } from "../../eventstore/event/event-limits.ts";
import { backslash, closeBrace, colon, comma, openBrace, quote } from "../body/json-scanner.ts";
import { quickLeavesMax } from "../limits.ts";
import type { Shape } from "./event-shape.ts";
import { type ShapeEdge, type ShapeNode, ShapeTree } from "./shape-tree.ts";

/** What stands at a leaf. */
export const leafKinds = { nothing: 0, text: 1, escaped: 2, number: 3, word: 4, longNumber: 5 } as const;

/**
 * Finds where the values of an event's JSON begin and end without making anything of them. It knows the common form
 * alone: objects in objects with short names, texts, numbers that are written as JavaScript writes them, true, false,
 * null. Everything else, broken JSON too, is `undefined`, and the whole road says what it is. The bytes must be UTF-8.
 */
export class EventScanner {
  /** By leaf, of the event scanned last. Texts without their quotation marks. */
  readonly starts = new Int32Array(quickLeavesMax);
  readonly ends = new Int32Array(quickLeavesMax);
  readonly kinds = new Uint8Array(quickLeavesMax);
  private at = 0;

  constructor(private readonly tree = new ShapeTree()) {}

  /** The shape of the object that stands alone in bytes[from .. to). */
  scan(bytes: Uint8Array, from: number, to: number): Shape | undefined {
    let at = skipBlanks(bytes, from, to);
    if (bytes[at] !== openBrace) return undefined;
    let node = this.tree.root;
    let count = 0;
    at = skipBlanks(bytes, at + 1, to);
    for (;;) {
      if (bytes[at] !== quote) return undefined;
      const edge = this.findEdge(node, bytes, at + 1, to);
      if (edge === undefined) return undefined;
      at += edge.bytes.length + 1;
      if (bytes[at] !== colon) at = skipBlanks(bytes, at, to);
      if (bytes[at] !== colon) return undefined;
      at++;
      let byte = bytes[at]!;
      if (byte === space) byte = bytes[++at]!;
      if (byte === openBrace) {
        if (edge.object === undefined) return undefined;
        node = edge.object;
        at = skipBlanks(bytes, at + 1, to);
        if (bytes[at] !== closeBrace) continue;
      } else {
        if (edge.scalar === undefined || count === quickLeavesMax) return undefined;
        if (!this.scanScalar(bytes, at, to, byte, count)) return undefined;
        at = this.at;
        count++;
        node = edge.scalar;
      }
      byte = bytes[at]!;
      if (byte <= space) {
        at = skipBlanks(bytes, at, to);
        byte = bytes[at]!;
      }
      while (byte === closeBrace) {
        at = skipBlanks(bytes, at + 1, to);
        if (node.outer === undefined) return at >= to ? this.tree.shapeOf(node) : undefined;
        node = node.closed ?? this.tree.close(node);
        byte = bytes[at]!;
      }
      if (byte !== comma || at >= to) return undefined;
      at++;
      if (bytes[at] !== quote) at = skipBlanks(bytes, at, to);
    }
  }

  /** The name that begins at `at`, as one that came before or a new one. */
  private findEdge(node: ShapeNode, bytes: Uint8Array, at: number, to: number): ShapeEdge | undefined {
    const { edges } = node;
    for (let i = 0; i < edges.length; i++) {
      const name = edges[i]!.bytes;
      let same = 0;
      while (same < name.length && name[same] === bytes[at + same]) same++;
      if (same === name.length && at + same <= to) return edges[i];
    }
    let end = at;
    while (end < to && bytes[end] !== quote) {
      const byte = bytes[end++]!;
      // Escapes and letters beyond ASCII in names are rare; no tag has a longer name, and each name is kept.
      if (byte < space || byte > lastAscii || byte === backslash || end - at > tagNameCharactersMax) return undefined;
    }
    if (end >= to || edges.length >= edgesMax) return undefined;
    return this.tree.grow(node, bytes.slice(at, end + 1));
  }

  /** Leaves where the scalar ends in `this.at`. */
  private scanScalar(bytes: Uint8Array, at: number, to: number, byte: number, leaf: number): boolean {
    if (byte === quote) return this.scanText(bytes, at + 1, to, leaf);
    if (byte <= nine && byte >= minus) return this.scanNumber(bytes, at, to, leaf);
    return this.scanWord(bytes, at, to, leaf);
  }

  private scanText(bytes: Uint8Array, from: number, to: number, leaf: number): boolean {
    let at = from;
    let kind: number = leafKinds.text;
    for (; at < to; at++) {
      const byte = bytes[at]!;
      if (byte === quote) {
        this.starts[leaf] = from;
        this.ends[leaf] = at;
        this.kinds[leaf] = kind;
        this.at = at + 1;
        return true;
      }
      if (byte < space) return false;
      if (byte !== backslash) continue;
      kind = leafKinds.escaped;
      const length = escapeLength(bytes, ++at);
      if (length === 0) return false;
      at += length - 1;
    }
    return false;
  }

  /** Only what JSON.parse and String give back as it is written, or but for zeros at its end. */
  private scanNumber(bytes: Uint8Array, from: number, to: number, leaf: number): boolean {
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
    if (byte !== comma && byte !== closeBrace && !(byte! <= space)) return false;
    const isMinusZero = end - first === 1 && bytes[first] === zero;
    this.starts[leaf] = isMinusZero ? first : from;
    this.ends[leaf] = end;
    this.kinds[leaf] = digits > 15 ? leafKinds.longNumber : leafKinds.number;
    this.at = at;
    return true;
  }

  private scanWord(bytes: Uint8Array, from: number, to: number, leaf: number): boolean {
    for (const { text, kind } of words) {
      let same = 0;
      while (same < text.length && bytes[from + same] === text[same]) same++;
      if (same < text.length || from + same > to) continue;
      this.starts[leaf] = from;
      this.ends[leaf] = from + same;
      this.kinds[leaf] = kind;
      this.at = from + same;
      return true;
    }
    return false;
  }
}

/** Of what stands behind the backslash; 0: none that the quick road knows, such as half of a pair of units. */
function escapeLength(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!;
  if (byte !== letterU) return simpleEscapes[byte]! === 0 ? 0 : 1;
  for (let i = 1; i <= 4; i++) if (hexDigits[bytes[at + i]!]! > 15) return 0;
  const isSurrogate = hexDigits[bytes[at + 1]!] === 13 && hexDigits[bytes[at + 2]!]! >= 8;
  return isSurrogate ? 0 : 5;
}

/** Writes a text without its escapes, which `EventScanner` has seen, to `target`; returns where it ends there. */
export function writeUnescaped(bytes: Uint8Array, from: number, to: number, target: Uint8Array, start: number): number {
  let used = start;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (byte !== backslash) target[used++] = byte;
    else if (bytes[++at] !== letterU) target[used++] = simpleEscapes[bytes[at]!]!;
    else {
      let code = 0;
      for (let i = 1; i <= 4; i++) code = code * 16 + hexDigits[bytes[at + i]!]!;
      at += 4;
      if (code < 0x80) target[used++] = code;
      else {
        if (code < 0x800) target[used++] = 0xc0 | (code >> 6);
        else {
          target[used++] = 0xe0 | (code >> 12);
          target[used++] = 0x80 | ((code >> 6) & 0x3f);
        }
        target[used++] = 0x80 | (code & 0x3f);
      }
    }
  }
  return used;
}

function skipBlanks(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && (bytes[at] === space || bytes[at] === 9 || bytes[at] === 13 || bytes[at] === 10)) at++;
  return at;
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
const lastAscii = 0x7e;
/** Names that may follow one place; with more of them looking for one would take longer than parsing. */
const edgesMax = 64;
