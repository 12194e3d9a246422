import { decodeIntegers, encodeIntegers } from "../format/integers.ts";
import type { MinutesEntry, PartSink, PartSource } from "../format/segment-format.ts";
import { FormatError } from "../format/segment-format.ts";
import { countedMinutesMax, totalsRowsMin } from "../limits.ts";
import type { MinuteCounts } from "../segment.ts";
import type { Occurrences } from "./occurrence-times.ts";

/**
 * Counts a segment's occurrences by minute and severity while it is written, so that charts read a few hundred numbers
 * instead of a million rows. Undefined for few rows, or when they spread over so many minutes that reading rows is as
 * quick.
 */
export function encodeMinutes(
  sink: PartSink,
  { first, counter, many }: Occurrences,
  maxTime: number,
  severityOf: Uint8Array,
): MinutesEntry | undefined {
  const begin = Math.floor(first[0]! / minuteMicros);
  const minutes = Math.floor(maxTime / minuteMicros) - begin + 1;
  if (first.length < totalsRowsMin || minutes > countedMinutesMax) return undefined;
  const severities = distinctOf(severityOf);
  const columnOf = new Uint8Array(256);
  severities.forEach((severity, index) => {
    columnOf[severity] = index;
  });
  const width = severities.length;
  const counts = new Float64Array(minutes * width);
  let used = 0;
  for (let row = 0; row < first.length; row++) {
    const column = columnOf[severityOf[row]!]!;
    if (counter[row] === 1) counts[(Math.floor(first[row]! / minuteMicros) - begin) * width + column]! += 1;
    else
      for (const end = used + counter[row]!; used < end; used++)
        counts[(Math.floor(many[used]! / minuteMicros) - begin) * width + column]! += 1;
  }
  return { begin, minutes, severities, counts: encodeIntegers(sink, counts) };
}

/** Ascending. */
function distinctOf(codes: Uint8Array): number[] {
  const isThere = new Uint8Array(256);
  for (let row = 0; row < codes.length; row++) isThere[codes[row]!] = 1;
  return Array.from(isThere.keys()).filter((code) => isThere[code] === 1);
}

export function decodeMinutes(source: PartSource, { begin, minutes, severities, counts }: MinutesEntry): MinuteCounts {
  if (counts.count !== minutes * severities.length)
    throw new FormatError("The counts by minute do not fit their minutes.");
  return { begin, minutes, severities, counts: Uint32Array.from(decodeIntegers(source, counts)) };
}

export const minuteMicros = 60_000_000;
