import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CompiledElement, compileElements, isGroup } from "../../../src/filter/condition/compile-element.ts";
import type { FilterElement } from "../../../src/filter/condition/filter-element.ts";

const bound = fc.record({
  field: fc.constant("bytes"),
  op: fc.constantFrom("gt" as const, "ge" as const, "lt" as const, "le" as const),
  value: fc.integer({ min: -3, max: 3 }),
  ignore_case: fc.constant(false),
});

function holds(element: CompiledElement, text: string): boolean {
  if (isGroup(element))
    return element.kind === "any"
      ? element.parts.some((part) => holds(part, text))
      : element.parts.every((part) => holds(part, text));
  return element.test.text(text) !== element.negated;
}

describe("bounds on the numbers of one field", () => {
  test("when all must hold, then they are one condition that holds where each of them does", () => {
    const texts = ["", "x", "-3", "-1", "0", "0.5", "2", "3", "1e1"];
    fc.assert(
      fc.property(fc.array(bound, { minLength: 2, maxLength: 4 }), (bounds) => {
        const together = compileElements(bounds);
        expect(together).toHaveLength(1);
        const each = bounds.flatMap((one) => compileElements([one]));
        for (const text of texts)
          expect([text, holds(together[0]!, text)]).toEqual([text, each.every((element) => holds(element, text))]);
      }),
    );
  });

  const from = { field: "bytes", op: "ge", value: 1, ignore_case: false } as const;
  const to = { field: "bytes", op: "lt", value: 2, ignore_case: false } as const;
  test.each<[string, FilterElement[], number]>([
    ["are of two fields", [from, { ...to, field: "port" }], 2],
    ["are negated one by one", [{ not: from }, { not: to }], 2],
    ["stand beside an equality", [from, { field: "bytes", op: "eq", value: 1, ignore_case: false }], 1],
    [
      "stand in a group of their own",
      [{ all: [from, to] }, { field: "port", op: "eq", value: 1, ignore_case: false }],
      2,
    ],
    ["may fail together", [{ not: { all: [from, to] } }], 1],
  ])("when they %s, then %#: no other condition is lost", (_, elements, count) => {
    const compiled = compileElements(elements);
    expect(compiled).toHaveLength(count);
    for (const text of ["", "0", "1", "1.5", "2", "3"])
      expect([text, compiled.every((element) => holds(element, text))]).toEqual([
        text,
        elements.every((element) => holdsPlainly(element, text)),
      ]);
  });

  test("when one may hold for the other, then their condition is another one than when both must", () => {
    const keyOf = ([element]: CompiledElement[]) => element!.key;
    expect(keyOf(compileElements([{ any: [from, to] }]))).not.toBe(keyOf(compileElements([{ all: [from, to] }])));
  });
});

/** For bounds and equalities of numbers, read one by one. */
function holdsPlainly(element: FilterElement, text: string): boolean {
  if ("not" in element) return !holdsPlainly(element.not, text);
  if ("all" in element) return element.all.every((part) => holdsPlainly(part, text));
  if ("any" in element) return element.any.some((part) => holdsPlainly(part, text));
  const value = Number(element.value);
  const number = text === "" ? Number.NaN : Number(text);
  const { op } = element;
  return op === "ge" ? number >= value : op === "lt" ? number < value : number === value;
}
