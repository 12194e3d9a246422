import type { Micros } from "../../../eventstore/event/event.ts";
import { addTag, isBlank, isDigit, skipBlanks } from "../../../time-text/scan.ts";
import type { JsonLine, LineContext, LineFields } from "../line-fields.ts";
import { isCompanion, statementAmong } from "../programs/postgres.ts";
import { readLine } from "../read-line.ts";
import { openHeader } from "../reports/open-header.ts";
import { beginsSlowEntry } from "../reports/slow-log.ts";
import { Directives } from "../tables/directives.ts";
import { isOpenEnded } from "../tables/split-row.ts";
import type { Table } from "../tables/table.ts";
import { LastMessages } from "./last-messages.ts";
import { blankLinesMax, recordCharactersMax, recordLinesMax } from "./limits.ts";
import type { LineRecord } from "./line-record.ts";
import { lineOfPart, type NumberedPart, readNumberedPart } from "./numbered-part.ts";
import {
  announcesLine,
  goesOn,
  isClosing,
  isTraceEnd,
  isTraceLine,
  kindBehindEnd,
  readTraceStart,
  type TraceKind,
} from "./trace-lines.ts";
import { withoutColours } from "./without-colours.ts";

export interface LineStreamOptions {
  context: LineContext;
  /** Each line is an event, whatever it looks like. */
  oneLine?: boolean;
  /** Events of this stream begin with a time: a line without one belongs to the event before it. */
  allTimed?: boolean;
  /** They are rows, whose header comes first. */
  table?: Table | undefined;
}

/**
 * Makes events of lines that come in the order they were written: from a file, standard input or one connection.
 * Continuation lines (a stack trace, an indented line, PostgreSQL's DETAIL) join the event before them, in reading
 * order. An event is emitted when the next one begins or at `flush`, which a caller that waits for more should call
 * after a pause. Holds one event, bounded.
 */
export class LineStream {
  /** Lines that were pushed. */
  lines = 0;
  blankLines = 0;
  /** Lines that only describe others, such as the names of columns. */
  headerLines = 0;
  readonly #options: LineStreamOptions;
  readonly #give: (record: LineRecord) => void;
  readonly #messages = new LastMessages();
  #open: OpenRecord | undefined;
  /** Time of the last line that had one. */
  #time: Micros | undefined;
  #last: LineFields | undefined;
  readonly #directives = new Directives();
  #context: LineContext;
  /** Lines of a row in which a value in quotes has not ended. */
  #row: string[] = [];
  #rowCharacters = 0;

  constructor(options: LineStreamOptions, give: (record: LineRecord) => void) {
    this.#options = options;
    this.#give = give;
    this.#context = options.table === undefined ? options.context : { ...options.context, table: options.table };
  }

  /** A line without its line end. Its colours are removed, unless every line is taken as it is. */
  push(text: string): void {
    const line = this.#context.format === "text" ? text : withoutColours(text);
    this.lines++;
    if (this.#isHeader(line)) {
      this.headerLines++;
      return;
    }
    const { table } = this.#context;
    if (table?.spansLines) this.#pushRow(line, table);
    else this.#take(line);
  }

  /** A line that was taken elsewhere, before those that are pushed: the columns that it may name hold for them. */
  recall(text: string): void {
    this.#isHeader(withoutColours(text));
  }

  /** Names of columns; they hold until others are named. */
  #isHeader(line: string): boolean {
    const { table } = this.#context;
    if (line === table?.header && this.#row.length === 0) return true;
    if (!this.#directives.take(line)) return false;
    const named = this.#directives.table;
    if (named !== undefined && named !== table) this.#context = { ...this.#options.context, table: named };
    return true;
  }

  #pushRow(line: string, table: Table): void {
    this.#row.push(line);
    this.#rowCharacters += line.length + 1;
    const isFull = this.#row.length >= recordLinesMax || this.#rowCharacters > recordCharactersMax;
    if (isFull || !isOpenEnded(this.#row.join("\n"), table)) this.#takeRow();
  }

  #takeRow(): void {
    const lines = this.#row;
    this.#row = [];
    this.#rowCharacters = 0;
    this.#rowLines = Math.max(1, lines.length);
    this.#take(lines.join("\n"));
    this.#rowLines = 1;
  }

  /** Lines of the row in progress. */
  #rowLines = 1;

  #take(line: string): void {
    if (line.trim() === "") {
      this.blankLines++;
      if (this.#open !== undefined) this.#open.blanks++;
      return;
    }
    const { oneLine = false } = this.#options;
    const context = this.#context;
    const open = oneLine ? undefined : this.#open;
    const isIndented = isBlank(line.charCodeAt(0));
    if (open !== undefined && isIndented && open.takesIndented && !mayHaveTime(line)) {
      if (open.add(line)) return;
    }
    const fields = readLine(line, context);
    if (open !== undefined && this.#goesOnWith(open, line, fields, isIndented)) return;
    this.#begin(line, fields, isIndented);
  }

  /** Emits the held event: at the end, or when nothing came for a while. */
  flush(): void {
    if (this.#row.length > 0) this.#takeRow();
    this.#giveOpen();
  }

  #giveOpen(): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    const record = open.finish(this.#context);
    const { fields } = record;
    // Some formats write the time on a later line.
    const isLate = fields.format === "minio" || fields.format === "event_viewer";
    if (isLate && fields.time !== undefined) this.#time = fields.time;
    this.#give(record);
  }

  #goesOnWith(open: OpenRecord, line: string, fields: LineFields | JsonLine, isIndented: boolean): boolean {
    if (fields.format === "postgres") return open.takesCompanion(fields) && open.add(fields.message);
    if (fields.format === "syslog") return open.addPart(fields, this.#context);
    if (fields.format === "slow_log" && fields.time === undefined) return open.takes(line) && open.add(line);
    if (fields.format !== "text" || !open.takesLines) return false;
    const start = readTraceStart(line);
    if (start !== undefined) {
      // A trace continues the program's own error line; otherwise the trace is an event by itself.
      if ((open.severity ?? 6) > 4 || !open.add(line)) return false;
      open.trace = start.kind;
      return true;
    }
    if (open.trace !== undefined && (open.announcesLine || goesOn(open.trace, line) || isTraceEnd(open.trace, line))) {
      if (isTraceEnd(open.trace, line)) open.trace = kindBehindEnd(line);
      return open.add(line);
    }
    if (isIndented || open.takes(line) || isTraceLine(line) || open.isClosedBy(line)) return open.add(line);
    return (this.#options.allTimed === true || open.isRubyError) && open.isTimed && open.add(line);
  }

  #begin(line: string, read: LineFields | JsonLine, isIndented: boolean): void {
    const overflowing = this.#open?.isFull === true ? this.#open.fields : undefined;
    this.#giveOpen();
    const fields = withTraceSeverity(line, read);
    const isFurther = isIndented || overflowing !== undefined;
    const before = this.#before(fields, isFurther);
    const own = fields.format === "json" ? fields : this.#messages.unfold(fields);
    if (own.format !== "json") {
      if (own.time !== undefined) this.#time = own.time;
      if (own.time !== undefined || !isFurther) this.#last = own;
    }
    const record: LineRecord = {
      fields: own,
      text: line,
      line: this.lines - this.#rowLines + 1,
      lines: this.#rowLines,
      before,
    };
    this.#open = new OpenRecord(record, readTraceStart(line)?.kind);
    if (this.#options.oneLine) this.#giveOpen();
  }

  /** Indented text continues the event before it even where it is one of its own. */
  #before(fields: LineFields | JsonLine, isFurther: boolean): LineRecord["before"] {
    const time = this.#time === undefined ? {} : { time: this.#time };
    const last = this.#last;
    if (fields.format !== "text" || !isFurther || last === undefined) return time;
    return {
      ...time,
      ...(last.host === undefined ? {} : { host: last.host }),
      ...(last.program === undefined ? {} : { program: last.program }),
    };
  }
}

/** Indented lines begin an event only when they have a time, as Zabbix's do. */
function mayHaveTime(line: string): boolean {
  const at = skipBlanks(line, 0);
  const first = line.charCodeAt(line[at] === "[" ? at + 1 : at);
  return isDigit(first);
}

/** A trace that stands alone is an error, or worse; its first line does not say so as a logger would. */
function withTraceSeverity(line: string, fields: LineFields | JsonLine): LineFields | JsonLine {
  if (fields.format !== "text") return fields;
  const start = readTraceStart(line);
  if (start !== undefined) return { ...fields, severity: start.severity };
  return isTraceLine(line) ? { ...fields, severity: 3 } : fields;
}

/** An event whose lines may not all have come. */
class OpenRecord {
  /** The latest blank lines: part of the event only if more of it follows. */
  blanks = 0;
  /** A line found no room. */
  isFull = false;
  readonly takesLines: boolean;
  /** For the first line, which had been cut. */
  #rest = "";
  #more: string[] = [];
  /** The latest part, for a message in several. */
  #part: NumberedPart | undefined;
  #characters: number;
  #lines: number;

  constructor(
    readonly record: LineRecord,
    /** Inside a report of this runtime. */
    public trace: TraceKind | undefined,
  ) {
    const { fields } = record;
    this.takesLines = fields.format !== "json";
    this.#characters = record.text.length;
    this.#lines = record.lines;
  }

  get fields(): LineFields | JsonLine {
    return this.record.fields;
  }

  get severity(): number | undefined {
    return this.fields.format === "json" ? undefined : this.fields.severity;
  }

  get isTimed(): boolean {
    return this.fields.format !== "json" && this.fields.time !== undefined;
  }

  /** Ruby's errors show a line of source after a blank one, and where it broke. */
  get isRubyError(): boolean {
    return this.fields.format === "ruby" && (this.fields.severity ?? 6) <= 3;
  }

  /** The message of its first line stands on the next one; that of a report on all that follow without a blank one. */
  takes(line: string): boolean {
    if (this.fields.format === "json" || this.fields.header === undefined) return false;
    const { header } = this.fields;
    if (header === "event_viewer" || header === "general") return true;
    if (this.blanks > 0) return false;
    if (header === "slow") return !beginsSlowEntry(line, this.record.text, this.#more);
    return this.#more.length === 0 || (header !== "java" && header !== "samba");
  }

  get takesIndented(): boolean {
    return this.takesLines && this.blanks <= blankLinesMax;
  }

  get announcesLine(): boolean {
    return this.trace !== undefined && announcesLine(this.trace, this.#lastLine);
  }

  /** A bracket right after lines that are indented, or after the one that opens it. */
  isClosedBy(line: string): boolean {
    const last = this.#lastLine;
    return this.blanks === 0 && isClosing(line) && (isBlank(last.charCodeAt(0)) || /[{[(]$/.test(last));
  }

  get #lastLine(): string {
    return this.#more.at(-1) ?? this.record.text;
  }

  /** PostgreSQL's DETAIL, HINT, STATEMENT … of the same process. */
  takesCompanion(fields: LineFields): boolean {
    const own = this.fields;
    return own.format === "postgres" && isCompanion(fields) && pidOf(own) === pidOf(fields);
  }

  /** False: the line is no further part of the message, or there is no room. */
  addPart(fields: LineFields, context: LineContext): boolean {
    const own = this.fields;
    const part = readNumberedPart(fields);
    if (part === undefined || part.number === 1 || own.format !== "syslog") return false;
    const last = this.#part ?? readNumberedPart(own);
    const isNext = last?.message === part.message && last.number + 1 === part.number;
    if (!isNext || own.host !== fields.host || pidOf(own) !== pidOf(fields)) return false;
    // A line that was cut between words continues with the blank.
    const isAdded = part.text.startsWith(" ") ? this.#extend(part.text) : this.add(lineOfPart(part, context));
    if (isAdded) this.#part = part;
    return isAdded;
  }

  #extend(text: string): boolean {
    this.isFull = this.#lines >= recordLinesMax || this.#characters + text.length > recordCharactersMax;
    if (this.isFull) return false;
    const last = this.#more.pop();
    if (last === undefined) this.#rest += text;
    else this.#more.push(last + text);
    this.#lines++;
    this.#characters += text.length;
    return true;
  }

  /** False: there is no room, or too many blank lines lie between. */
  add(line: string): boolean {
    if (this.blanks > blankLinesMax) return false;
    const lines = this.#lines + this.blanks + 1;
    const characters = this.#characters + this.blanks + line.length + 1;
    this.isFull = lines > recordLinesMax || characters > recordCharactersMax;
    if (this.isFull) return false;
    for (; this.blanks > 0; this.blanks--) this.#more.push("");
    this.#more.push(line);
    this.#lines = lines;
    this.#characters = characters;
    return true;
  }

  finish(context: LineContext): LineRecord {
    const { fields } = this.record;
    if (this.#lines === this.record.lines || fields.format === "json") return this.record;
    const message = [fields.message + this.#rest, ...this.#more].join("\n");
    const joined = openHeader(fields, this.#more, context) ?? { ...fields, message, tags: [...fields.tags] };
    if (fields.format === "postgres" || this.#part !== undefined)
      addTag(joined.tags, "statement", statementAmong(this.#more));
    return { ...this.record, fields: joined, lines: this.#lines };
  }
}

function pidOf({ tags }: LineFields): string | undefined {
  for (let i = 0; i < tags.length; i += 2) if (tags[i] === "pid") return tags[i + 1];
  return undefined;
}
