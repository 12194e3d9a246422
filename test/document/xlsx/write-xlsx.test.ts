import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeXlsx } from "../../../src/document/xlsx/write-xlsx.ts";
import { cellsOfWorkbook, hasOpenpyxl } from "../../support/documents/office-programs.ts";
import { bytesOf, hardTexts, sampleDocument, sampleRows } from "../../support/documents/sample-document.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-test-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const partsOf = (bytes: Uint8Array) =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content).toString()]),
  );

describe("a workbook", () => {
  test("when it is written twice, then its bytes are the same", () => {
    expect(bytesOf((sink) => writeXlsx(sampleDocument(), sink))).toEqual(
      bytesOf((sink) => writeXlsx(sampleDocument(), sink)),
    );
  });

  test("when it is written, then the sheets are frozen and filtered, and the charts are native", () => {
    const parts = partsOf(bytesOf((sink) => writeXlsx(sampleDocument(), sink)));
    expect(parts["xl/workbook.xml"]).toMatch(/name="Summary".*name="Events".*name="Chart data"/);
    expect(parts["xl/worksheets/sheet1.xml"]).toContain('state="frozen"');
    expect(parts["xl/worksheets/sheet1.xml"]).toContain('<autoFilter ref="A1:D31"/>');
    expect(Object.keys(parts).filter((name) => name.startsWith("xl/charts/"))).toHaveLength(4);
    expect(parts["xl/charts/chart1.xml"]).toContain("<c:f>'Chart data'!$B$2:$B$25</c:f>");
    for (const [name, part] of Object.entries(parts)) expect(`${name} ${part.includes("<f>")}`).toBe(`${name} false`);
  });

  test("when a sheet is full, then the table goes on on another one", () => {
    const parts = partsOf(bytesOf((sink) => writeXlsx(sampleDocument(), sink, 11)));
    expect(parts["xl/workbook.xml"]).toMatch(/name="Events".*name="Events 2".*name="Events 3"/);
    const rows = [1, 2, 3].map((number) => parts[`xl/worksheets/sheet${number}.xml`]!.match(/<row /g)!.length);
    expect(rows).toEqual([11, 11, 11]);
  });

  test("when names of tables are alike, too long or have signs of formulas, then each sheet has a name that may be", () => {
    const table = { columns: [], rows: [] };
    const titles = ["a/b:c*d?e[f]g\\h", "x".repeat(40), "X".repeat(40), "'quoted'", "", "summary"];
    const blocks = titles.map((title) => ({ kind: "table", table: { ...table, title } }) as const);
    const parts = partsOf(bytesOf((sink) => writeXlsx({ ...sampleDocument(), blocks }, sink)));
    const names = [...parts["xl/workbook.xml"]!.matchAll(/<sheet name="([^"]*)"/g)].map((match) => match[1]!);
    expect(names).toEqual([
      "Summary",
      "a b c d e f g h",
      "x".repeat(31),
      `${"X".repeat(29)} 2`,
      "quoted",
      "Sheet",
      "summary 2",
    ]);
  });
});

describe.skipIf(!hasOpenpyxl)("a workbook that another program reads", () => {
  test("when the sample is read, then texts are texts, numbers numbers and times those on the clock of the zone", () => {
    const { Events } = cellsOfWorkbook(
      bytesOf((sink) => writeXlsx(sampleDocument(), sink)),
      folder,
    );
    const [header, first, second] = Events!;
    expect(header).toEqual(["Time", "Severity", "Count", "Message"]);
    expect(first).toEqual(["2026-03-29T01:59:59.250000", "EMERGENCY", 0, "=1+1"]);
    expect(second).toEqual(["2026-03-29T03:00:00.250000", "ALERT", 1.5, "-2"]);
    expect(Events!.length).toBe([...sampleRows()].length + 1);
    const texts = Events!.slice(1, 1 + hardTexts.length).map((row) => row[3]);
    expect(texts[2]).toBe("12345678901234567890");
    expect(texts[5]).toBe(hardTexts[5]!);
    expect(texts[9]).toBe("half \ufffd pair");
  });

  test("when any texts and numbers are written, then they are read as they were", () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...hardTexts), fc.string());
    const row = fc.tuple(
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: 0, max: 4_000_000_000 }),
    );
    const columns = [
      { title: "t", holds: "text" },
      { title: "n", holds: "number" },
      { title: "w", holds: "time" },
    ] as const;
    fc.assert(
      fc.property(fc.array(row, { minLength: 300, maxLength: 700 }), (rows) => {
        const bytes = bytesOf((sink) => writeXlsx(sampleDocument({ columns, rows }), sink));
        const { Events } = cellsOfWorkbook(bytes, folder);
        for (const [i, [text, number, seconds]] of rows.entries()) {
          const [readText, readNumber, readTime] = Events![i + 1] ?? [];
          expect(String(readText ?? "").replaceAll("_x005F_", "_")).toBe(asRead(text));
          expect(readNumber).toBe(number === 0 ? 0 : number);
          const local = Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
            .toZonedDateTimeISO("Europe/Paris")
            .toPlainDateTime();
          expect(Temporal.PlainDateTime.from(readTime as string).equals(local)).toBe(true);
        }
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });
});

/**
 * This reader leaves _xHHHH_ as it is written, and in cells that have their text themselves also the mark that says
 * that it is meant.
 */
function asRead(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(
      /[\0-\x08\x0b-\x1f\ufffe\uffff]/g,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
    );
}
