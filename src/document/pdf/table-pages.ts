import { cellText } from "../cell-text.ts";
import { type Cell, type Column, isNumeric, type Table } from "../document.ts";
import { rowTableRowsMax, tableCellLinesMax, tableRowsMax } from "../limits.ts";
import { colors, severities } from "../palette.ts";
import { isReadFromRight } from "../readable-text.ts";
import { peekRows } from "../row-window.ts";
import { shareWidth } from "../share-width.ts";
import { tableNote } from "../table-note.ts";
import { Canvas } from "./canvas.ts";
import type { Pages } from "./pages.ts";
import type { Piece, Surroundings } from "./piece.ts";
import { measureText, wrapText } from "./wrap-text.ts";

const size = 7.5;
const lineHeight = 9.8;
const padding = { side: 4, top: 3 };

/** A table over as many pages as it needs, its header on each; ends at the bound with a note that says so. */
export function writeTable(table: Table, pages: Pages, timezone: string): void {
  const around = { fonts: pages.fonts, timezone };
  const { first, all } = peekRows(table);
  const widths = columnWidths(table, first, pages.width, around);
  const header = drawHeader(table.columns, widths, around);
  if (pages.room < header.height * 4) pages.turn();
  pages.add(header.canvas, header.height);
  let count = 0;
  let isCut = false;
  for (const row of all) {
    isCut = count === tableRowsMax;
    if (isCut) break;
    const piece = drawTableRow(row, { columns: table.columns, widths, isStriped: count % 2 === 1 }, around);
    if (piece.height > pages.room) {
      pages.turn();
      pages.add(header.canvas, header.height);
    }
    pages.add(piece.canvas, piece.height);
    count += 1;
  }
  // On a page of its own it would mean nothing.
  if (!isCut && pages.room < noteHeight) return;
  const note = new Canvas(pages.fonts);
  note.text(tableNote(table, { shown: count, isCut }), 0, 14, {
    size: 8,
    style: isCut ? "bold" : "regular",
    color: isCut ? colors.warningInk : colors.muted,
  });
  pages.add(note, noteHeight);
}

const noteHeight = 22;

/** Unbroken, for a place next to others. */
export function drawShortTable(table: Table, width: number, around: Surroundings): Piece {
  const { first } = peekRows(table);
  const rows = first.slice(0, rowTableRowsMax);
  const widths = columnWidths(table, rows, width, around);
  const canvas = new Canvas(around.fonts);
  canvas.text(table.title, 0, 12, { size: 10, style: "bold", color: colors.header, widthMax: width });
  let y = 20;
  const pieces = [
    drawHeader(table.columns, widths, around),
    ...rows.map((row, i) => drawTableRow(row, { columns: table.columns, widths, isStriped: i % 2 === 1 }, around)),
  ];
  for (const piece of pieces) {
    canvas.place(piece.canvas, 0, y);
    y += piece.height;
  }
  if (first.length > rows.length) {
    canvas.text(`The first ${rows.length} rows.`, 0, y + 11, { size: 7.5, color: colors.muted });
    y += 14;
  }
  return { canvas, height: y + 12 };
}

/** Derived from the first rows. */
function columnWidths(
  table: Table,
  rows: readonly (readonly Cell[])[],
  width: number,
  { fonts, timezone }: Surroundings,
): number[] {
  const wanted = table.columns.map((column, i) => {
    const head = measureText(column.title, "bold", fonts);
    const widest = rows.reduce((most, row) => {
      const text = cellText(row[i] ?? null, column, timezone).slice(0, 300);
      return Math.max(most, measureText(text, "regular", fonts) * (column.holds === "severity" ? 1.1 : 1));
    }, head);
    return (widest * size) / 1000 + 2 * padding.side + 2;
  });
  return shareWidth(wanted, width);
}

function drawHeader(columns: readonly Column[], widths: readonly number[], { fonts }: Surroundings): Piece {
  const canvas = new Canvas(fonts);
  const height = 17;
  canvas.box(0, 0, sumOf(widths), height, colors.header);
  let x = 0;
  for (const [i, column] of columns.entries()) {
    const { title } = column;
    const width = widths[i]!;
    const look = { size, style: "bold" as const, color: colors.headerInk, widthMax: width - 2 * padding.side };
    if (isNumeric(column)) canvas.text(title, x + width - padding.side, 11.5, { ...look, align: "right" });
    else canvas.text(title, x + padding.side, 11.5, look);
    x += width;
  }
  return { canvas, height };
}

interface RowLook {
  columns: readonly Column[];
  widths: readonly number[];
  isStriped: boolean;
}

function drawTableRow(
  row: readonly Cell[],
  { columns, widths, isStriped }: RowLook,
  { fonts, timezone }: Surroundings,
): Piece {
  const cells = columns.map((column, i) => {
    const text = cellText(row[i] ?? null, column, timezone);
    return wrapText(text, "regular", fonts, ((widths[i]! - 2 * padding.side) / size) * 1000, tableCellLinesMax);
  });
  const height = cells.reduce((most, lines) => Math.max(most, lines.length), 1) * lineHeight + 2 * padding.top;
  const canvas = new Canvas(fonts);
  const total = sumOf(widths);
  if (isStriped) canvas.box(0, 0, total, height, colors.stripe);
  canvas.line(
    [
      [0, height],
      [total, height],
    ],
    colors.line,
    0.3,
  );
  let x = 0;
  for (const [i, lines] of cells.entries()) {
    const cell = row[i] ?? null;
    if (columns[i]!.holds === "severity" && typeof cell === "number")
      drawSeverity(cell, lines[0]!, x + padding.side, widths[i]!, canvas);
    else drawCell(lines, x, widths[i]!, isNumeric(columns[i]!) && typeof cell === "number", canvas);
    x += widths[i]!;
  }
  return { canvas, height };
}

function drawSeverity(severity: number, name: string, x: number, width: number, canvas: Canvas): void {
  const look = severities[severity] ?? severities[7];
  canvas.box(x - 1.5, padding.top - 0.8, width - 2 * padding.side + 3, lineHeight + 1, look.ground);
  canvas.text(name, x + 1, padding.top + 7, {
    size: 7,
    style: "bold",
    color: look.ink,
    widthMax: width - 2 * padding.side,
  });
}

/** Right-to-left text is aligned right. */
function drawCell(lines: readonly string[], x: number, width: number, isNumber: boolean, canvas: Canvas): void {
  const isFromRight = isReadFromRight(lines.join(" "));
  for (const [k, line] of lines.entries()) {
    const isRight = isNumber || isFromRight;
    const place = isRight ? x + width - padding.side : x + padding.side;
    canvas.text(line, place, padding.top + 7.2 + k * lineHeight, {
      size,
      color: colors.ink,
      align: isRight ? "right" : "left",
      widthMax: width - 2 * padding.side + 1,
    });
  }
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((a, b) => a + b, 0);
}
