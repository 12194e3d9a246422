import type { Day, DayCatalog, SealedSegment } from "./day-catalog.ts";
import type { DayFile } from "./day-file.ts";
import { withPending } from "./held-segment.ts";
import {
  compactionClassFactor,
  compactionFanIn,
  finishDayAfterMs,
  pendingRepeatsPerSegment,
  segmentOccurrencesMax,
  segmentRowsMax,
} from "./limits.ts";
import { mergeSegments } from "./merge-segments.ts";
import { PendingRepeats } from "./pending-repeats.ts";
import { noCache } from "./piece-cache.ts";
import { repeatsThrough } from "./sealer.ts";
import { summaryOf } from "./segment-format.ts";
import { SegmentView } from "./segment-view.ts";

/** The segments of a day that should become one, if any. `today`: YYYY-MM-DD. */
export function nextCompaction(day: Day, today: string, monotonicMs: number): SealedSegment[] | undefined {
  const heavy = day.segments.find(
    ({ pending }) => pending.count >= pendingRepeatsPerSegment && pending.through(day.sealedBatch).count > 0,
  );
  if (heavy) return [heavy];
  const classes = Map.groupBy(day.segments, ({ summary }) => sizeClassOf(summary.rows));
  for (const segments of classes.values()) {
    const some = thatFit(segments);
    if (segments.length >= compactionFanIn && some.length >= 2) return some;
  }
  const isOver = day.name < today && monotonicMs - day.changedMs >= finishDayAfterMs;
  const small = isOver ? thatFit(day.segments.filter(({ summary }) => summary.rows < segmentRowsMax / 2)) : [];
  return small.length >= 2 ? small : undefined;
}

/** Merges segments of a day into one, with the repeats that the day's file already holds, in slices. */
export function* compact(catalog: DayCatalog, day: Day, sources: readonly SealedSegment[]): Generator<void> {
  catalog.pin(day.name);
  try {
    yield* rewrite(catalog, day, sources);
  } finally {
    catalog.unpin(day.name);
  }
}

function* rewrite(catalog: DayCatalog, day: Day, sources: readonly SealedSegment[]): Generator<void> {
  const through = day.sealedBatch;
  const { segmentId, sink } = catalog.file(day.name).begin();
  day.leftOver.push(segmentId);
  const views = sources.map((source) => ({ view: viewOfSealed(catalog.file(day.name), source, through) }));
  const directory = yield* mergeSegments(views, sink, false);
  const pending = new PendingRepeats();
  for (const source of sources)
    source.pending.forEach((id, time, batch, fired) => {
      if (batch > through) pending.add(id, time, batch, fired);
    });
  const replaced = new Set(sources);
  const segments = [
    ...day.segments.filter((segment) => !replaced.has(segment)),
    { segmentId, summary: summaryOf(directory), pending },
  ];
  const change = {
    add: [{ segmentId, directory }],
    replace: sources.map((source) => source.segmentId),
    repeats: repeatsThrough({ ...day, segments }, day.sealedBatch),
    sealedBatch: day.sealedBatch,
  };
  catalog.file(day.name).apply(change, new Map([[segmentId, sink]]));
  day.segments = segments;
  day.leftOver = day.leftOver.filter((other) => other !== segmentId);
  day.unfolded = true;
  catalog.onChange();
}

function viewOfSealed(file: DayFile, { segmentId, summary, pending }: SealedSegment, through: number): SegmentView {
  const { directory, source } = file.directory(segmentId);
  const stored = pending.through(through);
  return new SegmentView(directory, source, noCache, withPending(summary, stored), stored.list());
}

/** As many, in the order they were sealed, as one segment may hold. */
function thatFit(segments: readonly SealedSegment[]): SealedSegment[] {
  const some: SealedSegment[] = [];
  let rows = 0;
  let occurrences = 0;
  for (const segment of segments) {
    rows += segment.summary.rows;
    occurrences += segment.summary.occurrences + segment.pending.count;
    if (rows > segmentRowsMax || occurrences > segmentOccurrencesMax) break;
    some.push(segment);
  }
  return some;
}

function sizeClassOf(rows: number): number {
  return Math.floor(Math.log(rows) / Math.log(compactionClassFactor));
}
