import { type EventObject, toEventObject } from "../../eventstore/event/event-object.ts";
import type { Segment } from "../../eventstore/segment.ts";
import type { SegmentHandle } from "../../eventstore/snapshot.ts";

/** A row of a page. */
export interface PageRow {
  /** Position in the question's segments. */
  segment: number;
  row: number;
}

interface PageSource {
  readonly segments: readonly SegmentHandle[];
  open(handle: SegmentHandle): Segment;
}

/**
 * The events of these rows with what triggers fired, in the same order. Reads segment by segment and row by row, so
 * that each segment is opened and each block of text unpacked once.
 */
export function readPage(rows: readonly PageRow[], { segments, open }: PageSource, timezone: string): EventObject[] {
  const places = [...rows.keys()].sort((a, b) => rows[a]!.segment - rows[b]!.segment || rows[a]!.row - rows[b]!.row);
  const objects = new Array<EventObject>(rows.length);
  let opened: { index: number; segment: Segment } | undefined;
  for (const place of places) {
    const { segment: index, row } = rows[place]!;
    if (opened?.index !== index) opened = { index, segment: open(segments[index]!) };
    objects[place] = toEventObject(opened.segment.event(row), timezone, true);
  }
  return objects;
}
