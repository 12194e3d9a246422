import Database from "better-sqlite3";
import { mergeSegments } from "../../src/eventstore/merge-segments.ts";
import type { MergeSource } from "../../src/eventstore/merge-source.ts";
import { FileSink, fileParts, partSchema, prepareReadPart } from "../../src/eventstore/segment-parts.ts";
import { type PieceCache, SegmentView } from "../../src/eventstore/segment-view.ts";

/** The segments merged as into a day file, with slices of a few rows: the real ones only show with many thousands. */
export function fileSegment(sources: readonly MergeSource[], sliceRows: number, cache?: PieceCache): SegmentView {
  const database = new Database(":memory:");
  database.exec(partSchema);
  const sink = new FileSink(database, 1, sliceRows);
  const work = mergeSegments(sources, sink, false);
  let step = work.next();
  while (!step.done) step = work.next();
  return new SegmentView(step.value, fileParts(prepareReadPart(database), 1), cache);
}
