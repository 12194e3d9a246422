import { describe, expect, test } from "vitest";
import { tagNameCharactersMax } from "../../../src/eventstore/event/event-limits.ts";
import { EventScanner } from "../../../src/ingest/fast/event-scanner.ts";
import { type ShapeEdge, type ShapeNode, ShapeTree } from "../../../src/ingest/fast/shape-tree.ts";
import { fastLeavesMax, shapeNodesMax, shapeTagsMax } from "../../../src/ingest/limits.ts";

/** Tells of each name that was new. */
class WatchedTree extends ShapeTree {
  readonly grown: { edge: ShapeEdge; root: ShapeNode }[] = [];

  override grow(node: ShapeNode, bytes: Uint8Array): ShapeEdge {
    const edge = super.grow(node, bytes);
    this.grown.push({ edge, root: this.root });
    return edge;
  }
}

function scanAll(texts: Iterable<string>) {
  const tree = new WatchedTree();
  const scanner = new EventScanner(tree);
  const shapes = Array.from(texts, (text) => {
    const bytes = new TextEncoder().encode(text);
    return scanner.scan(bytes, 0, bytes.length);
  });
  return { shapes, grown: tree.grown };
}

const eventOf = (names: readonly string[]) => `{"message":"m",${names.map((name) => `"${name}":1`).join(",")}}`;

describe("ShapeTree", () => {
  test("when a name is longer than any tag's, then nothing is kept of it", () => {
    const known = scanAll([eventOf(["n".repeat(tagNameCharactersMax - 4)])]);
    expect(known.shapes[0]?.tagNames).toHaveLength(1);
    const names = Array.from({ length: 60 }, (_, i) => `${i}`.padStart(tagNameCharactersMax + 1, "n"));
    const { shapes, grown } = scanAll(names.map((name) => eventOf([name])));
    expect(shapes).toEqual(names.map(() => undefined));
    expect(grown.map(({ edge }) => edge.name)).toEqual(["message"]);
  });

  test("when an object has more names than the fast path takes, then places end there, also when all are empty objects", () => {
    const names = Array.from({ length: 100_000 }, (_, i) => `n${i}`);
    const members = (value: string, count: number) => `{${names.slice(0, count).map((n) => `"${n}":${value}`)}}`;
    const { shapes, grown } = scanAll([
      `{"message":"m","a":${members("{}", names.length)}}`,
      `{"message":"m","b":${members("{}", fastLeavesMax)}}`,
    ]);
    expect(shapes.map((shape) => shape !== undefined)).toEqual([false, true]);
    expect(grown).toHaveLength(3 + 2 * fastLeavesMax + 1);
  });

  test("when ever other tags come, then what was known of them is forgotten before it is much", () => {
    const perEvent = 100;
    function* events() {
      for (let i = 0; i < 1_000; i++)
        yield eventOf(Array.from({ length: perEvent }, (_, tag) => `t${i % 60}_${tag}_${i}`));
    }
    const { shapes, grown } = scanAll(events());
    expect(shapes.every((shape) => shape?.tags.length === perEvent)).toBe(true);
    const begun = new Set(grown.map(({ root }) => root)).size;
    expect(begun).toBeGreaterThan((grown.length * 3) / shapeNodesMax - 1);
  });

  test("when events end after each of many tags, then the tags that are known of them all are bounded", () => {
    const names = Array.from({ length: 199 }, (_, i) => `t${i}`);
    function* events() {
      for (let way = 0; way < 5; way++)
        for (let tags = 1; tags <= names.length; tags++) yield eventOf([`way${way}`, ...names.slice(0, tags)]);
      yield eventOf(["another"]);
    }
    const { shapes, grown } = scanAll(events());
    const made = shapes.reduce((sum, shape) => sum + (shape?.tags.length ?? 0), 0);
    expect(made).toBeGreaterThan(3 * shapeTagsMax);
    expect(new Set(grown.map(({ root }) => root)).size).toBeGreaterThanOrEqual(3);
  });
});
