import fc from "fast-check";
import { expect, test } from "vitest";
import { SparseTextColumn } from "../../../src/eventstore/columns/sparse/sparse-text-column.ts";
import type { TextColumn } from "../../../src/eventstore/segment.ts";
import { compileCondition } from "../../../src/filter/condition/compile-condition.ts";
import { RowSet } from "../../../src/filter/rows/row-set.ts";
import { Selection } from "../../../src/filter/rows/selection.ts";
import { selectTexts } from "../../../src/filter/select/select-texts.ts";
import { textColumn } from "../../support/store/text-column.ts";

/** Some rows have a text, those in blocks of some 60 bytes. */
function sparseColumn(texts: readonly string[]): TextColumn {
  const at = [...texts.keys()].filter((row) => texts[row] !== "");
  const stored = textColumn(at.map((row) => texts[row]!));
  return new SparseTextColumn(() => ({ stored, at: Uint32Array.from(at) }), texts.length, stored);
}

/** As ASCII, without their highest bits, the bytes of ䷷ are those of d77, and those of é are C). */
const signs = ["disk", "full", " ", "é", "7", "K", "k", "—", "䷷", "d", "77", "C)", "\u007f"];
const text = fc.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 6 });
const rows = fc.array(fc.oneof(text, fc.constant("")), { minLength: 1, maxLength: 60 });
const parts = ["*isk*", "*d77*", "*c)*", "*\u007fd*", "*d\u007f*", "k*"];
const values = ["", "*", "disk full", "^$", "k+", "[0-9]", "DISK", "d77", "77 d77", "d77 *", "d77.*7", ...parts];
const condition = fc.record({
  field: fc.constant("message"),
  op: fc.constantFrom("eq" as const, "ne" as const, "qp" as const, "=~" as const, "!~" as const),
  value: fc.oneof(text, fc.constantFrom(...values)),
  ignore_case: fc.boolean(),
});

test("when few rows have a text, then those are chosen whose text, or lack of it, is as asked, out of the chosen ones", () => {
  const outcomes = new Set<boolean>();
  fc.assert(
    fc.property(rows, condition, fc.nat(), (texts, asked, seed) => {
      fc.pre(texts.some((one) => one !== ""));
      let compiled: ReturnType<typeof compileCondition>;
      try {
        compiled = compileCondition(asked);
      } catch {
        return;
      }
      const before = texts.map((_, row) => (seed >> (row % 13)) % 3 !== 0);
      const selection = new Selection(0, texts.length);
      selection.keepOnly(RowSet.ofFlags(Uint8Array.from(before, Number)));
      selectTexts(sparseColumn(texts), compiled.test, compiled.negated, texts.length, selection, () => undefined);
      const wanted = texts.map((one, row) => before[row]! && compiled.test.text(one) !== compiled.negated);
      for (const outcome of wanted) outcomes.add(outcome);
      expect(texts.map((_, row) => selection.has(row))).toEqual(wanted);
    }),
    { numRuns: 3_000 },
  );
  expect(outcomes.size).toBe(2);
});

test("when one long text is asked for each value of a long list, then a stop is heard after some of them", () => {
  const value = Array.from({ length: 1_000 }, (_, i) => `é${i}d and *é${i}d*`);
  const { test: asked } = compileCondition({ field: "message", op: "eq", value, ignore_case: true });
  const column = textColumn(["é ".repeat(21_845)]);
  let looks = 0;
  const stop = new Error("stopped");
  const tick = () => {
    if (++looks === 4) throw stop;
  };
  expect(() => selectTexts(column, asked, false, 1, new Selection(0, 1), tick)).toThrow(stop);
});
