import type { EventRow } from "./event.ts";
import { tagColumnsMax } from "./limits.ts";
import { SegmentBuilder } from "./segment-builder.ts";

/** Makes a segment, in its memory form, of events that get the ids `firstId`, `firstId + 1` … in the order given. */
export function buildSegment(events: readonly EventRow[], firstId: number): SharedArrayBuffer {
  const builder = new SegmentBuilder();
  for (const event of events) builder.add(event);
  return builder.build(firstId);
}

/** Names that get a column, sorted. */
export function mostFrequent(names: string[], rowsOf: (name: string) => number): string[] {
  if (names.length <= tagColumnsMax) return names.sort();
  return names
    .sort((a, b) => rowsOf(b) - rowsOf(a) || (a < b ? -1 : 1))
    .slice(0, tagColumnsMax)
    .sort();
}
