import { isUtf8 } from "node:buffer";
import { BadEvent } from "../../event/bad-event.ts";
import { EventLeaves, type KnownName, noName } from "../../event/event-leaves.ts";
import { JsonCheck } from "../json/json-check.ts";
import { JsonCursor } from "../json/json-cursor.ts";
import { bytesOf, DocumentCheck } from "../json/json-document.ts";
import { JsonLeaves } from "../json/json-leaves.ts";
import { excessOf } from "../json/json-values.ts";
import { digitsAsMicros } from "../nanoseconds.ts";
import type { ProtocolReader } from "../protocol-reader.ts";
import { readChecked } from "../read-checked.ts";
import { RepeatedBytes } from "../repeated-bytes.ts";
import { JsonAttributes } from "./json-attributes.ts";
import { JsonRecordFinder } from "./json-record-finder.ts";
import { keepNames, type OtlpNames } from "./otlp-names.ts";
import { PlainParts } from "./plain-parts.ts";
import { readSeverityText, severityOfNumber } from "./severity.ts";

/** ExportLogsServiceRequest as JSON. */
export function openJsonLogs(bytes: Uint8Array): ProtocolReader {
  const parts = new PlainParts(bytes);
  const check = new DocumentCheck(bytes, parts);
  return readChecked(check, "ExportLogsServiceRequest in valid JSON", () => {
    const records = new JsonRecordFinder(bytes, check.start, parts);
    const reader = new RecordReader(bytes, parts);
    return () => {
      const found = records.next();
      return found === "record" ? reader.read(records) : found;
    };
  });
}

class RecordReader {
  readonly #parts: PlainParts;
  readonly #cursor: JsonCursor;
  readonly #check: JsonCheck;
  readonly #leaves: EventLeaves;
  readonly #values: JsonLeaves;
  readonly #attributes: JsonAttributes;
  readonly #names: OtlpNames;
  /** Number of the field that the record before had at each place. */
  readonly #order: (number | undefined)[] = [];
  readonly #repeated = new RepeatedBytes();

  constructor(bytes: Uint8Array, parts: PlainParts) {
    this.#parts = parts;
    this.#cursor = new JsonCursor(bytes, 0);
    this.#check = new JsonCheck(bytes);
    this.#leaves = new EventLeaves(bytes, isUtf8(bytes));
    this.#names = keepNames(this.#leaves);
    this.#values = new JsonLeaves(this.#cursor, this.#leaves);
    this.#attributes = new JsonAttributes(this.#cursor, this.#leaves, parts);
  }

  /** The record's own attributes come first, so that of two with one name they make the tag. */
  read(located: JsonRecordFinder): EventLeaves | BadEvent {
    const { start, attributes, scope } = located;
    const cursor = this.#cursor;
    cursor.at = start;
    if (!cursor.isObject) cursor.skipValue();
    located.end = cursor.at;
    if (cursor.at !== start) return new BadEvent("Expected a log record, which is an object.");
    this.#leaves.begin();
    this.#readFields();
    located.end = cursor.at;
    const { excess } = this.#repeated;
    return excess ?? this.#repeated.take(this.#readShared(attributes, scope)) ?? this.#leaves;
  }

  /** The bytes that were read. */
  #readShared(attributes: number, scope: number): number {
    const cursor = this.#cursor;
    let bytes = 0;
    if (attributes >= 0) {
      cursor.at = attributes;
      this.#attributes.addList();
      bytes += cursor.at - attributes;
    }
    if (scope >= 0) {
      this.#readScope(scope);
      bytes += cursor.at - scope;
    }
    return bytes;
  }

  #readFields(): void {
    const cursor = this.#cursor;
    const leaves = this.#leaves;
    let observed: number | undefined;
    let severity: number | undefined;
    let textAt = -1;
    let place = 0;
    cursor.enter();
    for (;;) {
      const field = this.#nextField(place++);
      if (field === "none") break;
      switch (field) {
        case "attributes":
          this.#attributes.addList();
          break;
        case "body":
          this.#readBody();
          break;
        case "timeUnixNano":
        case "time_unix_nano": {
          const time = this.#readTime(this.#names.time);
          if (time) leaves.setTime(time);
          break;
        }
        case "observedTimeUnixNano":
        case "observed_time_unix_nano":
          observed = this.#readTime();
          break;
        case "severityNumber":
        case "severity_number":
          severity = this.#readSeverity();
          break;
        case "severityText":
        case "severity_text":
          textAt = cursor.at;
          cursor.skipValue();
          break;
        case undefined:
          cursor.skipValue();
          break;
        default:
          this.#readRareField(field);
      }
    }
    if (observed && !leaves.isFilled("time")) leaves.setTime(observed);
    if (textAt >= 0) severity = this.#readText(textAt, severity);
    if (severity !== undefined) leaves.setSeverity(severity);
  }

  /** Goes to the next field, which may have another name; records of one sender have theirs in one order. */
  #nextField(place: number): (typeof fields)[number] | "none" | undefined {
    const cursor = this.#cursor;
    const before = this.#order[place];
    if (before !== undefined && cursor.memberWritten(quotedFields[before]!)) return fields[before];
    if (!cursor.member()) return "none";
    const found = cursor.nameAmong(fieldBytes);
    if (found >= 0 && place < fields.length) this.#order[place] = found;
    return fields[found];
  }

  #readText(at: number, severity: number | undefined): number | undefined {
    const cursor = this.#cursor;
    const behind = cursor.at;
    cursor.at = at;
    const told = readSeverityText(String(cursor.readValue()), severity);
    if (!told.isRepeat) this.#keepAs(this.#names.severityText, at);
    cursor.at = behind;
    return told.severity;
  }

  #readRareField(field: (typeof fields)[number]): void {
    const cursor = this.#cursor;
    if (field === "traceId" || field === "trace_id") this.#values.addAs(this.#names.traceId);
    else if (field === "spanId" || field === "span_id") this.#values.addAs(this.#names.spanId);
    else if (field === "eventName" || field === "event_name") {
      const { at } = cursor;
      this.#values.addAs(this.#names.eventName);
      const behind = cursor.at;
      cursor.at = at;
      this.#values.setText("fallback");
      cursor.at = behind;
    } else {
      const dropped = cursor.readNumber();
      if (dropped > 0) this.#leaves.addValue(this.#names.droppedAttributes, dropped);
    }
  }

  /** A body that is no text gives its fields; its message is its JSON. */
  #readBody(): void {
    const cursor = this.#cursor;
    const start = cursor.at;
    if (this.#readPlainBody()) return;
    cursor.at = start;
    cursor.skipValue();
    const end = cursor.at;
    cursor.at = start;
    if (!(cursor.find(names.stringValue) && this.#values.setText("message"))) this.#readFieldsOfBody(start);
    cursor.at = end;
  }

  #readFieldsOfBody(start: number): void {
    this.#check.endOfValue(start);
    if (excessOf(this.#check) !== undefined) {
      this.#leaves.refuse();
      return;
    }
    this.#cursor.at = start;
    const read = this.#attributes.read();
    if (typeof read === "object" && !Array.isArray(read)) this.#attributes.addValue(noName);
    const text = typeof read === "object" ? JSON.stringify(read) : String(read);
    if (read !== null) this.#leaves.writeText("fallback", text);
  }

  /** The usual form: a text alone. False: another form. */
  #readPlainBody(): boolean {
    const cursor = this.#cursor;
    const parts = this.#parts;
    if (parts.findText(cursor.at)) {
      this.#leaves.setText("message", parts.start, parts.end);
      cursor.at = parts.end + 2;
      return true;
    }
    if (!cursor.isObject) return false;
    cursor.enter();
    if (!(cursor.member() && cursor.nameAmong(names.stringValue) >= 0 && this.#values.setText("message"))) return false;
    while (cursor.member()) cursor.skipValue();
    return true;
  }

  /** 0 means unspecified, as in protobuf. What is no time becomes a tag of that name. */
  #readTime(name?: KnownName): number | undefined {
    const cursor = this.#cursor;
    const { at, bytes } = cursor;
    cursor.skipValue();
    const quotes = bytes[at] === 0x22 ? 1 : 0;
    const [start, end] = [at + quotes, cursor.at - quotes];
    const micros = digitsAsMicros(bytes, start, end);
    if (micros !== undefined) return micros;
    const text = Buffer.from(bytes.subarray(start, Math.min(end, start + timeCharactersMax))).toString("latin1");
    if (otherNumber.test(text)) return Math.round(Number(text) / 1000);
    if (name !== undefined) this.#keepAs(name, at);
    return undefined;
  }

  #readSeverity(): number | undefined {
    const { at } = this.#cursor;
    const number = this.#cursor.readNumber();
    const severity = severityOfNumber(number);
    if (severity === undefined && number !== 0) this.#keepAs(this.#names.severityNumber, at);
    return severity;
  }

  /** Makes a tag of the scalar at `at`, which was read; the cursor stays behind it. */
  #keepAs(name: KnownName, at: number): void {
    const behind = this.#cursor.at;
    this.#cursor.at = at;
    this.#values.addAs(name);
    this.#cursor.at = behind;
  }

  #readScope(scope: number): void {
    const cursor = this.#cursor;
    for (const [wanted, name] of [
      [names.name, this.#names.scopeName],
      [names.version, this.#names.scopeVersion],
    ] as const) {
      cursor.at = scope;
      if (cursor.find(wanted) && cursor.isText) this.#values.addAs(name);
    }
  }
}

const names = {
  stringValue: bytesOf("stringValue", "string_value"),
  name: bytesOf("name"),
  version: bytesOf("version"),
};

/** `1.7e+18`, as some languages write a large number. */
const otherNumber = /^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const timeCharactersMax = 32;

const fields = [
  ...(["timeUnixNano", "observedTimeUnixNano", "severityNumber", "severityText", "body", "attributes"] as const),
  ...(["traceId", "spanId", "eventName", "droppedAttributesCount"] as const),
  ...(["time_unix_nano", "observed_time_unix_nano", "severity_number", "severity_text"] as const),
  ...(["trace_id", "span_id", "event_name", "dropped_attributes_count"] as const),
];
const fieldBytes = bytesOf(...fields);
const quotedFields = bytesOf(...fields.map((field) => `"${field}":`));
