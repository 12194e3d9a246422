import { DayCounter } from "../../ingest/line-formats/learn/day-counter.ts";
import { type LayoutFinding, type LearnedLayout, learnLayout } from "../../ingest/line-formats/learn/learn-layout.ts";
import { sampleCharactersMax, sampleLinesMax } from "../../ingest/line-formats/learn/limits.ts";
import { MidnightCounter } from "../../ingest/line-formats/learn/midnight-counter.ts";
import type { LineContext } from "../../ingest/line-formats/line-fields.ts";
import type { LineRecord } from "../../ingest/line-formats/records/line-record.ts";
import { LineStream } from "../../ingest/line-formats/records/line-stream.ts";
import type { Table } from "../../ingest/line-formats/tables/table.ts";
import { fromZone } from "../../time-text/civil-time.ts";
import { dayOfName, type NamedDay } from "./day-of-name.ts";
import { giveEntries, takeDocument } from "./json-document.ts";
import { type LogFile, openLogFile } from "./open-log-file.ts";
import { createLineSplitter, type SplitCounts } from "./split-lines.ts";
import { withPauses } from "./with-pauses.ts";

export interface RecordOptions {
  /** How to read lines, apart from the file's own declarations. */
  line: Omit<LineContext, "reference">;
  /** Each line is an event. */
  oneLine: boolean;
}

/** Findings about a file, complete or as far as it was read. */
export interface FileAccount {
  lines: number;
  blank: number;
  counts: SplitCounts;
  /** The source of its times; undefined: the lines contain them. */
  finding: LayoutFinding | undefined;
  /** Its columns. */
  table: Table | undefined;
  /** Number of lines that named them. */
  headers: number;
}

/**
 * The events of a file, some at a time; an empty list after each second in which nothing came, when held lines are
 * given out. Its first lines are kept back until the place of its times is known. Throws CommandError as
 * `LogFile.chunks` does, after it has given everything before.
 */
export async function* readRecords(
  file: LogFile,
  options: RecordOptions,
  account: FileAccount,
  interrupt?: AbortSignal,
): AsyncGenerator<LineRecord[], void, void> {
  const { entries, chunks } = await takeDocument(file);
  if (entries !== undefined) {
    yield* giveEntries(entries, account);
    return;
  }
  const ready: LineRecord[] = [];
  const reader = new RecordReader(file, options, account, (record) => ready.push(record));
  const splitter = createLineSplitter();
  account.counts = splitter.counts;
  let failure: unknown;
  try {
    for await (const chunk of withPauses(chunks, pauseMs)) {
      if (chunk !== undefined) splitter.push(chunk, (line) => reader.push(line));
      await reader.giveOut(chunk === undefined);
      yield ready.splice(0);
      if (interrupt?.aborted) break;
    }
  } catch (error) {
    failure = error;
  }
  // The last line of a file that breaks off (a truncated gzip) may be incomplete; it is kept, like everything before
  // it.
  splitter.end((line) => reader.push(line));
  await reader.giveOut(true);
  yield ready.splice(0);
  if (failure !== undefined) throw failure;
}

/** A pipe that pauses, such as of `tail -f`: everything received so far goes out. */
const pauseMs = 1000;

export function emptyAccount(): FileAccount {
  return { lines: 0, blank: 0, counts: { cut: 0, notUtf8: 0 }, finding: undefined, table: undefined, headers: 0 };
}

/**
 * Makes events of the lines of one file. Keeps the first lines until enough of them are there to learn from, or
 * until there is a pause.
 */
export class RecordReader {
  readonly #file: Pick<LogFile, "name" | "modified">;
  readonly #options: RecordOptions;
  readonly #account: FileAccount;
  readonly #give: (record: LineRecord) => void;
  readonly #readBefore: () => readonly string[];
  #sample: string[] | undefined = [];
  #sampleCharacters = 0;
  #stream: LineStream | undefined;

  /** `readBefore`: lines of the file before those that are pushed, to learn from; no events come of them. */
  constructor(
    file: Pick<LogFile, "name" | "modified">,
    options: RecordOptions,
    account: FileAccount,
    give: (record: LineRecord) => void,
    readBefore: () => readonly string[] = () => [],
  ) {
    this.#file = file;
    this.#options = options;
    this.#account = account;
    this.#give = give;
    this.#readBefore = readBefore;
  }

  push(line: string): void {
    this.#account.lines++;
    if (line.trim() === "") this.#account.blank++;
    if (this.#stream !== undefined) this.#stream.push(line);
    else {
      this.#sample!.push(line);
      this.#sampleCharacters += line.length;
    }
  }

  /**
   * Begins when there is enough to learn from; `isPause`: nothing more is available now, so everything is given out.
   */
  async giveOut(isPause: boolean): Promise<void> {
    const sample = this.#sample;
    const isEnough = sample && (sample.length >= sampleLinesMax || this.#sampleCharacters >= sampleCharactersMax);
    if (sample !== undefined && (isEnough || (isPause && sample.length > 0))) await this.#begin(sample);
    if (isPause) this.#stream?.flush();
    this.#account.headers = this.#stream?.headerLines ?? 0;
  }

  async #begin(sample: readonly string[]): Promise<void> {
    const context: LineContext = { ...this.#options.line, reference: this.#file.modified ?? Date.now() * 1000 };
    const before = this.#readBefore();
    const own = learnLayout(sample.slice(0, sampleLinesMax), context);
    const learned =
      before.length === 0 ? own : completed(own, learnLayout([...before, ...sample].slice(0, sampleLinesMax), context));
    this.#account.finding = learned.finding;
    this.#account.table = learned.table;
    const named = learned.layout?.kind === "clock" ? dayOfName(this.#file.name) : undefined;
    if (named !== undefined) this.#account.finding = { ...learned.finding!, dayOfName: named };
    const known = await contextOf(learned, context, this.#file, named);
    const { oneLine } = this.#options;
    const { allTimed, table } = learned;
    this.#stream = new LineStream({ context: known, oneLine, allTimed, table }, this.#give);
    this.#sample = undefined;
    for (const line of before) this.#stream.recall(line);
    for (const line of sample) this.#stream.push(line);
  }
}

/** The lines say themselves how they are read, except for what only the file's first lines can tell. */
function completed(own: LearnedLayout, fromFirst: LearnedLayout): LearnedLayout {
  if (fromFirst.table !== undefined) return fromFirst;
  const isOpen = own.finding === undefined || own.finding.alternative !== undefined;
  const isTold = fromFirst.dateOrder !== undefined && fromFirst.finding?.alternative === undefined;
  return isOpen && isTold ? { ...own, dateOrder: fromFirst.dateOrder } : own;
}

async function contextOf(
  learned: LearnedLayout,
  context: LineContext,
  file: Pick<LogFile, "name" | "modified">,
  named: NamedDay | undefined,
): Promise<LineContext> {
  const { layout, dateOrder, hostBehind } = learned;
  const known = { ...context, ...(dateOrder && { dateOrder }), hostBehind };
  if (layout === undefined) return known;
  if (layout.kind !== "clock") return { ...known, layout };
  if (named === undefined) return countMidnights(file, new MidnightCounter(known, layout));
  const days = new DayCounter(noonOf(named, context.timezone), context.timezone, 0);
  return { ...known, layout: { ...layout, days } };
}

function noonOf({ year, month, day }: NamedDay, timezone: string): number {
  return fromZone(Date.UTC(year, month - 1, day, 12) * 1000, timezone);
}

/** The last of the midnights was before the file was last written. A pipe is not read: it is taken to pass none. */
async function countMidnights(
  file: Pick<LogFile, "name" | "modified">,
  midnights: MidnightCounter,
): Promise<LineContext> {
  if (file.modified === undefined) return midnights.context;
  const splitter = createLineSplitter();
  for await (const chunk of openLogFile(file.name).chunks()) splitter.push(chunk, (line) => midnights.push(line));
  splitter.end((line) => midnights.push(line));
  return midnights.context;
}
