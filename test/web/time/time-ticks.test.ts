import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";

// The page asks its browser for the language, and is checked with its types.
Object.assign(globalThis, { localStorage: { getItem: () => null } });
const web = join(import.meta.dirname, "../../../src/web");
const { en } = await import("../../../src/web/words/en.ts");
Object.assign((await import(join(web, "words/words.ts"))).words, en);
type Tick = { place: number; label: string };
const {
  leftOfTick,
  timeTicks,
}: Record<"timeTicks", (from: number, to: number, zone: string) => Tick[]> &
  Record<"leftOfTick", (tick: Tick) => string> = await import(join(web, "time/time-ticks.ts"));

const at = (text: string) => Date.parse(`${text}Z`) / 1000;
const labelsOf = (from: string, to: string) => timeTicks(at(from), at(to), "UTC").map(({ label }) => label);

test.each([
  ["2006-11-23T20:00", "2026-11-23T20:00", ["2010", "2015", "2020", "2025"]],
  ["2021-06-01T00:00", "2026-06-01T00:00", ["2022", "2023", "2024", "2025", "2026"]],
  [
    "2026-11-23T20:00",
    "2026-11-23T20:00:08",
    ["20:00:01", "20:00:02", "20:00:03", "20:00:04", "20:00:05", "20:00:06", "20:00:07"],
  ],
])("when the axis goes from %s to %s, then round times stand below it", (from, to, labels) => {
  expect(labelsOf(from, to)).toEqual(labels);
});

test("when a range is of any length, then its labels are few, in order and apart", () => {
  const instant = fc.integer({ min: at("1990-01-01"), max: at("2040-01-01") });
  fc.assert(
    fc.property(instant, instant, fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kolkata"), (a, b, zone) => {
      fc.pre(Math.abs(a - b) > 60);
      const ticks = timeTicks(Math.min(a, b), Math.max(a, b), zone);
      expect(ticks.length).toBeLessThanOrEqual(9);
      for (const [index, { place }] of ticks.entries())
        if (index > 0) expect(place - ticks[index - 1]!.place).toBeGreaterThan(0.07);
    }),
  );
});

test("when a label stands near an edge of a narrow chart, then it is moved there by half of its length at most", () => {
  expect(leftOfTick({ place: 0.04, label: "24 Jul 2025" })).toBe("clamp(5.5ch, 4%, 100% - 5.5ch)");
});
