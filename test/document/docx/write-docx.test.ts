import * as fc from "fast-check";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import type { Chart, Document } from "../../../src/document/document.ts";
import { writeDocx } from "../../../src/document/docx/write-docx.ts";
import { tableRowsMax } from "../../../src/document/limits.ts";
import { bytesOf, sampleDocument } from "../../support/documents/sample-document.ts";

const sampleChart: Chart = {
  title: "t",
  kind: "bars",
  categories: { hold: "text", values: ["a"] },
  series: [{ name: "n", values: [1] }],
};
const docxOf = (document: Document) => bytesOf((sink) => writeDocx(document, sink));
const textOf = (document: Document) => Buffer.from(unzipSync(docxOf(document))["word/document.xml"]!).toString();

test("when a document is written twice, then its bytes are the same", () => {
  expect(docxOf(sampleDocument())).toEqual(docxOf(sampleDocument()));
});

test("when it is written, then each chart is native and carries its numbers, and the header of the table is repeated", () => {
  const parts = unzipSync(docxOf(sampleDocument()));
  expect(Object.keys(parts).filter((name) => name.startsWith("word/charts/chart"))).toHaveLength(4);
  expect(Object.keys(unzipSync(parts["word/embeddings/chart1.xlsx"]!))).toContain("xl/charts/chart1.xml");
  const text = Buffer.from(parts["word/document.xml"]!).toString();
  expect(text).toContain("<w:tblHeader/>");
  expect(text).toContain("Errors &amp; &lt;warnings&gt;");
  expect(Buffer.from(parts["word/footer1.xml"]!).toString()).toContain("NUMPAGES");
});

test("when a text is read from the right, then its paragraph is", () => {
  const text = textOf({ ...sampleDocument(), blocks: [{ kind: "paragraph", text: "שלום" }] });
  expect(text).toMatch(/<w:bidi\/>.*<w:rtl\/>.*שלום/);
});

test("when texts stand below a heading, then they stay on the page of what follows them", () => {
  const text = textOf({
    ...sampleDocument(),
    blocks: [
      { kind: "heading", text: "Errors" },
      { kind: "paragraph", style: "note", text: "of a day" },
      { kind: "chart", chart: sampleChart },
      { kind: "heading", text: "Tasks" },
      { kind: "paragraph", text: "There are none." },
      { kind: "heading", text: "End" },
    ],
  });
  const kept = Array.from(text.matchAll(/<w:p>((?:(?!<\/w:p>).)*?)<\/w:p>/gs), ([paragraph]) => paragraph)
    .filter((paragraph) => paragraph.includes("<w:keepNext/>"))
    .map((paragraph) => paragraph.replaceAll(/<[^>]*>/g, ""));
  expect(kept).toEqual(["of a day"]);
});

test("when a table begins, then its header stays on the page of its first row", () => {
  const styles = Buffer.from(unzipSync(docxOf(sampleDocument()))["word/styles.xml"]!).toString();
  expect(styles).toMatch(/w:styleId="CellHead"(?:(?!<\/w:style>).)*<w:keepNext\/>/s);
});

test("when a table has more rows than a document shows, then it ends with a note", () => {
  const rows = Array.from({ length: tableRowsMax + 1 }, (_, i) => [i]);
  const table = { title: "t", columns: [{ title: "n", holds: "number" }], rows } as const;
  const text = textOf({ ...sampleDocument(), blocks: [{ kind: "table", table }] });
  expect(text.match(/<w:tr>/g)).toHaveLength(tableRowsMax + 1);
  expect(text).toContain("Cut: these are the first 20,000 rows, and there are more");
});

test("when any texts are written, then the XML has no sign that XML cannot hold", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" }), { maxLength: 10 }), (texts) => {
      const text = textOf({ ...sampleDocument(), blocks: texts.map((text) => ({ kind: "paragraph", text })) });
      expect(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(text)).toBe(false);
      expect(text.replaceAll(/<[^<>]*>/g, "").replaceAll(/&(amp|lt|gt|quot);/g, "")).not.toMatch(/[<>&]/);
    }),
  );
});
