import { describe, expect, test } from "vitest";
import { spareBytesMax, spareBytesMin, sparesMax, unfinishedBytesMax } from "../../../src/ingest/listeners/limits.ts";
import { UnfinishedBytes, UnfinishedMessage } from "../../../src/ingest/listeners/unfinished.ts";

describe("UnfinishedBytes", () => {
  test("when memory comes back, then it is lent again to who needs no more, and it counts once", () => {
    const all = new UnfinishedBytes();
    const memory = all.lend(spareBytesMax)!;
    all.giveBack(memory);
    expect(all.lend(100)).toHaveLength(100);
    expect(all.lend(spareBytesMin)).toBe(memory);
    expect(all.lend(unfinishedBytesMax - spareBytesMax - 100)).toBeDefined();
    expect(all.lend(1)).toBeUndefined();
  });

  test("when much memory comes back, then a few pieces of some sizes are kept", () => {
    const all = new UnfinishedBytes();
    const sizes = [spareBytesMin - 1, spareBytesMax + 1, ...Array.from({ length: sparesMax + 1 }, () => spareBytesMin)];
    const lent = sizes.map((size) => all.lend(size)!);
    for (const memory of lent) all.giveBack(memory);
    const again = lent.map(() => all.lend(spareBytesMin)!);
    expect(again.filter((memory) => lent.includes(memory))).toHaveLength(sparesMax);
  });
});

describe("UnfinishedMessage", () => {
  test("when its memory was another message's before, then it holds its own bytes alone", () => {
    const all = new UnfinishedBytes();
    const first = new UnfinishedMessage(all, spareBytesMax);
    first.add(new Uint8Array(spareBytesMin * 2).fill(1));
    first.clear();
    const second = new UnfinishedMessage(all, spareBytesMax);
    second.add(new Uint8Array(spareBytesMin).fill(2));
    second.add(Uint8Array.of(3));
    expect(second.bytes).toEqual(Uint8Array.from([...new Uint8Array(spareBytesMin).fill(2), 3]));
    expect(first.length).toBe(0);
  });

  test("when there is no memory, then it says so and keeps what it had", () => {
    const all = new UnfinishedBytes();
    const message = new UnfinishedMessage(all, unfinishedBytesMax);
    expect(message.add(Uint8Array.of(1, 2))).toBe(true);
    expect(all.lend(unfinishedBytesMax - 300)).toBeDefined();
    expect(message.add(new Uint8Array(1_000))).toBe(false);
    expect(message.bytes).toEqual(Uint8Array.of(1, 2));
  });
});
