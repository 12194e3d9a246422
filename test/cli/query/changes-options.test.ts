import { expect, test } from "vitest";
import { readChangesOptions } from "../../../src/cli/query/changes-options.ts";

const now = 1_700_000_000;
const timezone = "Europe/Berlin";

test.each([
  [{}, { ts_from: now - 600, ts_to: now }, undefined],
  [{ since: "2 hours ago", until: "1h ago" }, { ts_from: now - 7_200, ts_to: now - 3_600 }, undefined],
  [{ since: "a day ago", against: "before" }, { ts_from: now - 86_400, ts_to: now }, undefined],
  [{ since: "2023-11-14" }, { ts_from: 1_699_916_400, ts_to: now }, undefined],
  [{ against: "yesterday" }, { ts_from: now - 600, ts_to: now }, { shift: 86_400 }],
  [{ against: "last week" }, { ts_from: now - 600, ts_to: now }, { shift: 604_800 }],
  [{ against: "2 hours ago" }, { ts_from: now - 600, ts_to: now }, { shift: 7_200 }],
])("when the options are %j, then this is compared", (args, range, base) => {
  const { params, timeRange } = readChangesOptions({ _: [], timezone, ...args }, now);
  expect(timeRange).toEqual({ ...range, timezone });
  expect(params.base).toEqual(base);
});

test("when a marker is named, then everything since then is compared with as long before it", () => {
  const { params, timeRange } = readChangesOptions({ _: [], timezone, "since-marker": "deploy" }, now, now - 90.5);
  expect([timeRange, params.base]).toEqual([{ ts_from: now - 90.5, ts_to: now, timezone }, undefined]);
});

test("when the clocks changed in between, then yesterday is the same hour of the clock", () => {
  const afterChange = Date.parse("2023-10-29T12:00:00+01:00") / 1000;
  const { params } = readChangesOptions({ _: [], timezone, against: "yesterday" }, afterChange);
  expect(params.base).toEqual({ shift: 25 * 3_600 });
});

test.each([
  [{ since: "some time ago" }, "--since: expected a time"],
  [{ since: "10 minuten" }, '--since: expected a time such as "yesterday 14:00", "10 minutes ago", 2026-11-21'],
  [{ since: "0 minutes ago" }, "--since: expected a time"],
  [{ until: "1 hour ago" }, "--until: expected a time after --since"],
  [{ against: "tomorrow" }, "--against: expected before"],
  [{ against: "5 minutes ago" }, "--against: expected a range that does not overlap"],
  [{ limit: "0" }, "--limit: expected"],
  [{ since: "1 hour ago", "since-marker": "deploy" }, "Give one of --since"],
])("when the options are %j, then they are refused", (args, message) => {
  expect(() => readChangesOptions({ _: [], timezone, ...args }, now)).toThrow(message);
});
