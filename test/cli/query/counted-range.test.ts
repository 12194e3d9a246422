import fc from "fast-check";
import { expect, test } from "vitest";
import { stepFor, widenedNote } from "../../../src/cli/query/counted-range.ts";
import { stepsMax } from "../../../src/query/limits.ts";
import { resolveSteps } from "../../../src/query/time/time-range.ts";

const timezone = "Europe/Berlin";
const now = at("2026-11-30T10:00:00.5Z");

function at(text: string): number {
  return Temporal.Instant.from(text).epochMilliseconds / 1000;
}

/** The range that the service counts. */
function counted(type: string, from: string, to: string) {
  const range = { ts_from: at(from), ts_to: to === "" ? 0 : at(to), timezone };
  const step = stepFor(type, range, now);
  const { bounds, count } = resolveSteps({ ...range, ...(step !== undefined && { step }) }, now);
  const text = (micros: number) => new Date(micros / 1000).toISOString();
  return { from: text(bounds[0]!), to: text(bounds[count]!), count };
}

test.each([
  ["noon to noon of days", "2026-11-20T12:00:00Z", "2026-11-29T12:00:00Z"],
  ["whole days", "2026-11-19T23:00:00Z", "2026-11-28T23:00:00Z"],
  ["whole days across a change of the clocks", "2026-10-19T22:00:00Z", "2026-11-28T23:00:00Z"],
  ["days of 24 hours across it", "2026-10-19T22:00:00Z", "2026-11-28T22:00:00Z"],
  ["odd seconds of an hour", "2026-11-20T12:00:07Z", "2026-11-20T13:03:14Z"],
  ["a month by minutes", "2026-11-01T12:10:00Z", "2026-11-07T12:03:00Z"],
])("when a ranking of %s is asked, then exactly that is counted", (_, from, to) => {
  const range = counted("TopN", from, to);
  expect([range.from, range.to].map((text) => text.replace(".000", ""))).toEqual([from, to]);
});

test.each([
  ["9 days that end at an odd second", "2026-11-20T12:00:00Z", "2026-11-29T12:00:01Z", 120],
  ["days until now", "2026-11-20T12:00:00Z", "", 120],
])("when a ranking of %s is asked, then it begins there and ends a little later", (_, from, to, secondsMax) => {
  const range = counted("Patterns", from, to);
  expect(range.from.replace(".000", "")).toBe(from);
  const late = at(range.to) - (to === "" ? now : at(to));
  expect([late > 0, late < secondsMax]).toEqual([true, true]);
});

test("when a ranking of any range is asked, then its steps hold it, and are not too many", () => {
  const second = fc.integer({ min: 1, max: 1_900_000_000 });
  const zones = fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kathmandu", "America/Sao_Paulo");
  const check = (a: number, b: number, zone: string) => {
    const range = { ts_from: Math.min(a, b), ts_to: Math.max(a, b) + 1, timezone: zone };
    const { bounds, count } = resolveSteps({ ...range, step: stepFor("TopN", range, now)! }, now);
    expect(count).toBeLessThanOrEqual(stepsMax);
    expect([bounds[0]! <= range.ts_from * 1e6, bounds[count]! >= range.ts_to * 1e6]).toEqual([true, true]);
  };
  fc.assert(fc.property(second, second, zones, check), { numRuns: 300 });
});

test.each([
  ["2026-11-20T11:00:00Z", "2026-11-29T11:00:00Z", 43_200],
  ["2026-11-20T12:00:00Z", "2026-11-20T13:30:00Z", undefined],
  ["2026-11-20T12:00:00Z", "2026-11-20T13:35:00Z", 300],
  ["2026-11-20T12:00:00Z", "2026-11-29T12:00:01Z", undefined],
])("when a rate from %s to %s is asked, then its step is %s", (from, to, step) => {
  expect(stepFor("EventRate", { ts_from: at(from), ts_to: at(to), timezone }, now)).toBe(step);
});

test.each(["Search", "LastN", "Stats"])("when the question is of the kind %s, then it has no steps", (type) => {
  expect(stepFor(type, { preset: "last_24_hours", timezone }, now)).toBe(undefined);
});

test("when more was counted than was asked, then a note says from when to when", () => {
  const range = { ts_from: 86_400, ts_to: 90_000, timezone: "UTC" };
  const noteOf = (ts_from: number, ts_to: number) => widenedNote(range, { totals: { ts_from, ts_to } });
  expect(noteOf(86_400, 90_060)).toBe("Whole steps were counted: from 1970-01-02 00:00:00 to 1970-01-02 01:01:00.");
  expect(noteOf(86_400, 90_000)).toBe(undefined);
  expect(widenedNote({ ...range, ts_to: 0 }, { totals: { ts_from: 86_400, ts_to: 99_999 } })).toBe(undefined);
  expect(widenedNote({ preset: "last_1_hours", timezone }, { totals: { ts_from: 1, ts_to: 2 } })).toBe(undefined);
});
