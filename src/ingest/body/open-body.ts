import { AppError, invalidField, messageOf } from "../../lib/errors.ts";
import { BadEvent } from "../event/bad-event.ts";
import type { BodyFormat } from "../intake.ts";
import { listEventsMax, rawDocumentBytesMax } from "../limits.ts";
import type { BodyReader } from "./body-reader.ts";
import { BodyText, startOfText } from "./body-text.ts";
import { colon, comma, JsonScanner, openBrace, openBracket, quote } from "./json-scanner.ts";
import { LineReader } from "./line-reader.ts";
import { ListReader } from "./list-reader.ts";
import { findWrappedList, isWrappedLists } from "./list-wrapper.ts";

/**
 * Finds out how the events are arranged in a decoded body: `{"events": [...]}`, a list, one object, or lines. Throws
 * AppError: `invalid` for an empty or broken body, `unsupported_media_type` for a type that cannot hold events. Reading
 * on may throw `invalid` too, so no event of the body may be stored before the reader is at its end.
 */
export function openBody(bytes: Uint8Array, mediaType: string, format: BodyFormat): BodyReader {
  if (format === "events" && !isTaken(mediaType))
    throw new AppError(
      "unsupported_media_type",
      `Expected application/json, application/x-ndjson or text/plain, got "${mediaType.slice(0, 100)}".`,
    );
  const scanner = new JsonScanner(bytes);
  const start = scanner.skipBlanks(startOfText(bytes));
  if (start >= bytes.length) throw new AppError("invalid", "The body is empty.");
  return format === "raw" ? openRaw(scanner, start) : openEvents(scanner, start, mediaType);
}

function openEvents(scanner: JsonScanner, start: number, mediaType: string): BodyReader {
  const { bytes } = scanner;
  const first = bytes[start];
  const isJson = isJsonType(mediaType);
  if (first !== openBrace && first !== openBracket) {
    if (isJson) throw new AppError("invalid", "The body is not valid JSON: expected an object or a list of objects.");
    return new LineReader(bytes, startOfText(bytes));
  }
  const end = scanner.endOfValue(start);
  if (!isDocument(scanner, start, end, isJson)) return new LineReader(bytes, startOfText(bytes));
  if (first === openBracket) return openList(scanner, start, end);
  const list = findEvents(scanner, start);
  if (list < 0) return new OneReader(bytes, start);
  checkWrapper(scanner, start, list);
  return new ListReader(new BodyText(bytes), list, 2);
}

/** One JSON value (up to `end`, -1: it does not end) may span many lines; several values stand one a line. */
function isDocument(scanner: JsonScanner, start: number, end: number, isJson: boolean): boolean {
  if (end < 0) return isJson;
  const next = scanner.skipBlanks(end);
  if (next >= scanner.bytes.length) return true;
  const onOneLine = !contains(scanner.bytes, start, end) && contains(scanner.bytes, end, next);
  return isJson && !onOneLine;
}

function contains(bytes: Uint8Array, from: number, to: number): boolean {
  const lineFeed = bytes.indexOf(10, from);
  return lineFeed >= 0 && lineFeed < to;
}

function openList(scanner: JsonScanner, start: number, end: number, eventsMax = listEventsMax): ListReader {
  if (end >= 0 && scanner.skipBlanks(end) < scanner.bytes.length)
    throw new AppError("invalid", "The body is not valid JSON: something follows the list. Nothing was stored.");
  return new ListReader(new BodyText(scanner.bytes), start, 1, [], eventsMax);
}

/** Start of the list under the key `name` of the object at `start`; -1 when there is none. */
export function findEvents(scanner: JsonScanner, start: number, name = eventsKey): number {
  const { bytes } = scanner;
  for (let at = scanner.skipBlanks(start + 1); bytes[at] === quote; ) {
    const endOfKey = scanner.endOfString(at);
    if (endOfKey < 0) return -1;
    const isEvents = Buffer.from(bytes.subarray(at + 1, endOfKey - 1)).equals(name);
    const mark = scanner.skipBlanks(endOfKey);
    if (bytes[mark] !== colon) return -1;
    const value = scanner.skipBlanks(mark + 1);
    if (isEvents && bytes[value] === openBracket) return value;
    const end = scanner.endOfValue(value);
    if (end <= value) return -1;
    const next = scanner.skipBlanks(end);
    if (bytes[next] !== comma) return -1;
    at = scanner.skipBlanks(next + 1);
  }
  return -1;
}

const eventsKey = Buffer.from("events");

/** The text around the list must be JSON too: it is parsed with an empty list in place of the events. */
function checkWrapper(scanner: JsonScanner, start: number, list: number): void {
  const end = scanner.endOfValue(list);
  if (end < 0) throw notJson("the list of events does not end");
  const { bytes } = scanner;
  const text = new BodyText(bytes);
  const before = bytes.subarray(start, list);
  const after = bytes.subarray(end);
  const wrapper = new JsonScanner(Buffer.concat([before, Buffer.from("0"), after]));
  if (wrapper.endOfValue(0) < 0) throw notJson("the object around the list of events does not end");
  const excess = wrapper.excess(0);
  if (excess !== undefined) throw invalidField("non_field_errors", excess.replace("The event", "The body"));
  parse(`${text.slice(start, list)}[]${text.slice(end, bytes.length)}`);
}

/** A body that is one object, one event. */
class OneReader implements BodyReader {
  readonly document = true;
  garbled = false;
  private done = false;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly start: number,
  ) {}

  next(): string | BadEvent | undefined {
    if (this.done) return undefined;
    this.done = true;
    const scanner = new JsonScanner(this.bytes);
    const closes = scanner.endOfValue(this.start) >= 0;
    const excess = closes ? scanner.excess(0) : undefined;
    if (excess !== undefined) return new BadEvent(excess);
    if (!closes) throw notJson("it ends before its object does");
    const text = new BodyText(this.bytes);
    const entry = text.slice(this.start, this.bytes.length);
    this.garbled = text.garbled;
    return entry;
  }
}

/** The values of lists in wrappers of clouds, one after another. */
class SeriesReader implements BodyReader {
  readonly document = true;
  private readonly scanner: JsonScanner;
  /** Looks through the whole body once, not for each list. */
  private readonly text: BodyText;
  private list: ListReader | undefined;

  constructor(
    bytes: Uint8Array,
    private at: number,
    private readonly eventsMax: number,
  ) {
    this.scanner = new JsonScanner(bytes);
    this.text = new BodyText(bytes);
  }

  get tags(): readonly string[] | undefined {
    return this.list?.tags;
  }

  get garbled(): boolean {
    return this.text.garbled;
  }

  next(): string | BadEvent | undefined {
    for (;;) {
      const entry = this.list?.next();
      if (entry !== undefined || this.at >= this.scanner.bytes.length) return entry;
      const { start, tags } = findWrappedList(this.scanner, this.at)!;
      this.list = new ListReader(this.text, start, 2, tags, this.eventsMax);
      this.at = this.scanner.skipBlanks(this.scanner.endOfValue(this.at));
    }
  }
}

/**
 * The entries of a file that is one JSON value: those of a list, those of lists in wrappers of clouds, or the value
 * itself. Undefined: it consists of lines.
 */
export function openDocument(bytes: Uint8Array): BodyReader | undefined {
  const scanner = new JsonScanner(bytes);
  const body = openRaw(scanner, scanner.skipBlanks(startOfText(bytes)), Number.POSITIVE_INFINITY);
  return body.document ? body : undefined;
}

/**
 * Accepts anything: a body that is one JSON value, or several wrappers of clouds, is read as such; everything else as
 * lines.
 */
function openRaw(scanner: JsonScanner, start: number, eventsMax = listEventsMax): BodyReader {
  const { bytes } = scanner;
  const first = bytes[start];
  const isBracket = first === openBrace || first === openBracket;
  const end = isBracket ? scanner.endOfValue(start) : -1;
  const isWrapped = first === openBrace && isWrappedLists(scanner, start);
  if (!isWrapped && !isDocument(scanner, start, end, false)) return new LineReader(bytes, startOfText(bytes));
  if (bytes.length - start > rawDocumentBytesMax)
    throw new AppError(
      "too_large",
      `A JSON document of more than ${rawDocumentBytesMax / 1024 / 1024} MiB: send one event a line instead.`,
    );
  const open = () => {
    if (isWrapped) return new SeriesReader(bytes, start, eventsMax);
    return first === openBracket ? openList(scanner, start, end, eventsMax) : new OneReader(bytes, start);
  };
  return isReadable(open()) ? open() : new LineReader(bytes, startOfText(bytes));
}

/** `[ERROR] [core]` begins like a list and is none; only reading it tells. */
function isReadable(reader: BodyReader): boolean {
  try {
    for (let entry = reader.next(); entry !== undefined; entry = reader.next())
      if (typeof entry === "string") JSON.parse(entry);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "too_large") throw error;
    return false;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson(messageOf(error), error);
  }
}

export function notJson(reason: string, cause?: unknown): AppError {
  return new AppError("invalid", `The body is not valid JSON: ${reason}. Nothing was stored.`, {}, { cause });
}

function isJsonType(mediaType: string): boolean {
  return (
    mediaType === "application/json" || mediaType === "text/json" || /^application\/[\w.-]+\+json$/.test(mediaType)
  );
}

/** Without a type, or with the one that curl sets by default, the first byte decides. */
const takenTypes = new Set([
  "",
  "application/x-ndjson",
  "application/ndjson",
  "application/jsonl",
  "application/x-jsonlines",
  "application/x-json-stream",
  "text/plain",
  "application/octet-stream",
  "application/x-www-form-urlencoded",
]);

function isTaken(mediaType: string): boolean {
  return takenTypes.has(mediaType) || isJsonType(mediaType);
}
