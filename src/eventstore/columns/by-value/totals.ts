import { decodeIntegers, encodeIntegers } from "../../format/integers.ts";
import type { PartSink, PartSource, TotalsEntry } from "../../format/segment-format.ts";
import { totalsRowsMin, totalsRowsPerValue } from "../../limits.ts";

/** When the rows of a column happened, for writing. */
export interface RowTimes {
  /** Occurrences by row. */
  readonly counter: Uint16Array;
  /** Last occurrence by row. */
  readonly last: Float64Array;
}

/**
 * Counts, while a column is written, how often each of its values occurs and when last: a question about whole segments
 * then reads a number for each value instead of one for each row. `ids`: 0 for absent, else the number of the value.
 * Undefined where that would cost more room than it saves time.
 */
export function encodeTotals(
  sink: PartSink,
  ids: Uint32Array,
  size: number,
  { counter, last }: RowTimes,
): TotalsEntry | undefined {
  if (ids.length < totalsRowsMin || size * totalsRowsPerValue > ids.length) return undefined;
  const occurrences = new Float64Array(size + 1);
  const latest = new Float64Array(size + 1);
  for (let row = 0; row < ids.length; row++) {
    const id = ids[row]!;
    occurrences[id]! += counter[row]!;
    if (last[row]! > latest[id]!) latest[id] = last[row]!;
  }
  return {
    occurrences: encodeIntegers(sink, occurrences.subarray(1)),
    last: encodeIntegers(sink, latest.subarray(1)),
  };
}

export function decodeOccurrences(source: PartSource, { occurrences }: TotalsEntry): Uint32Array {
  return Uint32Array.from(decodeIntegers(source, occurrences));
}

export function decodeLast(source: PartSource, { last }: TotalsEntry): Float64Array {
  return decodeIntegers(source, last);
}
