import { tagNameCharactersMax, tagsMax } from "../../eventstore/event/event-limits.ts";
import { backslash, closeBrace, colon, comma, openBrace, quote } from "../body/json-scanner.ts";
import { ScalarScanner } from "../body/scalar-scanner.ts";
import { LeafTable } from "../event/leaf-table.ts";
import { fastLeavesMax } from "../limits.ts";
import type { Shape } from "./event-shape.ts";
import { type ShapeEdge, type ShapeNode, ShapeTree } from "./shape-tree.ts";

/**
 * Finds where the values of an event's JSON begin and end without parsing them. It knows the common form alone: objects
 * in objects with short names, texts, numbers that are written as JavaScript writes them, true, false, null. Everything
 * else, broken JSON too, is `undefined`, and the slow path decides. The bytes must be UTF-8.
 */
export class EventScanner {
  /** By leaf, of the event scanned last, with room for tags that rules add. Texts without their quotation marks. */
  readonly table = new LeafTable(fastLeavesMax + tagsMax);
  private readonly scalars = new ScalarScanner(this.table);

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
        if (edge.scalar === undefined || count === fastLeavesMax) return undefined;
        if (!this.scalars.scan(bytes, at, to, byte, count)) return undefined;
        at = this.scalars.at;
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

  /** The name that begins at `at`, as a known one or a new one. */
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
}

function skipBlanks(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && (bytes[at] === space || bytes[at] === 9 || bytes[at] === 13 || bytes[at] === 10)) at++;
  return at;
}

const space = 0x20;
const lastAscii = 0x7e;
/** Names that may follow one place; with more, searching them would take longer than parsing. */
const edgesMax = 64;
