import { isUtf8 } from "node:buffer";
import { BadEvent } from "../../event/bad-event.ts";
import { EventLeaves } from "../../event/event-leaves.ts";
import { passedPerStepMax } from "../../limits.ts";
import { JsonCursor } from "../json/json-cursor.ts";
import { bytesOf, DocumentCheck, memberOf } from "../json/json-document.ts";
import { JsonLeaves } from "../json/json-leaves.ts";
import { digitsAsMicros } from "../nanoseconds.ts";
import type { ProtocolReader } from "../protocol-reader.ts";
import { readChecked } from "../read-checked.ts";
import { RepeatedBytes } from "../repeated-bytes.ts";

/** `{"streams": [{"stream": {labels}, "values": [[nanoseconds, line, {metadata}], …]}]}`. */
export function openJsonPush(bytes: Uint8Array): ProtocolReader {
  const check = new DocumentCheck(bytes);
  return readChecked(check, "push request in valid JSON", () => {
    const entries = new EntryFinder(bytes, check.start);
    const reader = new EntryReader(bytes);
    return () => {
      const found = entries.next();
      return found === "entry" ? reader.read(entries) : found;
    };
  });
}

/**
 * Goes from entry to entry. The labels apply to their entries wherever they stand; senders put them first, otherwise
 * they are searched for. The reader of an entry sets its end, so that nothing is scanned twice.
 */
class EntryFinder {
  entry = 0;
  /** -1: the stream has none. */
  labels = -1;
  /** Position after the entry; set by its reader. */
  end = 0;
  readonly #bytes: Uint8Array;
  readonly #streams: JsonCursor;
  readonly #entries: JsonCursor;
  #isInStreams: boolean;
  #isInEntries = false;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#streams = new JsonCursor(bytes, start);
    this.#entries = new JsonCursor(bytes, start);
    this.#isInStreams = this.#streams.find(names.streams) && this.#streams.isList;
    if (this.#isInStreams) this.#streams.enter();
  }

  /** Undefined: there is no further one; "pending": it passed many streams and goes on with the next call. */
  next(): "entry" | "pending" | undefined {
    if (this.#isInEntries) this.#entries.at = this.end;
    for (let passed = 0; passed < passedPerStepMax; passed++) {
      if (!this.#isInEntries) {
        if (!this.#isInStreams) return undefined;
        this.#openStream();
      } else if (this.#entries.element()) {
        this.entry = this.#entries.at;
        return "entry";
      } else this.#closeStream();
    }
    this.end = this.#entries.at;
    return "pending";
  }

  #openStream(): void {
    const cursor = this.#streams;
    this.#isInStreams = cursor.element();
    if (!this.#isInStreams) return;
    const stream = cursor.at;
    this.labels = -1;
    if (!cursor.isObject) {
      cursor.skipValue();
      return;
    }
    cursor.enter();
    while (cursor.member()) {
      if (cursor.nameAmong(names.values) >= 0 && cursor.isList) {
        if (this.labels < 0) this.labels = memberOf(this.#bytes, stream, names.stream);
        this.#entries.at = cursor.at;
        this.#entries.enter();
        this.#isInEntries = true;
        return;
      }
      if (this.labels < 0 && cursor.nameAmong(names.stream) >= 0) this.labels = cursor.at;
      cursor.skipValue();
    }
  }

  #closeStream(): void {
    const cursor = this.#streams;
    cursor.at = this.#entries.at;
    while (cursor.member()) cursor.skipValue();
    this.#isInEntries = false;
  }
}

class EntryReader {
  readonly #cursor: JsonCursor;
  readonly #leaves: EventLeaves;
  readonly #values: JsonLeaves;
  readonly #repeated = new RepeatedBytes();

  constructor(bytes: Uint8Array) {
    this.#cursor = new JsonCursor(bytes, 0);
    this.#leaves = new EventLeaves(bytes, isUtf8(bytes));
    this.#values = new JsonLeaves(this.#cursor, this.#leaves);
  }

  read(found: EntryFinder): EventLeaves | BadEvent {
    const cursor = this.#cursor;
    cursor.at = found.entry;
    const reason = this.#readEntry();
    if (reason !== undefined) {
      cursor.at = found.entry;
      cursor.skipValue();
    }
    found.end = cursor.at;
    if (reason !== undefined) return new BadEvent(reason);
    if (found.labels < 0) return this.#leaves;
    if (this.#repeated.excess) return this.#repeated.excess;
    cursor.at = found.labels;
    this.#addMembers();
    return this.#repeated.take(cursor.at - found.labels) ?? this.#leaves;
  }

  /** Why it is no entry; otherwise the cursor stands after it. */
  #readEntry(): string | undefined {
    const cursor = this.#cursor;
    if (!cursor.isList) return "Expected an entry: a list of a time and a line.";
    this.#leaves.begin();
    cursor.enter();
    const time = cursor.element() ? this.#readTime() : undefined;
    if (time === undefined) return "Expected nanoseconds as the first of an entry.";
    this.#leaves.setTime(time);
    if (!(cursor.element() && cursor.isText)) return "Expected a line as the second of an entry.";
    this.#values.setText("message");
    if (!cursor.element()) return undefined;
    this.#addMembers();
    while (cursor.element()) cursor.skipValue();
    return undefined;
  }

  #readTime(): number | undefined {
    const { at, bytes } = this.#cursor;
    this.#cursor.skipValue();
    const quotes = bytes[at] === quote ? 1 : 0;
    return digitsAsMicros(bytes, at + quotes, this.#cursor.at - quotes);
  }

  #addMembers(): void {
    if (this.#cursor.isObject) this.#values.addMembers();
    else this.#cursor.skipValue();
  }
}

const names = { streams: bytesOf("streams"), stream: bytesOf("stream"), values: bytesOf("values") };
const quote = 0x22;
