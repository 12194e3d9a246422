import type { Day, SealedSegment } from "../catalog/day.ts";
import type { DayCatalog } from "../catalog/day-catalog.ts";
import { ask, type JobSource, refOf, UpkeepError, type UpkeepWork } from "../catalog/upkeep-jobs.ts";
import { segmentOccurrencesMax, segmentRowsMax, segmentSourcesMax, splitRowsMax } from "../limits.ts";
import { PendingRepeats } from "../occurrences/pending-repeats.ts";
import type { SegmentSummary } from "../snapshot.ts";

/** The destination of built segments. */
interface Building {
  catalog: DayCatalog;
  day: Day;
  /** Makes all of them visible at once. */
  publish: (segmentIds: number[]) => UpkeepWork;
  /** Their sources are examined first. */
  isDoubted?: boolean;
}

/**
 * Writes a segment of each group to the day's file, invisible until published. If a build or the publishing fails, none
 * of them remains.
 */
export function* buildSegments(
  building: Building,
  [group, ...others]: readonly (readonly JobSource[])[],
  built: readonly SealedSegment[] = [],
): UpkeepWork<SealedSegment[]> {
  const { catalog, day, publish, isDoubted = false } = building;
  if (group === undefined) {
    yield* publish(built.map(({ segmentId }) => segmentId));
    return [...built];
  }
  return yield* catalog.withNewSegment(day, function* (segmentId): UpkeepWork<SealedSegment[]> {
    const sources = [...group];
    const summary = yield* ask({ kind: "build", day: refOf(catalog.require(day)), segmentId, sources, isDoubted });
    // The summary of a doubted segment may itself be wrong.
    if (!isDoubted) requireRows(day, summary, sources);
    const segment = { segmentId, summary, pending: new PendingRepeats() };
    return yield* buildSegments(building, others, [...built, segment]);
  });
}

/** Checked before the sources are released. */
function requireRows({ name }: Day, { rows }: SegmentSummary, sources: readonly JobSource[]): void {
  const wanted = sources.reduce((sum, source) => sum + (source.some?.length ?? source.rows), 0);
  if (rows === wanted) return;
  throw new UpkeepError({ kind: "unreadable", message: `${wanted} events of ${name} became ${rows} in a merge.` });
}

/** Neighbours together, as many as one segment may hold. One that is beyond the bounds alone stays alone. */
export function groupsThatFit(sources: readonly JobSource[]): JobSource[][] {
  const groups: JobSource[][] = [];
  let rows = 0;
  let occurrences = 0;
  for (const source of sources) {
    rows += source.some?.length ?? source.rows;
    occurrences += source.occurrences;
    const group = groups.at(-1);
    if (group && rows <= segmentRowsMax && occurrences <= segmentOccurrencesMax && group.length < segmentSourcesMax) {
      group.push(source);
      continue;
    }
    groups.push([source]);
    rows = source.some?.length ?? source.rows;
    occurrences = source.occurrences;
  }
  return groups;
}

/** A segment with more rows than one may have, as several: neighbouring rows together. */
export function piecesOf(source: JobSource): JobSource[] {
  // All of it, however many rows it turns out to have.
  if (source.rows <= splitRowsMax) return [source];
  const count = Math.ceil(source.rows / segmentRowsMax);
  const size = Math.ceil(source.rows / count);
  return Array.from({ length: count }, (_, piece) => {
    const first = piece * size;
    return { ...source, some: Uint32Array.from({ length: Math.min(size, source.rows - first) }, (_, i) => first + i) };
  });
}
