import { timeText } from "../cell-text.ts";
import type { Block, Document } from "../document.ts";
import type { ByteSink } from "../zip.ts";
import { drawBlock, drawLines, drawRow, subtitleLook, titleLook } from "./blocks.ts";
import { Pages } from "./pages.ts";
import type { Piece, Surroundings } from "./piece.ts";
import { writeTable } from "./table-pages.ts";

/** Pages with all fonts that they need; drawn text can be searched and copied. */
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
  for (const [i, block] of document.blocks.entries()) {
    if (block.kind === "heading") turnForHeading(document.blocks.slice(i), pages, around);
    addBlock(block, pages, timezone);
  }
  pages.finish();
}

/** A heading, and texts below it, never stand alone at the foot of a page: the block after them begins there, too. */
function turnForHeading(blocks: readonly Block[], pages: Pages, around: Surroundings): void {
  let needed = 0;
  for (const block of blocks) {
    const isLead = block.kind === "heading" || block.kind === "paragraph";
    if (block.kind === "table") needed += tableStart;
    else {
      const pieces =
        block.kind === "row" ? [drawRow(block.cells, pages.width, around)] : drawBlock(block, pages.width, around);
      // The first lines of a long text are enough.
      for (const { height } of isLead ? pieces.slice(0, leadLinesMax) : pieces.slice(0, 1)) needed += height;
    }
    if (!isLead || (block.kind === "paragraph" && block.style === "code")) break;
  }
  if (needed > pages.room && needed <= pages.height) pages.turn();
}

/** Points: the title of a table, the heads of its columns, its first rows. A table begins only where it has them. */
const tableStart = 100;
const leadLinesMax = 3;

function addBlock(block: Block, pages: Pages, timezone: string): void {
  const around = { fonts: pages.fonts, timezone };
  if (block.kind === "table") {
    const [heading] = drawBlock({ kind: "heading", text: block.table.title }, pages.width, around);
    if (pages.room < tableStart) pages.turn();
    pages.add(heading!.canvas, heading!.height);
    writeTable(block.table, pages, timezone);
    return;
  }
  const pieces =
    block.kind === "row" ? [drawRow(block.cells, pages.width, around)] : drawBlock(block, pages.width, around);
  for (const { canvas, height } of pieces) pages.add(canvas, height);
}
