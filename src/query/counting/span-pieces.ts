import { firstAtOrAfter } from "../../eventstore/format/number-arrays.ts";
import type { RepeatedRows, Segment, TimeTable } from "../../eventstore/segment.ts";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { isInside } from "../../filter/rows/select-times.ts";
import type { Selection } from "../../filter/rows/selection.ts";

/** Neighbouring rows of a segment. */
export interface SpanPiece {
  from: number;
  to: number;
  /**
   * Undefined: all their occurrences are in the span. Else the times of rows from `from` on, by which they have to be
   * counted.
   */
  times: TimeTable | undefined;
}

/**
 * The rows that a selection may hold, with times only for rows that the span may cut; few, if the segment has slices.
 */
export function* spanPieces(segment: Segment, { start, end }: Selection, span: TimeSpan): Generator<SpanPiece> {
  if (start >= end) return;
  const { slices } = segment;
  if (isInside(segment, span)) yield { from: start, to: end, times: undefined };
  else if (!slices) yield { from: 0, to: end, times: segment.times() };
  else {
    let from = start;
    for (let at = 0; at < slices.count; at++) {
      const [first, next] = [slices.firstRow(at), slices.firstRow(at + 1)];
      if (next <= start || first >= end || (slices.minTime(at) >= span.from && slices.maxTime(at) < span.to)) continue;
      if (first > from) yield { from, to: first, times: undefined };
      yield { from: first, to: Math.min(next, end), times: slices.open(at).times() };
      from = next;
    }
    if (from < end) yield { from, to: end, times: undefined };
  }
}

/** Rows that may have several occurrences; undefined: none has. */
export function repeatedOf(segment: Segment): RepeatedRows | undefined {
  return segment.occurrences === segment.rows ? undefined : segment.repeated();
}

/** For the chosen rows from `from` to before `to` with several occurrences: how many they have besides the first. */
export function eachRepeated(
  { rows, counters }: RepeatedRows,
  selection: Selection,
  from: number,
  to: number,
  visit: (row: number, more: number) => void,
): void {
  const begin = firstAtOrAfter(rows, from);
  const some = rows.subarray(begin, firstAtOrAfter(rows, to));
  const places = new Uint32Array(some.length);
  const count = selection.places(some, places);
  for (let i = 0; i < count; i++) visit(some[places[i]!]!, counters[begin + places[i]!]! - 1);
}
