import { expect, test } from "vitest";
import { findField } from "../../../src/filter/condition/fields.ts";
import { rowNumbers } from "../../../src/query/counting/row-numbers.ts";
import { memorySegment } from "../../support/store/memory-segment.ts";
import { storedEvent } from "../../support/store/stored-event.ts";

function numbersOf(values: readonly (string | undefined)[]) {
  const events = values.map((value, i) => storedEvent(i + 1, i, { tags: value === undefined ? [] : ["took", value] }));
  const numbers = rowNumbers(
    memorySegment(events, () => "dictionary"),
    findField("took"),
  );
  const rows = Uint32Array.from(values, (_, row) => row);
  const found = numbers.isWhole
    ? Array.from(numbers.of(rows, rows.length).slice(0, rows.length), (unit) =>
        unit === -(2 ** 31) ? Number.NaN : unit / numbers.scale,
      )
    : [...numbers.of(rows, rows.length).slice(0, rows.length)];
  return { isWhole: numbers.isWhole, found };
}

test.each([
  { what: "whole numbers", values: ["200", "404", "200"], isWhole: true, expected: [200, 404, 200] },
  { what: "decimals", values: ["0.25", "1.5", "-3"], isWhole: true, expected: [0.25, 1.5, -3] },
  {
    what: "sizes and texts",
    values: ["5KB", "none", undefined, "7"],
    isWhole: true,
    expected: [5_000, Number.NaN, Number.NaN, 7],
  },
  { what: "no numbers", values: ["a", "b"], isWhole: true, expected: [Number.NaN, Number.NaN] },
  { what: "finer ones", values: ["0.0001", "2"], isWhole: false, expected: [0.0001, 2] },
  { what: "larger ones", values: ["3000000000", "2"], isWhole: false, expected: [3e9, 2] },
])("when a field has $what among its values, then each row has its number", ({ values, isWhole, expected }) => {
  expect(numbersOf(values)).toEqual({ isWhole, found: expected });
});

test("when all values are great numbers, then their bounds are those of the values", () => {
  const events = ["1000000", "1000100"].map((took, i) => storedEvent(i + 1, i, { tags: ["took", took] }));
  const numbers = rowNumbers(
    memorySegment(events, () => "dictionary"),
    findField("took"),
  );
  expect(numbers).toMatchObject({ isWhole: true, least: 1_000_000, greatest: 1_000_100 });
});
