import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyAccount, RecordReader } from "../../../../src/cli/import/record-reader.ts";
import { eventOfLine } from "../../../../src/ingest/event/event-of-line.ts";
import type { MappedEvent } from "../../../../src/ingest/event/finish-event.ts";
import { parseEvent } from "../../../../src/ingest/event/parse-event.ts";
import type { LineRecord } from "../../../../src/ingest/line-formats/records/line-record.ts";

/**
 * Short files as programs write them. `### title` begins one, `> time | host | program | severity` an event of it, whose
 * lines follow; "none": the event has no time of its own nor one before it; "-": nothing is told.
 */
const files = readFileSync(join(import.meta.dirname, "documented-files.txt"), "utf8")
  .split(/^### /m)
  .slice(1)
  .map((section): [title: string, expected: string[], lines: string[]] => {
    const [title, ...rows] = section.trimEnd().split("\n");
    const isExpected = (row: string) => row.startsWith("> ");
    return [title!, rows.filter(isExpected).map((row) => row.slice(2)), rows.filter((row) => !isExpected(row))];
  });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-files-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Written after the documents of each project; names and addresses are ours. */
test.each(files)(
  "when a file is of %s, then each event has its time, host, program and severity",
  async (_title, expected, lines) => {
    expect(await readFile(lines)).toEqual(expected);
  },
);

const written = Date.parse("2026-11-20T23:00:00Z") * 1000;

/** As an import reads it; clocks without a date count midnights in the file itself. */
async function readFile(lines: readonly string[]): Promise<string[]> {
  const name = join(folder, "some.log");
  writeFileSync(name, `${lines.join("\n")}\n`);
  const records: LineRecord[] = [];
  const options = { line: { timezone: "UTC" }, oneLine: false };
  const reader = new RecordReader({ name, modified: written }, options, emptyAccount(), (record) =>
    records.push(record),
  );
  for (const line of lines) reader.push(line);
  await reader.giveOut(true);
  return records.map(summaryOf);
}

function summaryOf({ fields, text, before }: LineRecord): string {
  const { host = "", program = "", time } = before;
  const json = eventOfLine(fields, text, { host, program, fileProgram: "", time, tags: [] });
  const context = { arrival: written, oldest: 0, address: "", type: 0, defaultTags: [] };
  const { row, withoutTime } = parseEvent(json, context, false) as MappedEvent;
  const at = row.times[0]!;
  const fraction =
    at % 1_000_000 === 0
      ? ""
      : `.${String(at % 1_000_000)
          .padStart(6, "0")
          .replace(/0+$/, "")}`;
  const iso = `${new Date(at / 1000).toISOString().slice(0, 19)}${fraction}`;
  return [withoutTime ? "none" : iso, row.host || "-", row.program || "-", String(row.severity)].join(" | ");
}
