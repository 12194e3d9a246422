import { eventOfLine } from "../../ingest/line-formats/event-of-line.ts";
import type { LineContext, LineFields } from "../../ingest/line-formats/line-fields.ts";
import { readLine } from "../../ingest/line-formats/read-line.ts";
import { messageOf } from "../../lib/errors.ts";
import { CommandError } from "../command.ts";
import { type Batch, type BatchBuilder, createBatchBuilder } from "./batch.ts";
import type { Destination } from "./destination.ts";
import { reasonsShownMax } from "./limits.ts";
import { type LogFile, openLogFile } from "./open-log-file.ts";
import { programOfFile } from "./program-of-file.ts";
import { createLineSplitter } from "./split-lines.ts";
import { withPauses } from "./with-pauses.ts";

export interface ImportOptions {
  /** Of events that name none. */
  host: string;
  /** Of events that name none; undefined: after the file. */
  program: string | undefined;
  line: Omit<LineContext, "reference">;
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
  /** Lines beyond 1 MiB, of which the beginning was sent. */
  cut: number;
  /** Stored, but not with all they had: a message over 64 KiB, too many tags. */
  cutEvents: number;
  /** Stored under the time they arrived, because their own cannot be right. */
  outOfTime: number;
  notUtf8: number;
  /** Files that could not be read, or not to their end, each with its reason. */
  failures: string[];
}

/**
 * Reads the files one after the other and sends their events in order, in constant memory: while one batch is on its
 * way the next one is filled. A file that cannot be read is noted and the others go on; when sending fails, it throws,
 * and `totals` says what had been stored until then. When `interrupt` comes it reads no further and sends what it has.
 * Parameters: the files, where they go and how, as the command was given them.
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
    notUtf8: 0,
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
  const full: Batch[] = [];
  const take = createLineTaker(file, options, totals, (event, line) => {
    const batch = builder.add(event, { file: file.name, line });
    if (batch !== undefined) full.push(batch);
  });
  const splitter = createLineSplitter();
  let failure: unknown;
  try {
    for await (const chunk of withPauses(file.chunks(), pauseMs)) {
      if (chunk !== undefined) splitter.push(chunk, take);
      yield* full.splice(0);
      const waiting = chunk === undefined ? builder.finish() : undefined;
      if (waiting !== undefined) yield waiting;
      if (interrupt?.aborted) break;
    }
  } catch (error) {
    failure = error;
  }
  // Of a file that breaks off (a truncated gzip) the last line may be half; it is kept, like everything before it.
  splitter.end(take);
  totals.cut += splitter.counts.cut;
  totals.notUtf8 += splitter.counts.notUtf8;
  yield* full.splice(0);
  if (failure !== undefined) throw failure;
}

/** A pipe that pauses, such as of `tail -f`: what came so far goes out. */
const pauseMs = 1000;

/** Understands each line and hands on its event; blank lines are counted and left out. */
function createLineTaker(
  file: LogFile,
  options: ImportOptions,
  totals: ImportTotals,
  give: (event: string, lineNumber: number) => void,
): (text: string) => void {
  const context: LineContext = { ...options.line, reference: file.modified ?? Date.now() * 1000 };
  const fileProgram = programOfFile(file.name);
  /** The last line that had a time. */
  let before: Pick<LineFields, "time" | "host" | "program"> = {};
  let lineNumber = 0;
  return (text) => {
    lineNumber += 1;
    totals.lines += 1;
    if (text.trim() === "") {
      totals.blank += 1;
      return;
    }
    const fields = readLine(text, context);
    // Indented text goes on with the record before it: the frames of a stack trace, the rest of a statement.
    const isFurther = fields.format === "text" && /^[ \t]/.test(text);
    if (fields.format !== "json" && fields.time !== undefined) before = fields;
    const defaults = {
      host: (isFurther && before.host) || options.host,
      program: (isFurther && before.program) || (options.program ?? ""),
      fileProgram,
      time: before.time,
    };
    give(eventOfLine(fields, text, defaults), lineNumber);
  };
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
      // Heard by the next `drain`; without this a failure in between would end the process.
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
  for (const { index, error } of receipt.rejected) {
    if (totals.reasons.length >= reasonsShownMax) break;
    const origin = batch.lines[index];
    totals.reasons.push(origin ? `${origin.file}, line ${origin.line}: ${error}` : error);
  }
}
