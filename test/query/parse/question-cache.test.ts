import { describe, expect, test } from "vitest";
import { cachedQuestionCharactersMax, cachedQuestionsMax } from "../../../src/query/limits.ts";
import { parseQuery } from "../../../src/query/parse/parse-query.ts";
import { QuestionCache } from "../../../src/query/parse/question-cache.ts";

const options = { timezone: "UTC", now: 1_800_000_000 };
const always = () => true;

describe("questions that are known", () => {
  test("when the same is asked again, then it is what was kept", () => {
    const known = new QuestionCache<string>();
    known.keep({ type: "a", params: { q: "b" } }, options, "first", always);
    expect(known.find({ type: "a", params: { q: "b" } }, options)).toBe("first");
  });

  test.each([
    ["another zone is the service's", { a: [1] }, { ...options, timezone: "Europe/Paris" }],
    ["a value differs", { a: [2] }, options],
    ["a number is none that JSON text has", { a: [Number.POSITIVE_INFINITY] }, options],
    ["something is added", { a: [1], b: 1 }, options],
    ["it is no object", "{}", options],
    ["there is nothing", undefined, options],
  ])("when %s, then it is not known", (_, body, asked) => {
    const known = new QuestionCache<string>();
    known.keep({ a: [1] }, options, "one", always);
    known.keep({ a: [null] }, options, "null", always);
    known.keep("{}", options, "text", always);
    expect(known.find(body, asked)).toBeUndefined();
  });

  test("when it does not fit any more at this time, then it is not known", () => {
    const known = new QuestionCache<string>();
    known.keep({}, options, "one", (now) => now < options.now + 5);
    expect(known.find({}, { ...options, now: options.now + 4 })).toBe("one");
    expect(known.find({}, { ...options, now: options.now + 5 })).toBeUndefined();
  });

  test("when there are more than are kept, then the longest unused is not known any more", () => {
    const known = new QuestionCache<number>();
    for (let i = 0; i < cachedQuestionsMax; i++) known.keep({ i }, options, i, always);
    expect(known.find({ i: 0 }, options)).toBe(0);
    known.keep({ i: "more" }, options, -1, always);
    expect(known.find({ i: 0 }, options)).toBe(0);
    expect(known.find({ i: 1 }, options)).toBeUndefined();
  });

  test("when it is longer than is kept, then it is not known", () => {
    const known = new QuestionCache<string>();
    const body = { a: "x".repeat(cachedQuestionCharactersMax) };
    known.keep(body, options, "one", always);
    expect(known.find(body, options)).toBeUndefined();
  });
});

test("when a question is asked twice, then it is read alike, and what is wrong is refused each time", () => {
  const body = () => ({ type: "TopNQuery", params: { field: "host", time_range: { ts_from: -60 } } });
  expect(parseQuery(body(), options)).toEqual(parseQuery(body(), options));
  expect(parseQuery(body(), { ...options, timezone: "Asia/Tokyo" }).params).toMatchObject({
    time_range: { timezone: "Asia/Tokyo" },
  });
  const wrong = () => parseQuery({ type: "TopN", params: { limit: -1 } }, options);
  expect(wrong).toThrow();
  expect(wrong).toThrow();
});

test("when a range has grown too many steps since it was first asked for, then it is refused", () => {
  const body = () => ({
    type: "EventRate",
    params: { time_range: { ts_from: options.now - 9_000, ts_to: 0, step: 1 } },
  });
  expect(() => parseQuery(body(), options)).not.toThrow();
  expect(() => parseQuery(body(), { ...options, now: options.now + 500 })).not.toThrow();
  expect(() => parseQuery(body(), { ...options, now: options.now + 5_000 })).toThrow();
});

test("when it is asked again about another range, then it is read as if it were new, and what is wrong is refused each time", () => {
  const ranges = [
    { ts_from: -60 },
    { ts_from: 1_700_000_000, ts_to: 1_700_000_060, timezone: "Asia/Tokyo" },
    { preset: "today", step: 60 },
    { preset: "last_2_days", step: 3_600, timezone: null },
    {},
    null,
    undefined,
    { ts_from: 5, ts_to: 4 },
    { ts_from: 1, ts_to: 1_700_000_000, step: 1 },
    { preset: "today", timezone: "Mars/Olympus" },
    { preset: "today", more: 1 },
    "today",
  ];
  const bodies = [
    { type: "EventRate", params: { q: "host:a error" } },
    { type: "SearchQuery", params: { q: "host:a error", page_size: 7 } },
    { type: "Search", params: { filter: [{ field: "host", value: ["a", "b"] }] } },
    { type: "Tasks", params: {} },
  ];
  for (const [number, { type, params }] of bodies.entries())
    for (const before of ranges)
      for (const time_range of ranges) {
        // A question that nobody has asked before.
        const ask = (offset: number, range: unknown) => () =>
          parseQuery({ type, params: { ...params, offset, time_range: range } }, options);
        const fresh = 1_000_000 * (number + 1) + ranges.indexOf(before) * ranges.length + ranges.indexOf(time_range);
        const alone = outcomeOf(ask(2 * fresh, time_range));
        outcomeOf(ask(2 * fresh + 1, before));
        const again = outcomeOf(ask(2 * fresh + 1, time_range));
        const isNumbered = (again.params as { offset?: number } | undefined)?.offset !== undefined;
        if (isNumbered) Object.assign(again.params as object, { offset: 2 * fresh });
        expect(again).toEqual(alone);
      }
});

function outcomeOf(ask: () => object): Record<string, unknown> {
  try {
    return structuredClone(ask()) as Record<string, unknown>;
  } catch (error) {
    return { refused: (error as { details?: unknown }).details };
  }
}
