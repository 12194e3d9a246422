import { timeText } from "../cell-text.ts";
import type { Block, Document, TableBlock } from "../document.ts";
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

/**
 * What stands below a heading is kept on one page with it, as many blocks as fit, of a table the start. The heading and
 * texts below it never stand alone at the foot of a page: the block after them begins there, too.
 */
function turnForHeading(blocks: readonly Block[], pages: Pages, around: Surroundings): void {
  let together = 0;
  for (const [i, block] of blocks.entries()) {
    if (i > 0 && (block.kind === "heading" || block.kind === "row")) break;
    const height = sumOf(heightsOf(block, pages, around));
    if (together + height > pages.height) break;
    together += height;
  }
  const needed = Math.max(together, heightOfBegin(blocks, pages, around));
  if (needed > pages.room && needed <= pages.height) pages.turn();
}

function heightOfBegin(blocks: readonly Block[], pages: Pages, around: Surroundings): number {
  let height = 0;
  for (const block of blocks) {
    const isLead = block.kind === "heading" || block.kind === "paragraph";
    // The first lines of a long text are enough.
    height += sumOf(heightsOf(block, pages, around).slice(0, isLead ? leadLinesMax : 1));
    if (!isLead || (block.kind === "paragraph" && block.style === "code")) break;
  }
  return height;
}

/** Of the pieces that it is drawn as; of a table, its start. */
function heightsOf(block: Block, pages: Pages, around: Surroundings): number[] {
  return block.kind === "table" ? [tableStart] : piecesOf(block, pages, around).map(({ height }) => height);
}

function sumOf(heights: readonly number[]): number {
  return heights.reduce((sum, height) => sum + height, 0);
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
  for (const { canvas, height } of piecesOf(block, pages, around)) pages.add(canvas, height);
}

function piecesOf(block: Exclude<Block, TableBlock>, pages: Pages, around: Surroundings): Piece[] {
  return block.kind === "row" ? [drawRow(block.cells, pages.width, around)] : drawBlock(block, pages.width, around);
}
