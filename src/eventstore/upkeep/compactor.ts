import { type Day, type SealedSegment, shownOf } from "../catalog/day.ts";
import type { DayCatalog } from "../catalog/day-catalog.ts";
import { withPending } from "../catalog/segment-with-repeats.ts";
import type { UpkeepWork } from "../catalog/upkeep-jobs.ts";
import { firstAtOrAfter } from "../format/number-arrays.ts";
import {
  compactionClassFactor,
  compactionFanIn,
  compactionSourcesMax,
  pendingRepeatsPerSegment,
  segmentOccurrencesMax,
  segmentRowsMax,
  splitRowsMax,
} from "../limits.ts";
import { type PendingRepeats, pendingOf } from "../occurrences/pending-repeats.ts";
import type { FileSegment } from "../snapshot.ts";
import { applyChange } from "./apply-change.ts";
import { buildSegments, piecesOf } from "./build-segments.ts";
import { sealedThrough } from "./sealer.ts";

/**
 * Segments of a day to merge into one, or a single segment to rewrite, split when it has too many rows. `today`:
 * YYYY-MM-DD.
 */
export function nextCompaction(day: Day, today: string, monotonicMs: number): SealedSegment[] | undefined {
  const mergeable = shownOf(day).filter(({ staysAlone }) => staysAlone !== true);
  const heavy = mergeable.find(
    ({ pending }) => pending.count >= pendingRepeatsPerSegment && pending.through(day.sealedCommit).count > 0,
  );
  if (heavy) return [heavy];
  const tooLarge = mergeable.find(({ summary }) => summary.rows > splitRowsMax);
  if (tooLarge) return [tooLarge];
  const endBehind = earliestEnds(mergeable);
  const classes = Map.groupBy(mergeable, sizeClassOf);
  for (const segments of classes.values()) {
    const runs = runsOf(segments, endBehind);
    const final = neighboursThatFill(segments, runs);
    if (final) return final;
    if (segments.length < compactionFanIn) continue;
    const some = neighboursThatFit(runs, compactionFanIn / 2) ?? thatFit(segments);
    if (some.length >= 2) return some;
  }
  const isOver = day.name < today && monotonicMs >= day.finishFromMs;
  if (!isOver) return undefined;
  const small = mergeable.filter((segment) => fullnessOf(segment) < 1 / 2);
  return neighboursThatFit(runsOf(small, endBehind), 2);
}

/**
 * Merges segments of a day into one, or one that is too large into several, with the repeats that the day's file
 * already holds. `isDoubted`: each is examined before. Gives what was built.
 */
export function* compact(
  catalog: DayCatalog,
  day: Day,
  sources: readonly SealedSegment[],
  isDoubted = false,
): UpkeepWork<SealedSegment[]> {
  const through = day.sealedCommit;
  const replace = sources.map((source) => source.segmentId);
  const rest = () => catalog.require(day).segments.filter((segment) => !sources.includes(segment));
  const repeatsSince = () => pendingOf(sources, (commit) => commit > through);
  const handles = sources.map((source) => handleThrough(day, source, through));
  const pieces = handles.length === 1 ? piecesOf(handles[0]!).map((piece) => [piece]) : [handles];
  const publish = function* (add: number[]): UpkeepWork {
    yield* applyChange(catalog, day, { add, replace }, () =>
      sealedThrough([...rest(), { pending: repeatsSince() }], day.sealedCommit),
    );
  };
  const built = yield* buildSegments({ catalog, day, publish, isDoubted }, pieces);
  day.segments = [...rest(), ...built];
  handOver(catalog, day, built, repeatsSince());
  day.unfolded = true;
  catalog.days.onChange();
  return built;
}

/** Repeats that came while their event was being rewritten wait for the segment that has it now. */
function handOver(catalog: DayCatalog, day: Day, built: readonly SealedSegment[], later: PendingRepeats): void {
  later.forEach((id, time, commit, fired) => {
    const holder = built.length === 1 ? built[0] : catalog.segmentOf(day, id);
    holder?.pending.add(id, time, commit, fired);
  });
}

export function handleThrough(day: Day, { segmentId, summary, pending }: SealedSegment, commit: number): FileSegment {
  return { place: "file", day: day.name, segmentId, ...withPending(summary, pending.through(commit)) };
}

/** The oldest neighbours in time that fill a segment well, unless one that comes later may join them. */
function neighboursThatFill(
  segments: readonly SealedSegment[],
  runs: readonly SealedSegment[][],
): SealedSegment[] | undefined {
  const oldest = runs.find((some) => fullnessOfAll(some) >= filledWell);
  if (!oldest) return undefined;
  const newest = Math.max(...segments.map(({ summary }) => summary.minTime));
  const isLast = oldest.some(({ summary }) => summary.minTime === newest);
  return isLast && fullnessOfAll(oldest) < filled ? undefined : oldest;
}

/** Of what one segment may hold. */
const filledWell = 0.6;
const filled = 0.9;

/**
 * Neighbours in time, at least so many, as many as one segment may hold: the oldest that fill it well enough, since
 * what is taken out of the middle leaves small ones alone. What is merged across others spans their time, too, so that
 * pages of events would be looked for in it and in them in turn. Two at a time, where others lie alone, the same rows
 * would be written again with each segment that comes.
 */
function neighboursThatFit(runs: readonly SealedSegment[][], countMin: number): SealedSegment[] | undefined {
  const large = runs.filter(({ length }) => length >= countMin);
  const enough = Math.max(...large.map(fullnessOfAll)) * enoughOfBest;
  return large.find((some) => fullnessOfAll(some) >= enough);
}

/** Share of what the best would fill. */
const enoughOfBest = 0.6;

/** Neighbours in time: from each one on, as many as fit together, from the oldest on. */
function runsOf(segments: readonly SealedSegment[], endBehind: (time: number) => number): SealedSegment[][] {
  const inTime = segments.toSorted(byBegin);
  return inTime.map((_, from) => runFrom(inTime, from, endBehind)).filter(({ length }) => length >= 2);
}

function runFrom(inTime: readonly SealedSegment[], from: number, endBehind: (time: number) => number): SealedSegment[] {
  const some: SealedSegment[] = [];
  let rows = 0;
  let occurrences = 0;
  let maxTime = Number.NEGATIVE_INFINITY;
  for (const next of inTime.slice(from, from + compactionSourcesMax)) {
    rows += next.summary.rows;
    occurrences += occurrencesOf(next);
    if (some.length > 0 && (!isWithinBounds(rows, occurrences) || endBehind(maxTime) < next.summary.minTime)) break;
    some.push(next);
    maxTime = Math.max(maxTime, next.summary.maxTime);
  }
  return some;
}

/** By time, in whole microseconds: when the first of the segments ends that begin later. */
function earliestEnds(segments: readonly SealedSegment[]): (time: number) => number {
  const inTime = segments.toSorted(byBegin);
  const begins = inTime.map(({ summary }) => summary.minTime);
  const ends = inTime.map(({ summary }) => summary.maxTime);
  for (let i = ends.length - 2; i >= 0; i--) ends[i] = Math.min(ends[i]!, ends[i + 1]!);
  return (time) => ends[firstAtOrAfter(begins, time + 1)] ?? Number.POSITIVE_INFINITY;
}

function byBegin(one: SealedSegment, other: SealedSegment): number {
  return one.summary.minTime - other.summary.minTime;
}

/**
 * As many segments, in the order they were sealed, as one may hold. Those too full to take another are skipped: if any
 * two fit together, at least two are found.
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
  return isWithinBounds(
    total(({ summary }) => summary.rows),
    total(occurrencesOf),
  );
}

function isWithinBounds(rows: number, occurrences: number): boolean {
  return rows <= segmentRowsMax && occurrences <= segmentOccurrencesMax;
}

/**
 * Compares by rows or occurrences, whichever is nearer to its bound: few events that repeat a lot take as long to merge
 * as many.
 */
function sizeClassOf(segment: SealedSegment): number {
  return Math.floor(Math.log(fullnessOf(segment) * segmentRowsMax) / Math.log(compactionClassFactor));
}

/** 1: no room for another event, or another occurrence. */
function fullnessOf(segment: SealedSegment): number {
  return Math.max(segment.summary.rows / segmentRowsMax, occurrencesOf(segment) / segmentOccurrencesMax);
}

function fullnessOfAll(segments: readonly SealedSegment[]): number {
  return segments.reduce((sum, segment) => sum + fullnessOf(segment), 0);
}

function occurrencesOf({ summary, pending }: SealedSegment): number {
  return summary.occurrences + pending.count;
}
