import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { compileElements } from "../../../src/filter/condition/compile-element.ts";
import type { Condition } from "../../../src/filter/condition/condition.ts";
import type { FilterElement } from "../../../src/filter/condition/filter-element.ts";
import { takeWordsApart } from "../../../src/filter/condition/take-words-apart.ts";
import { testWordQuery } from "../../../src/filter/condition/value-test.ts";
import { matchEvent } from "../../../src/filter/match-event.ts";
import { filterSchema } from "../../../src/filter/schema.ts";
import { compileFilter } from "../../../src/filter/select/compile-filter.ts";
import { hasPositiveLeaf, type Tree } from "../../../src/filter/words/boolean-parser.ts";
import { anyOne, anyRun, type PatternToken } from "../../../src/filter/words/wildcard.ts";
import { formatWordQuery, type WordLeaf } from "../../../src/filter/words/word-query.ts";
import { storedEvent } from "../../support/store/stored-event.ts";

function qp(value: Condition["value"], field = "message"): Condition {
  return { field, op: "qp", value, ignore_case: true };
}

/** Short for an element of `qp` conditions: their values. */
type Short = string | { all: Short[] } | { any: Short[] } | { not: Short };

function long(short: Short): FilterElement {
  if (typeof short === "string") return qp(short);
  if ("all" in short) return { all: short.all.map(long) };
  if ("any" in short) return { any: short.any.map(long) };
  return { not: long(short.not) };
}

/** The event has the text as message and as a tag, which it lacks when there is none. */
function eventOf(text: string): StoredEvent {
  return storedEvent(1, 1_700_000_000_000_000, { message: text, tags: text === "" ? [] : ["user", text] });
}

/** In characters, with `*` and `?` as wildcards. */
function wild(text: string): PatternToken[] {
  return [...text].map((sign) => (sign === "*" ? anyRun : sign === "?" ? anyOne : sign));
}

const unwantedWords = (count: number) =>
  Array.from({ length: count }, (_, i) => ` -${String.fromCharCode(0x4e00 + i)}`).join("");

describe("boolean words with unwanted ones among them", () => {
  test.each<[value: string, wanted: Short]>([
    ["a -b", { all: ["a", { not: "b" }] }],
    ["-b a", { all: ["a", { not: "b" }] }],
    ["a b -c -d", { all: ["a b", { not: "c | d" }] }],
    ["-a -b *", { all: ["*", { not: "a | b" }] }],
    ["a | -b", { any: ["a", { not: "b" }] }],
    ["a | c | -b | -d", { any: ["a | c", { not: "b d" }] }],
    ["a -(b c)", { all: ["a", { not: "b c" }] }],
    ["a -(b -c)", { all: ["a", { not: { all: ["b", { not: "c" }] } }] }],
    ["a -(b | -c)", { all: ["a", { not: { any: ["b", { not: "c" }] } }] }],
    ["a NOT b", { all: ["a", { not: "b" }] }],
    ["a !b", { all: ["a", { not: "b" }] }],
    ['a -"b c"', { all: ["a", { not: '"b c"' }] }],
    ['a -"-b*"', { all: ["a", { not: '"-b*"' }] }],
    ["a -b\\*c*", { all: ["a", { not: "b\\*c*" }] }],
    ['a -"OR"', { all: ["a", { not: '"OR"' }] }],
  ])("when the value is '%s', then what is unwanted is a condition of its own", (value, wanted) => {
    expect(takeWordsApart(qp(value))).toEqual(long(wanted));
  });

  test.each([
    ["one word", "a"],
    ["wanted words", "a b | c"],
    ["a double negation", "--a"],
    ["words and a double negation, which cannot stand alone as an unwanted word", "--a b"],
    ["unwanted words inside only", "a (b | -c)"],
    ["nothing", " "],
    ["invalid: a bracket is missing", "a -(b"],
    ["invalid: only unwanted words", "-a -b"],
    ["invalid: nothing is in quotes", 'a -""'],
    ["too long", `a -${"b".repeat(10_000)}`],
  ])("when the value is %s, then it stays as it is", (_, value) => {
    expect(takeWordsApart(qp(value))).toEqual(qp(value));
  });

  test("when the value is a list, or no boolean words, then it stays as it is", () => {
    const others = [
      qp(["a -b", "c"]),
      qp(7),
      { ...qp("a -b"), op: "eq" as const },
      { ...qp("a -b"), op: "=~" as const },
    ];
    for (const other of others) expect(takeWordsApart(other)).toBe(other);
  });

  test("when conditions stand in groups, then each is taken apart, with its field and its case", () => {
    const exact = { ...qp("a -b", "user"), ignore_case: false };
    const parts = { all: [{ ...exact, value: "a" }, { not: { ...exact, value: "b" } }] };
    expect(takeWordsApart({ not: { any: [exact, { all: [exact, qp("c")] }] } })).toEqual({
      not: { any: [parts, { all: [parts, qp("c")] }] },
    });
  });

  test.each([
    [1, 2],
    [2, 2],
    [2_400, 2],
    // As one condition of their own they would be longer than words may be.
    [3_000, 1],
  ])("when %i words are unwanted, then there are %i conditions", (count, conditions) => {
    const elements = filterSchema.parse([qp(`*${unwantedWords(count)}`)]);
    const filter = compileFilter(elements);
    expect(filter.conditions).toHaveLength(conditions);
    const last = String.fromCharCode(0x4e00 + count - 1);
    expect(matchEvent(filter, eventOf(`a ${last} b`))).toBe(false);
    expect(matchEvent(filter, eventOf(`a ${last}${last} b`))).toBe(true);
    expect(matchEvent(filter, eventOf(""))).toBe(false);
  });

  test.each([10, 30, 40, 62])("when words are %i brackets deep, then they are valid in parts, too", (depth) => {
    const value = `-x ${"(a | b ".repeat(depth)}c${")".repeat(depth)}`;
    const filter = compileFilter(filterSchema.parse([qp(value)]));
    expect(matchEvent(filter, eventOf("b c"))).toBe(true);
    expect(matchEvent(filter, eventOf("b c x"))).toBe(false);
    expect(matchEvent(filter, eventOf("c"))).toBe(false);
  });
});

const leaves: fc.Arbitrary<PatternToken[]> = fc.oneof(
  fc
    .constantFrom("a", "b", "c", "dd", "É", "b c", "a-b", "a*", "-", "=>", "NOT", 'x"y', "\\", "a\\")
    .map((text) => [...text]),
  fc.constantFrom("*", "*", "a*", "?", "*d*", "**", "b?", "-*", "?-a").map(wild),
);
const { tree: anyTree } = fc.letrec<{ tree: Tree<WordLeaf> }>((tie) => {
  const parts = fc.array(tie("tree"), { minLength: 2, maxLength: 4 });
  return {
    tree: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      { weight: 3, arbitrary: leaves.map((tokens) => ({ kind: "leaf" as const, leaf: { tokens }, column: 1 })) },
      { weight: 2, arbitrary: tie("tree").map((part) => ({ kind: "not" as const, part, column: 1 })) },
      { weight: 2, arbitrary: parts.map((all) => ({ kind: "and" as const, parts: all, column: 1 })) },
      { weight: 2, arbitrary: parts.map((all) => ({ kind: "or" as const, parts: all, column: 1 })) },
    ),
  };
});
const trees = anyTree.filter((tree) => hasPositiveLeaf(tree));
const texts = fc.oneof(
  { weight: 1, arbitrary: fc.constant("") },
  {
    weight: 8,
    arbitrary: fc
      .array(
        fc.tuple(
          fc.constantFrom("a", "b", "c", "A", "dd", "é", "ab", "not", "x", "y", "e"),
          fc.constantFrom(" ", " ", "-", "*", " => ", "\\", '"'),
        ),
        { maxLength: 5 },
      )
      .map((words) => words.flat().join("")),
  },
);

describe("boolean words taken apart", () => {
  test("when random words meet random texts, of which some are absent, then they hold as all of them together do", () => {
    const outcomes = { true: 0, false: 0, apart: 0, absent: 0 };
    const manyTexts = fc.array(texts, { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(trees, manyTexts, fc.boolean(), (tree, all, ignore_case) => {
        const whole = testWordQuery(tree, ignore_case);
        for (const field of ["message", "user"]) {
          const condition = { ...qp(formatWordQuery(tree), field), ignore_case };
          const filter = compileFilter([condition]);
          const opposite = compileFilter([{ not: condition }]);
          const either = compileFilter([{ any: [condition, qp("x", "host")] }]);
          const untouched = { conditions: compileElements([condition]) };
          if (takeWordsApart(condition) !== condition) outcomes.apart++;
          for (const text of all) {
            const holds = whole.text(text);
            outcomes[`${holds}`]++;
            if (text === "" && holds) outcomes.absent++;
            const event = eventOf(text);
            expect({ condition, text, holds: matchEvent(filter, event) }).toEqual({ condition, text, holds });
            expect(matchEvent(opposite, event)).toBe(!holds);
            expect(matchEvent(either, event)).toBe(holds);
            expect(matchEvent(untouched, event)).toBe(holds);
          }
        }
      }),
      { numRuns: 1_500 },
    );
    for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(50);
  });
});
