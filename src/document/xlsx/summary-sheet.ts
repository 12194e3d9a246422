import { numberText, timeText } from "../cell-text.ts";
import type { Block, Chart, Document } from "../document.ts";
import { cellString } from "./cell-string.ts";
import { declaration } from "./shared-strings.ts";
import { style } from "./styles.ts";
import { printing, type WrittenTable } from "./table-sheets.ts";
import { columnLetters, relations, sheetReference, type Workbook } from "./workbook.ts";

/** The first sheet: everything in the document except its tables, with links to them. */
export function writeSummary(
  document: Document,
  blocks: readonly Exclude<Block, { kind: "row" }>[],
  tables: ReadonlyMap<Block, WrittenTable>,
  { name, workbook }: { name: string; workbook: Workbook },
): void {
  const page = new SummaryPage();
  page.wide(document.title, style.title, 30);
  if (document.subtitle) page.wide(document.subtitle, style.subtitle);
  page.wide(`As of ${timeText(document.createdAt, document.timezone)} (${document.timezone})`, style.note);
  page.skip();
  for (const block of blocks) writeBlock(block, page, tables);
  const { zip } = workbook;
  const sheet = workbook.beginSheet(name, "first");
  zip.write(page.xml());
  zip.end();
  if (page.charts.length === 0) return;
  zip.add(
    `xl/worksheets/_rels/sheet${sheet.number}.xml.rels`,
    relations([{ id: "rId1", type: "drawing", target: "../drawings/drawing1.xml" }]),
  );
  zip.add("xl/drawings/drawing1.xml", drawingXml(page.charts));
  const charts = page.charts.map((_, i) => ({
    id: `rId${i + 1}`,
    type: "chart",
    target: `../charts/chart${i + 1}.xml`,
  }));
  zip.add("xl/drawings/_rels/drawing1.xml.rels", relations(charts));
}

function writeBlock(
  block: Exclude<Block, { kind: "row" }>,
  page: SummaryPage,
  tables: ReadonlyMap<Block, WrittenTable>,
): void {
  if (block.kind === "heading") {
    page.skip();
    page.wide(block.text, style.heading, 22);
  } else if (block.kind === "paragraph") page.wide(block.text, paragraphStyles[block.style ?? "plain"]);
  else if (block.kind === "facts") page.facts(block.facts);
  else if (block.kind === "figures") page.figures(block.figures);
  else if (block.kind === "chart") page.chart(block.chart);
  else page.table(tables.get(block)!);
}

const paragraphStyles = { plain: style.subtitle, note: style.note, warning: style.warning, code: style.code };

/** In characters: names, then their values. */
const widths = [24, 17, 17, 17, 17, 17, 17];
const lastColumn = columnLetters(widths.length - 1);
const wideCharacters = widths.reduce((sum, width) => sum + width, 0);
const rowPoints = 14;
const chartRows = 22;
const pointsMax = 409;

class SummaryPage {
  readonly charts: { row: number; chart: Chart }[] = [];
  readonly #rows: string[] = [];
  readonly #merged: string[] = [];
  readonly #links: string[] = [];
  #row = 0;

  /** Over all columns. */
  wide(text: string, format: number, points = heightOf(text, wideCharacters)): void {
    this.#row += 1;
    this.#merged.push(`A${this.#row}:${lastColumn}${this.#row}`);
    this.#add([[0, text, format]], points);
  }

  facts(facts: readonly { name: string; value: string }[]): void {
    for (const { name, value } of facts) this.#fact(name, value);
    this.skip();
  }

  table({ sheets, rowCount }: WrittenTable): void {
    for (const sheet of sheets) this.#link(sheet, sheets.length === 1 ? `${numberText(rowCount)} rows` : "");
    if (sheets.length > 1) this.wide(`${numberText(rowCount)} rows on ${sheets.length} sheets.`, style.note);
  }

  #fact(name: string, value: string): void {
    this.#row += 1;
    this.#merged.push(`B${this.#row}:${lastColumn}${this.#row}`);
    const others = widths.slice(2).map((_, i): [number, string, number] => [i + 2, "", style.value]);
    this.#add(
      [[0, name, style.name], [1, value, style.value], ...others],
      heightOf(value, wideCharacters - widths[0]!),
    );
  }

  #link(sheet: string, note: string): void {
    this.#row += 1;
    this.#links.push(`<hyperlink ref="A${this.#row}" location="${sheetReference(sheet)}!A1"/>`);
    this.#add(
      [
        [0, sheet, style.heading],
        [1, note, style.plain],
      ],
      20,
    );
  }

  figures(figures: readonly { label: string; value: string }[]): void {
    for (let at = 0; at < figures.length; at += widths.length) {
      const line = figures.slice(at, at + widths.length);
      this.#row += 1;
      this.#add(
        line.map(({ label }, i) => [i, label, style.figureLabel]),
        rowPoints,
      );
      this.#row += 1;
      this.#add(
        line.map(({ value }, i) => [i, value, style.figure]),
        28,
      );
    }
    this.skip();
  }

  chart(chart: Chart): void {
    this.charts.push({ row: this.#row, chart });
    this.#row += chartRows + 1;
  }

  skip(): void {
    this.#row += 1;
  }

  xml(): string {
    const columns = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`);
    const merged = this.#merged.map((range) => `<mergeCell ref="${range}"/>`);
    return `${declaration}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" \
xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>\
<sheetViews><sheetView showGridLines="0" tabSelected="1" workbookViewId="0"/></sheetViews>\
<sheetFormatPr defaultRowHeight="${rowPoints}"/><cols>${columns.join("")}</cols><sheetData>${this.#rows.join("")}</sheetData>\
${merged.length === 0 ? "" : `<mergeCells count="${merged.length}">${merged.join("")}</mergeCells>`}\
${this.#links.length === 0 ? "" : `<hyperlinks>${this.#links.join("")}</hyperlinks>`}${printing}\
${this.charts.length === 0 ? "" : '<drawing r:id="rId1"/>'}</worksheet>`;
  }

  #add(cells: readonly (readonly [column: number, text: string, format: number])[], points: number): void {
    const written = cells.map(([column, text, format]) => {
      const place = `r="${columnLetters(column)}${this.#row}" s="${format}"`;
      return text === ""
        ? `<c ${place}/>`
        : `<c ${place} t="inlineStr"><is><t xml:space="preserve">${cellString(text)}</t></is></c>`;
    });
    this.#rows.push(`<row r="${this.#row}" ht="${points}" customHeight="1">${written.join("")}</row>`);
  }
}

/** Rows with merged cells do not grow by themselves. */
function heightOf(text: string, characters: number): number {
  const lines = text
    .split("\n")
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(Bun.stringWidth(line) / characters)), 0);
  return Math.min(pointsMax, lines * rowPoints + 4);
}

/** English metric units: 914,400 an inch. */
const unitsPerPoint = 12_700;

function drawingXml(charts: readonly { row: number; chart: Chart }[]): string {
  const width = Math.round(wideCharacters * 5.4 * unitsPerPoint);
  const height = chartRows * rowPoints * unitsPerPoint;
  const frames = charts.map(
    (
      { row },
      i,
    ) => `<xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>\
<xdr:ext cx="${width}" cy="${height}"/><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${i + 2}" name="Chart ${i + 1}"/>\
<xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic>\
<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart r:id="rId${i + 1}"/></a:graphicData></a:graphic>\
</xdr:graphicFrame><xdr:clientData/></xdr:oneCellAnchor>`,
  );
  return `${declaration}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" \
xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" \
xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${frames.join("")}</xdr:wsDr>`;
}
