import Database from "better-sqlite3";
import { withPending } from "../../../src/eventstore/catalog/segment-with-repeats.ts";
import { FileSink, fileParts, partSchema, preparePartReader } from "../../../src/eventstore/files/segment-parts.ts";
import type { MergeSource } from "../../../src/eventstore/merge/merge-order.ts";
import { lacksPatterns, writePatterns } from "../../../src/eventstore/merge/merge-patterns.ts";
import { mergeSegments } from "../../../src/eventstore/merge/merge-segments.ts";
import type { PendingRepeats } from "../../../src/eventstore/occurrences/pending-repeats.ts";
import type { DecodedCache } from "../../../src/eventstore/read/decoded-cache.ts";
import { StoredSegment } from "../../../src/eventstore/read/stored-segment.ts";

/** The segments merged as into a day file, with slices of a few rows: the real ones only show with many thousands. */
export function fileSegment(
  sources: readonly MergeSource[],
  sliceRows: number,
  cache?: DecodedCache,
  pending?: PendingRepeats,
): StoredSegment {
  return segmentInFile(sources, sliceRows, cache, pending)();
}

/** The same, opened anew by each call. */
export function segmentInFile(
  sources: readonly MergeSource[],
  sliceRows: number,
  cache?: DecodedCache,
  pending?: PendingRepeats,
): () => StoredSegment {
  const database = new Database(":memory:");
  database.exec(partSchema);
  const sink = new FileSink(database, 1, sliceRows);
  const work = mergeSegments(sources, sink, false);
  let step = work.next();
  while (!step.done) step = work.next();
  sink.flush();
  const parts = { ...fileParts(preparePartReader(database), 1), sliceRows };
  if (lacksPatterns(step.value)) {
    const patterns = writePatterns(sink, new StoredSegment(step.value, parts));
    let entry = patterns.next();
    while (!entry.done) entry = patterns.next();
    step.value.patterns = entry.value;
    sink.flush();
  }
  const { value } = step;
  return () => new StoredSegment(value, parts, cache, pending && withPending(value, pending), pending?.list());
}
