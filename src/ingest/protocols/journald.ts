import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { defaultSeverity } from "../../eventstore/event/syslog-priority.ts";
import { AppError } from "../../lib/errors.ts";
import { BadEvent } from "../event/bad-event.ts";
import { EventLeaves, type KnownName, noName } from "../event/event-leaves.ts";
import { isJournalTag, journalTagName } from "../event/json-dialects/journal.ts";
import { leafKinds } from "../event/leaf-table.ts";
import { endOfName, headBytes, JournalFramer, sizeAt } from "../framing/journal-framer.ts";
import { eventValuesMax } from "../limits.ts";
import type { ProtocolReader } from "./protocol-reader.ts";

/**
 * Whole entries of journald's export format. An entry's cursor is its retry key, since the sender resumes at the last
 * entry it knows to be taken. Fields become user tags in lower case without leading underscores, except those that
 * number entries or repeat another field.
 */
export function openJournald(bytes: Uint8Array): ProtocolReader {
  const framer = new JournalFramer();
  framer.look(bytes);
  if (framer.wholeBytes < bytes.length) throw new AppError("invalid", "The last entry has no end.");
  const leaves = new EventLeaves(bytes, isUtf8(bytes));
  const names = new Names(leaves);
  let at = 0;
  return {
    next() {
      while (bytes[at] === lineFeed) at++;
      if (at >= bytes.length) return undefined;
      leaves.begin();
      at = readEntry(bytes, at, leaves, names);
      return leaves.isFilled("message") || leaves.isOverfull
        ? leaves
        : new BadEvent("MESSAGE: expected a text that is not empty.");
    },
  };
}

/** Returns the position after the entry. */
function readEntry(bytes: Uint8Array, from: number, leaves: EventLeaves, names: Names): number {
  const found: Found = { time: 0, sourceTime: 0, severity: -1, isOutput: false, command: undefined };
  let fields = 0;
  let at = from;
  while (at < bytes.length && bytes[at] !== lineFeed) {
    const lineEnd = bytes.indexOf(lineFeed, at);
    const nameEnd = endOfName(bytes, at, lineEnd);
    const isLine = nameEnd < lineEnd;
    const start = isLine ? nameEnd + 1 : lineEnd + 1 + headBytes;
    const end = isLine ? lineEnd : start + sizeAt(bytes, lineEnd + 1)!;
    if (++fields > eventValuesMax) leaves.refuse();
    if (!leaves.isOverfull) readField(names.of(bytes, at, nameEnd), { bytes, start, end }, leaves, found, names);
    at = end + 1;
  }
  const time = found.sourceTime || found.time;
  if (time > 0) leaves.setTime(time);
  // What a service prints has this severity unless it says another.
  if (found.severity >= 0 && !(found.isOutput && found.severity === defaultSeverity))
    leaves.setSeverity(found.severity);
  if (!leaves.isFilled("program") && found.command !== undefined)
    leaves.setText("program", found.command.start, found.command.end);
  return at + 1;
}

interface Value {
  bytes: Uint8Array;
  start: number;
  end: number;
}

interface Found {
  time: number;
  sourceTime: number;
  /** -1 for none. */
  severity: number;
  /** A service printed it. */
  isOutput: boolean;
  command: Value | undefined;
}

function readField(name: string, value: Value, leaves: EventLeaves, found: Found, names: Names): void {
  const { bytes, start, end } = value;
  const text = () => Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
  if (name === "MESSAGE") leaves.setText("message", start, end);
  else if (name === "_HOSTNAME") leaves.setText("host", start, end);
  else if (name === "SYSLOG_IDENTIFIER") leaves.setText("program", start, end);
  else if (name === "PRIORITY") setNumber(text(), 7, (severity) => (found.severity = severity));
  else if (name === "SYSLOG_FACILITY") setNumber(text(), 23, (facility) => leaves.setFacility(facility));
  else if (name === "__REALTIME_TIMESTAMP") found.time = Number(text()) || 0;
  else if (name === "_SOURCE_REALTIME_TIMESTAMP") found.sourceTime = Number(text()) || 0;
  else if (name === "__CURSOR")
    leaves.eventId = `journal ${createHash("sha256").update(bytes.subarray(start, end)).digest("base64")}`;
  else if (isJournalTag(name) && end > start) {
    if (name === "_COMM") found.command = value;
    if (name === "_TRANSPORT") found.isOutput = text() === "stdout";
    leaves.addKnown(names.tagOf(name), start, end, leafKinds.text);
  }
}

function setNumber(text: string, max: number, set: (value: number) => void): void {
  if (/^\d{1,2}$/.test(text) && Number(text) <= max) set(Number(text));
}

/** Names of fields, and the tags they become. */
class Names {
  readonly #leaves: EventLeaves;

  constructor(leaves: EventLeaves) {
    this.#leaves = leaves;
  }

  of(bytes: Uint8Array, start: number, end: number): string {
    return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
  }

  tagOf(name: string): KnownName {
    return this.#leaves.writeName(noName, journalTagName(name));
  }
}

const lineFeed = 10;
