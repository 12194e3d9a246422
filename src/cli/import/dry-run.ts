import { severityNames } from "../../eventstore/event/event.ts";
import { BadEvent } from "../../ingest/event/bad-event.ts";
import { eventOfLine } from "../../ingest/event/event-of-line.ts";
import type { MappedEvent } from "../../ingest/event/finish-event.ts";
import { parseEvent } from "../../ingest/event/parse-event.ts";
import { programOfFile } from "../../ingest/event/program-of-file.ts";
import { describeFinding } from "../../ingest/line-formats/learn/describe-finding.ts";
import type { LineRecord } from "../../ingest/line-formats/records/line-record.ts";
import { describeTable } from "../../ingest/line-formats/tables/learn-table.ts";
import { countOf, formatCount, renderTable } from "../output.ts";
import type { ImportOptions } from "./import-files.ts";
import { dryRunCounted, dryRunShown } from "./limits.ts";
import { openLogFile } from "./open-log-file.ts";
import { emptyAccount, readRecords } from "./record-reader.ts";

/**
 * Shows how the first lines of a file are read, without parser rules, and the formats of the first thousand; sends
 * nothing.
 */
export async function describeFirstLines(path: string, options: ImportOptions): Promise<string> {
  const file = openLogFile(path);
  const account = emptyAccount();
  const rows: string[][] = [];
  const formats = new Map<string, number>();
  let [counted, joined, inherited, withoutTime] = [0, 0, 0, 0];
  for await (const records of readRecords(file, options, account)) {
    for (const record of records) {
      const event = eventOf(record, options, programOfFile(file.name));
      formats.set(record.fields.format, (formats.get(record.fields.format) ?? 0) + 1);
      joined += record.lines - 1;
      if (!(event instanceof BadEvent) && event.withoutTime) withoutTime++;
      else if (record.fields.format !== "json" && record.fields.time === undefined) inherited++;
      if (rows.length < dryRunShown) rows.push(rowOf(record, event));
    }
    counted = account.lines;
    if (counted >= dryRunCounted) break;
  }
  const counts = [...formats].sort((a, b) => b[1] - a[1]).map(([format, count]) => `${format} ${formatCount(count)}`);
  const notes = [
    account.table && describeTable(account.table),
    account.headers > 0 && `${countOf(account.headers, "line")} told what the others are, and are no events.`,
    account.finding && describeFinding(account.finding),
    joined > 0 && `${countOf(joined, "line")} went on with the one before.`,
    inherited > 0 && `${countOf(inherited, "event")} without a time took that of the one before.`,
    withoutTime > 0 && `${countOf(withoutTime, "event")} would be stored under the time of arrival: no time was found.`,
  ].filter((note) => typeof note === "string");
  const head = `${file.name}: of the first ${countOf(counted, "line")}: ${counts.join(", ") || "none with text"}`;
  const titles = ["line", "format", "time", "host", "program", "severity", "tags", "message"];
  const table = renderTable(
    titles.map((title) => ({ title })),
    rows,
  );
  return `${[head, ...notes, table].join("\n")}\n`;
}

/** The event that intake would make of it. */
function eventOf({ fields, text, before }: LineRecord, options: ImportOptions, fileProgram: string) {
  const { host, program = "", tags } = options;
  const defaults = { host, program, fileProgram, time: before.time, tags };
  const json = eventOfLine(fields, text, {
    ...defaults,
    host: before.host ?? host,
    program: before.program ?? program,
  });
  const arrival = Date.now() * 1000;
  return parseEvent(json, { arrival, oldest: 0, address: "", type: 0, defaultTags: [] }, false);
}

function rowOf({ line, lines, fields }: LineRecord, event: MappedEvent | BadEvent): string[] {
  const number = lines > 1 ? `${line}-${line + lines - 1}` : String(line);
  if (event instanceof BadEvent) return [number, fields.format, "", "", "", "", "", `refused: ${event.error}`];
  const { row, withoutTime, count } = event;
  const pairs = row.tags.flatMap((name, i) => (i % 2 === 0 ? [`${name}=${row.tags[i + 1]}`] : []));
  const time = withoutTime ? "none" : new Date(row.times[0]! / 1000).toISOString();
  const severity = severityNames[row.severity]!.toLowerCase();
  const message = (count > 1 ? `${count}× ` : "") + row.message.replaceAll("\n", "⏎");
  return [number, fields.format, time, row.host, row.program, severity, cutTags(pairs.join(" ")), message];
}

/** Leaves space to show the message next to them. */
const tagCharactersMax = 60;

function cutTags(text: string): string {
  return text.length > tagCharactersMax ? `${text.slice(0, tagCharactersMax - 1)}…` : text;
}
