import { expect, test } from "vitest";
import { EventScanner } from "../../../src/ingest/fast/event-scanner.ts";
import { RuledShapes } from "../../../src/ingest/fast/ruled-shapes.ts";
import { fastLeavesMax, ruledTagsMax } from "../../../src/ingest/limits.ts";

const line = Buffer.from(JSON.stringify({ message: "m", user_tags: { b: "1", d: "2" } }));
const shape = new EventScanner().scan(line, 0, line.length)!;
const find = (shapes: RuledShapes, pairs: string[]) => shapes.find(shape, pairs, fastLeavesMax);

test("when rules set tags, then their shape has those that came and those that were set, by name", () => {
  const ruled = find(new RuledShapes(), ["a", "1", "b", "2", "c", "3"])!;
  expect(ruled.tagNames).toEqual(["a", "b", "c", "d"]);
  expect([...ruled.tags]).toEqual([fastLeavesMax, fastLeavesMax + 1, fastLeavesMax + 2, shape.tags[1]!]);
  expect(find(new RuledShapes(), ["\ud800", "1"])).toBeUndefined();
});

test("when rules set ever other names, then what was known of them is forgotten before it is much", () => {
  const shapes = new RuledShapes();
  const first = find(shapes, ["a", "1"]);
  expect(find(shapes, ["a", "2"])).toBe(first);
  // Each has the two that came and two that were set, and is reached over one name more.
  for (let i = 0; i < ruledTagsMax / 5 - 2; i++) find(shapes, ["a", "1", `n${i}`, "2"]);
  expect(find(shapes, ["a", "3"])).toBe(first);
  for (let i = 0; i < 3; i++) find(shapes, ["a", "1", `m${i}`, "2"]);
  expect(find(shapes, ["a", "3"])).not.toBe(first);
});

test("when names come in ever other orders, then it is told, so that they are sorted", () => {
  const shapes = new RuledShapes();
  const names = ["a", "b", "c", "e", "f", "g"];
  const orders = (left: string[]): string[][] =>
    left.length === 0
      ? [[]]
      : left.flatMap((name) => orders(left.filter((one) => one !== name)).map((rest) => [name, ...rest]));
  const all = orders(names);
  const pairsOf = (order: string[]) => order.flatMap((name) => [name, "1"]);
  for (const order of all.slice(0, 500)) find(shapes, pairsOf(order));
  expect(shapes.isCrowded(shape)).toBe(false);
  for (const order of all) find(shapes, pairsOf(order));
  expect(shapes.isCrowded(shape)).toBe(true);
});
