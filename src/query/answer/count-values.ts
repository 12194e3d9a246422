import type { SegmentReader } from "../../eventstore/read/segment-reader.ts";
import type { Column, Segment } from "../../eventstore/segment.ts";
import { findField } from "../../filter/condition/fields.ts";
import type { QueryTask } from "../execution/task.ts";

/**
 * How many different values the field that is ranked has in the segment with the most; 0: no field is ranked. While the
 * snapshot's lease lasts.
 */
export function countValues({ params, snapshot }: QueryTask, reader: Pick<SegmentReader, "open">): number {
  const { field } = params as { field?: unknown };
  if (typeof field !== "string") return 0;
  let most = 0;
  for (const handle of snapshot.segments) {
    const column = columnOf(reader.open(handle, snapshot.eventsFolder), field);
    if (column?.encoding === "dictionary") most = Math.max(most, column.valueCount);
    else if (column?.encoding === "text") most = Math.max(most, handle.rows);
  }
  return most;
}

function columnOf(segment: Segment, name: string): Column | undefined {
  const field = findField(name);
  if (field.kind === "tag") return segment.tag(field.name);
  return field.kind === "text" ? segment.base(field.column) : undefined;
}
