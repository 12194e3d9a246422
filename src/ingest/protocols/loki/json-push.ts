import { isUtf8 } from "node:buffer";
import { BadEvent } from "../../event/bad-event.ts";
import { EventLeaves } from "../../event/event-leaves.ts";
import { JsonCursor } from "../json/json-cursor.ts";
import { bytesOf, elementsOf, memberOf, startOfDocument } from "../json/json-document.ts";
import { JsonLeaves } from "../json/json-leaves.ts";
import { addValueLeaves } from "../json/value-leaves.ts";
import { digitsAsMicros } from "../nanoseconds.ts";
import type { ProtocolReader } from "../protocol-reader.ts";
import { parseObjectText } from "./object-line.ts";

/** `{"streams": [{"stream": {labels}, "values": [[nanoseconds, line, {metadata}], …]}]}`. */
export function openJsonPush(bytes: Uint8Array): ProtocolReader {
  const entries = entriesOf(bytes, startOfDocument(bytes, "push request"));
  const reader = new EntryReader(bytes);
  return {
    next() {
      const { value } = entries.next();
      return value && reader.read(value);
    },
  };
}

interface Located {
  entry: number;
  /** -1: the stream has none. */
  labels: number;
}

/** The labels count for their entries wherever they stand. */
function* entriesOf(bytes: Uint8Array, start: number): Generator<Located, undefined> {
  for (const stream of elementsOf(bytes, memberOf(bytes, start, names.streams))) {
    const located = { entry: 0, labels: memberOf(bytes, stream, names.stream) };
    for (const entry of elementsOf(bytes, memberOf(bytes, stream, names.values))) {
      located.entry = entry;
      yield located;
    }
  }
}

class EntryReader {
  readonly #cursor: JsonCursor;
  readonly #leaves: EventLeaves;
  readonly #values: JsonLeaves;

  constructor(bytes: Uint8Array) {
    this.#cursor = new JsonCursor(bytes, 0);
    this.#leaves = new EventLeaves(bytes, isUtf8(bytes));
    this.#values = new JsonLeaves(this.#cursor, this.#leaves);
  }

  read({ entry, labels }: Located): EventLeaves | BadEvent {
    const cursor = this.#cursor;
    cursor.at = entry;
    if (!cursor.isList) return new BadEvent("Expected an entry: a list of a time and a line.");
    this.#leaves.begin();
    cursor.enter();
    const time = cursor.element() ? this.#readTime() : undefined;
    if (time === undefined) return new BadEvent("Expected nanoseconds as the first of an entry.");
    this.#leaves.setTime(time);
    if (!(cursor.element() && cursor.isText)) return new BadEvent("Expected a line as the second of an entry.");
    this.#readLine();
    if (cursor.element()) this.#addMembers();
    cursor.at = labels;
    if (labels >= 0) this.#addMembers();
    return this.#leaves;
  }

  #readTime(): number | undefined {
    const { at, bytes } = this.#cursor;
    this.#cursor.skipValue();
    const quotes = bytes[at] === quote ? 1 : 0;
    return digitsAsMicros(bytes, at + quotes, this.#cursor.at - quotes);
  }

  /** What structured loggers write into a line are the fields of the event. */
  #readLine(): void {
    const cursor = this.#cursor;
    const { at, bytes } = cursor;
    if (bytes[at + 1] === openBrace) {
      const line = cursor.readValue() as string;
      const fields = parseObjectText(line);
      if (fields !== undefined) {
        this.#leaves.writeText("fallback", line);
        addValueLeaves(this.#leaves, { start: 0, end: 0 }, fields);
        return;
      }
      cursor.at = at;
    }
    this.#values.setText("message");
  }

  #addMembers(): void {
    if (this.#cursor.isObject) this.#values.addMembers();
    else this.#cursor.skipValue();
  }
}

const names = { streams: bytesOf("streams"), stream: bytesOf("stream"), values: bytesOf("values") };
const quote = 0x22;
const openBrace = 0x7b;
