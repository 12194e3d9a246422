import type { Output } from "../../document/output.ts";
import { toEventObject } from "../../eventstore/event/event-object.ts";
import type { EventBatch } from "../../eventstore/event-batch.ts";
import type { CodeRows, EventColumns } from "../event-columns.ts";
import { eventRow, type TagLayout } from "../event-table.ts";
import type { RowText } from "../row-text.ts";
import type { Cell } from "../table.ts";
import { writeRows } from "../write-rows.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { textCell, writeCell } from "./csv-cell.ts";
import { TimeBytes } from "./time-bytes.ts";

/** The rows of `writeCsv`, straight from columns to bytes. */
export function writeCsvEvents(
  batches: Iterable<EventBatch>,
  { layout, timezone, lineOf }: { layout: TagLayout; timezone: string; lineOf(row: readonly Cell[]): string },
  output: Output,
): void {
  const first = new TimeBytes("iso", timezone);
  const last = new TimeBytes("iso", timezone);
  const tags = new TagCells(layout);
  const writeRow = (columns: EventColumns, row: number, writer: ByteWriter) => {
    const { ids, times } = columns;
    if (columns.tags === undefined) {
      writer.text(lineOf(eventRow(toEventObject(columns.segment.event(row), timezone), layout)));
      return;
    }
    writer.number(ids[row]!);
    writer.byte(comma);
    first.write(times.first[row]!, writer);
    writer.byte(comma);
    last.write(times.last[row]!, writer);
    writer.byte(comma);
    writer.number(times.counter[row]!);
    writeText(columns.host, row, writer);
    writeText(columns.program, row, writer);
    writeCode(columns.severity, row, writer);
    writeCode(columns.facility, row, writer);
    writeCode(columns.status, row, writer);
    writer.byte(comma);
    writer.ascii(columns.type.nameOf(columns.type.numberOf(row)));
    writeText(columns.ciscoMnemonic, row, writer);
    writeText(columns.message, row, writer);
    tags.write(columns, row, writer);
    writeExtra(columns.extra, row, writer);
    writer.byte(carriageReturn);
    writer.byte(lineFeed);
  };
  writeRows(batches, { writeRow, beforeFirst: nothing, beforeNext: nothing }, output);
}

const nothing = new Uint8Array(0);
const comma = 0x2c;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;

function writeText(text: RowText, row: number, writer: ByteWriter): void {
  writer.byte(comma);
  text.seek(row);
  writeCell(text, writer);
}

function writeCode(code: CodeRows, row: number, writer: ByteWriter): void {
  const number = code.numberOf(row);
  writer.byte(comma);
  writer.number(number);
  writer.byte(comma);
  writer.ascii(code.nameOf(number));
}

/** The JSON, parsed and serialised again. */
function writeExtra(extra: RowText, row: number, writer: ByteWriter): void {
  writer.byte(comma);
  extra.seek(row);
  if (extra.to > extra.from) writer.text(textCell(jsonAnew(extra)));
}

function jsonAnew({ bytes, from, to }: RowText): string {
  const text = JSON.stringify(JSON.parse(textDecoder.decode(bytes.subarray(from, to))));
  return text === "{}" ? "" : text;
}

const textDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The columns of tags, looked up once for each segment. */
class TagCells {
  #of: EventColumns | undefined;
  #own: (RowText | undefined)[] = [];
  #others: { name: string; text: RowText }[] = [];

  readonly #layout: TagLayout;

  constructor(layout: TagLayout) {
    this.#layout = layout;
  }

  write(columns: EventColumns, row: number, writer: ByteWriter): void {
    if (this.#of !== columns) this.#open(columns);
    const own = this.#own;
    for (let i = 0; i < own.length; i++) {
      writer.byte(comma);
      const text = own[i];
      if (text === undefined) continue;
      text.seek(row);
      writeCell(text, writer);
    }
    if (this.#layout.hasOthers) this.#writeOthers(row, writer);
  }

  #open(columns: EventColumns): void {
    const { own, ownNames } = this.#layout;
    const tags = new Map(columns.tags!.map(({ name, text }) => [name, text]));
    this.#own = own.map((name) => tags.get(name));
    this.#others = columns.tags!.filter(({ name }) => !ownNames.has(name));
    this.#of = columns;
  }

  #writeOthers(row: number, writer: ByteWriter): void {
    writer.byte(comma);
    const pairs: [string, string][] = [];
    for (const { name, text } of this.#others) {
      text.seek(row);
      if (text.to > text.from) pairs.push([name, textDecoder.decode(text.bytes.subarray(text.from, text.to))]);
    }
    if (pairs.length > 0) writer.text(textCell(JSON.stringify(Object.fromEntries(pairs))));
  }
}
