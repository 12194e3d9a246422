import type { Output } from "../document/output.ts";
import { isoText } from "../lib/zoned-text.ts";
import type { Answer } from "./answer.ts";
import { tableOf } from "./answer-table.ts";
import type { Cell, Column } from "./table.ts";

/** RFC 4180: a header row, lines that end with CR LF, UTF-8. Times are ISO 8601 with the offset of the zone. */
export function writeCsv(answer: Answer, output: Output): void {
  const { columns, rows } = tableOf(answer);
  const writers = columns.map((column) => cellWriter(column, answer.timezone));
  output.write(`${columns.map(({ name }) => textCell(name)).join(",")}\r\n`);
  for (const row of rows) {
    let line = "";
    for (let i = 0; i < writers.length; i++) line += (i === 0 ? "" : ",") + writers[i]!(row[i] ?? null);
    output.write(`${line}\r\n`);
  }
}

/** Neutralised, and in quotes where it must be. */
export function textCell(text: string): string {
  // Nearly every text begins with a letter or a digit and has nothing to be quoted.
  if (plain.test(text)) return text;
  const safe = formulaStart.test(text) && !number.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const plain = /^[0-9A-Za-z]+$/;
const needsQuotes = /[",\r\n]|^\s|\s$/;

/** A spreadsheet takes a cell that begins so for a formula and runs it; a log line can come from anybody. The last four are full-width. */
const formulaStart = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function cellWriter({ holds }: Column, timezone: string): (cell: Cell) => string {
  if (holds === "time")
    return (cell) => (typeof cell === "number" ? isoText(Math.round(cell * 1e6), timezone) : textCell(cell ?? ""));
  return (cell) => (typeof cell === "number" ? String(cell) : cell === null ? "" : textCell(cell));
}
