import { cellText } from "../cell-text.ts";
import { type Cell, type Column, isNumeric, type Table } from "../document.ts";
import { pageCellCharactersMax, rowTableRowsMax, tableRowsMax } from "../limits.ts";
import { colors, severities } from "../palette.ts";
import { peekRows } from "../row-window.ts";
import { shareWidth } from "../share-width.ts";
import { tableNote } from "../table-note.ts";
import { paragraphXml } from "./paragraphs.ts";
import { cellXml, layoutTable } from "./table-parts.ts";

/** A table whose header is repeated on every page; ends at the bound with a note that says so. */
export function writeTable(table: Table, width: number, timezone: string, write: (xml: string) => void): void {
  const { first, all } = peekRows(table);
  const widths = columnWidths(table, first, width, timezone);
  write(tableHead(table.columns, widths));
  let shown = 0;
  let isCut = false;
  for (const row of all) {
    isCut = shown === tableRowsMax;
    if (isCut) break;
    write(rowXml(row, table.columns, widths, timezone));
    shown += 1;
  }
  write(`</w:tbl>${paragraphXml(tableNote(table, { shown, isCut }), isCut ? "Warning" : "Note")}`);
}

/** A table of few rows, for a place next to others. */
export function shortTableXml(table: Table, width: number, timezone: string): string {
  const { first } = peekRows(table);
  const rows = first.slice(0, rowTableRowsMax);
  const widths = columnWidths(table, rows, width, timezone);
  const note = rows.length < first.length ? paragraphXml(`The first ${rows.length} rows.`, "Note") : "";
  const written = rows.map((row) => rowXml(row, table.columns, widths, timezone));
  return layoutTable([headerXml(table.columns, widths), ...written], widths) + note;
}

const twipsPerCharacter = 104;
/** Severities are bold capitals. */
const severityTwips = 130;
const sideTwips = 220;
const charactersMax = 90;

function columnWidths(table: Table, rows: readonly (readonly Cell[])[], width: number, timezone: string): number[] {
  const wanted = table.columns.map((column, i) => {
    const longest = rows.reduce((most, row) => {
      const text = cellText(row[i] ?? null, column, timezone).slice(0, charactersMax);
      return Math.max(most, Bun.stringWidth(text));
    }, Bun.stringWidth(column.title) + 1);
    return longest * (column.holds === "severity" ? severityTwips : twipsPerCharacter) + sideTwips;
  });
  return shareWidth(wanted, width);
}

function tableHead(columns: readonly Column[], widths: readonly number[]): string {
  const total = Math.round(widths.reduce((a, b) => a + b, 0));
  const grid = widths.map((width) => `<w:gridCol w:w="${Math.round(width)}"/>`).join("");
  return `<w:tbl><w:tblPr><w:tblW w:w="${total}" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>\
${headerXml(columns, widths)}`;
}

function headerXml(columns: readonly Column[], widths: readonly number[]): string {
  const shade = `<w:shd w:val="clear" w:fill="${colors.header}"/>`;
  const cells = columns.map((column, i) =>
    cellXml(paragraphXml(column.title, "CellHead", isNumeric(column) ? { align: "right" } : {}), widths[i]!, shade),
  );
  return `<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${cells.join("")}</w:tr>`;
}

const line = `<w:tcBorders><w:bottom w:val="single" w:sz="4" w:color="${colors.line}"/></w:tcBorders>`;

function rowXml(row: readonly Cell[], columns: readonly Column[], widths: readonly number[], timezone: string): string {
  const cells = columns.map((column, i) => {
    const cell = row[i] ?? null;
    const look = column.holds === "severity" && typeof cell === "number" ? severities[cell] : undefined;
    const text = cellText(cell, column, timezone);
    const shown = text.length > pageCellCharactersMax ? `${text.slice(0, pageCellCharactersMax)}…` : text;
    const isNumber = isNumeric(column) && typeof cell === "number";
    const paragraph = paragraphXml(shown, "Cell", {
      ...(look && { color: look.ink }),
      ...(isNumber && { align: "right" }),
    });
    const shade = look === undefined ? "" : `<w:shd w:val="clear" w:fill="${look.ground}"/>`;
    return cellXml(paragraph, widths[i]!, `${line}${shade}`);
  });
  return `<w:tr><w:trPr><w:cantSplit/></w:trPr>${cells.join("")}</w:tr>`;
}
