import { encodeCodes, encodeSomeTexts } from "../columns/column-writer.ts";
import { mostFrequent, packTags } from "../columns/overflow-tags.ts";
import type { EventRow, Micros } from "../event/event.ts";
import { statusAfter } from "../event/fired-set.ts";
import { grown } from "../format/byte-dictionary.ts";
import { encodeSeries } from "../format/integers.ts";
import { encodeSegment, MemorySink } from "../format/segment-bytes.ts";
import { type PartSink, type SegmentDirectory, segmentFormatVersion, summaryOf } from "../format/segment-format.ts";
import { builderColumnsMax, tagColumnsMax } from "../limits.ts";
import { encodeFired, FiredTableBuilder } from "../occurrences/fired-table.ts";
import { encodeTimes, type Occurrences, timeRange } from "../occurrences/occurrence-times.ts";
import type { SegmentSummary } from "../snapshot.ts";
import { ColumnBuilder } from "./column-builder.ts";
import { orderByTime } from "./order-by-time.ts";

/**
 * Takes events in, value by value as bytes or whole as objects, and makes a segment in its memory form of them. Its
 * columns stay for the next segment, so one builder serves a thread for all its life. Synchronous, of one thread.
 */
export class SegmentBuilder {
  /** Events since the last `build`. */
  rows = 0;
  /** About what they take. */
  bytes = 0;
  /**
   * Another when columns that were handed out are no longer those of this builder; no two builders of a thread have the
   * same.
   */
  generation = nextGeneration++;
  readonly host = new ColumnBuilder(false);
  readonly program = new ColumnBuilder(false);
  readonly message = new ColumnBuilder(false);
  readonly ciscoMnemonic = new ColumnBuilder(false);
  readonly extra = new ColumnBuilder(false);
  private tags = new Map<string, ColumnBuilder>();
  private times = new Float64Array(1024);
  private severities = new Uint8Array(1024);
  private facilities = new Uint8Array(1024);
  private types = new Uint8Array(1024);
  private statuses = new Uint8Array(1024);
  /** Occurrences beyond the first of a row, and what triggers fired. */
  private later: Later[] = [];
  private firstFired = new Map<number, string>();

  /** A new row, of which the texts are still to be added to the columns; returns its number. */
  begin(time: Micros, severity: number, facility: number, type: number, status: number): number {
    const row = this.rows++;
    if (row >= this.times.length) this.widen();
    this.times[row] = time;
    this.severities[row] = severity;
    this.facilities[row] = facility;
    this.types[row] = type;
    this.statuses[row] = status;
    return row;
  }

  /** The column of a tag, also for later rows and segments as long as `generation` is the same. */
  tag(name: string): ColumnBuilder {
    let column = this.tags.get(name);
    if (column === undefined) {
      column = new ColumnBuilder(true);
      this.tags.set(name, column);
    }
    return column;
  }

  add(event: EventRow): void {
    const { times, fired } = event;
    const row = this.begin(times[0]!, event.severity, event.facility, event.type, event.status);
    if (fired?.[0]) this.noteFired(row, fired[0]);
    for (let i = 1; i < times.length; i++) this.addOccurrence(row, times[i]!, fired?.[i]);
    this.addBase(this.host, row, event.host);
    this.addBase(this.program, row, event.program);
    this.addBase(this.message, row, event.message);
    this.addBase(this.ciscoMnemonic, row, event.ciscoMnemonic);
    this.addBase(this.extra, row, event.extra);
    const { tags } = event;
    for (let i = 0; i < tags.length; i += 2) this.addTag(row, tags[i]!, tags[i + 1]!);
  }

  /** Triggers that fired for the first occurrence of a row, a text of fired-set.ts. */
  noteFired(row: number, fired: string): void {
    this.firstFired.set(row, fired);
  }

  /** Another occurrence of a row, in any order; `fired`: a text of fired-set.ts. */
  addOccurrence(row: number, time: Micros, fired = ""): void {
    this.later.push({ row, time, fired });
    this.bytes += 16;
  }

  /**
   * The segment of all rows, which get the ids `firstId`, `firstId + 1` … in the order they came. The builder is empty
   * then.
   */
  build(firstId: number): BuiltSegment {
    const { rows } = this;
    if (rows === 0) throw new Error("A segment needs at least one event, got 0.");
    const sink = new MemorySink();
    const all = occurrencesByRow(this.times, this.later, this.firstFired);
    const order = orderByTime(this.times, rows);
    const occurrences = inOrder(this.times, all, rows, order);
    const ids = new Float64Array(rows);
    for (let place = 0; place < rows; place++) ids[place] = firstId + (order === undefined ? place : order[place]!);
    const directory: SegmentDirectory = {
      version: segmentFormatVersion,
      rows,
      minId: firstId,
      maxId: firstId + rows - 1,
      ...timeRange(occurrences),
      occurrences: rows + this.later.length,
      ids: encodeSeries(sink, ids),
      times: encodeTimes(sink, occurrences),
      ...this.encodeFired(sink, all, order),
      base: this.encodeBase(sink, order),
      ...this.encodeTags(sink, order),
    };
    const bytes = encodeSegment(directory, sink.parts);
    this.clear();
    return { bytes, summary: summaryOf(directory) };
  }

  /** Forgets all rows. */
  clear(): void {
    for (const column of [this.host, this.program, this.message, this.ciscoMnemonic, this.extra]) column.clear();
    if (this.tags.size > builderColumnsMax) {
      this.tags = new Map();
      this.generation = nextGeneration++;
    } else for (const column of this.tags.values()) if (column.count > 0) column.clear();
    this.rows = 0;
    this.bytes = 0;
    this.later = [];
    this.firstFired.clear();
  }

  private encodeFired(
    sink: PartSink,
    all: OccurrencesOf,
    order: Uint32Array | undefined,
  ): Pick<SegmentDirectory, "fired"> {
    if (this.firstFired.size === 0 && this.later.every(({ fired }) => fired === "")) return {};
    const builder = new FiredTableBuilder();
    const mayHaveFired = new Uint8Array(this.rows);
    for (const row of this.firstFired.keys()) mayHaveFired[row] = 1;
    for (const { row, fired } of this.later) if (fired !== "") mayHaveFired[row] = 1;
    for (let place = 0; place < this.rows; place++) {
      const row = order === undefined ? place : order[place]!;
      if (mayHaveFired[row] === 0) continue;
      const several = all.get(row);
      const sets = several?.map(({ fired }) => fired) ?? [this.firstFired.get(row) ?? ""];
      this.statuses[row] = sets.reduce(statusAfter, this.statuses[row]!);
      if (several)
        builder.add(
          place,
          several.map(({ fired }) => builder.numberOf(fired)),
        );
      else builder.addSame(place, builder.numberOf(this.firstFired.get(row) ?? ""));
    }
    const table = builder.finish();
    return table === undefined ? {} : { fired: encodeFired(sink, table) };
  }

  private addBase(column: ColumnBuilder, row: number, value: string): void {
    if (value === "") return;
    column.addString(row, value);
    this.bytes += value.length;
  }

  private addTag(row: number, name: string, value: string): void {
    // Nearly always it is a name that came before, and so well formed.
    const column = this.tags.get(name) ?? this.tag(name.toWellFormed());
    // Two names can only be one here when both held broken UTF-16; the first wins.
    if (column.lastRow === row) return;
    column.addString(row, value);
    this.bytes += value.length + 8;
  }

  private encodeBase(sink: PartSink, order: Uint32Array | undefined): SegmentDirectory["base"] {
    const { rows } = this;
    const codes = (values: Uint8Array) => encodeCodes(sink, inPlaces(values, rows, order));
    return {
      host: this.host.encode(sink, rows, order),
      program: this.program.encode(sink, rows, order),
      message: this.message.encode(sink, rows, order),
      severity: codes(this.severities),
      facility: codes(this.facilities),
      type: codes(this.types),
      status: codes(this.statuses),
      cisco_mnemonic: this.ciscoMnemonic.encode(sink, rows, order),
      extra_fields: this.extra.encode(sink, rows, order),
    };
  }

  private encodeTags(sink: PartSink, order: Uint32Array | undefined): Pick<SegmentDirectory, "tags" | "rest"> {
    const names: string[] = [];
    for (const [name, { count }] of this.tags) if (count > 0) names.push(name);
    const own = mostFrequent([...names], (name) => this.tags.get(name)!.count);
    const tags = own.map((name): SegmentDirectory["tags"][number] => [
      name,
      this.tags.get(name)!.encode(sink, this.rows, order),
    ]);
    if (names.length <= tagColumnsMax) return { tags };
    const shared = new Set(own);
    return { tags, rest: this.encodeOverflowTags(sink, order, names.filter((name) => !shared.has(name)).sort()) };
  }

  private encodeOverflowTags(
    sink: PartSink,
    order: Uint32Array | undefined,
    names: string[],
  ): SegmentDirectory["rest"] {
    const placeOf = new Uint32Array(this.rows);
    for (let place = 0; place < this.rows; place++) placeOf[order?.[place] ?? place] = place;
    const byPlace = new Map<number, [string, string][]>();
    for (const name of names)
      for (const [row, value] of this.tags.get(name)!.values()) {
        const place = placeOf[row]!;
        const pairs = byPlace.get(place);
        if (pairs) pairs.push([name, value]);
        else byPlace.set(place, [[name, value]]);
      }
    const at = [...byPlace.keys()].sort((a, b) => a - b);
    const values = at.map((place) => packTags(byPlace.get(place)!));
    return { names, column: encodeSomeTexts(sink, this.rows, at, values, false) };
  }

  private widen(): void {
    const wanted = this.times.length * 2;
    this.times = grown(this.times, wanted);
    this.severities = grown(this.severities, wanted);
    this.facilities = grown(this.facilities, wanted);
    this.types = grown(this.types, wanted);
    this.statuses = grown(this.statuses, wanted);
  }
}

/** In its memory form, and what its directory says of it. */
export interface BuiltSegment {
  bytes: SharedArrayBuffer;
  summary: SegmentSummary;
}

let nextGeneration = 0;

interface Later {
  row: number;
  time: Micros;
  fired: string;
}

/** All occurrences of the rows that have several, ascending. */
type OccurrencesOf = ReadonlyMap<number, readonly { time: Micros; fired: string }[]>;

/** The first time of each row becomes the row's in `times`. */
function occurrencesByRow(
  times: Float64Array,
  later: readonly Later[],
  firstFired: ReadonlyMap<number, string>,
): OccurrencesOf {
  const byRow = new Map<number, { time: Micros; fired: string }[]>();
  for (const { row, time, fired } of later) {
    const known = byRow.get(row);
    if (known) known.push({ time, fired });
    else
      byRow.set(row, [
        { time: times[row]!, fired: firstFired.get(row) ?? "" },
        { time, fired },
      ]);
  }
  for (const [row, all] of byRow) {
    all.sort((a, b) => a.time - b.time);
    times[row] = all[0]!.time;
  }
  return byRow;
}

function inPlaces(values: Uint8Array, rows: number, order: Uint32Array | undefined): Uint8Array {
  const placed = values.slice(0, rows);
  if (order !== undefined) for (let place = 0; place < rows; place++) placed[place] = values[order[place]!]!;
  return placed;
}

function inOrder(times: Float64Array, byRow: OccurrencesOf, rows: number, order: Uint32Array | undefined): Occurrences {
  const first = new Float64Array(rows);
  const counter = new Uint16Array(rows).fill(1);
  const many: number[] = [];
  for (let place = 0; place < rows; place++) {
    const row = order === undefined ? place : order[place]!;
    first[place] = times[row]!;
    const all = byRow.size === 0 ? undefined : byRow.get(row);
    if (all === undefined) continue;
    counter[place] = all.length;
    for (const { time } of all) many.push(time);
  }
  return { first, counter, many: Float64Array.from(many) };
}
