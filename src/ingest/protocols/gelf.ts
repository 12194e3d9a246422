import { isUtf8 } from "node:buffer";
import { readFacility, readSeverity } from "../../eventstore/event/syslog-priority.ts";
import { AppError } from "../../lib/errors.ts";
import { BadEvent } from "../event/bad-event.ts";
import { EventLeaves } from "../event/event-leaves.ts";
import { readEventTime } from "../event/event-time.ts";
import { Frames } from "../framing/framed-body.ts";
import type { Delivery } from "../intake.ts";
import { JsonCursor } from "./json/json-cursor.ts";
import { JsonLeaves } from "./json/json-leaves.ts";
import { JsonValues } from "./json/json-values.ts";
import type { ProtocolReader } from "./protocol-reader.ts";

/**
 * Messages of the Graylog Extended Log Format, version 1.0 and 1.1: JSON objects in sequence, also with NULs between
 * them as over TCP. `full_message` is appended to the message unless it repeats it; additional fields lose their
 * underscore.
 */
export function openGelf(bytes: Uint8Array): ProtocolReader {
  const values = new JsonValues(bytes);
  if (values.isAtEnd) throw new AppError("invalid", "The body is empty.");
  const leaves = new EventLeaves(bytes, isUtf8(bytes));
  return {
    next() {
      const found = values.next();
      if (found !== "object") return found;
      leaves.begin();
      return readMessage(new JsonCursor(bytes, values.start), leaves);
    },
  };
}

/** The same as a listener framed them, each message independent. */
export function openGelfFrames(bytes: Uint8Array, { sources = [] }: Delivery): ProtocolReader {
  const frames = new Frames(bytes);
  const values = new JsonValues(frames.text);
  const leaves = new EventLeaves(frames.text, isUtf8(frames.text));
  let index = 0;
  const reader = {
    address: "" as string | undefined,
    next() {
      if (index >= frames.count) return undefined;
      const frame = index++;
      reader.address = sources[frames.source(frame)];
      if (frames.isCut(frame)) return new BadEvent("The message is too long, or broke off.");
      const found = values.nextWithin(frames.start(frame), frames.end(frame));
      if (found !== "object") return found;
      leaves.begin();
      return readMessage(new JsonCursor(frames.text, values.start), leaves);
    },
  };
  return reader;
}

function readMessage(cursor: JsonCursor, leaves: EventLeaves): EventLeaves | BadEvent {
  const texts = new JsonLeaves(cursor, leaves);
  let full = -1;
  let short = -1;
  cursor.enter();
  while (cursor.member()) {
    const { at } = cursor;
    const name = names[cursor.nameAmong(nameBytes)];
    if (name === "host" && texts.setText("host")) continue;
    if (name === "short_message" && texts.setText("message")) short = at;
    else if (name === "full_message" && cursor.isText) {
      full = at;
      cursor.skipValue();
    } else if (name === "version") cursor.skipValue();
    else if (name === undefined || !readNumber(name, cursor, leaves)) addField(cursor, texts);
  }
  if (full >= 0) addFull(cursor, leaves, short, full);
  return leaves.isFilled("message") ? leaves : new BadEvent("short_message: expected a text that is not empty.");
}

const names = ["host", "short_message", "full_message", "timestamp", "level", "facility", "version"] as const;
const nameBytes = names.map((name) => Buffer.from(name));

/** False: the value does not fit the name. The cursor stands where it stood before. */
function readNumber(name: (typeof names)[number], cursor: JsonCursor, leaves: EventLeaves): boolean {
  const { at } = cursor;
  const value = cursor.isObject || cursor.isList ? undefined : cursor.readValue();
  if (name === "timestamp") {
    const time = readEventTime(value);
    if (time !== undefined) leaves.setTime(time);
    else cursor.at = at;
    return time !== undefined;
  }
  if (name === "level") {
    const severity = readSeverity(value);
    if (severity !== undefined) leaves.setSeverity(severity);
    else cursor.at = at;
    return severity !== undefined;
  }
  // Other programs mostly put the name of an application here.
  const facility = name === "facility" ? readFacility(value) : undefined;
  if (facility !== undefined) leaves.setFacility(facility);
  else if (name === "facility" && typeof value === "string") leaves.writeText("program", value);
  else cursor.at = at;
  return facility !== undefined || (name === "facility" && typeof value === "string");
}

function addField(cursor: JsonCursor, texts: JsonLeaves): void {
  if (cursor.bytes[cursor.nameStart] === underscore && cursor.nameEnd > cursor.nameStart + 1) cursor.nameStart++;
  texts.addMember();
}

const underscore = 0x5f;

function addFull(cursor: JsonCursor, leaves: EventLeaves, short: number, full: number): void {
  const textAt = (at: number) => {
    cursor.at = at;
    return String(cursor.readValue());
  };
  const fullText = textAt(full);
  const shortText = short < 0 ? "" : textAt(short);
  if (fullText === "") return;
  leaves.writeText("message", fullText.startsWith(shortText) ? fullText : `${shortText}\n${fullText}`);
}
