import { decodeSegment, encodeSegment, MemorySink } from "../format/segment-bytes.ts";
import { StoredSegment } from "../read/stored-segment.ts";
import { checkMerged } from "./check-merged.ts";
import type { MergeSource } from "./merge-order.ts";
import { mergeSegments } from "./merge-segments.ts";

/** Merges several tail segments into one, step by step. Every row keeps its day. */
export function* mergeInMemory(sources: readonly MergeSource[]): Generator<void, SharedArrayBuffer> {
  const sink = new MemorySink();
  const bytes = encodeSegment(yield* mergeSegments(sources, sink, true), sink.parts);
  const { directory, source } = decodeSegment(bytes, false);
  yield* checkMerged(new StoredSegment(directory, source), sources);
  return bytes;
}
