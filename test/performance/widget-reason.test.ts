import { expect, test } from "vitest";
import { reasonOfWidget, type WidgetFacts } from "../../src/performance/widget-reason.ts";

const slow: WidgetFacts = {
  ...{
    rangeSeconds: 3600,
    conditions: [],
    field: undefined,
    valueCount: 0,
    rowsRead: 1_234_567,
    bytesRead: 1024 * 1024,
  },
  ...{ warmMs: 80, coldMs: 90 },
};

test.each<[string, Partial<WidgetFacts>, RegExp]>([
  ["nothing stands out", {}, /^It looks at 1,234,567 events\.$/],
  ["it covers a month", { rangeSeconds: 30 * 86_400 }, /30 days with 1,234,567 events/],
  ["a pattern is searched in messages", { conditions: [{ field: "message", op: "=~" }] }, /Every message text is read/],
  ["a message must not be something", { conditions: [{ field: "message", op: "ne" }] }, /Every message text is read/],
  ["a pattern is tried on a field", { conditions: [{ field: "host", op: "!~" }] }, /every different value of "host"/],
  [
    "a user tag is compared",
    { conditions: [{ field: "user", op: "eq" }] },
    /"user" of all 1,234,567 events: there is no index/,
  ],
  [
    "a field of many values is ranked",
    { field: "src_ip", valueCount: 50_000 },
    /"src_ip" has many different values, 50,000/,
  ],
  ["the disk is slow", { warmMs: 10, coldMs: 100 }, /^Cold it takes 10 times as long: 1\.0 MB come from the disk\.$/],
  ["little was read", { warmMs: 10, coldMs: 100, bytesRead: 999 }, /^Cold it takes 10 times as long: what its columns/],
])("when %s, then that is why it is slow", (_title, facts, reason) => {
  expect(reasonOfWidget({ ...slow, ...facts })).toMatch(reason);
});

test("when a widget is quick, then there is nothing to tell", () => {
  const conditions = [{ field: "message", op: "=~" }];
  expect(reasonOfWidget({ ...slow, warmMs: 3, coldMs: 20, conditions })).toBeNull();
});
