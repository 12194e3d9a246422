import { firstAtOrAfter } from "../../eventstore/format/number-arrays.ts";
import type { DictionaryColumn, Segment, SegmentSlices, TimeTable } from "../../eventstore/segment.ts";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { findField } from "../../filter/condition/fields.ts";
import type { ChosenRows } from "../query-kind.ts";
import { messageLengths } from "./message-lengths.ts";
import { eachRowBatch } from "./row-batches.ts";
import { rowNumbers } from "./row-numbers.ts";

/** Counts of the chosen rows of a segment by pattern, under the pattern's number in the column. */
export interface PatternCounts {
  /** Occurrences inside the span, by number * 8 + severity. */
  occurrences: Float64Array;
  /** The first and the last of them, microseconds; infinite where there is none. */
  first: Float64Array;
  last: Float64Array;
  /** A row that has the last one; of several the last. */
  row: Float64Array;
  /** UTF-8 bytes of the messages of its events, each once; zeros unless they are wanted. */
  bytes: Float64Array;
}

/** How many severities there are. */
export const severityCount = 8;

export function countPatterns(
  chosen: ChosenRows,
  { ids, valueCount }: DictionaryColumn,
  { withBytes, span, tick }: { withBytes: boolean; span: TimeSpan; tick: () => void },
): PatternCounts {
  const counts: PatternCounts = {
    occurrences: new Float64Array(valueCount * severityCount),
    first: new Float64Array(valueCount).fill(Number.POSITIVE_INFINITY),
    last: new Float64Array(valueCount).fill(Number.NEGATIVE_INFINITY),
    row: new Float64Array(valueCount),
    bytes: new Float64Array(valueCount),
  };
  const { occurrences, bytes } = counts;
  const severities = rowNumbers(chosen.segment, findField("severity"));
  const lengthOf = withBytes ? messageLengths(chosen.segment) : undefined;
  eachRowBatch(chosen, span, tick, (batch) => {
    const severity = severities.of(batch.rows, batch.length);
    for (let i = 0; i < batch.length; i++) {
      const row = batch.rows[i]!;
      const number = ids[row]!;
      occurrences[number * severityCount + severity[i]!]! += batch.counts[i]!;
      if (lengthOf) bytes[number]! += lengthOf(row);
    }
  });
  new Ends(chosen, ids, counts, span).find(tick);
  return counts;
}

/**
 * Finds the first and the last occurrence of each pattern. In a sliced segment it reads only slices whose bounds leave
 * room for an earlier or a later one: a common pattern is in the first and in the last.
 */
class Ends {
  readonly #chosen: ChosenRows;
  readonly #ids: DictionaryColumn["ids"];
  readonly #counts: PatternCounts;
  readonly #span: TimeSpan;

  constructor(chosen: ChosenRows, ids: DictionaryColumn["ids"], counts: PatternCounts, span: TimeSpan) {
    this.#chosen = chosen;
    this.#ids = ids;
    this.#counts = counts;
    this.#span = span;
  }

  find(tick: () => void): void {
    const { segment } = this.#chosen;
    if (segment.slices) this.#findInSlices(segment.slices, tick);
    else this.#read(segment, 0, segment.rows, tick);
  }

  #findInSlices(slices: SegmentSlices, tick: () => void): void {
    const { first, last } = this.#counts;
    const patterns = this.#patternsOf(slices, tick);
    const isRead = new Uint8Array(slices.count);
    const read = (at: number) => {
      isRead[at] = 1;
      this.#read(slices.open(at), slices.firstRow(at), slices.firstRow(at + 1), tick);
    };
    for (let at = 0; at < slices.count; at++) {
      const earliest = Math.max(slices.minTime(at), this.#span.from);
      if (patterns[at]!.some((number) => earliest < first[number]!)) read(at);
    }
    for (let at = slices.count - 1; at >= 0; at--) {
      const latest = Math.min(slices.maxTime(at), this.#span.to - 1);
      if (isRead[at] === 0 && patterns[at]!.some((number) => latest > last[number]!)) read(at);
    }
  }

  /** Those of the chosen rows, by slice. */
  #patternsOf(slices: SegmentSlices, tick: () => void): number[][] {
    const { selection } = this.#chosen;
    const seen = new Uint32Array(this.#counts.first.length);
    const rows = new Uint32Array(slices.firstRow(1));
    return Array.from({ length: slices.count }, (_, at) => {
      tick();
      const found: number[] = [];
      const count = selection.list(slices.firstRow(at), slices.firstRow(at + 1), rows);
      for (let i = 0; i < count; i++) {
        const number = this.#ids[rows[i]!]!;
        if (seen[number] === at + 1) continue;
        seen[number] = at + 1;
        found.push(number);
      }
      return found;
    });
  }

  /** The chosen rows from `from` to before `to`; those of `view` are counted from the first of them. */
  #read(view: Segment, from: number, to: number, tick: () => void): void {
    const { selection } = this.#chosen;
    const times = view.times();
    for (let row = selection.next(from); row < Math.min(to, selection.end); row = selection.next(row + 1)) {
      if ((row & 0x3fff) === 0) tick();
      this.#add(row, this.#ids[row]!, times, row - from);
    }
  }

  /** `at`: where the row stands in `times`. */
  #add(row: number, number: number, times: TimeTable, at: number): void {
    const { from, to } = this.#span;
    let first = times.first[at]!;
    let last = times.last[at]!;
    if (first < from || last >= to) {
      const all = times.of(at);
      first = all[firstAtOrAfter(all, from)] ?? Number.POSITIVE_INFINITY;
      if (first >= to) return;
      last = all[firstAtOrAfter(all, to) - 1]!;
    }
    const counts = this.#counts;
    if (first < counts.first[number]!) counts.first[number] = first;
    if (last < counts.last[number]!) return;
    counts.last[number] = last;
    counts.row[number] = row;
  }
}
