import { closeSync, fstatSync, readFileSync, readSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Micros } from "../../eventstore/event/event.ts";
import { eventOfLine } from "../../ingest/event/event-of-line.ts";
import { programOfFile } from "../../ingest/event/program-of-file.ts";
import type { LineRecord } from "../../ingest/line-formats/records/line-record.ts";
import type { ImportOptions } from "../import/import-files.ts";
import { emptyAccount, RecordReader } from "../import/record-reader.ts";
import { createLineSplitter } from "../import/split-lines.ts";
import { readDockerLine } from "./docker-line.ts";
import { hashOf, lineFeed, readAt, readBefore, sizeOf } from "./file-bytes.ts";
import { headBytesMax, readBytes, settledMs, tailBytes } from "./limits.ts";
import { linesBefore } from "./lines-before.ts";
import { beginsAs, mayBeginAs, type OpenFile } from "./open-file.ts";
import type { FileState } from "./read-state.ts";

/** An event on its way; once it is stored, everything in its file before `end` is. */
export interface ShippedEvent {
  json: string;
  file: Follower;
  end: number;
}

/** Start of a line in its file, and facts about it besides its text. */
interface LinePlace {
  offset: number;
  time?: Micros | undefined;
  stream?: string;
}

/** Reads on in one file and makes events of its lines, each with a name that is the same whenever it is read. */
export class Follower {
  readonly state: FileState;
  readonly file: OpenFile;
  readonly #options: ImportOptions;
  readonly #reader: RecordReader;
  readonly #splitter = createLineSplitter();
  readonly #buffer = new Uint8Array(readBytes);
  readonly #program: string;
  readonly #container: readonly string[];
  #position: number;
  /** The place of the buffer's first byte. */
  #bufferStart: number;
  /** The bytes right before it: the file may be another one by the time that they are asked for. */
  #before: Uint8Array;
  /** Lines that belong to no event yet; the first has the number `#firstLine`. */
  #places: LinePlace[] = [];
  #firstLine = 1;
  /** Beginning of the line that the next bytes belong to. */
  #lineStart: number;
  #partial: { text: string; offset: number } | undefined;
  #events: ShippedEvent[] = [];
  /** The last change of the file that was seen, and when that was, by the monotonic clock. */
  #changedMs = Number.NaN;
  #seenMs = 0;
  /** It was found to be the same so long after its last change that a further one has another time. */
  #isSettled = false;
  readonly #now: () => number;

  /** From `state.offset` on. The descriptor of the file is closed by `close`. */
  constructor(state: FileState, file: OpenFile, options: ImportOptions, now: () => number) {
    this.#now = now;
    this.state = state;
    this.file = file;
    this.#options = options;
    this.#position = state.offset;
    this.#bufferStart = state.offset;
    this.#before = readBefore(file.descriptor, state.offset);
    this.#lineStart = state.offset;
    this.#program = file.isDocker ? "" : programOfFile(state.path);
    this.#container = file.isDocker ? containerOf(state.path) : [];
    const modified = state.offset > 0 ? undefined : Math.floor(fstatSync(file.descriptor).mtimeMs * 1000);
    const source = { name: state.path, modified };
    const { offset } = state;
    const add = (record: LineRecord) => this.#add(record);
    this.#reader = new RecordReader(source, options, emptyAccount(), add, () => this.#textsBefore(offset));
  }

  /** Reads some of the new bytes. False: there are none. */
  read(): boolean {
    const { pausedAt = 0 } = this.state;
    const wanted = pausedAt > this.#position ? Math.min(readBytes, pausedAt - this.#position) : readBytes;
    const before = this.#bytesBefore(this.#position);
    const count = readSync(this.file.descriptor, this.#buffer, 0, wanted, this.#position);
    if (count === 0) return false;
    this.#before = before;
    this.#bufferStart = this.#position;
    this.#position += count;
    let start = 0;
    this.#splitter.push(this.#buffer.subarray(0, count), (line) => {
      const end = this.#buffer.indexOf(lineFeed, start) + 1;
      this.#push(line, this.#position - count + end);
      start = end;
    });
    this.#learnHead();
    return true;
  }

  /** The complete events; `isPause`: an incomplete one counts as an event, too. */
  async take(isPause: boolean): Promise<ShippedEvent[]> {
    const { state } = this;
    await this.#reader.giveOut(isPause || this.#position === state.pausedAt);
    const events = this.#events.splice(0);
    const last = events.at(-1);
    if (isPause && last !== undefined) state.pausedAt = last.end;
    return events;
  }

  /** Everything before this place is about to be sent, and nothing of the file is known to be stored. */
  noteFirst(end: number): void {
    this.state.first = { offset: end, tail: this.#tailAt(end) };
  }

  /** Everything before this place is stored. */
  noteStored(end: number): void {
    const { state } = this;
    if (end <= state.offset) return;
    state.offset = end;
    state.tail = this.#tailAt(end);
    if (state.pausedAt !== undefined && state.pausedAt <= end) delete state.pausedAt;
    delete state.first;
  }

  /** The last line need not have an end: nothing more will come. */
  async finish(): Promise<ShippedEvent[]> {
    this.#splitter.end((line) => this.#push(line, this.#position));
    return this.take(true);
  }

  /** It is shorter than the part that was read, or its beginning has changed, or the bytes read last. */
  get isReplaced(): boolean {
    const { size, ctimeMs } = fstatSync(this.file.descriptor);
    if (size < this.#position) return true;
    if (ctimeMs !== this.#changedMs) {
      this.#changedMs = ctimeMs;
      this.#seenMs = this.#now();
      this.#isSettled = false;
    }
    if (this.#isSettled) return false;
    if (!beginsAs(this.state, this.file.descriptor)) return true;
    const before = this.#bytesBefore(this.#position);
    if (Buffer.compare(before, readBefore(this.file.descriptor, this.#position)) !== 0) return true;
    this.#isSettled = this.#now() - this.#seenMs >= settledMs;
    return false;
  }

  /** It was empty when it was met, and is no more: only now it can be told from others. */
  get hasBegun(): boolean {
    return this.state.headBytes === 0 && sizeOf(this.file.descriptor) > 0;
  }

  /** Everything before this place was read. */
  get position(): number {
    return this.#position;
  }

  /**
   * Up to where another file has the bytes that were read of this one, even if they are gone here; 0: it has others, or
   * nobody can tell.
   */
  countHeld(descriptor: number): number {
    const end = Math.min(this.#position, sizeOf(descriptor));
    if (end === 0 || !mayBeginAs(this.state, descriptor)) return 0;
    const isSame = () => Buffer.compare(this.#bytesBefore(end), readBefore(descriptor, end)) === 0;
    if (end >= this.#bufferStart && isSame()) return end;
    const { offset, tail } = this.state;
    return offset > 0 && offset <= end && hashOf(readBefore(descriptor, offset)) === tail ? offset : 0;
  }

  close(): void {
    closeSync(this.file.descriptor);
  }

  #push(line: string, end: number): void {
    const offset = this.#lineStart;
    this.#lineStart = end;
    if (!this.file.isDocker) this.#give(line, { offset });
    else this.#pushDocker(line, offset);
  }

  #textsBefore(place: number): string[] {
    const lines = linesBefore(this.file.descriptor, place);
    return this.file.isDocker ? lines.map((line) => readDockerLine(line)?.text ?? line) : lines;
  }

  #pushDocker(line: string, offset: number): void {
    const read = readDockerLine(line);
    if (read === undefined) {
      this.#give(line, { offset });
      return;
    }
    const partial = this.#partial ?? { text: "", offset };
    partial.text += read.text;
    this.#partial = partial;
    if (!read.isWhole && partial.text.length < partialCharactersMax) return;
    this.#partial = undefined;
    this.#give(partial.text, { offset: partial.offset, time: read.time, stream: read.stream });
  }

  #give(text: string, place: LinePlace): void {
    this.#places.push(place);
    this.#reader.push(text);
  }

  #add({ fields, text, line, lines, before }: LineRecord): void {
    const { host, program = "", tags } = this.#options;
    const first = this.#places[line - this.#firstLine]!;
    const gone = line + lines - this.#firstLine;
    const end = this.#places[gone]?.offset ?? this.#partial?.offset ?? this.#lineStart;
    this.#places.splice(0, gone);
    this.#firstLine += gone;
    const stream = first.stream ? ["stream", first.stream] : [];
    const json = eventOfLine(fields, text, {
      host: before.host ?? host,
      program: before.program ?? (program || (this.#container[1] ?? "")),
      fileProgram: this.#program,
      time: first.time ?? before.time,
      tags: [...tags, ...this.#container, ...stream],
    });
    // With its end: if it has grown since half of it was sent, it is sent whole.
    const name = `"event_id":"${this.state.fileId}.${first.offset}-${end}"`;
    this.#events.push({ json: `${json.slice(0, -1)},${name}}`, file: this, end });
  }

  #learnHead(): void {
    const { state } = this;
    if (state.headBytes >= headBytesMax) return;
    const bytes = readAt(this.file.descriptor, 0, headBytesMax);
    state.headBytes = bytes.length;
    state.head = hashOf(bytes);
  }

  #tailAt(end: number): string {
    return hashOf(this.#bytesBefore(end));
  }

  /** A copy. */
  #bytesBefore(end: number): Uint8Array {
    const read = end - this.#bufferStart;
    if (read < 0) return readBefore(this.file.descriptor, end);
    if (read >= tailBytes) return this.#buffer.slice(read - tailBytes, read);
    return Buffer.concat([this.#before, this.#buffer.subarray(0, read)]).subarray(-tailBytes);
  }
}

/** Docker cuts lines at 16 KiB; a container's line is put together up to this size. */
const partialCharactersMax = 1024 * 1024;

/** Tags: the container's name and id, from the files next to its log. */
function containerOf(path: string): string[] {
  try {
    const { Name, ID } = JSON.parse(readFileSync(join(dirname(path), "config.v2.json"), "utf8")) as {
      Name?: string;
      ID?: string;
    };
    return ["container", (Name ?? "").replace(/^\//, ""), "container_id", (ID ?? "").slice(0, 12)];
  } catch {
    return ["container", "", "container_id", programOfFile(path).slice(0, 12)].slice(2);
  }
}
