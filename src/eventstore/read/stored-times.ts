import { freeArrays } from "../../runtime/free-arrays.ts";
import { type DayNumber, dayNumberOf } from "../event/days.ts";
import { FormatError } from "../format/segment-format.ts";
import { statusColumn, statusesWithout, triggerIdsColumn } from "../occurrences/fired-columns.ts";
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
import { withoutRepeats } from "../occurrences/without-repeats.ts";
import type { Column, DictionaryColumn, MinuteCounts, RepeatedRows, TimeTable } from "../segment.ts";
import type { RepeatList } from "../snapshot.ts";
import { noCache } from "./decoded-cache.ts";
import { arrayBytes, minutesBytes, repeatedBytes } from "./decoded-sizes.ts";
import type { StoredRows } from "./stored-rows.ts";
import type { StoredSlices } from "./stored-slices.ts";

/** When the rows of a view occurred and which triggers fired for them, with the repeats beside the segment. */
export class StoredTimes {
  private stored: TimeTable | undefined;
  private withAll: TimeTable | undefined;
  private firedTable: FiredTable | undefined;
  private triggerIdColumn: DictionaryColumn | undefined;
  private days: Map<number, DayNumber> | undefined;

  constructor(
    private readonly rows: StoredRows,
    private readonly repeats: RepeatList | undefined,
    private readonly slices: StoredSlices | undefined,
  ) {}

  /** Times of all occurrences, those of repeats too. */
  table(): TimeTable {
    if (this.withAll) return this.withAll;
    const stored = this.storedTable();
    this.withAll = this.repeats ? withRepeats(stored, this.rows.ids(), this.repeats) : stored;
    if (this.repeats?.without) this.leaveOut(this.repeats.without);
    return this.withAll;
  }

  /** Frees what `table` returned; it is decoded again when somebody asks. No effect where it is cached. */
  forget(): void {
    if (this.rows.cache !== noCache) return;
    freeArrays([this.stored, this.withAll].flatMap((table) => [table?.first, table?.last, table?.counter]));
    this.stored = this.withAll = undefined;
  }

  /** Triggers that fired, aligned with `table`; undefined: none for any row. */
  fired(): FiredTable | undefined {
    if (this.rows.directory.fired === undefined && this.repeats?.fired === undefined) return undefined;
    if (this.repeats?.without) this.table();
    else this.firedTable ??= this.allFired();
    return this.firedTable;
  }

  triggerIds(): DictionaryColumn {
    this.triggerIdColumn ??= triggerIdsColumn(this.fired(), this.rows.count);
    return this.triggerIdColumn;
  }

  /** `column` has the stored statuses. A repeat for which a trigger fired can change its event's status. */
  statuses(column: Column): Column {
    const { fired, without } = this.repeats ?? {};
    if (fired === undefined && without?.fired === undefined) return column;
    const statuses = statusColumn(column, this.fired());
    return without?.fired
      ? statusesWithout(statuses, this.fired(), repeatsByRow(this.rows.ids(), without.ids).keys())
      : statuses;
  }

  counters(): Uint16Array | undefined {
    const { cache, count, directory, slice, source } = this.rows;
    if (this.repeats || this.stored || slice) {
      const { single, counter } = this.table();
      return single ? undefined : counter;
    }
    const entry = directory.times.counter;
    return entry && cache.piece("counter", () => decodeCounters(source, entry, count), arrayBytes);
  }

  repeated(): RepeatedRows | undefined {
    const { cache, count, directory, slice, source } = this.rows;
    if (slice || this.withAll || (this.repeats && !this.slices)) {
      const counters = this.counters();
      return counters && repeatedRows(counters);
    }
    const entry = directory.times.counter;
    const stored = entry && cache.piece("repeated", () => decodeRepeated(source, entry, count), repeatedBytes);
    return this.repeats ? moreRepeated(stored, this.slices!.repeatsByRow()) : stored;
  }

  /** Undefined where none were counted, or repeats lie beside the segment, which are not counted in. */
  minutes(): MinuteCounts | undefined {
    const { cache, directory, slice, source } = this.rows;
    const entry = directory.minutes;
    if (!entry || this.repeats || slice) return undefined;
    return cache.piece("minutes", () => decodeMinutes(source, entry), minutesBytes);
  }

  /** True when a row's day may be another than that of its first occurrence. */
  get mayMoveDays(): boolean {
    return this.repeats !== undefined || this.rows.directory.days !== undefined;
  }

  /** The day that a row belongs to: that of its first occurrence as it came in, whatever repeats said later. */
  dayOf(row: number): DayNumber {
    this.days ??= new Map(this.rows.directory.days);
    return this.days.get(row) ?? dayNumberOf(this.storedTable().first[row]!);
  }

  private allFired(): FiredTable | undefined {
    if (!this.repeats) return this.storedFired();
    return withFiredRepeats(this.storedFired(), this.storedTable(), this.rows.ids(), this.repeats);
  }

  /** The table has all occurrences before, and those that are meant afterwards. */
  private leaveOut(later: RepeatList): void {
    const before = { times: this.withAll!, fired: this.allFired() };
    const { times, fired } = withoutRepeats(before, this.rows.ids(), later);
    this.withAll = times;
    this.firedTable = fired;
  }

  private storedFired(): FiredTable | undefined {
    const { cache, directory, slice, source } = this.rows;
    const entry = directory.fired;
    const table = entry && cache.piece("fired", () => decodeFired(source, entry), firedTableBytes);
    return table && slice ? firedOfRows(table, slice.from, slice.rows) : table;
  }

  private storedTable(): TimeTable {
    if (this.stored) return this.stored;
    const { cache, count } = this.rows;
    this.stored = cache.piece(this.rows.keyOf("times"), () => this.decode(), timeTableBytes);
    const { length } = this.stored.first;
    if (length !== count) throw new FormatError(`A segment of ${count} rows has times of ${length}.`);
    return this.stored;
  }

  private decode(): TimeTable {
    const { directory, slice, source } = this.rows;
    const { times, slices } = directory;
    return slice && slices ? decodeTimesSlice(source, times, slices, slice) : decodeTimes(source, times);
  }
}
