import type { Chart } from "../document.ts";
import { type ChartPlaces, chartXml } from "../ooxml/chart-part.ts";
import { cellString } from "./cell-string.ts";
import { declaration } from "./shared-strings.ts";
import { style } from "./styles.ts";
import { excelTime } from "./table-sheets.ts";
import { columnLetters, sheetReference, type Workbook } from "./workbook.ts";

/** The numbers of all charts side by side on a sheet of their own, and the charts that show them. */
export function writeCharts(charts: readonly Chart[], timezone: string, workbook: Workbook): void {
  const sheet = workbook.beginSheet(workbook.reserveName(chartSheetName));
  const { zip } = workbook;
  zip.write(`${declaration}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">\
<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
<sheetFormatPr defaultRowHeight="14" baseColWidth="18"/><sheetData>`);
  const longest = charts.reduce((most, { categories }) => Math.max(most, categories.values.length), 0);
  for (let row = 0; row <= longest; row++) zip.write(rowXml(charts, row, timezone));
  zip.write("</sheetData></worksheet>");
  zip.end();
  let column = 0;
  for (const [i, chart] of charts.entries()) {
    zip.add(`xl/charts/chart${i + 1}.xml`, chartXml(chart, placesOf(chart, sheet.name, column), timezone));
    column += columnsOf(chart);
  }
}

export const chartSheetName = "Chart data";

/** A column for the categories, one for each series, and one that stays free. */
function columnsOf({ series }: Chart): number {
  return series.length + 2;
}

/** Row 0 names the columns. */
function rowXml(charts: readonly Chart[], row: number, timezone: string): string {
  let text = `<row r="${row + 1}">`;
  let column = 0;
  for (const chart of charts) {
    const { categories, series, title } = chart;
    if (row === 0) text += textCell(column, 1, title, style.header);
    else if (row <= categories.values.length) text += categoryCell(chart, row, column, timezone);
    for (const [i, { name, values }] of series.entries()) {
      const value = values[row - 1];
      const place = `r="${columnLetters(column + 1 + i)}${row + 1}"`;
      if (row === 0) text += textCell(column + 1 + i, 1, name, style.header);
      else if (typeof value === "number") text += `<c ${place}><v>${value}</v></c>`;
    }
    column += columnsOf(chart);
  }
  return `${text}</row>`;
}

function categoryCell({ categories }: Chart, row: number, column: number, timezone: string): string {
  if (categories.hold === "text")
    return textCell(column, row + 1, categories.values[row - 1]! || "(empty)", style.plain);
  const { value, format } = excelTime(categories.values[row - 1]!, timezone);
  return `<c r="${columnLetters(column)}${row + 1}" s="${format}"><v>${value}</v></c>`;
}

function textCell(column: number, row: number, text: string, format: number): string {
  return `<c r="${columnLetters(column)}${row}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${cellString(text)}</t></is></c>`;
}

/** Cells of the chart's numbers on the sheet, starting at a column. */
export function placesOf({ categories, series }: Chart, sheet: string, column: number): ChartPlaces {
  const last = categories.values.length + 1;
  const area = (index: number, from: number, to: number) =>
    `${sheetReference(sheet)}!$${columnLetters(index)}$${from}${from === to ? "" : `:$${columnLetters(index)}$${to}`}`;
  return {
    categories: area(column, 2, last),
    series: series.map((_, i) => ({ name: area(column + 1 + i, 1, 1), values: area(column + 1 + i, 2, last) })),
  };
}
