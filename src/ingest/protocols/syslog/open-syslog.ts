import { isUtf8 } from "node:buffer";
import type { BadEvent } from "../../event/bad-event.ts";
import { EventLeaves } from "../../event/event-leaves.ts";
import { eventOfLine } from "../../event/event-of-line.ts";
import type { MapContext, MappedEvent } from "../../event/finish-event.ts";
import { parseEvent, parseRecord } from "../../event/parse-event.ts";
import { Frames } from "../../framing/framed-body.ts";
import type { Delivery } from "../../intake.ts";
import type { LineContext } from "../../line-formats/line-fields.ts";
import { readLine } from "../../line-formats/read-line.ts";
import { LineStream } from "../../line-formats/records/line-stream.ts";
import type { ProtocolReader } from "../protocol-reader.ts";
import { SyslogScanner } from "./syslog-scanner.ts";
import { WallClock } from "./wall-clock.ts";

/**
 * Messages of syslog as a listener framed them. A message that is no syslog is read like the line of a file. Text that
 * is not UTF-8 is taken to be Latin-1, in which every byte is a letter.
 */
export function openSyslog(bytes: Uint8Array, delivery: Delivery, context: MapContext): ProtocolReader {
  return new SyslogReader(new Frames(bytes), delivery, context);
}

class SyslogReader implements ProtocolReader {
  address: string | undefined;
  readonly #frames: Frames;
  readonly #sources: readonly string[];
  readonly #context: MapContext;
  readonly #timezone: string;
  readonly #leaves: EventLeaves;
  readonly #scanner: SyslogScanner;
  #index = 0;
  /** Events of a message of several lines. */
  #ready: (MappedEvent | BadEvent)[] = [];

  constructor(frames: Frames, { sources = [], hints }: Delivery, context: MapContext) {
    this.#frames = frames;
    this.#sources = sources;
    this.#context = context;
    this.#timezone = hints?.timezone ?? "UTC";
    this.#leaves = new EventLeaves(frames.text, isUtf8(frames.text));
    this.#scanner = new SyslogScanner(this.#leaves, new WallClock(context.arrival, this.#timezone));
  }

  next(): EventLeaves | MappedEvent | BadEvent | undefined {
    if (this.#ready.length > 0) return this.#ready.shift();
    const frames = this.#frames;
    const index = this.#index++;
    if (index >= frames.count) return undefined;
    this.address = this.#sources[frames.source(index)];
    const start = frames.start(index);
    const end = endOfLine(frames.text, start, frames.end(index));
    if (frames.isCut(index)) return this.#readCut(start, end);
    return this.#isUtf8(start, end) && this.#scanner.scan(start, end) ? this.#leaves : this.#readText(start, end);
  }

  #readCut(start: number, end: number): MappedEvent | BadEvent {
    const event = this.#readText(start, endOfWholeCharacters(this.#frames.text, start, end));
    if ("row" in event) event.cut = true;
    return event;
  }

  #readText(start: number, end: number): MappedEvent | BadEvent {
    const text = this.#textOf(start, end);
    const context = { ...this.#context, address: this.address ?? this.#context.address };
    const first = text.includes("\n") ? this.#readLines(text, context) : undefined;
    if (first !== undefined) return first;
    const fields = readLine(text, this.#lineContext);
    return parseEvent(eventOfLine(fields, text, nothingBefore), context, false);
  }

  /**
   * Joined lines, read like those of a file. Undefined where no line is an event, or where a message with a priority
   * holds others: only further parts of its own are read, so that nobody can put events into another sender's message.
   */
  #readLines(text: string, context: MapContext): MappedEvent | BadEvent | undefined {
    const hasPriority = /^<\d{1,3}>/.test(text);
    if (hasPriority && !/\n<\d{1,3}>[^\n]{0,400} \[\d/.test(text)) return undefined;
    const stream = new LineStream({ context: this.#lineContext }, (record) => {
      this.#ready.push(parseRecord(record, context));
    });
    for (const line of text.split(/\r?\n/)) stream.push(line);
    stream.flush();
    if (hasPriority && this.#ready.length > 1) this.#ready = [];
    return this.#ready.shift();
  }

  get #lineContext(): LineContext {
    return { reference: this.#context.arrival, timezone: this.#timezone };
  }

  #textOf(start: number, end: number): string {
    const { text } = this.#frames;
    const isMarked = text[start] === 0xef && text[start + 1] === 0xbb && text[start + 2] === 0xbf;
    const from = isMarked ? start + 3 : start;
    const encoding = this.#isUtf8(from, end) ? "utf8" : "latin1";
    return Buffer.from(text.buffer, text.byteOffset + from, end - from).toString(encoding);
  }

  /** Checked line by line only if some line of the delivery is not UTF-8. */
  #isUtf8(start: number, end: number): boolean {
    return this.#leaves.isUtf8 || isUtf8(this.#frames.text.subarray(start, end));
  }
}

const nothingBefore = { host: "", program: "", fileProgram: "", time: undefined };

/** Without the line end that some senders append although the message is counted, or a datagram of its own. */
function endOfLine(text: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && (text[at - 1] === 10 || text[at - 1] === 13 || text[at - 1] === 0)) at--;
  return at;
}

/** Without the first bytes of a character whose last ones were cut off. */
function endOfWholeCharacters(text: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && end - at < 3 && (text[at - 1]! & 0xc0) === 0x80) at--;
  const lead = at > start ? text[at - 1]! : 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return length > end - at + 1 ? at - 1 : end;
}
