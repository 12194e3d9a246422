import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Chart, Document } from "../../../src/document/document.ts";
import { tableRowsMax } from "../../../src/document/limits.ts";
import { writePdf } from "../../../src/document/pdf/write-pdf.ts";
import { hasPoppler, hasQpdf, problemsOfPdf, textOfPdf, wordsOfPdf } from "../../support/documents/office-programs.ts";
import { bytesOf, hardTexts, sampleDocument } from "../../support/documents/sample-document.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-test-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pdfOf = (document: Document) => bytesOf((sink) => writePdf(document, sink));

const drawn: Chart = {
  title: "Drawn",
  kind: "columns",
  categories: { hold: "text", values: ["a"] },
  series: [{ name: "count", values: [1] }],
};

test("when a document is written twice, then its bytes are the same", () => {
  expect(pdfOf(sampleDocument())).toEqual(pdfOf(sampleDocument()));
});

describe.skipIf(!hasPoppler)("a PDF that another program reads", () => {
  test("when it is read, then all that is said is there, pages are numbered", () => {
    const text = textOfPdf(pdfOf(sampleDocument()), folder);
    for (const part of [
      "Errors & <warnings>",
      "A day is missing",
      "1,234",
      "By hour",
      "EMERGENCY",
      '{"type":"Search"}',
      "30 rows.",
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/Page 1 of\s*\d/);
    expect(text).toContain("2026-03-29 01:59:59.250");
  });

  test("when texts are of many scripts, then they are found as they were written", () => {
    const text = textOfPdf(pdfOf(sampleDocument()), folder).replaceAll(/[\u200e\u200f\u202a-\u202e]/g, "");
    for (const part of [
      "שלום עולם",
      "مرحبا بالعالم",
      "日志 システム 로그 🦊 ไทย हिन्दी",
      "\\x1b[31mred",
      "12345678901234567890",
    ])
      expect(text).toContain(part);
    expect(hardTexts.length).toBeGreaterThan(5);
  });

  test("when names are long, then they stand whole beside bars and slices", () => {
    const name = `/a/very/long/path/${"with/many/parts/".repeat(5)}and/its/end`;
    for (const kind of ["bars", "pie"] as const) {
      const categories = { hold: "text", values: ["short", name] } as const;
      const chart: Chart = { title: "Paths", kind, categories, series: [{ name: "count", values: [3, 2] }] };
      const text = textOfPdf(pdfOf({ ...sampleDocument(), blocks: [{ kind: "chart", chart }] }), folder);
      expect(text.replaceAll(/\s/g, "")).toContain("and/its/end");
      expect(text).not.toContain("…");
    }
  });

  test.each<[string, Document["blocks"]]>([
    ["a chart", [{ kind: "chart", chart: drawn }]],
    [
      "a chart below figures",
      [
        { kind: "figures", figures: [{ label: "Sum", value: "3" }] },
        { kind: "chart", chart: drawn },
      ],
    ],
    [
      "a table",
      [{ kind: "table", table: { title: "Drawn", columns: [{ title: "n", holds: "number" }], rows: [[1]] } }],
    ],
  ])("when %s that a heading is of begins on the next page, then so does the heading", (_, what) => {
    for (let lines = 20; lines < 50; lines++) {
      const filler: Document["blocks"] = Array.from({ length: lines }, () => ({ kind: "paragraph", text: "line" }));
      const heading: Document["blocks"] = [
        { kind: "heading", text: "Heading" },
        { kind: "paragraph", style: "note", text: "Below" },
        ...what,
      ];
      const pages = textOfPdf(pdfOf({ ...sampleDocument(), blocks: [...filler, ...heading] }), folder).split("\f");
      const pageOf = (text: string) => pages.findIndex((page) => page.includes(text));
      expect([lines, pageOf("Heading"), pageOf("Below")]).toEqual([lines, pageOf("Drawn"), pageOf("Drawn")]);
    }
  });

  test("when a table has more rows than a document shows, then it ends with a note", () => {
    function* rows() {
      for (let i = 0; i <= tableRowsMax; i++) yield [i];
    }
    const columns = [{ title: "n", holds: "number" }] as const;
    const text = textOfPdf(
      pdfOf({
        ...sampleDocument(),
        blocks: [{ kind: "table", table: { title: "t", columns, rows: rows(), rowCount: 50_000 } }],
      }),
      folder,
    );
    expect(text).toContain("Cut: these are the first 20,000 rows, of 50,000");
    expect(text).not.toContain("20,000\n20,001");
  });
});

test.skipIf(!hasQpdf)("when any texts are written, then the file has no fault", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc.constantFrom(...hardTexts),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 40 }), text, (texts, title) => {
      const document = sampleDocument(
        { rows: texts.map((text, i) => [i, i % 9, i, text]) },
        texts.slice(0, 5).map((text) => ({ kind: "paragraph", text })),
      );
      expect(problemsOfPdf(pdfOf({ ...document, title }), folder)).toBe("");
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

describe.skipIf(!hasPoppler)("the names along the axis of a chart", () => {
  test.each([169, 60, 30, 7, 2])("when %i steps reach over days, then none stands in another", (count) => {
    const values = Array.from({ length: count }, (_, i) => 1_774_000_000 + (i * 7 * 86_400) / count);
    const chart: Chart = {
      title: "Events",
      kind: "columns",
      categories: { hold: "time", values },
      series: [{ name: "count", values: values.map((_, i) => i % 9) }],
    };
    const document: Document = { ...sampleDocument(), blocks: [{ kind: "chart", chart }] };
    const times = wordsOfPdf(pdfOf(document), folder).filter(({ text }) => /^\d\d:\d\d$/.test(text));
    const days = wordsOfPdf(pdfOf(document), folder).filter(({ text }) => /^\d\d-\d\d$/.test(text));
    expect(days.length).toBeGreaterThan(count > 2 ? 3 : 0);
    for (let i = 1; i < days.length; i++) expect(days[i]!.left - times[i - 1]!.right).toBeGreaterThan(4);
  });
});
