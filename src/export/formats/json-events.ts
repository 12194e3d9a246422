import type { Output } from "../../document/output.ts";
import { toEventObject } from "../../eventstore/event/event-object.ts";
import type { EventBatch } from "../../eventstore/event-batch.ts";
import { messages } from "../../pattern/pattern-cache.ts";
import type { EventColumns, TagRows } from "../event-columns.ts";
import type { RowText } from "../row-text.ts";
import { writeRows } from "../write-rows.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { TimeBytes, writeSeconds } from "./time-bytes.ts";

/** An array of events, one a line: the bytes of `JSON.stringify` of each `EventObject`, without making these. */
export function writeJsonEvents(batches: Iterable<EventBatch>, timezone: string, output: Output): void {
  const event = new EventJson(timezone);
  const writeRow = (columns: EventColumns, row: number, writer: ByteWriter) => {
    // Fired triggers are rare, and so are segments with more tags than columns.
    if (columns.tags === undefined || columns.fired[row] !== 0)
      writer.text(JSON.stringify(toEventObject(columns.segment.event(row), timezone)));
    else event.write(columns, row, writer);
  };
  output.write("[");
  const form = { writeRow, beforeFirst: Buffer.from("\n"), beforeNext: Buffer.from(",\n") };
  output.write(writeRows(batches, form, output) > 0 ? "\n]\n" : "]\n");
}

class EventJson {
  readonly #first: TimeBytes;
  readonly #last: TimeBytes;
  #tagsOf: EventColumns | undefined;
  #tags: readonly TagJson[] = [];

  constructor(timezone: string) {
    this.#first = new TimeBytes("date", timezone);
    this.#last = new TimeBytes("date", timezone);
  }

  write(columns: EventColumns, row: number, writer: ByteWriter): void {
    const id = columns.ids[row]!;
    const { first, last, counter } = columns.times;
    writer.copy(keys.id);
    writer.number(id);
    writer.copy(keys.id2);
    writer.number(id);
    writer.copy(keys.first);
    writeSeconds(first[row]!, writer);
    writer.copy(keys.last);
    writeSeconds(last[row]!, writer);
    writer.copy(keys.firstDate);
    this.#first.write(first[row]!, writer);
    writer.copy(keys.lastDate);
    this.#last.write(last[row]!, writer);
    writer.copy(keys.counter);
    writer.number(counter[row]!);
    writeText(keys.host, columns.host, row, writer);
    writeText(keys.program, columns.program, row, writer);
    writeText(keys.message, columns.message, row, writer);
    const { bytes, from, to } = columns.message;
    writer.copy(keys.pattern);
    writer.ascii(messages.idOf(bytes, from, to));
    writeText(keys.ciscoMnemonic, columns.ciscoMnemonic, row, writer);
    for (const code of ["severity", "facility", "status"] as const) {
      const number = columns[code].numberOf(row);
      writer.copy(keys[code]);
      writer.number(number);
      writer.copy(keys[`${code}Name`]);
      writer.ascii(columns[code].nameOf(number));
    }
    writer.copy(keys.type);
    writer.ascii(columns.type.nameOf(columns.type.numberOf(row)));
    writer.copy(keys.tags);
    this.#writeTags(columns, row, writer);
    writer.copy(keys.extra);
    writeExtra(columns.extra, row, writer);
    writer.copy(keys.end);
  }

  #writeTags(columns: EventColumns, row: number, writer: ByteWriter): void {
    if (this.#tagsOf !== columns) {
      this.#tags = inOrder(columns.tags!);
      this.#tagsOf = columns;
    }
    let isFirst = true;
    for (const { key, text } of this.#tags) {
      text.seek(row);
      if (text.to === text.from) continue;
      if (!isFirst) writer.byte(comma);
      isFirst = false;
      writer.copy(key);
      writeString(text, writer);
    }
  }
}

interface TagJson {
  /** Name and colon. */
  key: Uint8Array;
  text: RowText;
}

/** In the order of an object's members: first those that are an index, by number. */
function inOrder(tags: readonly TagRows[]): TagJson[] {
  const members = Object.fromEntries(tags.map(({ name, text }) => [name, text]));
  return Object.keys(members).map((name) => ({ key: Buffer.from(`${JSON.stringify(name)}:`), text: members[name]! }));
}

const keys = {
  id: Buffer.from('{"id":"'),
  id2: Buffer.from('","_id":"'),
  first: Buffer.from('","first_occurrence":'),
  last: Buffer.from(',"last_occurrence":'),
  firstDate: Buffer.from(',"first_occurrence_date":"'),
  lastDate: Buffer.from('","last_occurrence_date":"'),
  counter: Buffer.from('","counter":'),
  host: Buffer.from(',"host":'),
  program: Buffer.from(',"program":'),
  message: Buffer.from(',"message":'),
  pattern: Buffer.from(',"pattern":"'),
  ciscoMnemonic: Buffer.from('","cisco_mnemonic":'),
  severity: Buffer.from(',"severity":'),
  severityName: Buffer.from(',"severity_name":"'),
  facility: Buffer.from('","facility":'),
  facilityName: Buffer.from(',"facility_name":"'),
  status: Buffer.from('","status":'),
  statusName: Buffer.from(',"status_name":"'),
  type: Buffer.from('","type":"'),
  tags: Buffer.from('","user_tags":{'),
  extra: Buffer.from('},"extra_fields":'),
  end: Buffer.from(',"trigger_ids":[],"triggers_fired_count":0,"triggers_fired_data":[],"notes":[]}'),
};
const comma = 0x2c;

function writeText(key: Uint8Array, text: RowText, row: number, writer: ByteWriter): void {
  writer.copy(key);
  text.seek(row);
  writeString(text, writer);
}

function writeString({ bytes, from, to }: RowText, writer: ByteWriter): void {
  writer.reserve(to - from + 2);
  const target = writer.bytes;
  let at = writer.used;
  let special = 0;
  target[at++] = quoteMark;
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    special |= specials[byte]!;
    target[at++] = byte;
  }
  target[at++] = quoteMark;
  if (special === 0) writer.used = at;
  else writer.text(JSON.stringify(textDecoder.decode(bytes.subarray(from, to))));
}

/** Parsed and serialised again, as an object. */
function writeExtra(extra: RowText, row: number, writer: ByteWriter): void {
  extra.seek(row);
  const { bytes, from, to } = extra;
  if (to === from) writer.ascii("{}");
  else writer.text(JSON.stringify(JSON.parse(textDecoder.decode(bytes.subarray(from, to)))));
}

const quoteMark = 0x22;

/** The characters that JSON escapes. */
const specials = new Uint8Array(256).fill(1, 0, 0x20);
specials[quoteMark] = 1;
specials[0x5c] = 1;

const textDecoder = new TextDecoder("utf-8", { ignoreBOM: true });
