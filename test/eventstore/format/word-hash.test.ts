import { expect, test } from "vitest";
import { Random } from "../../../bench/corpora/random.ts";
import { HashSet } from "../../../src/eventstore/format/word-hash.ts";

test("when hashes are added, some twice and some that end alike, then a set has each once, also when it is used again", () => {
  const random = new Random(3);
  const set = new HashSet();
  for (const { count, below, step } of [
    { count: 10, below: 5, step: 1 },
    { count: 5_000, below: 2 ** 32, step: 1 },
    { count: 100_000, below: 70_000, step: 65_536 },
    { count: 0, below: 1, step: 1 },
    { count: 3, below: 2, step: 1 },
  ]) {
    const hashes = Array.from({ length: count }, () => (Math.floor(random.next() * below) * step) | 0);
    set.clear();
    for (const hash of hashes) set.add(hash);
    const found: number[] = [];
    set.forEach((hash) => {
      found.push(hash);
    });
    expect(set.count).toBe(new Set(hashes).size);
    expect(found.toSorted((a, b) => a - b)).toEqual([...new Set(hashes)].toSorted((a, b) => a - b));
  }
});
