import { expect, test } from "vitest";
import { courtesyMs } from "../../../src/eventstore/limits.ts";
import { Courtesy } from "../../../src/eventstore/upkeep/courtesy.ts";

/** For each millisecond whether work waits. */
function waits(milliseconds: number, isAwaited: (ms: number) => boolean): boolean[] {
  const courtesy = new Courtesy();
  return Array.from({ length: milliseconds }, (_, ms) => courtesy.mustWait(isAwaited(ms), ms));
}

test("when somebody waits for an answer, then work that can wait does, and goes on once nobody does", () => {
  const short = courtesyMs / 2;
  expect(waits(2 * short, (ms) => ms < short)).toEqual(Array.from({ length: 2 * short }, (_, ms) => ms < short));
});

test("when questions never end, or leave pauses that are too short for it, then it works half of the time", () => {
  for (const isAwaited of [() => true, (ms: number) => ms % 800 < 790]) {
    const all = waits(20 * courtesyMs, isAwaited);
    const share = all.filter((wait) => !wait).length / all.length;
    expect(share).toBeGreaterThan(0.45);
    expect(share).toBeLessThan(0.55);
  }
});

test("when questions come with pauses as long as they are, then all of them are let pass", () => {
  const isAwaited = (ms: number) => ms % 600 < 300;
  expect(waits(10_200, isAwaited)).toEqual(Array.from({ length: 10_200 }, (_, ms) => isAwaited(ms)));
});

test("when it was not needed for long, then it owes and is owed nothing", () => {
  const courtesy = new Courtesy();
  courtesy.mustWait(false, 0);
  expect(courtesy.mustWait(true, 1e6)).toBe(true);
  expect(courtesy.mustWait(true, 1e6 + courtesyMs - 1)).toBe(true);
  expect(courtesy.mustWait(true, 1e6 + courtesyMs)).toBe(false);
});
