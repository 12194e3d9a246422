import { expect, test } from "vitest";
import { widenWords } from "../../../src/web/query-line/widen-words.ts";

test.each([
  ["exception", "*exception*"],
  ['"no stock" exception host:web', '"no stock" *exception* host:web'],
  ["(timeout | refused) program:nginx", "(*timeout* | *refused*) program:nginx"],
  ["10.0.0 shop", "*10.0.0* *shop*"],
])("when the line is %s, then its words are parts of words in %s", (line, widened) => {
  expect(widenWords(line)).toBe(widened);
});

test.each(["", "err*", '"two words"', "-debug", "NOT debug", "message:refused", "bytes>5", "severity::("])(
  "when the line is %j, then it stays as it is",
  (line) => {
    expect(widenWords(line)).toBe(line);
  },
);
