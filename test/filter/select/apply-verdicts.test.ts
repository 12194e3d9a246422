import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RowSet } from "../../../src/filter/rows/row-set.ts";
import { Selection } from "../../../src/filter/rows/selection.ts";
import { applyVerdicts } from "../../../src/filter/select/apply-verdicts.ts";

const kinds = [Uint8Array, Uint16Array, Uint32Array] as const;

/** Values in an array of any kind, which may begin anywhere in its memory. */
const columns = fc
  .record({ kind: fc.constantFrom(...kinds), rows: fc.integer({ min: 1, max: 200 }), shift: fc.nat(3), seed: fc.nat() })
  .map(({ kind, rows, shift, seed }) =>
    new kind(rows + shift).map((_, row) => (Math.imul(row + seed, 2_654_435_761) >>> 0) % valueCount).subarray(shift),
  );
const valueCount = 9;
const verdictLists = fc
  .array(fc.constantFrom(0, 1), { minLength: valueCount, maxLength: valueCount })
  .map((list) => Uint8Array.from(list));
const bounds = fc.tuple(fc.nat(210), fc.nat(210));

/** Rows between two bounds of which some may have been taken out before. */
function select(rows: number, [a, b]: readonly [number, number], before: "all" | "set" | "flags"): Selection {
  const selection = new Selection(Math.min(a, b, rows), Math.min(Math.max(a, b), rows));
  const flags = Uint8Array.from({ length: rows }, (_, row) => (row % 5 === 2 ? 0 : 1));
  if (before === "set") selection.keepOnly(RowSet.ofFlags(flags));
  if (before === "flags") selection.writable(rows).set(flags);
  return selection;
}

function chosen(selection: Selection, rows: number): number[] {
  return Array.from({ length: rows }, (_, row) => row).filter((row) => selection.has(row));
}

const befores = fc.constantFrom("all" as const, "set" as const, "flags" as const);

describe("rows kept by what was said of their values", () => {
  test("when verdicts are applied, then the chosen rows are left whose value has the verdict 1", () => {
    fc.assert(
      fc.property(columns, verdictLists, bounds, befores, (values, verdicts, range, before) => {
        const selection = select(values.length, range, before);
        const wanted = chosen(selection, values.length).filter((row) => verdicts[values[row]!] === 1);
        applyVerdicts(values, verdicts, values.length, selection, () => undefined);
        expect(chosen(selection, values.length)).toEqual(wanted);
      }),
      { numRuns: 1000 },
    );
  });

  test("when some rows are asked one by one, then of these those go that fail, and of the others none", () => {
    fc.assert(
      fc.property(columns, verdictLists, bounds, befores, (values, verdicts, range, before) => {
        const selection = select(values.length, range, before);
        const among = RowSet.ofFlags(Uint8Array.from(values, (value) => verdicts[value]!));
        const wanted = chosen(selection, values.length).filter((row) => !among.has(row) || row % 3 === 0);
        selection.keepWhere(
          among,
          () => undefined,
          (row) => row % 3 === 0,
        );
        expect(chosen(selection, values.length)).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  });
});
