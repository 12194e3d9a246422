import { expect, test } from "vitest";
import { readQueryOptions } from "../../../src/cli/query/options.ts";

const timezone = "UTC";
const hour = { preset: "last_1_hours", timezone };

test.each([
  [{ _: [] }, { type: "Search", q: "", params: { page_size: 20 }, timeRange: hour }],
  [
    { _: ["a b"], limit: "5" },
    { type: "Search", q: "a b", params: { page_size: 5 }, timeRange: hour },
  ],
  [
    { _: ["x"], top: "host" },
    { type: "TopN", q: "x", params: { field: "host", limit: 10 }, timeRange: hour },
  ],
  [
    { _: [], "last-of": "program", limit: "3" },
    { type: "LastN", q: "", params: { field: "program", limit: 3 }, timeRange: hour },
  ],
  [
    { _: [], oldest: true },
    { type: "Search", q: "", params: { page_size: 20, sort: "first_occurrence" }, timeRange: hour },
  ],
  [
    { _: ["x"], stats: "took", by: "host,program" },
    {
      type: "Stats",
      q: "x",
      params: {
        field: "took",
        by: ["host", "program"],
        functions: ["count", "min", "avg", "p50", "p95", "max"],
        limit: 10,
      },
      timeRange: hour,
    },
  ],
  [
    { _: ["x"], rate: "5m" },
    { type: "EventRate", q: "x", params: { step: 300 }, timeRange: { ...hour, step: 300 } },
  ],
  [
    { _: ["x"], rate: "" },
    { type: "EventRate", q: "x", params: {}, timeRange: hour },
  ],
  [
    { _: [], rate: "severity<=3" },
    { type: "EventRate", q: "severity<=3", params: {}, timeRange: hour },
  ],
  [
    { _: [], all: true },
    { type: "Search", q: "", params: { page_size: 20 }, timeRange: undefined },
  ],
  [
    { _: [], from: "1970-01-02", to: "1970-01-03" },
    { type: "Search", q: "", params: { page_size: 20 }, timeRange: { ts_from: 86_400, ts_to: 172_800, timezone } },
  ],
  [
    { _: [], from: "1970-01-02" },
    { type: "Search", q: "", params: { page_size: 20 }, timeRange: { ts_from: 86_400, ts_to: 0, timezone } },
  ],
  [
    { _: ["x"], around: "7", same: "host,program", limit: "3" },
    {
      type: "Around",
      q: "x",
      params: { id: "7", before: 3, after: 3, same: ["host", "program"] },
      timeRange: undefined,
    },
  ],
  [
    { _: [], around: "7", last: "1h" },
    { type: "Around", q: "", params: { id: "7", before: 10, after: 10, same: [] }, timeRange: hour },
  ],
])("when the options are %j, then this is asked", (args, asked) => {
  expect(readQueryOptions({ timezone, ...args })).toEqual({ ...asked, timezone } as never);
});

test.each([
  [{ _: ["x"], rate: "often" }, "--rate: expected a step"],
  [{ _: [], top: "" }, "--top needs a field"],
  [{ _: [], around: "x" }, "--around needs the id"],
  [{ _: [], around: "7", top: "host" }, "different questions"],
  [{ _: [], same: "host" }, "--same needs --around"],
  [{ _: [], to: "2026-01-01" }, "--to needs --from"],
  [{ _: [], from: "-1h", to: "2 hours ago" }, "--to: expected a time after --from"],
  [{ _: [], from: "2200-01-01" }, "--from: expected a time before now"],
  [{ _: [], last: "1h", from: "2026-01-01" }, "Give one of --last"],
  [{ _: [], limit: "10001" }, "--limit: expected a number from 1 to 10000"],
  [{ _: [], top: "host", limit: "1001" }, "--limit: expected a number from 1 to 1000"],
])("when the options are %j, then they are refused", (args, message) => {
  expect(() => readQueryOptions({ timezone, ...args })).toThrow(message);
});
