import { readLevel } from "../../../eventstore/event/syslog-priority.ts";
import { AppError } from "../../../lib/errors.ts";
import { BadEvent } from "../../event/bad-event.ts";
import { EventLeaves, noName } from "../../event/event-leaves.ts";
import { readEventTime } from "../../event/event-time.ts";
import { clefMessage, clefTagName, compactOf, serilogNames } from "../../event/json-dialects/clef.ts";
import { JsonCursor, textOf } from "../json/json-cursor.ts";
import { bytesOf, elementsOf, memberOf } from "../json/json-document.ts";
import { JsonValues } from "../json/json-values.ts";
import { addValueLeaves } from "../json/value-leaves.ts";
import type { ProtocolReader } from "../protocol-reader.ts";

/**
 * Events as Seq takes them: in the compact format (CLEF) objects in sequence, or in the raw one as `{"Events": [...]}`.
 * The message is the rendered one, or the template with its holes filled; an exception follows it.
 */
export function openClef(bytes: Uint8Array): ProtocolReader {
  const values = new JsonValues(bytes);
  if (values.isAtEnd) throw new AppError("invalid", "The body is empty.");
  const leaves = new EventLeaves(bytes, false);
  // A logger made its message of its fields.
  leaves.carriesLine = false;
  let raw: Iterator<number> | undefined;
  return {
    next() {
      for (;;) {
        const inList = raw?.next();
        if (inList?.done === false) return readAt(bytes, inList.value, leaves);
        raw = undefined;
        const found = values.next();
        if (found !== "object") return found;
        const list = memberOf(bytes, values.start, eventsName);
        if (list < 0 || bytes[list] !== openBracket) return readAt(bytes, values.start, leaves);
        raw = elementsOf(bytes, list)[Symbol.iterator]();
      }
    },
  };
}

function readAt(bytes: Uint8Array, start: number, leaves: EventLeaves): EventLeaves | BadEvent {
  const cursor = new JsonCursor(bytes, start);
  if (!cursor.isObject) return new BadEvent("Expected an event, which is an object.");
  const end = new JsonCursor(bytes, start);
  end.skipValue();
  const json = JSON.parse(textOf(bytes, start, end.at)) as Json;
  leaves.begin();
  addEvent(leaves, typeof json.Timestamp === "string" ? compactOf(json) : json);
  leaves.setText("fallback", start, end.at);
  return leaves;
}

type Json = Record<string, unknown>;

function addEvent(leaves: EventLeaves, json: Json): void {
  const time = readEventTime(json["@t"]);
  const severity = readLevel(json["@l"]);
  if (time !== undefined) leaves.setTime(time);
  if (severity !== undefined) leaves.setSeverity(severity);
  leaves.writeText("message", clefMessage(json));
  for (const name in json) {
    const value = json[name];
    if (value === undefined || isTaken(name, time, severity)) continue;
    if (name === serilogNames.program && typeof value === "string") leaves.writeText("program", value);
    else if (name === serilogNames.host && typeof value === "string") leaves.writeText("host", value);
    else addValueLeaves(leaves, leaves.writeName(noName, clefTagName(name)), value);
  }
}

/** An invalid time or level is kept as a tag. */
function isTaken(name: string, time: number | undefined, severity: number | undefined): boolean {
  if (name === "@t") return time !== undefined;
  return name === "@l" ? severity !== undefined : name === "@m" || name === "@x" || name === "@r";
}

const eventsName = bytesOf("Events");
const openBracket = 0x5b;
