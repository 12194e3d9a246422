import { describe, expect, test } from "vitest";
import { patternOf } from "../../../src/pattern/pattern-cache.ts";
import { PatternRegistry } from "../../../src/triggers/matching/pattern-registry.ts";

const today = 20_000;
const nothing = { ids: [], days: new Int32Array(0) };
const words = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu".split(" ");

function open(retentionDays = 0, patternsMax?: number, structuresMax?: number) {
  const registry = new PatternRegistry(retentionDays, patternsMax, structuresMax);
  registry.ask([], true);
  registry.setDay(today);
  registry.learn(nothing);
  /** True: it was new. */
  const meet = (text: string) => {
    const bytes = Buffer.from(`  ${text}  `);
    const seen = registry.look(bytes, 2, bytes.length - 2);
    expect(seen.id).toBe(patternOf(text));
    const isNew = registry.isNew(seen);
    if (isNew) registry.note(seen);
    return isNew;
  };
  return { registry, meet };
}

describe("the registry of patterns", () => {
  test("when a pattern does not come for longer than events are kept, then it is new again", () => {
    const { registry, meet } = open(10);
    expect(meet("disk failed")).toBe(true);
    registry.setDay(today + 10);
    expect(meet("disk failed")).toBe(false);
    registry.setDay(today + 20);
    expect(meet("disk failed")).toBe(false);
    registry.setDay(today + 31);
    expect(meet("disk failed")).toBe(true);
  });

  test("when events are kept for ever, then no pattern is forgotten", () => {
    const { registry, meet } = open();
    meet("disk failed");
    registry.setDay(today + 10_000);
    expect(meet("disk failed")).toBe(false);
  });

  test("when there are more structures than are remembered, then patterns stay known", () => {
    const { meet } = open(0, 100, 4);
    for (const word of words) expect(meet(`${word} failed`)).toBe(true);
    for (const word of words) expect(meet(`${word} failed`)).toBe(false);
  });

  test("when more patterns come than may be known, then those of days ago make room", () => {
    const { registry, meet } = open(0, 4);
    for (const word of words.slice(0, 3)) meet(`${word} failed`);
    registry.setDay(today + 1);
    meet("alpha failed");
    expect([meet("new failed"), meet("newer failed")]).toEqual([true, true]);
    expect(registry.isFull).toBe(false);
    expect(meet("alpha failed")).toBe(false);
  });

  test("when a pattern comes for which others make room, then it is new once, and known from then on", () => {
    const { registry, meet } = open(0, 3);
    for (const word of words.slice(0, 3)) meet(`${word} failed`);
    registry.setDay(today + 1);
    expect([meet("omega failed"), meet("omega failed"), meet("omega failed")]).toEqual([true, false, false]);
  });

  test("when the store has more patterns than may be known, then what comes anew is new once, too", () => {
    const { registry, meet } = open(0, 3);
    const ids = words.map((word) => patternOf(`${word} failed`));
    registry.learn({ ids, days: new Int32Array(ids.length).fill(today - 3) });
    expect([meet("omega failed"), meet("omega failed")]).toEqual([true, false]);
  });

  test("when all of them came today, then nothing is new until tomorrow", () => {
    const { registry, meet } = open(0, 4);
    for (const word of words.slice(0, 4)) expect(meet(`${word} failed`)).toBe(true);
    meet("one more");
    expect(registry.isFull).toBe(true);
    expect(meet("another more")).toBe(false);
    registry.setDay(today + 1);
    expect(meet("yet another")).toBe(true);
  });

  test("when a text is empty, then it has no pattern that could be new", () => {
    expect(open().meet("")).toBe(false);
  });
});
