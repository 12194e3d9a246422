import type { EventRow, StoredEvent } from "../../../src/eventstore/event/event.ts";
import { decodeSegment, encodeSegment, MemorySink } from "../../../src/eventstore/format/segment-bytes.ts";
import type { MergeSource } from "../../../src/eventstore/merge/merge-order.ts";
import { mergeSegments } from "../../../src/eventstore/merge/merge-segments.ts";
import { StoredSegment } from "../../../src/eventstore/read/stored-segment.ts";
import type { Column, Segment } from "../../../src/eventstore/segment.ts";
import { buildSegment } from "./build-segment.ts";

function viewOf(bytes: SharedArrayBuffer): StoredSegment {
  const { directory, source } = decodeSegment(bytes, true);
  return new StoredSegment(directory, source);
}

export function viewOfEvents(events: readonly EventRow[], firstId = 1): StoredSegment {
  return viewOf(buildSegment(events, firstId));
}

/** Merges in memory, without a pause. */
export function merged(sources: readonly MergeSource[], keepDays = true): StoredSegment {
  const sink = new MemorySink();
  const work = mergeSegments(sources, sink, keepDays);
  let step = work.next();
  while (!step.done) step = work.next();
  return viewOf(encodeSegment(step.value, sink.parts));
}

export function eventsOf(segment: Segment): StoredEvent[] {
  return Array.from({ length: segment.rows }, (_, row) => segment.event(row));
}

export function byId(events: readonly StoredEvent[]): StoredEvent[] {
  return [...events].sort((a, b) => a.id - b.id);
}

/** The values of a column by row, read through its encoding and not through `text`. */
export function rawTexts(column: Column, rows: number): string[] {
  if (column.encoding === "dictionary")
    return Array.from({ length: rows }, (_, row) => column.values[column.ids[row]!]!);
  if (column.encoding === "number")
    return Array.from({ length: rows }, (_, row) =>
      column.present && !column.present[row] ? "" : String(column.values[row]),
    );
  const texts: string[] = [];
  for (let index = 0; index < column.blockCount; index++) {
    const { bytes, offsets, rows: count, firstRow } = column.block(index);
    if (firstRow !== texts.length) throw new Error(`Block ${index} begins at row ${firstRow}, not at ${texts.length}.`);
    for (let row = 0; row < count; row++) {
      const end = offsets[row + 1]! - 1;
      if (bytes[end] !== 0xff) throw new Error(`Row ${firstRow + row} has no end mark.`);
      texts.push(
        new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes.subarray(offsets[row]!, end))),
      );
    }
  }
  return texts;
}
