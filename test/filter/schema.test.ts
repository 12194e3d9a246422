import { describe, expect, test } from "vitest";
import * as z from "zod";
import { filterSchema, querySchema } from "../../src/filter/schema.ts";
import { validateBody } from "../../src/http/validate.ts";
import type { AppError } from "../../src/lib/errors.ts";

/** Messages by dotted path. */
function refusalOf(filter: unknown): Record<string, string[]> {
  try {
    validateBody(z.object({ filter: filterSchema }), { filter });
  } catch (error) {
    return (error as AppError).details.fields!;
  }
  throw new Error("It was accepted.");
}

describe("a filter as it is sent", () => {
  test.each([
    ["groups of what is no condition", [{ any: Array.from({ length: 40_000 }, () => ({ any: [{ x: 1 }] })) }]],
    ["lists of what is no value", Array.from({ length: 100 }, () => ({ field: "a", value: Array(1_000).fill({}) }))],
  ])("when it has very many %s, then reading ends before all of them are told", (_what, filter) => {
    const told = Object.values(refusalOf(filter)).flat();
    expect(told).toHaveLength(1);
  });

  test("when operator and case are not said, then they are filled in", () => {
    expect(filterSchema.parse([{ field: "host", value: "a" }])).toEqual([
      { field: "host", op: "eq", value: "a", ignore_case: true },
    ]);
  });

  const condition = { field: "a", value: 1 };
  const deep = (levels: number): unknown => (levels === 0 ? condition : { not: deep(levels - 1) });
  const long = (length: number) => "a".repeat(length);
  const many = (count: number, item: unknown) => Array.from({ length: count }, () => item);
  const pairs: [what: string, accepted: unknown, refused: unknown, path: string, message: RegExp][] = [
    [
      "conditions",
      many(100, { field: "a", value: 1 }),
      many(101, { field: "a", value: 1 }),
      "",
      /at most 100 conditions/,
    ],
    [
      "a list",
      [{ field: "a", value: many(1000, 1) }],
      [{ field: "a", value: many(1001, 1) }],
      "0.value",
      /at most 1000 values/,
    ],
    ["an empty list", [{ field: "a", value: [1] }], [{ field: "a", value: [] }], "0.value", /at least one value/],
    [
      "a value",
      [{ field: "a", value: long(4096) }],
      [{ field: "a", value: long(4097) }],
      "0.value",
      /at most 4096 characters/,
    ],
    [
      "all wildcards",
      [{ field: "a", value: many(100, `${long(999)}*`) }],
      [{ field: "a", value: [...many(100, `${long(999)}*`), "b*"] }],
      "",
      /at most 100000 characters in all values with wildcards/,
    ],
    [
      "steps of values with wildcards",
      [{ field: "a", value: many(1000, "*error*") }],
      many(5, { field: "a", value: many(1000, "*error*") }),
      "",
      /words and wildcards of at most 5000 steps for each character, got/,
    ],
    [
      "steps of words",
      [{ field: "message", op: "qp", value: many(300, "conn*").join(" | ") }],
      [{ field: "message", op: "qp", value: many(600, "a*a*a*a*").join(" ") }],
      "",
      /at most 5000 steps/,
    ],
    [
      "wildcards",
      [{ field: "a", value: `${long(999)}*` }],
      [{ field: "a", value: [1, `${long(1000)}*`] }],
      "0.value.1",
      /at most 1000/,
    ],
    [
      "qp",
      [{ field: "a", op: "qp", value: long(10_000) }],
      [{ field: "a", op: "qp", value: long(10_001) }],
      "0.value",
      /at most 10000/,
    ],
    [
      "a pattern",
      [{ field: "a", op: "=~", value: long(1000) }],
      [{ field: "a", op: "=~", value: long(1001) }],
      "0.value",
      /at most 1000/,
    ],
    [
      "all patterns",
      [{ field: "a", op: "=~", value: many(20, long(1000)) }],
      [{ field: "a", op: "!~", value: many(21, long(1000)) }],
      "",
      /20000 characters in all/,
    ],
    [
      "all qp",
      [{ field: "a", op: "qp", value: many(10, long(10_000)) }],
      [{ field: "a", op: "qp", value: many(11, long(10_000)) }],
      "",
      /100000 characters in all/,
    ],
    ["the operator", [{ field: "a", op: "ne", value: 1 }], [{ field: "a", op: "like", value: 1 }], "0.op", /./],
    ["the field", [{ field: "a", value: 1 }], [{ value: 1 }], "0.field", /./],
    [
      "a searchable field",
      [{ field: "ut_notes", value: 1 }],
      [{ field: "notes", value: 1 }],
      "0.field",
      /neither searched nor counted/,
    ],
    ["the value", [{ field: "a", value: false }], [{ field: "a", value: null }], "0.value", /./],
    [
      "a number",
      [{ field: "a", op: "lt", value: "1e3" }],
      [{ field: "a", op: "lt", value: "1,5" }],
      "0.value",
      /Expected a number/,
    ],
    [
      "a severity",
      [{ field: "severity", op: "lt", value: "warn" }],
      [{ field: "severity_name", op: "lt", value: "warn" }],
      "0.value",
      /Expected a number/,
    ],
    [
      "a pattern's text",
      [{ field: "a", op: "=~", value: ["(b)"] }],
      [{ field: "a", op: "=~", value: ["b", "(b"] }],
      "0.value.1",
      /missing closing/,
    ],
    [
      "what is wanted",
      [{ field: "a", op: "qp", value: "a -b" }],
      [{ field: "a", op: "qp", value: "-a -(b c)" }],
      "0.value",
      /one word that is wanted/,
    ],
    [
      "twice unwanted",
      [{ field: "a", op: "qp", value: "-(-a)" }],
      [{ field: "a", op: "qp", value: "!a" }],
      "0.value",
      /one word that is wanted/,
    ],
    [
      "words",
      [{ field: "a", op: "qp", value: "a" }],
      [{ field: "a", op: "qp", value: "(" }],
      "0.value",
      /Column 2: expected a word/,
    ],
    ["alternatives", [{ any: [condition] }], [{ any: [] }], "0.any", /at least one/],
    ["all of several", [{ all: [condition] }], [{ all: [] }], "0.all", /at least one/],
    ["what is not", [{ not: condition }], [{ not: { field: "a" } }], "0.not.value", /required/],
    ["an inner operator", [{ any: [condition] }], [{ any: [{ ...condition, op: "is" }] }], "0.any.0.op", /one of eq/],
    [
      "an inner number",
      [{ not: { any: [condition, { field: "a", op: "lt", value: "1" }] } }],
      [{ not: { any: [condition, { field: "a", op: "lt", value: "x" }] } }],
      "0.not.any.1.value",
      /a number/,
    ],
    ["one kind of group", [{ any: [condition] }], [{ any: [condition], all: [condition] }], "0.all", /Not known here/],
    ["levels", [deep(8)], [deep(9)], "", /at most 8 levels/],
    [
      "conditions of groups",
      [{ any: many(100, condition) }],
      [{ any: many(100, condition) }, condition],
      "",
      /at most 100 conditions/,
    ],
  ];
  for (const [what, accepted, refused, path, message] of pairs) {
    test(`when ${what} fit, then they are accepted`, () => {
      expect(filterSchema.safeParse(accepted).success).toBe(true);
    });
    test(`when ${what} do not fit, then they are refused under "${path}"`, () => {
      const fields = refusalOf(refused);
      expect(Object.keys(fields)).toEqual([path === "" ? "filter" : `filter.${path}`]);
      expect(Object.values(fields).flat().join()).toMatch(message);
    });
  }

  test("when a line of the language is too long or wrong, then it is refused, else accepted", () => {
    expect(querySchema.parse("host:a")).toBe("host:a");
    expect(querySchema.safeParse("a".repeat(10_000)).success).toBe(true);
    expect(querySchema.safeParse("a".repeat(10_001)).success).toBe(false);
    expect(querySchema.safeParse("a (").error!.issues[0]!.message).toMatch(/^Column 4: /);
  });

  test("when texts hold broken UTF-16, then they come out as the store would keep them", () => {
    expect(filterSchema.parse([{ field: "a", value: "\ud800" }])[0]).toMatchObject({ value: "\ufffd" });
  });
});
