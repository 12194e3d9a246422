import { isUtf8 } from "node:buffer";
import { readLevel } from "../../eventstore/event/syslog-priority.ts";
import { AppError } from "../../lib/errors.ts";
import { BadEvent } from "../event/bad-event.ts";
import { EventLeaves, type KnownName, noName } from "../event/event-leaves.ts";
import type { Delivery } from "../intake.ts";
import { JsonCursor } from "./json/json-cursor.ts";
import { bytesOf, DocumentCheck, elementsOf } from "./json/json-document.ts";
import { JsonLeaves } from "./json/json-leaves.ts";
import type { ProtocolReader } from "./protocol-reader.ts";
import { readChecked } from "./read-checked.ts";

/**
 * Logs as Datadog's intake takes them: a list of objects, or one. `ddtags` ("env:prod,team:web") become separate tags;
 * request parameters (hints `ddsource, ddtags, hostname, service`) supply what a log leaves out. An empty object is an
 * agent's connectivity check.
 */
export function openDatadog(bytes: Uint8Array, { hints = {} }: Delivery): ProtocolReader {
  const check = new DocumentCheck(bytes);
  return readChecked(check, "log or list of logs in valid JSON", () => {
    const logs = logsOf(bytes, check.start);
    const reader = new LogReader(bytes, hints);
    return () => {
      const { value } = logs.next();
      return value === undefined ? undefined : reader.read(value);
    };
  });
}

function logsOf(bytes: Uint8Array, start: number): Iterator<number, undefined> {
  const cursor = new JsonCursor(bytes, start);
  if (cursor.isList) return elementsOf(bytes, start) as Iterator<number, undefined>;
  if (!cursor.isObject) throw new AppError("invalid", "Expected a log, or a list of logs.");
  cursor.enter();
  return (cursor.member() ? [start] : [])[Symbol.iterator]() as Iterator<number, undefined>;
}

class LogReader {
  readonly #cursor: JsonCursor;
  readonly #leaves: EventLeaves;
  readonly #values: JsonLeaves;
  readonly #hints: Readonly<Record<string, string>>;
  readonly #source: KnownName;

  constructor(bytes: Uint8Array, hints: Readonly<Record<string, string>>) {
    this.#cursor = new JsonCursor(bytes, 0);
    this.#leaves = new EventLeaves(bytes, isUtf8(bytes));
    this.#values = new JsonLeaves(this.#cursor, this.#leaves);
    this.#source = this.#leaves.keepName("ddsource");
    this.#hints = hints;
  }

  read(start: number): EventLeaves | BadEvent {
    const cursor = this.#cursor;
    const leaves = this.#leaves;
    cursor.at = start;
    if (!cursor.isObject) return new BadEvent("Expected a log, which is an object.");
    leaves.begin();
    let hasSource = false;
    cursor.enter();
    while (cursor.member()) {
      const name = names[cursor.nameAmong(nameBytes)];
      hasSource ||= name === "ddsource";
      if (name === undefined || name === "ddsource" || !this.#readOwn(name)) this.#values.addMember();
    }
    const { ddsource = "", ddtags = "", hostname = "", service = "" } = this.#hints;
    if (ddsource !== "" && !hasSource) leaves.addValue(this.#source, ddsource);
    if (!leaves.isFilled("host")) leaves.writeText("host", hostname);
    if (!leaves.isFilled("program")) leaves.writeText("program", service);
    this.#addTags(ddtags);
    leaves.setText("fallback", start, cursor.at);
    return leaves;
  }

  /** False: the value there does not fit the name. */
  #readOwn(name: Exclude<(typeof names)[number], "ddsource">): boolean {
    if (!this.#cursor.isText) return false;
    if (name === "message") return this.#values.setText("message");
    if (name === "hostname") return this.#values.setText("host");
    if (name === "service") return this.#values.setText("program");
    const { at } = this.#cursor;
    const text = this.#cursor.readValue() as string;
    if (name === "ddtags") this.#addTags(text);
    else {
      const severity = readLevel(text);
      if (severity !== undefined) this.#leaves.setSeverity(severity);
      else this.#cursor.at = at;
      return severity !== undefined;
    }
    return true;
  }

  /** A tag without a value is present. */
  #addTags(text: string): void {
    for (const tag of text.split(",")) {
      const colon = tag.indexOf(":");
      const name = (colon < 0 ? tag : tag.slice(0, colon)).trim();
      if (name === "") continue;
      const value = colon < 0 ? "true" : tag.slice(colon + 1).trim();
      this.#leaves.addValue(this.#leaves.writeName(noName, name), value);
    }
  }
}

const names = ["message", "hostname", "service", "status", "ddtags", "ddsource"] as const;
const nameBytes = bytesOf(...names);
