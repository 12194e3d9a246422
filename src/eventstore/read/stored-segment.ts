import type { StoredOverflowTags } from "../columns/overflow-tags.ts";
import type { DayNumber } from "../event/days.ts";
import type { StoredEvent } from "../event/event.ts";
import type { PartSource, RowSlice, SegmentDirectory } from "../format/segment-format.ts";
import type { FiredTable } from "../occurrences/fired-table.ts";
import type {
  BaseColumn,
  Column,
  DictionaryColumn,
  MinuteCounts,
  RepeatedRows,
  Segment,
  SegmentCache,
  TimeTable,
  ValueTotals,
} from "../segment.ts";
import type { RepeatList, SegmentSummary } from "../snapshot.ts";
import { type DecodedCache, noCache, segmentCacheOf } from "./decoded-cache.ts";
import { type EventSource, RowEvents } from "./row-events.ts";
import type { RowTags } from "./row-tags.ts";
import { StoredColumns } from "./stored-columns.ts";
import { StoredRows } from "./stored-rows.ts";
import { type StoredSlices, slicesOf } from "./stored-slices.ts";
import { StoredTimes } from "./stored-times.ts";

/**
 * The Segment over a directory and its parts, in memory or in a file. `summary` is that of the handle, with `repeats`
 * counted in.
 */
export class StoredSegment implements Segment, EventSource {
  readonly rows: number;
  readonly minTime: number;
  readonly maxTime: number;
  readonly occurrences: number;
  readonly slices: StoredSlices | undefined;
  private readonly stored: StoredRows;
  private readonly columns: StoredColumns;
  private readonly storedTimes: StoredTimes;
  private statuses: Column | undefined;
  private rowEvents: RowEvents | undefined;

  /** Parameters: where its bytes are, and the caches of the thread that reads them. */
  constructor(
    readonly directory: SegmentDirectory,
    source: PartSource,
    cache: DecodedCache = noCache,
    summary: SegmentSummary = directory,
    private readonly repeats?: RepeatList,
    slice?: RowSlice,
  ) {
    this.stored = new StoredRows(directory, source, cache, slice);
    this.rows = this.stored.count;
    this.minTime = summary.minTime;
    this.maxTime = summary.maxTime;
    this.occurrences = summary.occurrences;
    this.columns = new StoredColumns(this.stored);
    this.slices = slicesOf(
      this.stored,
      repeats,
      (one, ofSlice, repeated) => new StoredSegment(directory, source, cache, ofSlice, repeated, one),
    );
    this.storedTimes = new StoredTimes(this.stored, repeats, this.slices);
  }

  /** The same columns, decoded again on each call and not cached: for merging, which reads each once. */
  get uncached(): StoredColumns["uncached"] {
    const { base, ...others } = this.columns.uncached;
    return { ...others, base: (name) => (name === "status" ? this.storedTimes.statuses(base(name)) : base(name)) };
  }

  get cache(): SegmentCache | undefined {
    return this.stored.slice ? undefined : segmentCacheOf(this.stored.cache, this.repeats === undefined);
  }

  /** The row of an event, -1: it has none here. */
  rowOf(id: number): number {
    return this.slices ? this.slices.rowOf(id) : this.ids().indexOf(id);
  }

  get mayMoveDays(): boolean {
    return this.storedTimes.mayMoveDays;
  }

  dayOf(row: number): DayNumber {
    return this.storedTimes.dayOf(row);
  }

  ids(): Float64Array {
    return this.stored.ids();
  }

  times(): TimeTable {
    return this.storedTimes.table();
  }

  /** Gives what `times` or `ids` returned back at once, for a merge that needs it no more. */
  forget(what: "times" | "ids"): void {
    if (what === "ids") this.stored.forgetIds();
    else this.storedTimes.forget();
  }

  fired(): FiredTable | undefined {
    return this.storedTimes.fired();
  }

  triggerIds(): DictionaryColumn {
    return this.storedTimes.triggerIds();
  }

  counters(): Uint16Array | undefined {
    return this.storedTimes.counters();
  }

  repeated(): RepeatedRows | undefined {
    return this.storedTimes.repeated();
  }

  get sharesTagColumn(): boolean {
    return this.directory.rest !== undefined;
  }

  tagNames(): readonly string[] {
    return this.columns.tagNames();
  }

  base(name: BaseColumn): Column {
    if (name !== "status") return this.columns.base(name);
    this.statuses ??= this.storedTimes.statuses(this.columns.base(name));
    return this.statuses;
  }

  tag(name: string): Column | undefined {
    return this.columns.tag(name);
  }

  rowsWithTag(name: string): number {
    return this.columns.rowsWithTag(name);
  }

  totals(column: { base: BaseColumn } | { tag: string }): ValueTotals | undefined {
    // Repeats beside the segment are not counted in.
    return this.repeats || this.stored.slice ? undefined : this.columns.totals(column);
  }

  untoldPatterns(): DictionaryColumn | undefined {
    return this.columns.untoldPatterns();
  }

  minutes(): MinuteCounts | undefined {
    return this.storedTimes.minutes();
  }

  /** `tags`: those of the row, if the caller has them already. */
  event(row: number, tags?: string[]): StoredEvent {
    const { slices } = this;
    if (slices) {
      const slice = slices.sliceOf(row);
      return slices.open(slice).event(row - slices.firstRow(slice));
    }
    this.rowEvents ??= new RowEvents(this);
    return this.rowEvents.event(row, tags);
  }

  rowTags(): RowTags {
    return this.columns.rowTags();
  }

  giveBackRows(): void {
    this.columns.giveBackRows();
  }

  overflowTags(): StoredOverflowTags | undefined {
    return this.columns.overflowTags();
  }
}
