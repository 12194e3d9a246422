import { timeText } from "../cell-text.ts";
import type { Block, Document } from "../document.ts";
import type { ByteSink } from "../zip.ts";
import { drawBlock, drawLines, drawRow, subtitleLook, titleLook } from "./blocks.ts";
import { Pages } from "./pages.ts";
import type { Piece } from "./piece.ts";
import { writeTable } from "./table-pages.ts";

/** Pages with all fonts that they need; what is drawn is text that can be searched and copied. */
export function writePdf(document: Document, sink: ByteSink): void {
  const pages = new Pages(document, sink);
  const { timezone } = document;
  const around = { fonts: pages.fonts, timezone };
  const add = (pieces: readonly Piece[]) => {
    for (const { canvas, height } of pieces) pages.add(canvas, height);
  };
  add(drawLines(document.title, pages.width, around, titleLook));
  if (document.subtitle) add(drawLines(document.subtitle, pages.width, around, subtitleLook));
  const asOf = `As of ${timeText(document.createdAt, timezone)} (${timezone})`;
  add(drawBlock({ kind: "paragraph", style: "note", text: asOf }, pages.width, around));
  pages.skip(6);
  for (const block of document.blocks) addBlock(block, pages, timezone);
  pages.finish();
}

function addBlock(block: Block, pages: Pages, timezone: string): void {
  const around = { fonts: pages.fonts, timezone };
  if (block.kind === "table") {
    const [heading] = drawBlock({ kind: "heading", text: block.table.title }, pages.width, around);
    if (pages.room < 100) pages.turn();
    pages.add(heading!.canvas, heading!.height);
    writeTable(block.table, pages, timezone);
    return;
  }
  const pieces =
    block.kind === "row" ? [drawRow(block.cells, pages.width, around)] : drawBlock(block, pages.width, around);
  // A heading never stands alone at the foot of a page.
  if (block.kind === "heading" && pages.room < 90) pages.turn();
  for (const { canvas, height } of pieces) pages.add(canvas, height);
}
