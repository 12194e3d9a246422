import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv } from "../../../src/web/pages/reports/list/read-csv.ts";

const written = (rows: readonly (readonly string[])[]) =>
  rows
    .map((row) => row.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(","))
    .map((line) => `${line}\r\n`)
    .join("");

test("when a table is written as RFC 4180 has it, then it is read as it was", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "ß", ",", '"', "\n", "\r\n", " ") });
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 6 }));
  fc.assert(fc.property(table, (rows) => expect(readCsv(written(rows), 100)).toEqual(rows)));
});

test("when there are more rows than are wanted, then the first are read; a quote that does not end goes to the end", () => {
  expect(readCsv("a,b\r\n1,2\r\n3,4\r\n", 2)).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(readCsv('a\n"cut of', 9)).toEqual([["a"], ["cut of"]]);
  expect(readCsv("", 9)).toEqual([]);
});
