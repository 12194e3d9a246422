import { expect, test } from "vitest";
import { SharedPatterns } from "../../../src/eventstore/patterns/shared-patterns.ts";

test("when the same words come again, then their way is the same, and other words, places or templates have others", () => {
  const shared = new SharedPatterns();
  const way = shared.follow(shared.begin(1), 3, 7);
  way.pattern = 5;
  expect(shared.follow(shared.begin(1), 3, 7).pattern).toBe(5);
  const others = [
    shared.begin(1),
    shared.begin(2),
    shared.follow(shared.begin(1), 3, 8),
    shared.follow(shared.begin(1), 4, 7),
    shared.follow(shared.begin(2), 3, 7),
    shared.follow(way, 3, 7),
  ];
  expect(others.map(({ pattern }) => pattern)).toEqual(others.map(() => undefined));
});

test("when words hardly repeat, then ways and words are given up, while a row in work keeps its own", () => {
  const shared = new SharedPatterns();
  shared.follow(shared.begin(1), 0, 0).pattern = 5;
  for (let word = 1; word < 70_000; word++) shared.follow(shared.begin(1), 0, word);
  expect(shared.follow(shared.begin(1), 0, 0).pattern).toBeUndefined();

  const { words } = shared;
  shared.byValue.set("word 0", Uint32Array.of(1));
  shared.tidy();
  expect([shared.words, shared.byValue.size]).toEqual([words, 1]);
  for (let i = 0; i < 70_000; i++) {
    const word = Buffer.from(nameOf(i));
    words.numberOf(word, 0, word.length);
  }
  shared.tidy();
  expect(shared.words).not.toBe(words);
  expect(shared.byValue.size).toBe(0);
});

/** Letters only, so that it is no data. */
function nameOf(number: number): string {
  return number.toString().replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)]!);
}
