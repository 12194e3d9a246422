import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "../../../src/cli/connection.ts";
import { emptyTotals, importFiles } from "../../../src/cli/import/import-files.ts";
import { openServiceDestination } from "../../../src/cli/import/service-destination.ts";
import { programOfFile } from "../../../src/ingest/event/program-of-file.ts";
import { writeSwitches } from "../../../src/parser-rules/files/rule-switches.ts";
import { shippedRules } from "../../../src/parser-rules/files/shipped-rules.ts";
import { type Service, startService } from "../../support/service/start-service.ts";
import { applicationSets } from "./application-sets.ts";
import { daemonSets } from "./daemon-sets.ts";
import { type MadeLine, type MadeSet, writeSet } from "./made-set.ts";
import { researchSets } from "./research-sets.ts";
import { serverSets } from "./server-sets.ts";

/**
 * Hundreds of lines of each kind, of which it is known what they say since they are made of it, against what the service
 * has stored after an import of the file. One in a hundred might be wrong; none is.
 */
const sets: readonly MadeSet[] = [...researchSets, ...applicationSets, ...serverSets, ...daemonSets];
const linesEach = 400;
const written = Date.UTC(2026, 10, 20, 23) * 1000;

let service: Service;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "vigie-sets-"));
  const rulesFolder = join(folder, "data", "parser-rules");
  mkdirSync(rulesFolder, { recursive: true });
  // Rules change what lines say of themselves, and have tests of their own.
  writeSwitches(rulesFolder, new Set(shippedRules.map(({ name }) => name)));
  service = await startService({ dataFolder: join(folder, "data") });
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each(sets.map((set): [string, MadeSet] => [set.title, set]))(
  "when a file of %s is imported, then each line has its time, host, program and severity",
  async (title, set) => {
    const lines = writeSet(set, linesEach, written);
    await importLines(set, lines);
    const stored = await eventsOf(title, lines);
    expect(stored.size).toBe(lines.length);
    const read = lines.map((line, index) => {
      const [is, should] = [stored.get(idOf(index)), summaryOf(line, set.file)];
      return { line: line.line, is, should };
    });
    expect(read.filter(({ is, should }) => is !== should).slice(0, 3)).toEqual([]);
  },
);

const idOf = (index: number) => `u${String(index).padStart(5, "0")}x`;

async function importLines(set: MadeSet, lines: readonly MadeLine[]): Promise<void> {
  const path = join(folder, set.file);
  writeFileSync(path, `${lines.map(({ line }) => line).join("\n")}\n`);
  utimesSync(path, written / 1e6, written / 1e6);
  const destination = await openServiceDestination(await connect({ url: service.url, token: service.adminToken }));
  const options = {
    host: "here",
    program: undefined,
    tags: ["made_set", set.title],
    oneLine: false,
    line: { timezone: "UTC" },
  };
  const totals = emptyTotals();
  await importFiles([path], options, destination, totals, () => {});
  expect(totals).toMatchObject({ refused: 0, withoutTime: 0, outOfTime: 0 });
}

/** By the id that stands in each line: time, host, program, severity, count. */
async function eventsOf(title: string, lines: readonly MadeLine[]): Promise<Map<string, string>> {
  const range = { ts_from: Math.floor(lines[0]!.time / 1e6) - 86_400, ts_to: Math.floor(written / 1e6) + 86_400 };
  const params = { page_size: 10_000, time_range: range, filter: [{ field: "made_set", value: title }] };
  const { body } = await service.call("POST", "/api/query", { body: { type: "Search", params } });
  expect(body.status).toBe("SUCCESS");
  const events: Record<string, unknown>[] = body.results.events.objects;
  return new Map(events.map((event) => [/u\d{5}x/.exec(JSON.stringify(event))?.[0] ?? "", storedSummary(event)]));
}

function storedSummary({ first_occurrence, host, program, severity, counter }: Record<string, unknown>): string {
  return summary(
    Math.round(Number(first_occurrence) * 1e6),
    String(host),
    String(program),
    Number(severity),
    Number(counter),
  );
}

function summaryOf({ time, host = "here", program, severity = 6, count = 1 }: MadeLine, file: string): string {
  return summary(time, host, program ?? programOfFile(file), severity, count);
}

function summary(time: number, host: string, program: string, severity: number, count: number): string {
  return `${new Date(Math.floor(time / 1000)).toISOString().slice(0, 19)} ${time % 1_000_000} ${host} ${program} ${severity} ${count}`;
}
