import { BadEvent } from "../../event/bad-event.ts";
import { EventLeaves, noName } from "../../event/event-leaves.ts";
import { leafKinds } from "../../event/leaf-table.ts";
import { eventValuesMax } from "../../limits.ts";
import { MessageCheck } from "../protobuf/check-message.ts";
import { ProtoCursor } from "../protobuf/proto-cursor.ts";
import type { ProtocolReader } from "../protocol-reader.ts";
import { readChecked } from "../read-checked.ts";
import { RepeatedBytes } from "../repeated-bytes.ts";
import { keepNames, type OtlpNames } from "./otlp-names.ts";
import { anyValue, logRecord, requestShape, scope } from "./otlp-shapes.ts";
import { ProtoValues } from "./proto-values.ts";
import { RecordsInOrder } from "./records-in-order.ts";
import { readSeverityText, severityOfNumber } from "./severity.ts";

/** ExportLogsServiceRequest as protobuf. A broken record costs no other one. */
export function openProtoLogs(bytes: Uint8Array): ProtocolReader {
  return readChecked(new MessageCheck(bytes, requestShape), "ExportLogsServiceRequest", () => {
    const records = new RecordsInOrder(bytes);
    const reader = new RecordReader(bytes);
    return () => {
      const found = records.next();
      return found === "record" ? reader.read(records) : found;
    };
  });
}

class RecordReader {
  readonly #bytes: Uint8Array;
  readonly #leaves: EventLeaves;
  readonly #values: ProtoValues;
  readonly #names: OtlpNames;
  readonly #record: ProtoCursor;
  readonly #body: ProtoCursor;
  readonly #repeated = new RepeatedBytes();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#leaves = new EventLeaves(bytes, false);
    this.#names = keepNames(this.#leaves);
    this.#values = new ProtoValues(bytes, this.#leaves);
    this.#record = new ProtoCursor(bytes);
    this.#body = new ProtoCursor(bytes);
  }

  /** The record's own attributes come first, so that of two with one name they make the tag. */
  read(place: RecordsInOrder): EventLeaves | BadEvent {
    const { start, end, attributes, attributesStart, attributesEnd, scopeStart, scopeEnd } = place;
    const values = this.#values;
    values.begin();
    this.#leaves.begin();
    if (attributesEnd < 0) {
      this.#leaves.refuse();
      return this.#leaves;
    }
    const excess = this.#repeated.take(place.repeatedBytes);
    if (excess !== undefined) return excess;
    const record = this.#record;
    record.open(start, end);
    this.#readFields(record);
    if (this.#leaves.isOverfull) return this.#leaves;
    for (let i = attributesStart; i < attributesEnd; i += 2) values.addAttribute(attributes[i]!, attributes[i + 1]!);
    if (scopeStart >= 0) this.#readScope(scopeStart, scopeEnd);
    return record.isBroken || values.isBroken ? new BadEvent("The log record is broken.") : this.#leaves;
  }

  #readFields(record: ProtoCursor): void {
    const leaves = this.#leaves;
    let fields = 0;
    let observed = 0;
    let severity: number | undefined;
    let textStart = 0;
    let textEnd = 0;
    while (record.next()) {
      if (++fields > eventValuesMax) {
        leaves.refuse();
        return;
      }
      const { field, start, end } = record;
      if (wireOf[field] !== record.wire) continue;
      if (field === logRecord.attributes) this.#values.addAttribute(start, end);
      else if (field === logRecord.body) this.#readBody(start, end);
      else if (field === logRecord.time) this.#setTime(record);
      else if (field === logRecord.observedTime) observed = record.nanosAsMicros();
      else if (field === logRecord.severity) severity = this.#readSeverity(record.number());
      else if (field === logRecord.severityText) {
        textStart = start;
        textEnd = end;
      } else this.#readRareField(record);
    }
    if (observed > 0 && !leaves.isFilled("time")) leaves.setTime(observed);
    if (textEnd > textStart) {
      const text = Buffer.from(this.#bytes.subarray(textStart, textEnd)).toString("latin1");
      const told = readSeverityText(text, severity);
      if (!told.isRepeat) leaves.addKnown(this.#names.severityText, textStart, textEnd, leafKinds.text);
      severity = told.severity;
    }
    if (severity !== undefined) leaves.setSeverity(severity);
  }

  /** A number without a meaning becomes a tag. */
  #readSeverity(number: number): number | undefined {
    const severity = severityOfNumber(number);
    if (severity === undefined && number !== 0) this.#leaves.addValue(this.#names.severityNumber, number);
    return severity;
  }

  #readRareField(record: ProtoCursor): void {
    const { field, start, end } = record;
    const names = this.#names;
    const leaves = this.#leaves;
    if (field === logRecord.traceId) this.#addHex(names.traceId, start, end);
    else if (field === logRecord.spanId) this.#addHex(names.spanId, start, end);
    else if (field === logRecord.eventName) {
      if (end > start) leaves.addKnown(names.eventName, start, end, leafKinds.text);
      leaves.setText("fallback", start, end);
    } else if (field === logRecord.droppedAttributes && record.number() > 0)
      leaves.addValue(names.droppedAttributes, record.number());
  }

  /** A body that is no text gives its fields; its message is its JSON. */
  #readBody(start: number, end: number): void {
    const value = this.#body;
    value.open(start, end);
    if (value.next() && value.field === anyValue.text && value.wire === wireOf[logRecord.body])
      this.#leaves.setText("message", value.start, value.end);
    else {
      if (value.field === anyValue.object) this.#values.addValue(noName, start, end);
      const read = this.#values.read(start, end);
      if (read === null) return;
      this.#leaves.writeText("fallback", typeof read === "object" ? JSON.stringify(read) : String(read));
    }
  }

  #setTime(record: ProtoCursor): void {
    const time = record.nanosAsMicros();
    if (time > 0) this.#leaves.setTime(time);
  }

  #addHex(name: OtlpNames["traceId"], start: number, end: number): void {
    if (end === start) return;
    this.#leaves.addValue(name, Buffer.from(this.#bytes.subarray(start, end)).toString("hex"));
  }

  #readScope(start: number, end: number): void {
    const cursor = this.#body;
    cursor.open(start, end);
    while (cursor.next()) {
      if (cursor.end === cursor.start) continue;
      if (cursor.field === scope.name)
        this.#leaves.addKnown(this.#names.scopeName, cursor.start, cursor.end, leafKinds.text);
      else if (cursor.field === scope.version)
        this.#leaves.addKnown(this.#names.scopeVersion, cursor.start, cursor.end, leafKinds.text);
    }
  }
}

/** Wire type of each field of a record. */
const wireByField: Readonly<Record<number, number>> = {
  [logRecord.time]: 1,
  [logRecord.severity]: 0,
  [logRecord.severityText]: 2,
  [logRecord.body]: 2,
  [logRecord.attributes]: 2,
  [logRecord.droppedAttributes]: 0,
  [logRecord.traceId]: 2,
  [logRecord.spanId]: 2,
  [logRecord.observedTime]: 1,
  [logRecord.eventName]: 2,
};
const wireOf = Int8Array.from({ length: logRecord.eventName + 1 }, (_, field) => wireByField[field] ?? -1);
