import { describe, expect, test } from "vitest";
import { nextRangeMove } from "../../src/live/next-range-move.ts";
import { parseQuery } from "../../src/query/parse/parse-query.ts";

/** 2023-11-14 22:13:20 UTC, a Tuesday. */
const base = 1_700_000_000;

describe("when an answer becomes another by time alone", () => {
  test.each([
    ["EventRate", { ts_from: -3600 }, "the next minute", 1_700_000_040],
    ["EventRate", { preset: "last_10_seconds" }, "the end of this second", base],
    ["EventRate", { preset: "last_1_days" }, "the next quarter of an hour", 1_700_000_100],
    ["TopN", { preset: "last_1_hours", step: 600 }, "the end of a step of its own", 1_700_000_400],
    [
      "EventRate",
      { preset: "yesterday", step: 3600 },
      "after another step, though the range ended long ago",
      base + 3600,
    ],
    ["Search", { preset: "last_1_hours" }, "the next minute, as it would be with steps", 1_700_000_040],
    [
      "Search",
      { preset: "last_300_days", step: 1 },
      "the next minute, when the steps cannot be counted",
      1_700_000_040,
    ],
    ["Tasks", undefined, "the next minute, as tasks become overdue", 1_700_000_040],
  ])("when %s is asked over %j, then it is %s", (type, range, _, expected) => {
    const params = range === undefined ? {} : { time_range: range };
    const question = parseQuery({ type, params }, { timezone: "UTC", now: base });
    expect(nextRangeMove(question.type, question.params, base)).toBe(expected);
  });
});
