import { expect, test } from "vitest";
import { RequestError } from "../../../src/cli/http-client.ts";
import { explainQueryError } from "../../../src/cli/query/explain-error.ts";

const refusal = (body: Record<string, unknown>) => new RequestError(`answered 400: ${JSON.stringify(body)}`, 400, body);

test("when the service names a column, then a caret stands under it", () => {
  const error = explainQueryError(refusal({ "params.q": ["Column 10: expected a value."] }), "severity<=");
  expect(Bun.stripANSI(error.message)).toBe("Column 10: expected a value.\n  severity<=\n           ^");
  expect(error.exitCode).toBe(2);
});

test("when characters before the column are wide or control the terminal, then the caret still stands right", () => {
  const error = explainQueryError(refusal({ "params.q": ["Column 4: no."] }), "日本\u001Bx");
  expect(Bun.stripANSI(error.message).split("\n").slice(1)).toEqual(["  日本␛x", "       ^"]);
});

test("when the column is the end of the query or beyond, then the caret stands behind it", () => {
  const error = explainQueryError(refusal({ "params.q": ["Column 99: expected more."] }), "(a");
  expect(Bun.stripANSI(error.message).split("\n")[2]).toBe("    ^");
});

test("when a time is compared in the query, then the options of the range are named", () => {
  const said = 'Column 6: expected a number after "time>", found "2026-11-01"';
  const { message } = explainQueryError(refusal({ "params.q": [said] }), "time>2026-11-01");
  expect(Bun.stripANSI(message).split("\n")).toEqual([
    said,
    "The range of time is no part of the query: --from, --to and --last choose it.",
    "  time>2026-11-01",
    "       ^",
  ]);
});

test("when a parameter is refused that an option gave, then the option is named", () => {
  const error = explainQueryError(refusal({ "params.time_range.step": ["Expected at most 10000 steps."] }), "");
  expect(error.message).toBe("--rate: Expected at most 10000 steps.");
});

test("when no column is named, then the message stays as it is", () => {
  const error = explainQueryError(refusal({ "params.other": ["Unknown."] }), "a");
  expect(error.message).toContain("params.other");
  expect(error.message).not.toContain("^");
});
