import { timeText } from "../cell-text.ts";
import type { Block, Document } from "../document.ts";
import type { ByteSink } from "../zip.ts";
import { blockXml, textXml } from "./blocks.ts";
import { DocxPackage, type PageSize } from "./package.ts";
import { type ParagraphStyle, paragraphXml } from "./paragraphs.ts";
import { writeTable } from "./tables.ts";

/**
 * A text document whose charts can be edited: each carries the workbook with its numbers. Rows are written as they
 * come.
 */
export function writeDocx(document: Document, sink: ByteSink): void {
  const file = new DocxPackage(sink, document);
  const { zip, page } = file;
  const paragraph = (text: string, style: ParagraphStyle) => zip.write(paragraphXml(text, style));
  file.begin();
  paragraph(document.title, "Title");
  if (document.subtitle) paragraph(document.subtitle, "Subtitle");
  paragraph(`As of ${timeText(document.createdAt, document.timezone)} (${document.timezone})`, "Note");
  for (const [i, block] of document.blocks.entries()) {
    if (block.kind === "paragraph" && isLead(document.blocks, i)) zip.write(textXml(block, true));
    else writeBlock(block, file, page, document.timezone);
  }
  file.finish();
}

/** Whether a text stands between a heading and what the heading is of: neither may be alone at the foot of a page. */
function isLead(blocks: readonly Block[], place: number): boolean {
  const next = blocks[place + 1]?.kind ?? "heading";
  const before = blocks.slice(0, place).findLast(({ kind }) => kind !== "paragraph");
  return next !== "heading" && before?.kind === "heading";
}

function writeBlock(block: Block, file: DocxPackage, page: PageSize, timezone: string): void {
  if (block.kind !== "table") {
    file.zip.write(blockXml(block, page.textWidth, file, timezone));
    return;
  }
  file.zip.write(paragraphXml(block.table.title, "Heading1"));
  writeTable(block.table, page.textWidth, timezone, (xml) => file.zip.write(xml));
}
