import { freeArrays } from "../../runtime/free-arrays.ts";
import { decodeColumn, decodeSlice, decodeValues, type OnLoad } from "../columns/column-reader.ts";
import { OverflowTags } from "../columns/overflow-tags.ts";
import type { BlockCache, DecodePart } from "../columns/stored-text-column.ts";
import { decodeSeries, decodeSeriesSlice } from "../encoding/integers.ts";
import {
  type ColumnEntry,
  FormatError,
  type PartSource,
  type RowSlice,
  type SegmentDirectory,
  type SlicesEntry,
  summaryOf,
} from "../encoding/segment-format.ts";
import { type DayNumber, dayNumberOf } from "../event/days.ts";
import type { StoredEvent } from "../event/event.ts";
import { statusColumn, triggerIdsColumn } from "../occurrences/fired-columns.ts";
import { withFiredRepeats } from "../occurrences/fired-repeats.ts";
import { decodeFired, type FiredTable, firedOfRows, firedTableBytes } from "../occurrences/fired-table.ts";
import { decodeMinutes } from "../occurrences/minute-counts.ts";
import {
  decodeCounters,
  decodeRepeated,
  decodeTimes,
  decodeTimesSlice,
  moreRepeated,
  repeatedRows,
  timeTableBytes,
  withRepeats,
} from "../occurrences/occurrence-times.ts";
import { repeatsByRow } from "../occurrences/repeats-by-row.ts";
import { countByRow, idRangesOf, largest, repeatsBySlice, smallest } from "../occurrences/slice-repeats.ts";
import { statusesWithout, withoutRepeats } from "../occurrences/without-repeats.ts";
import type {
  BaseColumn,
  Column,
  DictionaryColumn,
  MinuteCounts,
  RepeatedRows,
  Segment,
  SegmentMemory,
  SegmentSlices,
  TextBlock,
  TimeTable,
  ValueTotals,
} from "../segment.ts";
import type { RepeatList, SegmentSummary } from "../snapshot.ts";
import { type DecodedCache, keepColumn, keepTexts, memoryOf, noCache, readTotals } from "./decoded-cache.ts";
import { arrayBytes, blockBytes, minutesBytes, repeatedBytes } from "./decoded-sizes.ts";
import { type EventSource, RowEvents } from "./row-events.ts";

/**
 * The Segment over a directory and its parts, in memory or in a file. `summary` is that of the handle, with `repeats`
 * counted in.
 */
export class StoredSegment implements Segment, BlockCache, EventSource {
  readonly rows: number;
  readonly minTime: number;
  readonly maxTime: number;
  readonly occurrences: number;
  readonly texts: BlockCache["texts"];
  private readonly columns = new Map<string, Column>();
  private readonly tags: Map<string, ColumnEntry>;
  private rest: OverflowTags | undefined;
  private rowIds: Float64Array | undefined;
  private stored: TimeTable | undefined;
  private table: TimeTable | undefined;
  private firedTable: FiredTable | undefined;
  private triggerIdColumn: DictionaryColumn | undefined;
  private statuses: Column | undefined;
  private rowEvents: RowEvents | undefined;
  private lastSlice: StoredSegment | undefined;
  private ofSlices: readonly (RepeatList | undefined)[] | undefined;
  private days: Map<number, DayNumber> | undefined;

  /** Parameters: where its bytes are, and the caches of the thread that reads them. */
  constructor(
    readonly directory: SegmentDirectory,
    private readonly source: PartSource,
    private readonly cache: DecodedCache = noCache,
    summary: SegmentSummary = directory,
    private readonly repeats?: RepeatList,
    private readonly part?: RowSlice,
  ) {
    this.rows = part?.rows ?? directory.rows;
    this.minTime = summary.minTime;
    this.maxTime = summary.maxTime;
    this.occurrences = summary.occurrences;
    this.tags = new Map(directory.tags);
    this.texts = keepTexts(cache);
  }

  /** The same columns, decoded anew for each call and not kept: for merging, which reads each once. */
  readonly uncached = {
    base: (name: BaseColumn): Column => this.afterRepeats(name, this.decode(this.directory.base[name])),
    tag: (name: string): Column | undefined => {
      const entry = this.tags.get(name);
      return entry ? this.decode(entry) : this.restTags()?.column(name);
    },
    /** What tags without a column of their own share. */
    rest: (): Column | undefined => this.directory.rest && this.decode(this.directory.rest.column),
  };

  get memory(): SegmentMemory | undefined {
    return this.part ? undefined : memoryOf(this.cache, this.repeats === undefined);
  }

  /** Rows that can be read without the others; undefined: they all have to be read together. */
  get slices(): SegmentSlices | undefined {
    const { slices, times, ids } = this.directory;
    const begins = times.first.marks;
    if (!slices || !begins || !ids.marks || this.part || this.repeats?.without) return undefined;
    const repeatsOf = (slice: number) => this.repeatsBySlice()[slice];
    return {
      count: begins.length,
      firstRow: (slice) => Math.min(this.rows, slice * slices.rows),
      minTime: (slice) => smallest(repeatsOf(slice)?.times, begins[slice]!),
      maxTime: (slice) => largest(repeatsOf(slice)?.times, slices.lastTimes[slice]!),
      open: (slice) => this.slice(slice, begins[slice]!, slices),
    };
  }

  /** The row of an event, -1: it has none here. */
  rowOf(id: number): number {
    const { slices } = this;
    if (!slices) return this.ids().indexOf(id);
    const ranges = this.idRanges();
    for (let slice = 0; slice < slices.count; slice++) {
      if (id < ranges[2 * slice]! || id > ranges[2 * slice + 1]!) continue;
      const row = slices.open(slice).rowOf(id);
      if (row >= 0) return slices.firstRow(slice) + row;
    }
    return -1;
  }

  private slice(slice: number, minTime: number, entry: SlicesEntry): StoredSegment {
    if (this.lastSlice?.part?.slice === slice) return this.lastSlice;
    const { lastTimes, gaps = [] } = entry;
    const from = slice * entry.rows;
    const rows = Math.min(entry.rows, this.rows - from);
    const allGaps = this.directory.times.gaps?.count ?? 0;
    const repeats = this.repeatsBySlice()[slice];
    const occurrences = rows + (gaps[slice + 1] ?? allGaps) - (gaps[slice] ?? 0) + (repeats?.ids.length ?? 0);
    this.lastSlice = new StoredSegment(
      this.directory,
      this.source,
      this.cache,
      {
        ...summaryOf(this.directory),
        minTime: smallest(repeats?.times, minTime),
        maxTime: largest(repeats?.times, lastTimes[slice]!),
        occurrences,
      },
      repeats,
      { slice, from, rows, allRows: this.rows },
    );
    return this.lastSlice;
  }

  private repeatsBySlice(): readonly (RepeatList | undefined)[] {
    this.ofSlices ??= this.repeats ? repeatsBySlice(this.repeats, this.idRanges()) : [];
    return this.ofSlices;
  }

  /**
   * Files that do not have them yet have all their ids read for them, so they are kept where no column drives them out.
   */
  private idRanges(): ArrayLike<number> {
    const { slices } = this.directory;
    const key = "id ranges";
    const known = slices!.ids ?? this.cache.recall?.<Float64Array>(key);
    if (known) return known;
    const ranges = Float64Array.from(idRangesOf(this.ids(), slices!.rows));
    this.cache.keep?.(key, ranges, ranges.byteLength);
    return ranges;
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

  /**
   * Gives what `times` or `ids` gave back at once, for a merge that needs it no more. It is read anew when somebody
   * asks.
   */
  forget(what: "times" | "ids"): void {
    if (this.cache !== noCache) return;
    const tables = what === "ids" ? [] : [this.stored, this.table];
    freeArrays(what === "ids" ? [this.rowIds] : tables.flatMap((table) => [table?.first, table?.last, table?.counter]));
    if (what === "ids") this.rowIds = undefined;
    else this.stored = this.table = undefined;
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
    const entry = this.directory.times.counter;
    if (this.part || this.table || (this.repeats && !this.slices)) {
      const counters = this.counters();
      return counters && repeatedRows(counters);
    }
    const load = () => decodeRepeated(this.source, entry!, this.rows);
    const stored = entry && this.cache.piece("repeated", load, repeatedBytes);
    return this.repeats ? moreRepeated(stored, countByRow(this.slices!, this.repeatsBySlice())) : stored;
  }

  get sharesTagColumn(): boolean {
    return this.directory.rest !== undefined;
  }

  tagNames(): readonly string[] {
    return [...this.tags.keys(), ...(this.directory.rest?.names ?? [])];
  }

  base(name: BaseColumn): Column {
    const column = this.known(`b ${name}`, this.directory.base[name]);
    if (name !== "status") return column;
    this.statuses ??= this.afterRepeats(name, column);
    return this.statuses;
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

  expectTags(names: readonly string[]): void {
    this.restTags()?.collect(names);
  }

  totals(column: { base: BaseColumn } | { tag: string }): ValueTotals | undefined {
    // Repeats beside the segment are not counted in.
    if (this.repeats || this.part) return undefined;
    const entry = "base" in column ? this.directory.base[column.base] : this.tags.get(column.tag);
    if (entry?.encoding !== "dictionary" && entry?.encoding !== "constant") return undefined;
    const { totals } = entry;
    if (!totals) return undefined;
    const key = `totals ${"base" in column ? `b ${column.base}` : `t ${column.tag}`}`;
    const load = () => decodeValues(this.source, entry);
    // The column itself has the same ones.
    const texts = () => (entry.encoding === "dictionary" ? this.texts(String(entry.part), load) : load());
    return readTotals(this.source, this.cache, key, entry, totals, texts);
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
    this.rowEvents ??= new RowEvents(this);
    return this.rowEvents.event(row, tags);
  }

  ownTags(): { name: string; column: Column }[] {
    return Array.from(this.tags, ([name, entry]) => ({ name, column: this.known(`t ${name}`, entry) }));
  }

  /** Tags without a column of their own. */
  restTags(): OverflowTags | undefined {
    const { rest } = this.directory;
    if (rest) this.rest ??= new OverflowTags(rest.names, this.known("rest", rest.column), this.rows);
    return this.rest;
  }

  block(part: number, load: () => TextBlock): TextBlock {
    // Blocks without a part are made of the rows of this view.
    return this.cache.piece(part < 0 ? this.keyOf(`block ${part}`) : part, load, blockBytes);
  }

  filterPart(part: number, load: () => Uint8Array): Uint8Array {
    return this.cache.piece(part, load, arrayBytes);
  }

  column(key: string, entry: ColumnEntry | undefined, decode: DecodePart): Column {
    if (!entry) throw new FormatError(`A segment lacks the column "${key}".`);
    // A text column holds on to this view for its blocks, so it is not kept beyond it.
    if (entry.encoding === "text" || entry.encoding === "template") return decode(entry);
    return keepColumn(this.cache, this.keyOf(key), (onLoad) => decode(entry, onLoad));
  }

  /** A repeat for which a trigger fired can change its event's status. */
  private afterRepeats(name: BaseColumn, column: Column): Column {
    const { fired, without } = this.repeats ?? {};
    if (name !== "status" || (fired === undefined && without?.fired === undefined)) return column;
    const statuses = statusColumn(column, this.fired());
    return without?.fired
      ? statusesWithout(statuses, this.fired(), repeatsByRow(this.ids(), without.ids).keys())
      : statuses;
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
    const table = entry && this.cache.piece("fired", () => decodeFired(this.source, entry), firedTableBytes);
    return table && this.part ? firedOfRows(table, this.part.from, this.part.rows) : table;
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
