import { encodeNumbers, encodeSomeTexts, encodeTexts } from "./column-writer.ts";
import type { EventRow } from "./event.ts";
import { encodeSeries } from "./integers.ts";
import { tagColumnsMax } from "./limits.ts";
import { packTags } from "./rest-tags.ts";
import { encodeSegment, MemorySink } from "./segment-bytes.ts";
import { type ColumnEntry, type PartSink, type SegmentDirectory, segmentFormatVersion } from "./segment-format.ts";
import { encodeTimes, type Occurrences } from "./time-table.ts";

/** Makes a segment, in its memory form, of events that get the ids `firstId`, `firstId + 1` … in the order given. */
export function buildSegment(events: readonly EventRow[], firstId: number): SharedArrayBuffer {
  if (events.length === 0) throw new Error("A segment needs at least one event, got 0.");
  const sink = new MemorySink();
  const order = orderByTime(events);
  const sorted = order.map((index) => events[index]!);
  const occurrences = occurrencesOf(sorted);
  const directory: SegmentDirectory = {
    version: segmentFormatVersion,
    rows: sorted.length,
    minId: firstId,
    maxId: firstId + sorted.length - 1,
    ...timeRange(sorted),
    occurrences: sorted.reduce((sum, event) => sum + event.times.length, 0),
    ids: encodeSeries(
      sink,
      Float64Array.from(order, (index) => firstId + index),
    ),
    times: encodeTimes(sink, occurrences),
    base: encodeBase(sink, sorted),
    ...encodeTags(sink, sorted),
  };
  return encodeSegment(directory, sink.parts);
}

function orderByTime(events: readonly EventRow[]): number[] {
  const order = events.map((_, index) => index);
  return order.sort((a, b) => events[a]!.times[0]! - events[b]!.times[0]! || a - b);
}

function occurrencesOf(events: readonly EventRow[]): Occurrences {
  const first = Float64Array.from(events, (event) => event.times[0]!);
  const counter = Uint16Array.from(events, (event) => event.times.length);
  const many: number[] = [];
  for (const { times } of events) if (times.length > 1) for (const time of times) many.push(time);
  return { first, counter, many: Float64Array.from(many) };
}

function timeRange(events: readonly EventRow[]): { minTime: number; maxTime: number } {
  let maxTime = Number.NEGATIVE_INFINITY;
  for (const { times } of events) maxTime = Math.max(maxTime, times[times.length - 1]!);
  return { minTime: events[0]!.times[0]!, maxTime };
}

function encodeBase(sink: PartSink, events: readonly EventRow[]): SegmentDirectory["base"] {
  const texts = (pick: (event: EventRow) => string) =>
    encodeTexts(
      sink,
      events.map((event) => pick(event).toWellFormed()),
      false,
    );
  const numbers = (pick: (event: EventRow) => number) =>
    encodeNumbers(sink, Float64Array.from(events, pick), undefined);
  return {
    host: texts((event) => event.host),
    program: texts((event) => event.program),
    message: texts((event) => event.message),
    severity: numbers((event) => event.severity),
    facility: numbers((event) => event.facility),
    type: numbers((event) => event.type),
    status: numbers((event) => event.status),
    cisco_mnemonic: texts((event) => event.ciscoMnemonic),
    extra_fields: texts((event) => event.extra),
  };
}

interface TagValues {
  at: number[];
  values: string[];
}

function encodeTags(sink: PartSink, events: readonly EventRow[]): Pick<SegmentDirectory, "tags" | "rest"> {
  const columns = collectTags(events);
  const names = [...columns.keys()];
  const own = mostFrequent(names, (name) => columns.get(name)!.at.length);
  const tags: [string, ColumnEntry][] = own.map((name) => {
    const { at, values } = columns.get(name)!;
    columns.delete(name);
    return [name, encodeSomeTexts(sink, events.length, at, values, true)];
  });
  return columns.size === 0 ? { tags } : { tags, rest: encodeRest(sink, events.length, columns) };
}

/** Names that get a column, sorted. */
export function mostFrequent(names: string[], rowsOf: (name: string) => number): string[] {
  if (names.length <= tagColumnsMax) return names.sort();
  return names
    .sort((a, b) => rowsOf(b) - rowsOf(a) || (a < b ? -1 : 1))
    .slice(0, tagColumnsMax)
    .sort();
}

function collectTags(events: readonly EventRow[]): Map<string, TagValues> {
  const columns = new Map<string, TagValues>();
  events.forEach(({ tags }, row) => {
    for (let i = 0; i < tags.length; i += 2) {
      // Nearly always it is a name that came before, and so well formed.
      let name = tags[i]!;
      let column = columns.get(name);
      if (!column) {
        name = name.toWellFormed();
        column = columns.get(name);
      }
      if (!column) {
        column = { at: [], values: [] };
        columns.set(name, column);
      }
      // Two names can only be one here when both held broken UTF-16; the first wins.
      if (column.at[column.at.length - 1] === row) continue;
      column.at.push(row);
      column.values.push(tags[i + 1]!.toWellFormed());
    }
  });
  return columns;
}

function encodeRest(sink: PartSink, rows: number, columns: Map<string, TagValues>): SegmentDirectory["rest"] {
  const byRow = new Map<number, [string, string][]>();
  for (const [name, { at, values }] of columns) {
    at.forEach((row, i) => {
      const pairs = byRow.get(row);
      if (pairs) pairs.push([name, values[i]!]);
      else byRow.set(row, [[name, values[i]!]]);
    });
  }
  return encodeRestRows(sink, rows, [...columns.keys()].sort(), byRow);
}

/** `byRow`: the tags without a column of each row that has such. */
function encodeRestRows(
  sink: PartSink,
  rows: number,
  names: string[],
  byRow: ReadonlyMap<number, [string, string][]>,
): SegmentDirectory["rest"] {
  const at = [...byRow.keys()].sort((a, b) => a - b);
  const values = at.map((row) => packTags(byRow.get(row)!));
  return { names, column: encodeSomeTexts(sink, rows, at, values, false) };
}
