import { columnBytes, decodeColumn, decodeSlice, decodeValues, type OnLoad } from "./column-reader.ts";
import { type DayNumber, dayNumberOf } from "./days.ts";
import type { StoredEvent } from "./event.ts";
import { statusColumn, triggerIdsColumn } from "./fired-columns.ts";
import { withFiredRepeats } from "./fired-repeats.ts";
import { decodeFired, type FiredTable, firedTableBytes, setsOfRow } from "./fired-table.ts";
import { decodeSeries, decodeSeriesSlice } from "./integers.ts";
import { decodeMinutes } from "./minute-counts.ts";
import {
  arrayBytes,
  blockBytes,
  filtersBytes,
  minutesBytes,
  repeatedBytes,
  textsBytes,
  totalsBytes,
} from "./piece-bytes.ts";
import { repeatsByRow } from "./repeats-by-row.ts";
import { RestTags } from "./rest-tags.ts";
import type {
  BaseColumn,
  Column,
  DictionaryColumn,
  MinuteCounts,
  PackedTexts,
  RepeatedRows,
  Segment,
  SegmentMemory,
  SegmentSlices,
  TextBlock,
  TimeTable,
  ValueTotals,
} from "./segment.ts";
import {
  type ColumnEntry,
  FormatError,
  type PartSource,
  type RowSlice,
  type SegmentDirectory,
  type SlicesEntry,
  summaryOf,
  type TotalsEntry,
} from "./segment-format.ts";
import type { RepeatList, SegmentSummary } from "./snapshot.ts";
import type { BlockCache, DecodePart } from "./stored-text-column.ts";
import {
  decodeCounters,
  decodeTimes,
  decodeTimesSlice,
  repeatedRows,
  timeTableBytes,
  withRepeats,
} from "./time-table.ts";
import { decodeLast, decodeOccurrences } from "./value-totals.ts";
import { statusesWithout, withoutRepeats } from "./without-repeats.ts";
import type { WordFilters } from "./word-filter.ts";

/** Keeps decoded pieces of one segment beyond the life of a view. Keys are unique within the segment. */
export interface PieceCache {
  piece<T>(key: string | number, load: () => T, bytesOf: (piece: T) => number): T;
  /** The piece of the key has so many bytes more. */
  grow?(key: string | number, bytes: number): void;
  /** What was kept under the key. Absent: nothing is ever kept. */
  recall?<T>(key: string): T | undefined;
  keep?(key: string, piece: unknown, bytes: number): void;
}

/** For those who read a segment once. */
export const noCache: PieceCache = { piece: (_key, load) => load() };

/** What an event is put together from; tags by name. */
type EventColumns = Record<
  "host" | "program" | "message" | "severity" | "facility" | "type" | "cisco_mnemonic" | "extra_fields",
  Column
> & { tags: { name: string; column: Column }[] };

/** The Segment over a directory and its parts, in memory or in a file. `summary` is that of the handle, with `repeats` counted in. */
export class SegmentView implements Segment, BlockCache {
  readonly rows: number;
  readonly minTime: number;
  readonly maxTime: number;
  readonly occurrences: number;
  private readonly columns = new Map<string, Column>();
  private readonly tags: Map<string, ColumnEntry>;
  private rest: RestTags | undefined;
  private rowIds: Float64Array | undefined;
  private stored: TimeTable | undefined;
  private table: TimeTable | undefined;
  private firedTable: FiredTable | undefined;
  private triggerIdColumn: DictionaryColumn | undefined;
  private statuses: Column | undefined;
  private ofEvents: EventColumns | undefined;
  private lastSlice: SegmentView | undefined;
  private days: Map<number, DayNumber> | undefined;

  constructor(
    readonly directory: SegmentDirectory,
    private readonly source: PartSource,
    private readonly cache: PieceCache = noCache,
    summary: SegmentSummary = directory,
    private readonly repeats?: RepeatList,
    private readonly part?: RowSlice,
  ) {
    this.rows = part?.rows ?? directory.rows;
    this.minTime = summary.minTime;
    this.maxTime = summary.maxTime;
    this.occurrences = summary.occurrences;
    this.tags = new Map(directory.tags);
  }

  /** The same columns, decoded anew for each call and not kept: for merging, which reads each once. */
  readonly uncached = {
    base: (name: BaseColumn): Column => this.afterRepeats(name, this.decode(this.directory.base[name])),
    tag: (name: string): Column | undefined => {
      const entry = this.tags.get(name);
      return entry ? this.decode(entry) : this.restTags()?.column(name);
    },
  };

  get memory(): SegmentMemory | undefined {
    const { cache, part } = this;
    if (!cache.recall || part) return undefined;
    return {
      isSettled: this.repeats === undefined,
      recall: (key) => cache.recall!(`kept ${key}`),
      keep: (key, piece) => cache.keep!(`kept ${key}`, piece, piece.byteLength),
    };
  }

  /** Rows that can be read without the others; undefined: they all have to be read together. */
  get slices(): SegmentSlices | undefined {
    const { slices, times, fired, ids } = this.directory;
    const begins = times.first.marks;
    if (!slices || !begins || !ids.marks || fired || this.repeats || this.part) return undefined;
    return {
      count: begins.length,
      firstRow: (slice) => Math.min(this.rows, slice * slices.rows),
      minTime: (slice) => begins[slice]!,
      maxTime: (slice) => slices.lastTimes[slice]!,
      open: (slice) => this.slice(slice, begins[slice]!, slices),
    };
  }

  private slice(slice: number, minTime: number, entry: SlicesEntry): SegmentView {
    if (this.lastSlice?.part?.slice === slice) return this.lastSlice;
    const { lastTimes, gaps = [] } = entry;
    const from = slice * entry.rows;
    const rows = Math.min(entry.rows, this.rows - from);
    const allGaps = this.directory.times.gaps?.count ?? 0;
    const occurrences = rows + (gaps[slice + 1] ?? allGaps) - (gaps[slice] ?? 0);
    this.lastSlice = new SegmentView(
      this.directory,
      this.source,
      this.cache,
      { ...summaryOf(this.directory), minTime, maxTime: lastTimes[slice]!, occurrences },
      undefined,
      { slice, from, rows, allRows: this.rows },
    );
    return this.lastSlice;
  }

  /** True when a row's day may be another than that of its first occurrence. */
  get mayMoveDays(): boolean {
    return this.repeats !== undefined || this.directory.days !== undefined;
  }

  /** The day that a row belongs to: that of its first occurrence as it came in, whatever repeats said later. */
  dayOf(row: number): DayNumber {
    this.days ??= new Map(this.directory.days);
    return this.days.get(row) ?? dayNumberOf(this.storedTimes().first[row]!);
  }

  ids(): Float64Array {
    this.rowIds ??= this.cache.piece(this.keyOf("ids"), () => this.decodeIds(), arrayBytes);
    return this.rowIds;
  }

  times(): TimeTable {
    if (this.table) return this.table;
    const table = this.storedTimes();
    this.table = this.repeats ? withRepeats(table, this.ids(), this.repeats) : table;
    if (this.repeats?.without) this.leaveOut(this.repeats.without);
    return this.table;
  }

  /** What triggers fired, aligned with `times`; undefined: none for any row. */
  fired(): FiredTable | undefined {
    const entry = this.directory.fired;
    if (entry === undefined && this.repeats?.fired === undefined) return undefined;
    if (this.repeats?.without) this.times();
    else this.firedTable ??= this.allFired();
    return this.firedTable;
  }

  triggerIds(): DictionaryColumn {
    this.triggerIdColumn ??= triggerIdsColumn(this.fired(), this.rows);
    return this.triggerIdColumn;
  }

  counters(): Uint16Array | undefined {
    if (this.repeats || this.stored || this.part) {
      const { single, counter } = this.times();
      return single ? undefined : counter;
    }
    const entry = this.directory.times.counter;
    return entry && this.cache.piece("counter", () => decodeCounters(this.source, entry, this.rows), arrayBytes);
  }

  repeated(): RepeatedRows | undefined {
    const pick = () => {
      const counters = this.counters();
      return counters && repeatedRows(counters);
    };
    if (this.repeats || this.part || !this.directory.times.counter) return pick();
    const entry = this.directory.times.counter;
    const load = () => repeatedRows(decodeCounters(this.source, entry, this.rows));
    return this.cache.piece("repeated", load, repeatedBytes);
  }

  get sharesTagColumn(): boolean {
    return this.directory.rest !== undefined;
  }

  tagNames(): readonly string[] {
    const rest = this.directory.rest;
    return rest ? [...this.tags.keys(), ...rest.names] : [...this.tags.keys()];
  }

  base(name: BaseColumn): Column {
    return this.afterRepeats(name, this.known(`b ${name}`, this.directory.base[name]));
  }

  tag(name: string): Column | undefined {
    const entry = this.tags.get(name);
    if (entry) return this.known(`t ${name}`, entry);
    const key = `r ${name}`;
    const known = this.columns.get(key);
    if (known) return known;
    const column = this.restTags()?.column(name);
    if (column) this.columns.set(key, column);
    return column;
  }

  totals(column: { base: BaseColumn } | { tag: string }): ValueTotals | undefined {
    // Repeats beside the segment are not counted in.
    if (this.repeats || this.part) return undefined;
    const entry = "base" in column ? this.directory.base[column.base] : this.tags.get(column.tag);
    const totals = entry?.encoding === "dictionary" || entry?.encoding === "constant" ? entry.totals : undefined;
    if (!entry || !totals) return undefined;
    const key = `totals ${"base" in column ? `b ${column.base}` : `t ${column.tag}`}`;
    const { texts, occurrences } = this.cache.piece(key, () => this.decodeTotals(entry, totals), totalsBytes);
    const last = () => this.cache.piece(`${key} last`, () => decodeLast(this.source, totals), arrayBytes);
    return { texts, occurrences, last };
  }

  minutes(): MinuteCounts | undefined {
    const entry = this.directory.minutes;
    if (!entry || this.repeats || this.part) return undefined;
    return this.cache.piece("minutes", () => decodeMinutes(this.source, entry), minutesBytes);
  }

  /** `tags`: of the row, for one who has them already. */
  event(row: number, tags?: string[]): StoredEvent {
    const slices = this.slices;
    if (slices) {
      const slice = Math.floor(row / this.directory.slices!.rows);
      return slices.open(slice).event(row - slices.firstRow(slice));
    }
    const columns = this.eventColumns();
    const times = Array.from(this.times().of(row));
    const fired = setsOfRow(this.fired(), row, times.length);
    return {
      id: this.ids()[row]!,
      times,
      ...(fired && { fired }),
      host: columns.host.text(row),
      program: columns.program.text(row),
      message: columns.message.text(row),
      severity: Number(columns.severity.text(row)),
      facility: Number(columns.facility.text(row)),
      type: Number(columns.type.text(row)),
      status: Number(this.base("status").text(row)),
      ciscoMnemonic: columns.cisco_mnemonic.text(row),
      tags: tags ?? this.tagsOf(row, columns.tags),
      extra: columns.extra_fields.text(row),
    };
  }

  /** Tags without a column of their own. */
  restTags(): RestTags | undefined {
    const rest = this.directory.rest;
    if (!rest) return undefined;
    this.rest ??= new RestTags(rest.names, this.known("rest", rest.column), this.rows);
    return this.rest;
  }

  block(part: number, load: () => TextBlock): TextBlock {
    // Blocks without a part are made of the rows of this view.
    return this.cache.piece(part < 0 ? this.keyOf(`block ${part}`) : part, load, blockBytes);
  }

  texts(part: number, load: () => PackedTexts): PackedTexts {
    return this.cache.piece(`values ${part}`, load, textsBytes);
  }

  filters(part: number, load: () => WordFilters): WordFilters {
    return this.cache.piece(part, load, filtersBytes);
  }

  private decodeTotals(entry: ColumnEntry, totals: TotalsEntry): Pick<ValueTotals, "texts" | "occurrences"> {
    const texts = decodeValues(this.source, entry);
    const occurrences = decodeOccurrences(this.source, totals);
    if (occurrences.length !== texts.offsets.length - 1 || totals.last.count !== occurrences.length)
      throw new FormatError("A dictionary has another number of counts than of values.");
    return { texts, occurrences };
  }

  column(key: string, entry: ColumnEntry | undefined, decode: DecodePart): Column {
    if (!entry) throw new FormatError(`A segment lacks the column "${key}".`);
    // A text column holds on to this view for its blocks, so it is not kept beyond it.
    if (entry.encoding === "text" || entry.encoding === "template") return decode(entry);
    const name = this.keyOf(key);
    let isKept = false;
    let loaded = columnBytes;
    // Rows are unpacked when they are asked for, which may be never: counts of values say enough for many questions.
    const onLoad = (bytes: number) => {
      if (isKept) this.cache.grow?.(name, bytes);
      else loaded += bytes;
    };
    const column = this.cache.piece(
      name,
      () => decode(entry, onLoad),
      () => loaded,
    );
    isKept = true;
    return column;
  }

  /** Looked up once: an event has some twenty columns, and exports read millions of events. */
  private eventColumns(): EventColumns {
    if (this.ofEvents) return this.ofEvents;
    const names = [
      "host",
      "program",
      "message",
      "severity",
      "facility",
      "type",
      "cisco_mnemonic",
      "extra_fields",
    ] as const;
    const base = Object.fromEntries(names.map((name) => [name, this.base(name)])) as Record<
      (typeof names)[number],
      Column
    >;
    const tags = [...this.tags].map(([name, entry]) => ({ name, column: this.known(`t ${name}`, entry) }));
    this.ofEvents = { ...base, tags: tags.sort((a, b) => (a.name < b.name ? -1 : 1)) };
    return this.ofEvents;
  }

  private tagsOf(row: number, columns: EventColumns["tags"]): string[] {
    const own: string[] = [];
    for (const { name, column } of columns) {
      const value = column.text(row);
      if (value !== "") own.push(name, value);
    }
    const rest = this.restTags()?.pairs(row) ?? [];
    if (rest.length === 0) return own;
    const pairs = [...rest];
    for (let i = 0; i < own.length; i += 2) pairs.push([own[i]!, own[i + 1]!]);
    return pairs.sort((a, b) => (a[0] < b[0] ? -1 : 1)).flat();
  }

  /** A repeat for which a trigger fired can change its event's status. */
  private afterRepeats(name: BaseColumn, column: Column): Column {
    const { fired, without } = this.repeats ?? {};
    if (name !== "status" || (fired === undefined && without?.fired === undefined)) return column;
    if (this.statuses) return this.statuses;
    const statuses = statusColumn(column, this.fired());
    this.statuses = without?.fired
      ? statusesWithout(statuses, this.fired(), repeatsByRow(this.ids(), without.ids).keys())
      : statuses;
    return this.statuses;
  }

  private allFired(): FiredTable | undefined {
    if (!this.repeats) return this.storedFired();
    return withFiredRepeats(this.storedFired(), this.storedTimes(), this.ids(), this.repeats);
  }

  /** `table` has all occurrences before, and those that are meant afterwards. */
  private leaveOut(later: RepeatList): void {
    const { times, fired } = withoutRepeats({ times: this.table!, fired: this.allFired() }, this.ids(), later);
    this.table = times;
    this.firedTable = fired;
  }

  private storedFired(): FiredTable | undefined {
    const entry = this.directory.fired;
    return entry && this.cache.piece("fired", () => decodeFired(this.source, entry), firedTableBytes);
  }

  private storedTimes(): TimeTable {
    if (this.stored) return this.stored;
    this.stored = this.cache.piece(this.keyOf("times"), () => this.decodeTimes(), timeTableBytes);
    if (this.stored.first.length !== this.rows)
      throw new FormatError("A segment has another number of times than of rows.");
    return this.stored;
  }

  private known(key: string, entry: ColumnEntry | undefined): Column {
    const known = this.columns.get(key);
    if (known) return known;
    const column = this.column(key, entry, (known, onLoad) => this.decode(known, onLoad));
    this.columns.set(key, column);
    return column;
  }

  /** Of a view's own rows. */
  private keyOf(piece: string): string {
    return this.part ? `${this.part.slice} ${piece}` : piece;
  }

  private decodeIds(): Float64Array {
    const { ids } = this.directory;
    return this.part ? decodeSeriesSlice(this.source, ids, this.part) : decodeSeries(this.source, ids);
  }

  private decodeTimes(): TimeTable {
    const { times, slices } = this.directory;
    if (!this.part || !slices) return decodeTimes(this.source, times);
    return decodeTimesSlice(this.source, times, slices, this.part);
  }

  private decode(entry: ColumnEntry, onLoad?: OnLoad): Column {
    if (this.part) return decodeSlice(this.source, entry, this.part, this, onLoad);
    return decodeColumn(this.source, entry, this.rows, this, onLoad);
  }
}
