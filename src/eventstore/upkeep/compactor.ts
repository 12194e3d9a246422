import { type Day, type SealedSegment, shownOf } from "../catalog/day.ts";
import type { DayCatalog } from "../catalog/day-catalog.ts";
import { withPending } from "../catalog/segment-with-repeats.ts";
import { ask, type UpkeepWork } from "../catalog/upkeep-jobs.ts";
import {
  compactionClassFactor,
  compactionFanIn,
  compactionSourcesMax,
  finishDayAfterMs,
  pendingRepeatsPerSegment,
  segmentOccurrencesMax,
  segmentRowsMax,
} from "../limits.ts";
import { PendingRepeats } from "../occurrences/pending-repeats.ts";
import type { FileSegment } from "../snapshot.ts";
import { applyChange } from "./apply-change.ts";
import { refOf, repeatsThrough } from "./sealer.ts";

/** The segments of a day that should become one, if any. `today`: YYYY-MM-DD. */
export function nextCompaction(day: Day, today: string, monotonicMs: number): SealedSegment[] | undefined {
  const mergeable = shownOf(day).filter(({ staysAlone }) => staysAlone !== true);
  const heavy = mergeable.find(
    ({ pending }) => pending.count >= pendingRepeatsPerSegment && pending.through(day.sealedBatch).count > 0,
  );
  if (heavy) return [heavy];
  const classes = Map.groupBy(mergeable, sizeClassOf);
  for (const segments of classes.values()) {
    const some = thatFit(segments);
    if (segments.length >= compactionFanIn && some.length >= 2) return some;
  }
  const isOver = day.name < today && monotonicMs - day.changedMs >= finishDayAfterMs;
  const small = isOver ? thatFit(mergeable.filter((segment) => fullnessOf(segment) < 1 / 2)) : [];
  return small.length >= 2 ? small : undefined;
}

/**
 * Merges segments of a day into one, with the repeats that the day's file already holds. `isDoubted`: each is examined
 * before.
 */
export function* compact(
  catalog: DayCatalog,
  day: Day,
  sources: readonly SealedSegment[],
  isDoubted = false,
): UpkeepWork<SealedSegment> {
  const through = day.sealedBatch;
  const replace = sources.map((source) => source.segmentId);
  const rest = () => catalog.require(day).segments.filter((segment) => !sources.includes(segment));
  const merged = yield* catalog.withNewSegment(day, function* (segmentId): UpkeepWork<SealedSegment> {
    const handles = sources.map((source) => handleThrough(day, source, through));
    const summary = yield* ask({ kind: "build", day: refOf(day), segmentId, sources: handles, isDoubted });
    yield* applyChange(catalog, day, { add: [segmentId], replace }, () => {
      const { sealedBatch } = day;
      const merged = { segmentId, summary, pending: repeatsAfter(sources, through) };
      return { repeats: repeatsThrough([...rest(), merged], sealedBatch).batched(), sealedBatch };
    });
    return { segmentId, summary, pending: repeatsAfter(sources, through) };
  });
  day.segments = [...rest(), merged];
  day.unfolded = true;
  catalog.onChange();
  return merged;
}

export function handleThrough(day: Day, { segmentId, summary, pending }: SealedSegment, batch: number): FileSegment {
  return { place: "file", day: day.name, segmentId, ...withPending(summary, pending.through(batch)) };
}

function repeatsAfter(sources: readonly SealedSegment[], batch: number): PendingRepeats {
  const later = new PendingRepeats();
  for (const { pending } of sources)
    pending.forEach((id, time, of, fired) => {
      if (of > batch) later.add(id, time, of, fired);
    });
  return later;
}

/**
 * As many, in the order they were sealed, as one segment may hold. Those that are too full for any other stand in
 * nobody's way: where two fit together, two at least are found.
 */
function thatFit(segments: readonly SealedSegment[]): SealedSegment[] {
  const [lightest, next] = segments.toSorted((a, b) => fullnessOf(a) - fullnessOf(b));
  const some: SealedSegment[] = [];
  for (const segment of segments) {
    const partner = segment === lightest ? next : lightest;
    if (!partner || !fitTogether([segment, partner])) continue;
    if (some.length < compactionSourcesMax && fitTogether([...some, segment])) some.push(segment);
  }
  return some;
}

function fitTogether(segments: readonly SealedSegment[]): boolean {
  const total = (of: (segment: SealedSegment) => number) => segments.reduce((sum, segment) => sum + of(segment), 0);
  return total(({ summary }) => summary.rows) <= segmentRowsMax && total(occurrencesOf) <= segmentOccurrencesMax;
}

/** By what is nearer to its bound, rows or occurrences: few events that repeat a lot are as much to merge as many. */
function sizeClassOf(segment: SealedSegment): number {
  return Math.floor(Math.log(fullnessOf(segment) * segmentRowsMax) / Math.log(compactionClassFactor));
}

/** 1: there is no room for another event, or another occurrence. */
function fullnessOf(segment: SealedSegment): number {
  return Math.max(segment.summary.rows / segmentRowsMax, occurrencesOf(segment) / segmentOccurrencesMax);
}

function occurrencesOf({ summary, pending }: SealedSegment): number {
  return summary.occurrences + pending.count;
}
