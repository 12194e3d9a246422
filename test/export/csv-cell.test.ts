import { expect, test } from "vitest";
import { textCell } from "../../src/export/formats/csv-cell.ts";

test("when a text is nearly a number of a million digits, then it is told from one at once", () => {
  const text = `+${"0".repeat(1_000_000)}x`;
  expect(textCell(text)).not.toBe(text);
  expect(textCell("-12.5")).toBe("-12.5");
});
