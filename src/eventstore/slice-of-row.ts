import type { Segment } from "./segment.ts";

/** The slice that has a row, and the row's place in it; the segment itself where it has no slices. */
export function sliceOfRow(segment: Segment, row: number): { view: Segment; at: number } {
  const { slices } = segment;
  if (!slices) return { view: segment, at: row };
  let slice = 0;
  while (slices.firstRow(slice + 1) <= row) slice++;
  return { view: slices.open(slice), at: row - slices.firstRow(slice) };
}
