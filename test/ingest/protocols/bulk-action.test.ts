import { expect, test } from "vitest";
import { parseAction } from "../../../src/ingest/protocols/elasticsearch/bulk-action.ts";

test("when an action has something beside it, then it is read; two actions in one line are refused", () => {
  const action = { kind: "index", index: "logs", id: "7" };
  expect(parseAction('{"index":{"_index":"logs","_id":7},"attempts":0}', 1, "")).toEqual(action);
  expect(parseAction('{"attempts":0,"index":{"_id":"7"}}', 1, "logs")).toEqual(action);
  for (const text of ['{"index":{},"delete":{}}', '{"attempts":0}', '{"index":1}', "{}", "[]", "index"])
    expect(() => parseAction(text, 3, "")).toThrow(/^Malformed action\/metadata line \[3\]/);
});
