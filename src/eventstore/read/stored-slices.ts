import { type RowSlice, type SlicesEntry, summaryOf } from "../format/segment-format.ts";
import { countByRow, idRangesOf, largest, repeatsBySlice, smallest } from "../occurrences/slice-repeats.ts";
import type { Segment, SegmentSlices } from "../segment.ts";
import type { RepeatList, SegmentSummary } from "../snapshot.ts";
import type { StoredRows } from "./stored-rows.ts";

/** Opens one slice as a segment of its own. */
export type OpenSlice = (slice: RowSlice, summary: SegmentSummary, repeats: RepeatList | undefined) => Segment;

/** Rows that can be read without the others; undefined: they all have to be read together. */
export function slicesOf(rows: StoredRows, repeats: RepeatList | undefined, open: OpenSlice): StoredSlices | undefined {
  const { slices, times, ids } = rows.directory;
  const begins = times.first.marks;
  if (!slices || !begins || !ids.marks || rows.slice || repeats?.without) return undefined;
  return new StoredSlices(rows, slices, begins, repeats, open);
}

/** The slices of a segment. The last one that was opened is kept. */
export class StoredSlices implements SegmentSlices {
  readonly count: number;
  private last: { readonly slice: number; readonly segment: Segment } | undefined;
  private repeatsOfSlices: readonly (RepeatList | undefined)[] | undefined;

  /** Parameters: what `slicesOf` found in the directory, each read by another method. */
  constructor(
    private readonly rows: StoredRows,
    private readonly entry: SlicesEntry,
    private readonly begins: ArrayLike<number>,
    private readonly repeats: RepeatList | undefined,
    private readonly openSlice: OpenSlice,
  ) {
    this.count = begins.length;
  }

  firstRow(slice: number): number {
    return Math.min(this.rows.count, slice * this.entry.rows);
  }

  minTime(slice: number): number {
    return smallest(this.repeatsBySlice()[slice]?.times, this.begins[slice]!);
  }

  maxTime(slice: number): number {
    return largest(this.repeatsBySlice()[slice]?.times, this.entry.lastTimes[slice]!);
  }

  maxId(slice: number): number {
    return this.idRanges()[2 * slice + 1]!;
  }

  open(slice: number): Segment {
    if (this.last?.slice !== slice) this.last = { slice, segment: this.openAnew(slice) };
    return this.last.segment;
  }

  /** The slice that holds a row. */
  sliceOf(row: number): number {
    return Math.floor(row / this.entry.rows);
  }

  /** The row of an event in the whole segment, -1: it has none here. */
  rowOf(id: number): number {
    const ranges = this.idRanges();
    for (let slice = 0; slice < this.count; slice++) {
      if (id < ranges[2 * slice]! || id > ranges[2 * slice + 1]!) continue;
      const row = this.open(slice).rowOf(id);
      if (row >= 0) return this.firstRow(slice) + row;
    }
    return -1;
  }

  /** Repeats by row of the segment; see `countByRow`. */
  repeatsByRow(): ReturnType<typeof countByRow> {
    return countByRow(this, this.repeatsBySlice());
  }

  private openAnew(slice: number): Segment {
    const from = slice * this.entry.rows;
    const rows = Math.min(this.entry.rows, this.rows.count - from);
    const { directory } = this.rows;
    const { gaps = [] } = this.entry;
    const allGaps = directory.times.gaps?.count ?? 0;
    const repeats = this.repeatsBySlice()[slice];
    const occurrences = rows + (gaps[slice + 1] ?? allGaps) - (gaps[slice] ?? 0) + (repeats?.ids.length ?? 0);
    const [minTime, maxTime] = [this.minTime(slice), this.maxTime(slice)];
    const summary = { ...summaryOf(directory), minTime, maxTime, occurrences };
    const of = { slice, from, rows, sliceRows: this.entry.rows, allRows: this.rows.count };
    return this.openSlice(of, summary, repeats);
  }

  private repeatsBySlice(): readonly (RepeatList | undefined)[] {
    this.repeatsOfSlices ??= this.repeats ? repeatsBySlice(this.repeats, this.idRanges()) : [];
    return this.repeatsOfSlices;
  }

  /** Files without them need all ids read to compute them, so they are kept where no column evicts them. */
  private idRanges(): ArrayLike<number> {
    const { cache } = this.rows;
    const key = "id ranges";
    const known = this.entry.ids ?? cache.recall?.<Float64Array>(key);
    if (known) return known;
    const ranges = Float64Array.from(idRangesOf(this.rows.ids(), this.entry.rows));
    cache.keep?.(key, ranges, ranges.byteLength);
    return ranges;
  }
}
