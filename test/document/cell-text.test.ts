import { expect, test } from "vitest";
import { cellText, numberText } from "../../src/document/cell-text.ts";

test.each([
  [1_234_567, "1,234,567"],
  [27_965.114, "27,965"],
  [-4_948.495, "-4,948"],
  [348.694, "348.7"],
  [10, "10"],
  [2.256, "2.26"],
  [0.25, "0.25"],
  [0.001_234_5, "0.00123"],
  [0, "0"],
  [Number.NaN, ""],
])("when %d is written, then as people do: %s", (value, text) => {
  expect(numberText(value)).toBe(text);
});

test("when a column holds shares, then a page shows percent with one digit", () => {
  const column = { title: "Share", holds: "share" } as const;
  expect([0.12345, 1, 0, 0.0003, Number.NaN].map((cell) => cellText(cell, column, "UTC"))).toEqual([
    "12.3 %",
    "100.0 %",
    "0.0 %",
    "< 0.1 %",
    "",
  ]);
});
