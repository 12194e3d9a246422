import { describe, expect, test } from "vitest";
import { parseQueryLanguage } from "../../src/filter/language/query-language.ts";

type LineOf = (
  widget: { config: unknown },
  q?: string,
  narrowing?: { field: string; value: string },
) => string | undefined;

// By its name: the types of the page, which has a browser around it, stay out of the project of the tests.
const source = new URL("../../src/web/widgets/events-address.ts", import.meta.url).pathname;
const { lineOf }: { lineOf: LineOf } = await import(source);

describe("the line that means the events of a widget", () => {
  const narrowing = { field: "host", value: "a b" };
  test.each([
    [{ q: "x | y" }, "", undefined, "x | y"],
    [{ q: "x | y" }, "", narrowing, '(x | y) host:"a b"'],
    [{ q: "x | y" }, "z", undefined, "(x | y) z"],
    [{ filter: [{ field: "severity", op: "le", value: 3 }] }, "x OR y", undefined, "(x OR y) severity<=3"],
    [{ filter: [{ field: "program", value: ["a*", "b"] }] }, "", undefined, "program:a*,b"],
    [
      { filter: [{ any: [{ field: "code", op: "ge", value: 500 }, { not: { field: "host", value: "x" } }] }] },
      "",
      undefined,
      "(code>=500 | -(host:x))",
    ],
    [{ filter: [{ field: "message", op: "qp", value: "a | b" }] }, "", narrowing, '(a | b) host:"a b"'],
  ] as const)(
    "when its config is %j and the reader's line %j, narrowed to %j, then it is as expected",
    (config, q, more, line) => {
      expect(lineOf({ config }, q, more)).toBe(line);
      expect(() => parseQueryLanguage(line)).not.toThrow();
    },
  );

  test.each([
    { filter: [{ field: "host", value: "x", ignore_case: false }] },
    { filter: [{ field: "host", op: "qp", value: "a b" }] },
    { filter: [{ field: "host", value: "a b*" }] },
  ])("when no line can say %j, then there is none", (config) => {
    expect(lineOf({ config })).toBeUndefined();
  });
});
