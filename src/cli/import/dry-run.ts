import type { JsonLine, LineContext, LineFields, LineFormat } from "../../ingest/line-formats/line-fields.ts";
import { readLine } from "../../ingest/line-formats/read-line.ts";
import { countOf, renderTable } from "../output.ts";
import { dryRunCounted, dryRunShown } from "./limits.ts";
import { openLogFile } from "./open-log-file.ts";
import { createLineSplitter } from "./split-lines.ts";

/** Shows how the first lines of a file are understood and which formats the first thousands are; sends nothing. */
export async function describeFirstLines(path: string, line: Omit<LineContext, "reference">): Promise<string> {
  const file = openLogFile(path);
  const context: LineContext = { ...line, reference: file.modified ?? Date.now() * 1000 };
  const rows: string[][] = [];
  const formats = new Map<LineFormat, number>();
  let number = 0;
  const take = (text: string) => {
    if (++number > dryRunCounted || text.trim() === "") return;
    const fields = readLine(text, context);
    formats.set(fields.format, (formats.get(fields.format) ?? 0) + 1);
    if (rows.length < dryRunShown) rows.push(rowOf(number, fields));
  };
  const splitter = createLineSplitter();
  for await (const chunk of file.chunks()) {
    splitter.push(chunk, take);
    if (number >= dryRunCounted) break;
  }
  splitter.end(take);
  const titles = ["line", "format", "time", "host", "program", "severity", "tags", "message"];
  const counts = [...formats].sort((a, b) => b[1] - a[1]).map(([format, count]) => `${format} ${count}`);
  const head = `${file.name}: of the first ${countOf(Math.min(number, dryRunCounted), "line")}: ${counts.join(", ") || "none with text"}`;
  return `${head}\n${renderTable(
    titles.map((title) => ({ title })),
    rows,
  )}\n`;
}

function rowOf(number: number, fields: LineFields | JsonLine): string[] {
  if (fields.format === "json") return [String(number), "json", "", "", "", "", "", JSON.stringify(fields.json)];
  const { time, host = "", program = "", severity, tags, message } = fields;
  const pairs = tags.flatMap((name, i) => (i % 2 === 0 ? [`${name}=${tags[i + 1]}`] : []));
  const timeText = time === undefined ? "" : new Date(time / 1000).toISOString();
  return [
    String(number),
    fields.format,
    timeText,
    host,
    program,
    severity === undefined ? "" : String(severity),
    cutTags(pairs.join(" ")),
    message,
  ];
}

/** The message should still be seen beside them. */
const tagCharactersMax = 60;

function cutTags(text: string): string {
  return text.length > tagCharactersMax ? `${text.slice(0, tagCharactersMax - 1)}…` : text;
}
