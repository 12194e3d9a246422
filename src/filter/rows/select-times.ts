import { firstAtOrAfter } from "../../eventstore/format/number-arrays.ts";
import type { Segment, SegmentSlices, TimeTable } from "../../eventstore/segment.ts";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { everyRow, RowSet } from "./row-set.ts";
import { Selection } from "./selection.ts";

/** The rows with an occurrence inside the span. */
export function selectTimes(segment: Segment, span: TimeSpan): Selection {
  if (isInside(segment, span)) return new Selection(0, segment.rows);
  if (segment.slices) return selectSlices(segment, segment.slices, span);
  const times = segment.times();
  const selection = new Selection(0, segment.rows);
  if (times.sorted) {
    selection.end = firstAtOrAfter(times.first, span.to);
    if (times.single) {
      selection.start = firstAtOrAfter(times.first, span.from);
      return selection;
    }
  }
  const flags = selection.writable(segment.rows);
  for (let row = 0; row < selection.end; row++) if (!hasOccurrence(times, row, span)) flags[row] = 0;
  return selection;
}

/** Looks only into slices that lie partly in the span. */
function selectSlices(segment: Segment, slices: SegmentSlices, span: TimeSpan): Selection {
  const isOutside = (slice: number) => slices.minTime(slice) >= span.to || slices.maxTime(slice) < span.from;
  let first = 0;
  let end = slices.count;
  while (first < end && isOutside(first)) first++;
  while (end > first && isOutside(end - 1)) end--;
  const selection = new Selection(slices.firstRow(first), slices.firstRow(end));
  let words: Uint32Array | undefined;
  for (let at = first; at < end; at++) {
    if (slices.minTime(at) >= span.from && slices.maxTime(at) < span.to) continue;
    words ??= everyRow(segment.rows);
    const chosen = selectTimes(slices.open(at), span);
    const from = slices.firstRow(at);
    const rows = slices.firstRow(at + 1) - from;
    for (let row = 0; row < rows; row++) if (!chosen.has(row)) words[(from + row) >>> 5]! &= ~(1 << (from + row));
  }
  if (words) selection.keepOnly(RowSet.ofWords(segment.rows, words));
  return selection;
}

/** True when no occurrence of the segment lies outside of the span. */
export function isInside(segment: Pick<Segment, "minTime" | "maxTime">, span: TimeSpan): boolean {
  return segment.minTime >= span.from && segment.maxTime < span.to;
}

/** Occurrences of the row inside the span. */
export function countOccurrences(times: TimeTable, row: number, span: TimeSpan): number {
  if (times.first[row]! >= span.from && times.last[row]! < span.to) return times.counter[row]!;
  const all = times.of(row);
  return firstAtOrAfter(all, span.to) - firstAtOrAfter(all, span.from);
}

function hasOccurrence(times: TimeTable, row: number, span: TimeSpan): boolean {
  const first = times.first[row]!;
  const last = times.last[row]!;
  if (first >= span.to || last < span.from) return false;
  if (first >= span.from || last < span.to) return true;
  return countOccurrences(times, row, span) > 0;
}
