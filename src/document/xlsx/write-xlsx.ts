import type { Block, Document } from "../document.ts";
import { sheetRowsMax } from "../limits.ts";
import type { ByteSink } from "../zip.ts";
import { writeCharts } from "./chart-sheet.ts";
import { writeSummary } from "./summary-sheet.ts";
import { type WrittenTable, writeTable } from "./table-sheets.ts";
import { Workbook } from "./workbook.ts";

/**
 * A workbook: a summary with the charts, then a sheet for each table, more when one is full, then the numbers of the
 * charts. Rows are written as they come; texts are texts, never formulas, and times are times on the clock of the
 * document's zone.
 */
export function writeXlsx(document: Document, sink: ByteSink, sheetRows = sheetRowsMax): void {
  const { timezone } = document;
  const workbook = new Workbook(sink, document, sheetRows);
  const name = workbook.reserveName("Summary");
  const blocks = document.blocks.flatMap((block) =>
    block.kind === "row" ? block.cells.flatMap((cell) => cell.blocks) : [block],
  );
  const tables = new Map<Block, WrittenTable>();
  for (const block of blocks)
    if (block.kind === "table") tables.set(block, writeTable(block.table, timezone, workbook));
  const charts = blocks.flatMap((block) => (block.kind === "chart" ? [block.chart] : []));
  if (charts.length > 0) writeCharts(charts, timezone, workbook);
  writeSummary(document, blocks, tables, { name, workbook });
  workbook.finish(charts.length);
}
