import { describe, expect, test } from "vitest";
import { flatConditions } from "../../../src/filter/condition/filter-element.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { conditionsOf, parseQuery, spanOf } from "../../../src/query/parse/parse-query.ts";
import type { CommonParams } from "../../../src/query/query-kind.ts";

const options = { timezone: "Europe/Paris", now: 1_800_000_000 };
const common = { time_range: { preset: "last_1_hours", timezone: "Europe/Paris" }, filter: [], freeze_time: false };

describe("a question as it is sent", () => {
  const defaults: [type: string, own: object][] = [
    ["Search", { sort: "-last_occurrence", page: 1, page_size: 100, count: true }],
    [
      "TopN",
      {
        field: "host",
        limit: 5,
        with_subperiods: false,
        top_periods: false,
        show_other: false,
        ignore_empty: true,
        subfields: [],
        subfields_limit: 5,
      },
    ],
    ["LastN", { field: "host", limit: 5 }],
    ["EventRate", {}],
    ["Stats", { by: [], functions: ["count"], limit: 5 }],
  ];
  for (const [type, own] of defaults)
    for (const askedType of [type, `${type}Query`])
      test(`when ${askedType} is asked with nothing said, then all defaults are filled in`, () => {
        expect(parseQuery({ type: askedType, params: {}, surplus: 1 }, options)).toEqual({
          askedType,
          namesTimezone: false,
          type,
          params: { ...common, ...own },
        });
      });

  test("when what came out is asked again, then it stays as it is", () => {
    const body = {
      type: "Search",
      params: {
        q: "host:a -b",
        filter: [{ field: "x", value: [1, "b"] }],
        offset: 5,
        sort: "counter",
        time_range: { ts_from: -5, step: 1 },
        freeze_time: true,
      },
    };
    const { type, params } = parseQuery(body, options);
    expect(parseQuery({ type, params }, options).params).toEqual(params);
    expect(flatConditions(conditionsOf(params as unknown as CommonParams)).map(({ field, op }) => [field, op])).toEqual(
      [
        ["x", "eq"],
        ["host", "eq"],
        ["message", "qp"],
      ],
    );
  });

  const refused: [body: unknown, field: string, message: RegExp][] = [
    [undefined, "non_field_errors", /./],
    [[], "non_field_errors", /./],
    [{ params: {} }, "type", /required/],
    [{ type: "Search" }, "params", /required/],
    [{ type: "Search", params: [] }, "params", /./],
    [{ type: "Nothing", params: {} }, "type", /one of Search, TopN, LastN, EventRate, Stats/],
    [{ type: "toString", params: {} }, "type", /one of/],
    [{ type: "Query", params: {} }, "type", /one of/],
    [{ type: "Search", params: { sort: "host" } }, "params.sort", /one of first_occurrence/],
    [{ type: "Search", params: { page_size: 10_001 } }, "params.page_size", /at most 10000/],
    [{ type: "Search", params: { page: 0 } }, "params.page", /at least 1/],
    [{ type: "Search", params: { page: Number.MAX_SAFE_INTEGER } }, "params.page", /at most 900719925474\.$/],
    [{ type: "Search", params: { offset: -1 } }, "params.offset", /at least 0/],
    [{ type: "Search", params: { offset: 1.5 } }, "params.offset", /whole number/],
    [{ type: "TopN", params: { limit: 1001 } }, "params.limit", /at most 1000/],
    [{ type: "TopN", params: { field: "extra_fields" } }, "params.field", /neither searched nor counted/],
    [{ type: "TopN", params: { subfields: ["a", "notes"] } }, "params.subfields.1", /neither searched nor counted/],
    [{ type: "TopN", params: { show_other: "yes" } }, "params.show_other", /true or false/],
    [{ type: "LastN", params: { limit: "5" } }, "params.limit", /whole number|a number/],
    [
      { type: "EventRate", params: { filter: [{ field: "a", op: "zz", value: 1 }] } },
      "params.filter.0.op",
      /one of eq, ne/,
    ],
    [
      { type: "EventRate", params: { filter: [{ field: "a", value: [1, null] }] } },
      "params.filter.0.value.1",
      /Expected text/,
    ],
    [
      { type: "Stats", params: { functions: ["count", "p95"] } },
      "params.field",
      /required for functions other than count/,
    ],
    [{ type: "Stats", params: { functions: ["p42"] } }, "params.functions.0", /one of count, sum/],
    [{ type: "Stats", params: { by: [..."abcdefghi"] } }, "params.by", /at most 8 fields/],
    [{ type: "EventRate", params: { filter: {} } }, "params.filter", /a list/],
    [{ type: "EventRate", params: { q: "a (" } }, "params.q", /^Column 4: expected a word/],
    [
      { type: "EventRate", params: { filter: [{ field: "a", operator: "ne", value: 1 }] } },
      "params.filter.0.operator",
      /one of field, op, value, ignore_case/,
    ],
    [
      { type: "EventRate", params: { time_range: { from: 1, preset: "today" } } },
      "params.time_range.from",
      /Not known here. Expected one of preset, ts_from, ts_to, step, timezone/,
    ],
    [{ type: "StorageStats", params: { time_range: { ts_form: 1 } } }, "params.time_range.ts_form", /one of preset/],
    [{ type: "Search", params: { time_range: { ["x".repeat(99)]: 1 } } }, `params.time_range.${"x".repeat(60)}…`, /./],
    [{ type: "EventRate", params: { time_range: { step: 0 } } }, "params.time_range.step", /at least 1/],
    [{ type: "EventRate", params: { time_range: { ts_from: 2, ts_to: 1 } } }, "params.time_range.ts_from", /before/],
  ];
  for (const [body, field, message] of refused)
    test(`when it is ${JSON.stringify(body)}, then "${field}" is refused`, () => {
      const { fields } = errorOf(body).details;
      expect(Object.keys(fields!)).toEqual([field]);
      expect(fields![field]!.join(" ")).toMatch(message);
    });
});

test("when a time range has a thousand unknown fields, then ten are named", () => {
  const time_range = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x${index}`, 1]));
  expect(Object.keys(errorOf({ type: "Search", params: { time_range } }).details.fields!)).toHaveLength(10);
});

test("when what was valid is asked again, and its ranges overlap now, then it is refused", () => {
  const ask = (time_range: object, now: number) =>
    parseQuery(
      { type: "Changes", params: { base: { ts_from: 1_000, ts_to: 2_000 }, time_range } },
      { timezone: "UTC", now },
    );
  ask({ ts_from: 2_000, ts_to: 3_000 }, 10_000);
  expect(() => ask({ ts_from: 1_500, ts_to: 3_000 }, 10_000)).toThrow();
  ask({ preset: "last_1_hour" }, 10_000);
  expect(() => ask({ preset: "last_1_hour" }, 5_000)).toThrow();
});

describe("the span that a question reads", () => {
  const hour = (type: string) => spanOf(type, parseQuery({ type, params: {} }, options).params, 1_800_000_030);

  test("when the kind has steps, then it is widened to whole ones, else not", () => {
    expect(hour("EventRate")).toEqual({ from: 1_799_996_400e6, to: 1_800_000_060e6 });
    expect(hour("TopN")).toEqual(hour("EventRate"));
    expect(hour("Search")).toEqual({ from: 1_799_996_430e6, to: 1_800_000_030e6 });
    expect(hour("LastN")).toEqual(hour("Search"));
  });
});

function errorOf(body: unknown): AppError {
  try {
    parseQuery(body, options);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("It was accepted.");
}
