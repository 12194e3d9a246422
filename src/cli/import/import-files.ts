import { eventOfLine } from "../../ingest/event/event-of-line.ts";
import { programOfFile } from "../../ingest/event/program-of-file.ts";
import type { LayoutFinding } from "../../ingest/line-formats/learn/learn-layout.ts";
import type { LineRecord } from "../../ingest/line-formats/records/line-record.ts";
import type { Table } from "../../ingest/line-formats/tables/table.ts";
import { messageOf } from "../../lib/errors.ts";
import { CommandError } from "../command.ts";
import { type Batch, type BatchBuilder, createBatchBuilder } from "./batch.ts";
import type { Destination } from "./destination.ts";
import { reasonsShownMax } from "./limits.ts";
import { type LogFile, openLogFile } from "./open-log-file.ts";
import { emptyAccount, type FileAccount, type RecordOptions, readRecords } from "./record-reader.ts";

export interface ImportOptions extends RecordOptions {
  /** Host for events that name none. */
  host: string;
  /** Program for events that name none; undefined: named after the logger or the file. */
  program: string | undefined;
  /** Tags for events that do not have them: name, value, name, value … */
  tags: readonly string[];
}

export interface ImportTotals {
  files: number;
  lines: number;
  blank: number;
  accepted: number;
  duplicates: number;
  refused: number;
  /** The first, each as "file, line 3: why". */
  reasons: string[];
  /** Lines beyond 1 MiB; only the beginning was sent. */
  cut: number;
  /** Stored, but shortened: a message over 64 KiB, too many tags. */
  cutEvents: number;
  /** Stored under the time they arrived, because their own cannot be right. */
  outOfTime: number;
  /** Stored under the time they arrived, because no readable time was found. */
  withoutTime: number;
  /** Stored under the time of the event before them, because they have none. */
  inherited: number;
  /** Lines that became part of the event before them. */
  joined: number;
  /** Findings about the times of a file. */
  findings: ({ file: string } & LayoutFinding)[];
  /** Columns of files that are tables. */
  tables: { file: string; table: Table }[];
  /** Lines that named columns, or described the others. */
  headers: number;
  notUtf8: number;
  /** NULs that were left out, in whole runs. */
  holeBytes: number;
  /** Files that could not be read, or not to their end, each with its reason. */
  failures: string[];
}

/**
 * Reads the files one after the other and sends their events in order, in constant memory: the next batch is filled
 * while one is on its way. A file that cannot be read is noted and the others go on; when sending fails, it throws, and
 * `totals` tells how much had been stored until then. At `interrupt` it stops reading and sends the rest.
 * Parameters: the files, their destination and the options of the command.
 */
export async function importFiles(
  paths: readonly string[],
  options: ImportOptions,
  destination: Destination,
  totals: ImportTotals,
  report: (totals: ImportTotals, readBytes: number) => void,
  interrupt?: AbortSignal,
): Promise<void> {
  const sender = createSender(destination, totals);
  const builder = createBatchBuilder();
  let bytesBefore = 0;
  for (const path of paths) {
    if (interrupt?.aborted) break;
    try {
      const file = openLogFile(path);
      for await (const batch of readBatches(file, options, builder, totals, interrupt)) {
        await sender.send(batch);
        report(totals, bytesBefore + file.readBytes());
      }
      totals.files += 1;
      bytesBefore += file.sizeBytes;
    } catch (error) {
      if (sender.failed() || !(error instanceof CommandError)) throw error;
      totals.failures.push(messageOf(error));
    }
  }
  const last = builder.finish();
  if (last !== undefined) await sender.send(last);
  await sender.drain();
}

export function emptyTotals(): ImportTotals {
  return {
    files: 0,
    lines: 0,
    blank: 0,
    accepted: 0,
    duplicates: 0,
    refused: 0,
    reasons: [],
    cut: 0,
    cutEvents: 0,
    outOfTime: 0,
    withoutTime: 0,
    inherited: 0,
    joined: 0,
    findings: [],
    tables: [],
    headers: 0,
    notUtf8: 0,
    holeBytes: 0,
    failures: [],
  };
}

async function* readBatches(
  file: LogFile,
  options: ImportOptions,
  builder: BatchBuilder,
  totals: ImportTotals,
  interrupt: AbortSignal | undefined,
): AsyncGenerator<Batch, void, void> {
  const account = emptyAccount();
  const fileProgram = programOfFile(file.name);
  const linesBefore = totals.lines;
  try {
    for await (const records of readRecords(file, options, account, interrupt)) {
      totals.lines = linesBefore + account.lines;
      for (const record of records) {
        const full = builder.add(eventOf(record, options, fileProgram, totals), { file: file.name, line: record.line });
        if (full !== undefined) yield full;
      }
      const waiting = records.length === 0 ? builder.finish() : undefined;
      if (waiting !== undefined) yield waiting;
    }
  } finally {
    totals.lines = linesBefore + account.lines;
    addAccount(totals, file.name, account);
    totals.holeBytes += file.holeBytes();
  }
}

function eventOf(
  { fields, text, lines, before }: LineRecord,
  { host, program = "", tags }: ImportOptions,
  fileProgram: string,
  totals: ImportTotals,
): string {
  totals.joined += lines - 1;
  if (before.time !== undefined && fields.format !== "json" && fields.time === undefined) totals.inherited += 1;
  const defaults = {
    host: before.host ?? host,
    program: before.program ?? program,
    fileProgram,
    time: before.time,
    tags,
  };
  return eventOfLine(fields, text, defaults);
}

function addAccount(totals: ImportTotals, file: string, { blank, counts, finding, table, headers }: FileAccount): void {
  totals.blank += blank;
  totals.cut += counts.cut;
  totals.notUtf8 += counts.notUtf8;
  totals.headers += headers;
  if (table !== undefined) totals.tables.push({ file, table });
  if (finding !== undefined) totals.findings.push({ file, ...finding });
}

/** Keeps one batch on its way: `send` waits for the one before. */
function createSender(destination: Destination, totals: ImportTotals) {
  let onItsWay: Promise<void> = Promise.resolve();
  let hasFailed = false;
  const drain = () => onItsWay;
  return {
    drain,
    failed: () => hasFailed,
    async send(batch: Batch): Promise<void> {
      await drain();
      onItsWay = deliver(destination, batch, totals);
      // The next `drain` reports it; without this a failure in between would end the process.
      onItsWay.catch(() => {
        hasFailed = true;
      });
    },
  };
}

async function deliver(destination: Destination, batch: Batch, totals: ImportTotals): Promise<void> {
  const receipt = await destination.send(batch);
  totals.accepted += receipt.accepted;
  totals.duplicates += receipt.duplicates;
  totals.refused += receipt.rejectedCount;
  totals.cutEvents += receipt.cut;
  totals.outOfTime += receipt.outOfTime;
  totals.withoutTime += receipt.withoutTime;
  for (const { index, error } of receipt.rejected) {
    if (totals.reasons.length >= reasonsShownMax) break;
    const origin = batch.lines[index];
    totals.reasons.push(origin ? `${origin.file}, line ${origin.line}: ${error}` : error);
  }
}
