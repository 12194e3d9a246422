import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileCondition } from "../../../src/filter/condition/compile-condition.ts";
import { RowSet } from "../../../src/filter/rows/row-set.ts";
import { Selection } from "../../../src/filter/rows/selection.ts";
import { selectTexts } from "../../../src/filter/select/select-texts.ts";
import { textColumn } from "../../support/store/text-column.ts";

const few = fc.constantFrom(..."09af");
const digits = (length: number) => fc.string({ unit: few, minLength: length, maxLength: length });
const ids = fc.constantFrom(
  digits(8),
  digits(17).map((text) => `${text.slice(0, 2)}00000000000000${text.slice(16)}`),
  digits(9).map((text) => `Req-${text}/X`),
  fc.tuple(digits(4), digits(4)).map(([a, b]) => `0000${a}-${b}0000`),
);
const texts = fc.tuple(ids, fc.boolean()).chain(([id, withAbsent]) => {
  const one = withAbsent ? fc.oneof({ weight: 4, arbitrary: id }, fc.constant("")) : id;
  return fc.tuple(fc.array(one, { minLength: 1, maxLength: 40 }), fc.array(id, { maxLength: 3 }));
});

describe("texts that are kept by their digits", () => {
  test("when whole values are asked, some in other letters, then the rows are those whose text is one of them", () => {
    let asked = 0;
    const options = fc.record({
      op: fc.constantFrom("eq" as const, "ne" as const),
      ignore_case: fc.boolean(),
      isUpper: fc.boolean(),
      more: fc.subarray(["", "ABCDEF00", "é0000000", "req-00000000f/x"]),
    });
    fc.assert(
      fc.property(texts, fc.nat(), options, ([values, others], place, { op, ignore_case, isUpper, more }) => {
        const column = textColumn(values);
        if (column.digits) asked++;
        const here = values[place % values.length]!;
        const value = [isUpper ? here.toUpperCase() : here, ...others, ...more];
        const { test: asks, negated } = compileCondition({ field: "request_id", op, value, ignore_case });
        const rows = values.length;
        const selection = new Selection(0, rows);
        selection.keepOnly(RowSet.ofFlags(Uint8Array.from(values, (_, row) => (row % 4 === 3 ? 0 : 1))));
        selectTexts(column, asks, negated, rows, selection, () => undefined);
        const same = (a: string, b: string) => (ignore_case ? a.toLowerCase() === b.toLowerCase() : a === b);
        const wanted = values.map((text, row) => row % 4 !== 3 && value.some((one) => same(one, text)) !== negated);
        expect(values.map((_, row) => selection.has(row))).toEqual(wanted);
      }),
      { numRuns: 1000 },
    );
    expect(asked).toBeGreaterThan(100);
  });

  test("when a beginning is asked, then the rows are those whose text begins with it", () => {
    let found = 0;
    const options = fc.record({
      op: fc.constantFrom("eq" as const, "ne" as const),
      ignore_case: fc.boolean(),
      isUpper: fc.boolean(),
      more: fc.constantFrom("", "", "", "0", "g", "é", "A", "-"),
    });
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), options, ([values], place, length, { op, ignore_case, isUpper, more }) => {
        const column = textColumn(values);
        const here = values[place % values.length]!;
        const some = here.slice(0, length % (here.length + 1)) + more;
        const start = isUpper ? some.toUpperCase() : some;
        fc.pre(start !== "");
        const asked = { field: "request_id", op, value: `${start}*`, ignore_case };
        const { test: asks, negated } = compileCondition(asked);
        const rows = values.length;
        const selection = new Selection(0, rows);
        selection.keepOnly(RowSet.ofFlags(Uint8Array.from(values, (_, row) => (row % 4 === 3 ? 0 : 1))));
        selectTexts(column, asks, negated, rows, selection, () => undefined);
        const same = (text: string) => (ignore_case ? text.toLowerCase() : text);
        const wanted = values.map((text, row) => row % 4 !== 3 && same(text).startsWith(same(start)) !== negated);
        expect({ asked, chosen: values.map((_, row) => selection.has(row)) }).toEqual({ asked, chosen: wanted });
        if (column.digits && wanted.includes(true) && wanted.includes(false)) found++;
      }),
      { numRuns: 1000 },
    );
    expect(found).toBeGreaterThan(100);
  });
});
