import { isUtf8 } from "node:buffer";
import { BadEvent } from "../../event/bad-event.ts";
import { EventLeaves } from "../../event/event-leaves.ts";
import { JsonCursor } from "../json/json-cursor.ts";
import { bytesOf, memberOf, startOfDocument } from "../json/json-document.ts";
import { JsonLeaves } from "../json/json-leaves.ts";
import { digitsAsMicros } from "../nanoseconds.ts";
import type { ProtocolReader } from "../protocol-reader.ts";
import { JsonAttributes } from "./json-attributes.ts";
import { keepNames, type OtlpNames } from "./otlp-names.ts";
import { readSeverityText, severityOfNumber } from "./severity.ts";

/** ExportLogsServiceRequest as JSON. */
export function openJsonLogs(bytes: Uint8Array): ProtocolReader {
  const start = startOfDocument(bytes, "ExportLogsServiceRequest");
  const records = recordsOf(bytes, start);
  const reader = new RecordReader(bytes);
  return {
    next() {
      const { value } = records.next();
      return value && reader.read(value);
    },
  };
}

/** Where a record begins, and what is said of all records together; -1 where nothing is. */
interface Located {
  start: number;
  /** Position after the record; set by whoever reads the record. */
  end: number;
  attributes: number;
  scope: number;
}

/**
 * The resource and the scope apply to their records wherever they stand. The reader of a record reports its end, so
 * that nothing is scanned twice.
 */
function* recordsOf(bytes: Uint8Array, start: number): Generator<Located, undefined> {
  for (const resourceCursor = listAt(bytes, start, names.resourceLogs); resourceCursor?.element(); ) {
    const logs = resourceCursor.at;
    const attributes = memberOf(bytes, memberOf(bytes, logs, names.resource), names.attributes);
    const scopeCursor = listAt(bytes, logs, names.scopeLogs);
    while (scopeCursor?.element()) {
      const located = { start: 0, end: 0, attributes, scope: memberOf(bytes, scopeCursor.at, names.scope) };
      const recordCursor = listAt(bytes, scopeCursor.at, names.logRecords);
      while (recordCursor?.element()) {
        located.start = recordCursor.at;
        yield located;
        recordCursor.at = located.end;
      }
      endAfter(scopeCursor, recordCursor);
    }
    endAfter(resourceCursor, scopeCursor);
  }
}

/** In the list that the object at `object` has under one of these names; undefined: it has none. */
function listAt(bytes: Uint8Array, object: number, wanted: readonly Uint8Array[]): JsonCursor | undefined {
  const list = memberOf(bytes, object, wanted);
  if (list < 0) return undefined;
  const cursor = new JsonCursor(bytes, list);
  if (!cursor.isList) return undefined;
  cursor.enter();
  return cursor;
}

/** Behind the object at which it stands, whose list `inner` has been through. */
function endAfter(cursor: JsonCursor, inner: JsonCursor | undefined): void {
  if (inner === undefined) cursor.skipValue();
  else {
    cursor.at = inner.at;
    while (cursor.member()) cursor.skipValue();
  }
}

class RecordReader {
  readonly #cursor: JsonCursor;
  readonly #leaves: EventLeaves;
  readonly #values: JsonLeaves;
  readonly #attributes: JsonAttributes;
  readonly #names: OtlpNames;

  constructor(bytes: Uint8Array) {
    this.#cursor = new JsonCursor(bytes, 0);
    this.#leaves = new EventLeaves(bytes, isUtf8(bytes));
    this.#names = keepNames(this.#leaves);
    this.#values = new JsonLeaves(this.#cursor, this.#leaves);
    this.#attributes = new JsonAttributes(this.#cursor, this.#leaves);
  }

  /** What the record says comes first: of two attributes of one name its own is the tag. */
  read(located: Located): EventLeaves | BadEvent {
    const { start, attributes, scope } = located;
    const cursor = this.#cursor;
    cursor.at = start;
    if (!cursor.isObject) cursor.skipValue();
    located.end = cursor.at;
    if (cursor.at !== start) return new BadEvent("Expected a log record, which is an object.");
    this.#leaves.begin();
    this.#readFields();
    located.end = cursor.at;
    if (attributes >= 0) {
      cursor.at = attributes;
      this.#attributes.addList();
    }
    if (scope >= 0) this.#readScope(scope);
    return this.#leaves;
  }

  #readFields(): void {
    const cursor = this.#cursor;
    const leaves = this.#leaves;
    let observed: number | undefined;
    let severity: number | undefined;
    let textAt = -1;
    cursor.enter();
    while (cursor.member()) {
      const field = fields[cursor.nameAmong(fieldBytes)];
      if (field === "attributes") this.#attributes.addList();
      else if (field === "body") this.#readBody();
      else if (field === "timeUnixNano" || field === "time_unix_nano") {
        const time = this.#readTime();
        if (time) leaves.setTime(time);
      } else if (field === "observedTimeUnixNano" || field === "observed_time_unix_nano") observed = this.#readTime();
      else if (field === "severityNumber" || field === "severity_number")
        severity = severityOfNumber(Number(cursor.readValue()));
      else if (field === "severityText" || field === "severity_text") {
        textAt = cursor.at;
        cursor.skipValue();
      } else if (field === undefined) cursor.skipValue();
      else this.#readRareField(field);
    }
    if (observed && !leaves.isFilled("time")) leaves.setTime(observed);
    if (textAt >= 0) severity = this.#readText(textAt, severity);
    if (severity !== undefined) leaves.setSeverity(severity);
  }

  #readText(at: number, severity: number | undefined): number | undefined {
    const cursor = this.#cursor;
    const behind = cursor.at;
    cursor.at = at;
    const told = readSeverityText(String(cursor.readValue()), severity);
    if (!told.isRepeat) {
      cursor.at = at;
      this.#values.addAs(this.#names.severityText);
    }
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
      const dropped = Number(cursor.readValue());
      if (dropped > 0) this.#leaves.addValue(this.#names.droppedAttributes, dropped);
    }
  }

  /** A body that is no text says its fields; as a message it is its JSON. */
  #readBody(): void {
    const cursor = this.#cursor;
    const start = cursor.at;
    cursor.skipValue();
    const end = cursor.at;
    cursor.at = start;
    if (!(cursor.find(names.stringValue) && this.#values.setText("message"))) {
      cursor.at = start;
      const read = this.#attributes.read();
      if (typeof read === "object" && !Array.isArray(read)) this.#attributes.addValue({ start: 0, end: 0 });
      const text = typeof read === "object" ? JSON.stringify(read) : String(read);
      if (read !== null) this.#leaves.writeText("fallback", text);
    }
    cursor.at = end;
  }

  /** 0 says nothing, as it does in protobuf. */
  #readTime(): number | undefined {
    const { at, bytes } = this.#cursor;
    this.#cursor.skipValue();
    const quotes = bytes[at] === 0x22 ? 1 : 0;
    return digitsAsMicros(bytes, at + quotes, this.#cursor.at - quotes);
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
  resourceLogs: bytesOf("resourceLogs", "resource_logs"),
  resource: bytesOf("resource"),
  attributes: bytesOf("attributes"),
  scopeLogs: bytesOf("scopeLogs", "scope_logs"),
  scope: bytesOf("scope"),
  logRecords: bytesOf("logRecords", "log_records"),
  stringValue: bytesOf("stringValue", "string_value"),
  name: bytesOf("name"),
  version: bytesOf("version"),
};

const fields = [
  ...(["timeUnixNano", "observedTimeUnixNano", "severityNumber", "severityText", "body", "attributes"] as const),
  ...(["traceId", "spanId", "eventName", "droppedAttributesCount"] as const),
  ...(["time_unix_nano", "observed_time_unix_nano", "severity_number", "severity_text"] as const),
  ...(["trace_id", "span_id", "event_name", "dropped_attributes_count"] as const),
];
const fieldBytes = bytesOf(...fields);
