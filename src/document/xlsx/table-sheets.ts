import { zonedDays } from "../../lib/zoned-text.ts";
import { cellText } from "../cell-text.ts";
import type { Cell, Column, Table } from "../document.ts";
import { sheetBytesMax } from "../limits.ts";
import { severities } from "../palette.ts";
import { peekRows } from "../row-window.ts";
import type { ZipWriter } from "../zip.ts";
import { cellString } from "./cell-string.ts";
import { ColumnStrings, declaration } from "./shared-strings.ts";
import { style } from "./styles.ts";
import { columnLetters, type Sheet, type Workbook } from "./workbook.ts";

/** The names of its sheets and the number of rows in all of them. */
export interface WrittenTable {
  sheets: readonly string[];
  rowCount: number;
}

/**
 * A table on as many sheets as it needs, each with the header frozen, a filter, and columns as wide as the first rows
 * need.
 */
export function writeTable(table: Table, timezone: string, workbook: Workbook): WrittenTable {
  const { first, all } = peekRows(table);
  const widths = table.columns.map((column, i) =>
    widthOf(
      column,
      first.map((row) => row[i] ?? null),
      timezone,
    ),
  );
  const writers = table.columns.map((column, i) => cellWriter(column, columnLetters(i), timezone, workbook));
  const sheets: string[] = [];
  let rowCount = 0;
  let open: OpenSheet | undefined;
  for (const row of all) {
    if (open?.isFull) {
      open.end();
      open = undefined;
    }
    if (open === undefined) {
      open = new OpenSheet(table, widths, workbook);
      sheets.push(open.name);
    }
    open.add(row, writers);
    rowCount += 1;
  }
  if (open === undefined) {
    open = new OpenSheet(table, widths, workbook);
    sheets.push(open.name);
  }
  open.end();
  return { sheets, rowCount };
}

type WriteCell = (cell: Cell, row: number) => string;

class OpenSheet {
  readonly #zip: ZipWriter;
  readonly #sheet: Sheet;
  readonly #lastColumn: string;
  readonly #rowsMax: number;
  #row = 1;

  constructor({ title, columns }: Table, widths: readonly number[], workbook: Workbook) {
    this.#zip = workbook.zip;
    this.#rowsMax = workbook.sheetRows;
    this.#lastColumn = columnLetters(Math.max(0, columns.length - 1));
    this.#sheet = workbook.beginSheet(workbook.reserveName(title));
    this.#zip.write(sheetHead(widths));
    const cells = columns.map(
      ({ title }, i) =>
        `<c r="${columnLetters(i)}1" s="${style.header}" t="inlineStr"><is><t xml:space="preserve">${cellString(title)}</t></is></c>`,
    );
    this.#zip.write(`<row r="1" ht="20" customHeight="1">${cells.join("")}</row>`);
  }

  get name(): string {
    return this.#sheet.name;
  }

  get isFull(): boolean {
    return this.#row >= this.#rowsMax || this.#zip.plainBytes >= sheetBytesMax;
  }

  add(cells: readonly Cell[], writers: readonly WriteCell[]): void {
    this.#row += 1;
    const row = this.#row;
    let text = `<row r="${row}">`;
    for (let i = 0; i < writers.length; i++) {
      const cell = cells[i];
      if (cell !== null && cell !== undefined && cell !== "") text += writers[i]!(cell, row);
    }
    this.#zip.write(`${text}</row>`);
  }

  end(): void {
    const range = `A1:${this.#lastColumn}${this.#row}`;
    this.#sheet.filterRange = `$A$1:$${this.#lastColumn}$${this.#row}`;
    this.#zip.write(`</sheetData><autoFilter ref="${range}"/>${printing}\
<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`);
    this.#zip.end();
  }
}

function sheetHead(widths: readonly number[]): string {
  const columns = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`);
  return `${declaration}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">\
<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>\
<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>\
<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>\
<sheetFormatPr defaultRowHeight="14"/><cols>${columns.join("")}</cols><sheetData>`;
}

/** Landscape, one page wide, pages numbered. */
export const printing = `<pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>\
<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>\
<headerFooter><oddFooter>&amp;L&amp;A&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>`;

/** In characters, as the format counts; a long text shows its beginning. */
function widthOf(column: Column, cells: readonly Cell[], timezone: string): number {
  let longest = Bun.stringWidth(column.title) + 3;
  for (const cell of cells) {
    const text = cellText(cell, column, timezone);
    longest = Math.max(longest, Math.min(widthMax, Bun.stringWidth(text.slice(0, widthMax * 2))));
  }
  return Math.min(widthMax, longest + 2);
}

const widthMax = 90;

function cellWriter({ holds }: Column, letters: string, timezone: string, { strings }: Workbook): WriteCell {
  const texts = new ColumnStrings(strings);
  const writeText = (text: string, row: number) => `<c r="${letters}${row}"${texts.cell(text)}`;
  const write = numberWriters[holds];
  return (cell, row) => {
    if (typeof cell === "string") return writeText(cell, row);
    if (cell === null || !Number.isFinite(cell)) return "";
    if (holds === "severity" && severities[cell])
      return `<c r="${letters}${row}" s="${style.severity + cell}"${texts.cell(severities[cell].name)}`;
    const { value, format } = write(cell, timezone);
    return `<c r="${letters}${row}" s="${format}"><v>${value}</v></c>`;
  };
}

const writeNumber = (value: number) => ({ value, format: Number.isInteger(value) ? style.whole : style.decimal });

const numberWriters = {
  text: (value: number) => ({ value, format: style.plain }),
  number: writeNumber,
  share: (value: number) => ({ value, format: style.share }),
  severity: writeNumber,
  time: (seconds: number, timezone: string) => excelTime(seconds, timezone),
} satisfies Record<Column["holds"], (value: number, timezone: string) => { value: number; format: number }>;

/** Days since the last day of 1899 on the clock of the zone, as the format counts. */
export function excelTime(seconds: number, timezone: string): { value: number; format: number } {
  const micros = Math.round(seconds * 1e6);
  const format = micros % 1e6 === 0 ? style.time : style.fineTime;
  return { value: zonedDays(micros, timezone) + epochDays, format };
}

const epochDays = 25_569;
