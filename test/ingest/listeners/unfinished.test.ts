import { describe, expect, test } from "vitest";
import { spareBytesMax, spareBytesMin, sparesMax, unfinishedBytesMax } from "../../../src/ingest/listeners/limits.ts";
import { UnfinishedBytes, UnfinishedMessage } from "../../../src/ingest/listeners/unfinished.ts";

const none = new Uint8Array(0);

describe("UnfinishedBytes", () => {
  test("when memory comes back, then it goes to who needs no more, and it counts once", () => {
    const all = new UnfinishedBytes();
    const memory = all.grow(none, spareBytesMax)!;
    all.giveBack(memory);
    expect(all.grow(none, 100)).toHaveLength(100);
    expect(all.grow(none, spareBytesMin)).toBe(memory);
    expect(all.grow(none, unfinishedBytesMax - spareBytesMax - 100)).toBeDefined();
    expect(all.grow(none, 1)).toBeUndefined();
  });

  test("when memory grows, then it keeps its bytes, and only what is added counts", () => {
    const all = new UnfinishedBytes();
    const half = all.grow(none, unfinishedBytesMax / 2)!.fill(7);
    const whole = all.grow(half, unfinishedBytesMax)!;
    expect([whole.length, whole[0], whole[half.length - 1]]).toEqual([unfinishedBytesMax, 7, 7]);
    expect(all.grow(none, 1)).toBeUndefined();
    all.giveBack(whole);
    expect(all.grow(none, unfinishedBytesMax)).toBeDefined();
  });

  test("when a spare piece is more than there is room for, then there is a smaller one", () => {
    const all = new UnfinishedBytes();
    const spare = all.grow(none, spareBytesMax)!;
    all.giveBack(spare);
    expect(all.grow(none, unfinishedBytesMax - spareBytesMin)).toBeDefined();
    expect(all.grow(none, spareBytesMin)).toHaveLength(spareBytesMin);
  });

  test("when much memory comes back, then a few pieces of some sizes are kept", () => {
    const all = new UnfinishedBytes();
    const sizes = [spareBytesMin - 1, spareBytesMax + 1, ...Array.from({ length: sparesMax + 1 }, () => spareBytesMin)];
    const grown = sizes.map((size) => all.grow(none, size)!);
    for (const memory of grown) all.giveBack(memory);
    const again = grown.map(() => all.grow(none, spareBytesMin)!);
    expect(again.filter((memory) => grown.includes(memory))).toHaveLength(sparesMax);
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
    expect(all.grow(none, unfinishedBytesMax - 300)).toBeDefined();
    expect(message.add(new Uint8Array(1_000))).toBe(false);
    expect(message.bytes).toEqual(Uint8Array.of(1, 2));
  });
});
