import type { Output } from "../../document/output.ts";
import { isoText } from "../../lib/zoned-text.ts";
import type { Answer, EventsContent } from "../answer.ts";
import { tableOf } from "../answer-table.ts";
import { eventColumns, tagLayoutOf } from "../event-table.ts";
import type { Cell, Column } from "../table.ts";
import { textCell } from "./csv-cell.ts";
import { writeCsvEvents } from "./csv-events.ts";

/**
 * RFC 4180: a header row, lines that end with CR LF, UTF-8, with its mark only on request. Times are ISO 8601 with the
 * offset of the zone.
 */
export function writeCsv(answer: Answer, output: Output): void {
  const { content, timezone, hasMark } = answer;
  if (hasMark) output.write("\ufeff");
  if ("batches" in content && content.batches) writeColumns(content, content.batches, timezone, output);
  else {
    const { columns, rows } = tableOf(answer);
    const lineOf = lineWriter(columns, timezone);
    output.write(headerOf(columns));
    for (const row of rows) output.write(lineOf(row));
  }
}

function writeColumns(
  { tagNames }: EventsContent,
  batches: NonNullable<EventsContent["batches"]>,
  timezone: string,
  output: Output,
): void {
  const layout = tagLayoutOf(tagNames);
  const columns = eventColumns(layout);
  output.write(headerOf(columns));
  writeCsvEvents(batches, { layout, timezone, lineOf: lineWriter(columns, timezone) }, output);
}

function headerOf(columns: readonly Column[]): string {
  return `${columns.map(({ name }) => textCell(name)).join(",")}\r\n`;
}

function lineWriter(columns: readonly Column[], timezone: string): (row: readonly Cell[]) => string {
  const writers = columns.map((column) => cellWriter(column, timezone));
  return (row) => {
    let line = "";
    for (let i = 0; i < writers.length; i++) line += (i === 0 ? "" : ",") + writers[i]!(row[i] ?? null);
    return `${line}\r\n`;
  };
}

function cellWriter({ holds }: Column, timezone: string): (cell: Cell) => string {
  if (holds === "time")
    return (cell) => (typeof cell === "number" ? isoText(Math.round(cell * 1e6), timezone) : textCell(cell ?? ""));
  return (cell) => (typeof cell === "number" ? String(cell) : cell === null ? "" : textCell(cell));
}
