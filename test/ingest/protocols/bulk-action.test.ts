import { expect, test } from "vitest";
import { parseAction } from "../../../src/ingest/protocols/elasticsearch/bulk-action.ts";

test("when an action has something beside it, then it is read; two actions in one line and names too long are refused", () => {
  const action = { kind: "index", index: "logs", id: "7" };
  expect(parseAction('{"index":{"_index":"logs","_id":7},"attempts":0}', 1, "")).toEqual(action);
  expect(parseAction('{"attempts":0,"index":{"_id":"7"}}', 1, "logs")).toEqual(action);
  const longest = "ü".repeat(127);
  expect(parseAction(`{"index":{"_index":"${longest}"}}`, 1, "").index).toBe(longest);
  const tooLong = `{"index":{"_index":"${longest}xy"}}`;
  for (const [text, index] of [
    [tooLong, ""],
    ['{"index":{}}', "i".repeat(256)],
    ['{"index":{}}', "a\u0001"],
  ] as const)
    expect(() => parseAction(text, 3, index)).toThrow(/line \[3\], the index name has more than 255 bytes/);
  for (const text of ['{"index":{},"delete":{}}', '{"attempts":0}', '{"index":1}', "{}", "[]", "index"])
    expect(() => parseAction(text, 3, "")).toThrow(/^Malformed action\/metadata line \[3\]/);
});
