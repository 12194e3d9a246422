import { isUtf8 } from "node:buffer";
import { AppError } from "../../lib/errors.ts";
import { BadEvent } from "../event/bad-event.ts";
import { EventLeaves, type KnownName } from "../event/event-leaves.ts";
import { readEventTime } from "../event/event-time.ts";
import { JsonCursor } from "./json/json-cursor.ts";
import { bytesOf } from "./json/json-document.ts";
import { JsonLeaves } from "./json/json-leaves.ts";
import { JsonValues } from "./json/json-values.ts";
import type { ProtocolReader } from "./protocol-reader.ts";
import { splunkFaults } from "./splunk-faults.ts";

/**
 * Events of Splunk's HTTP Event Collector: JSON objects in sequence, usually with nothing between them. The fields of
 * an event that is an object are those of the event, and its JSON is the message where none of them is.
 */
export function openSplunk(bytes: Uint8Array): ProtocolReader {
  const values = new JsonValues(bytes);
  if (values.isAtEnd) throw new AppError("invalid", "No data");
  const leaves = new EventLeaves(bytes, isUtf8(bytes));
  const names = keepNames(leaves);
  const plain = new EventReader(JsonCursor.strict(bytes), leaves, names);
  const reader = new EventReader(new JsonCursor(bytes, 0), leaves, names);
  return {
    next() {
      const read = plain.read(values.begin);
      if (plain.end >= 0) {
        values.pass(plain.end);
        return read;
      }
      const found = values.next();
      if (found === undefined) return undefined;
      return found === "object" ? reader.read(values.start) : new BadEvent(splunkFaults.format);
    },
  };
}

type Names = Readonly<Record<"source" | "sourcetype" | "index", KnownName>>;

function keepNames(leaves: EventLeaves): Names {
  return {
    source: leaves.keepName("source"),
    sourcetype: leaves.keepName("sourcetype"),
    index: leaves.keepName("index"),
  };
}

class EventReader {
  /** The position after the event read last; -1: a strict cursor could not read it. */
  end = -1;
  readonly #cursor: JsonCursor;
  readonly #leaves: EventLeaves;
  readonly #values: JsonLeaves;
  readonly #names: Names;

  constructor(cursor: JsonCursor, leaves: EventLeaves, names: Names) {
    this.#cursor = cursor;
    this.#leaves = leaves;
    this.#values = new JsonLeaves(cursor, leaves);
    this.#names = names;
  }

  read(start: number): EventLeaves | BadEvent {
    const cursor = this.#cursor;
    this.#leaves.begin();
    let fault: string | undefined = splunkFaults.noEvent;
    this.end = -1;
    if (start < 0) return new BadEvent(splunkFaults.format);
    cursor.open(start);
    cursor.enter();
    while (cursor.member()) {
      const name = names[cursor.nameAmong(nameBytes)];
      if (name === "event") fault = this.#readEvent();
      else if (name === "fields" && cursor.isObject) this.#values.addMembers();
      else if (name === "time") this.#readTime();
      else if (name === "source" || name === "sourcetype" || name === "index") this.#values.addAs(this.#names[name]);
      else if (name !== "host" || !this.#values.setText("host")) this.#values.addMember();
    }
    this.end = cursor.isBroken ? -1 : cursor.at;
    return fault === undefined ? this.#leaves : new BadEvent(fault);
  }

  /** The fault of the event. */
  #readEvent(): string | undefined {
    const cursor = this.#cursor;
    const { at, bytes } = cursor;
    if (cursor.isObject) this.#readFields();
    else if (cursor.isText) this.#values.setText("message");
    else cursor.skipValue();
    if (this.#leaves.isFilled("message")) return undefined;
    if (bytes[at] === quote) return splunkFaults.blankEvent;
    if (bytes[at] === letterN) return splunkFaults.noEvent;
    if (!this.#leaves.isFilled("fallback")) this.#leaves.setText("fallback", at, cursor.at);
    return undefined;
  }

  /** Docker's driver calls the message `line`; Splunk's own library puts objects into `message`. */
  #readFields(): void {
    const cursor = this.#cursor;
    let line = -1;
    let hasMessage = false;
    cursor.enter();
    while (cursor.member()) {
      const name = messageNames[cursor.nameAmong(messageNameBytes)];
      if (name === "message") hasMessage = true;
      if (name === "message" && cursor.isObject) this.#values.addMembers();
      else if (name === "line" && cursor.isText) {
        line = cursor.at;
        cursor.skipValue();
      } else this.#values.addMember();
    }
    if (line < 0 || cursor.isBroken) return;
    const { at } = cursor;
    cursor.at = line;
    this.#values.setText(hasMessage ? "fallback" : "message");
    cursor.at = at;
  }

  /** Seconds, usually as a text; an invalid time is a tag. */
  #readTime(): void {
    const cursor = this.#cursor;
    const { at } = cursor;
    const time = cursor.isObject || cursor.isList ? undefined : readEventTime(cursor.readValue());
    if (time !== undefined) {
      this.#leaves.setTime(time);
      return;
    }
    cursor.at = at;
    this.#values.addMember();
  }
}

const names = ["event", "fields", "time", "host", "source", "sourcetype", "index"] as const;
const nameBytes = bytesOf(...names);
const messageNames = ["message", "line"] as const;
const messageNameBytes = bytesOf(...messageNames);
const quote = 0x22;
const letterN = 0x6e;
