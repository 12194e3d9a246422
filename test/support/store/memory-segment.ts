import { decimalScaleOf, scaled } from "../../../src/eventstore/decimal-scale.ts";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { triggerIdsOf } from "../../../src/eventstore/occurrences/fired-columns.ts";
import { repeatedRows } from "../../../src/eventstore/occurrences/occurrence-times.ts";
import type {
  BaseColumn,
  Column,
  DictionaryColumn,
  MinuteCounts,
  PackedTexts,
  Segment,
  TextBlock,
  TimeTable,
  ValueTotals,
} from "../../../src/eventstore/segment.ts";

/** The encoding of a column; values that do not fit are stored as texts. */
export type Encoding = Column["encoding"];

/**
 * The contract of a segment over plain events, with any encoding for any column however few the rows: the real builder
 * chooses by size, and a test of random events would never see most of them.
 */
export function memorySegment(events: readonly StoredEvent[], encodingOf: (column: string) => Encoding): Segment {
  const columns = new Map<string, Column>();
  const column = (name: string, textOf: (event: StoredEvent) => string): Column => {
    const known = columns.get(name) ?? makeColumn(events.map(textOf), encodingOf(name));
    columns.set(name, known);
    return known;
  };
  const names = [...new Set(events.flatMap(({ tags }) => tags.filter((_, i) => i % 2 === 0)))];
  const all = events.flatMap(({ times }) => times);
  return {
    rows: events.length,
    minTime: Math.min(...all),
    maxTime: Math.max(...all),
    occurrences: all.length,
    ids: () => Float64Array.from(events, ({ id }) => id),
    rowOf: (wanted) => events.findIndex(({ id }) => id === wanted),
    times: () => timeTable(events),
    counters: () => Uint16Array.from(events, ({ times }) => times.length),
    repeated: () => repeatedRows(Uint16Array.from(events, ({ times }) => times.length)),
    sharesTagColumn: false,
    tagNames: () => names,
    base: (name) => column(name, (event) => baseTexts[name](event)),
    tag: (name) => (names.includes(name) ? column(`tag ${name}`, (event) => tagOf(event, name)) : undefined),
    totals: (at) => {
      const name = "base" in at ? at.base : at.tag;
      if ("tag" in at && !names.includes(name)) return undefined;
      const textOf = "base" in at ? baseTexts[at.base] : (event: StoredEvent) => tagOf(event, name);
      return encodingOf("base" in at ? name : `tag ${name}`) === "dictionary" ? totalsOf(events, textOf) : undefined;
    },
    minutes: () => minutesOf(events),
    triggerIds: () =>
      makeColumn(
        events.map(({ fired = [] }) => triggerIdsOf(fired).join()),
        "dictionary",
      ) as DictionaryColumn,
    event: (row) => events[row]!,
  };
}

function totalsOf(events: readonly StoredEvent[], textOf: (event: StoredEvent) => string): ValueTotals {
  const values = [...new Set(events.map(textOf).filter((text) => text !== ""))];
  const timesOf = values.map((value) =>
    events.filter((event) => textOf(event) === value).flatMap(({ times }) => times),
  );
  return {
    texts: () => packTexts(values),
    occurrences: Uint32Array.from(timesOf, ({ length }) => length),
    last: () => Float64Array.from(timesOf, (times) => Math.max(...times)),
  };
}

function minutesOf(events: readonly StoredEvent[]): MinuteCounts {
  const minuteOf = (time: number) => Math.floor(time / 60e6);
  const all = events.flatMap(({ times }) => times).map(minuteOf);
  const begin = Math.min(...all);
  const minutes = Math.max(...all) - begin + 1;
  const severities = [...new Set(events.map(({ severity }) => severity))].sort((a, b) => a - b);
  const counts = new Uint32Array(minutes * severities.length);
  for (const { times, severity } of events)
    for (const time of times) counts[(minuteOf(time) - begin) * severities.length + severities.indexOf(severity)]! += 1;
  return { begin, minutes, severities, counts };
}

const baseTexts: Record<BaseColumn, (event: StoredEvent) => string> = {
  host: ({ host }) => host,
  program: ({ program }) => program,
  message: ({ message }) => message,
  severity: ({ severity }) => String(severity),
  facility: ({ facility }) => String(facility),
  type: ({ type }) => String(type),
  status: ({ status }) => String(status),
  cisco_mnemonic: ({ ciscoMnemonic }) => ciscoMnemonic,
  extra_fields: ({ extra }) => extra,
};

function tagOf({ tags }: StoredEvent, name: string): string {
  const at = tags.findIndex((tag, i) => i % 2 === 0 && tag === name);
  return at < 0 ? "" : tags[at + 1]!;
}

function timeTable(events: readonly StoredEvent[]): TimeTable {
  const first = Float64Array.from(events, ({ times }) => times[0]!);
  return {
    first,
    last: Float64Array.from(events, ({ times }) => times.at(-1)!),
    counter: Uint16Array.from(events, ({ times }) => times.length),
    single: events.every(({ times }) => times.length === 1),
    sorted: first.every((time, i) => i === 0 || time >= first[i - 1]!),
    of: (row) => events[row]!.times,
  };
}

function makeColumn(texts: readonly string[], encoding: Encoding): Column {
  const text = (row: number) => texts[row]!;
  if (encoding === "dictionary") {
    const values = ["", ...new Set(texts.filter((value) => value !== ""))];
    const ids = Uint16Array.from(texts, (value) => values.indexOf(value));
    const { length: valueCount } = values;
    return { encoding, values, valueCount, ids, texts: packTexts(values.slice(1)), value: (id) => values[id]!, text };
  }
  const numbers = texts.filter((value) => value !== "").map(Number);
  const isCanonical = texts.every((value) => value === "" || String(Number(value)) === value);
  if (
    encoding === "number" &&
    numbers.length > 0 &&
    isCanonical &&
    numbers.every((value) => Number.isFinite(value) && !Object.is(value, -0))
  )
    return numberColumn(texts, numbers);
  return textColumn(texts);
}

function numberColumn(texts: readonly string[], numbers: readonly number[]): Column {
  const all = Float64Array.from(texts, Number);
  const scale = decimalScaleOf(all) ?? 1;
  const units = scaled(all, scale);
  const isSmall = units.every((value) => Number.isInteger(value) && value >= 0 && value < 65_536);
  return {
    encoding: "number",
    values: isSmall ? Uint16Array.from(units) : units,
    scale,
    present: texts.includes("") ? Uint8Array.from(texts, (value) => (value === "" ? 0 : 1)) : undefined,
    min: Math.min(...numbers),
    max: Math.max(...numbers),
    text: (row) => texts[row]!,
  };
}

const blockRows = 3;

function textColumn(texts: readonly string[]): Column {
  const blocks: TextBlock[] = [];
  for (let firstRow = 0; firstRow < texts.length; firstRow += blockRows)
    blocks.push(textBlock(texts.slice(firstRow, firstRow + blockRows), firstRow));
  return {
    encoding: "text",
    blockCount: blocks.length,
    block: (index) => blocks[index]!,
    blockOf: (row) => Math.floor(row / blockRows),
    firstRow: (index) => Math.min(index * blockRows, texts.length),
    mayHold: () => true,
    text: (row) => texts[row]!,
  };
}

function textBlock(texts: readonly string[], firstRow: number): TextBlock {
  return { firstRow, rows: texts.length, ...packTexts(texts) };
}

function packTexts(texts: readonly string[]): PackedTexts {
  const parts = texts.map((text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff])]));
  const offsets = [0];
  for (const part of parts) offsets.push(offsets.at(-1)! + part.length);
  return { bytes: Buffer.concat(parts), offsets: Uint32Array.from(offsets) };
}
