import type { StoredEvent } from "../event/event.ts";
import { summaryFault } from "../files/summary-fault.ts";
import { decodeSegment } from "../format/segment-bytes.ts";
import { FormatError, summaryOf } from "../format/segment-format.ts";
import {
  overfullFactor,
  pendingRepeatsPerSegment,
  sealBytesDefault,
  sealCommits,
  sealOccurrences,
  tailClassFactor,
  tailFanIn,
  tailMergeRowsMax,
} from "../limits.ts";
import { PendingRepeats } from "../occurrences/pending-repeats.ts";
import { noCache } from "../read/decoded-cache.ts";
import { StoredSegment } from "../read/stored-segment.ts";
import { tagsByRow } from "../read/tags-by-row.ts";
import type { MemorySegment, SegmentSummary } from "../snapshot.ts";
import type { EventStoreOptions } from "./event-store-options.ts";
import { withPending } from "./segment-with-repeats.ts";
import { ask, isUnreadable, type UpkeepWork } from "./upkeep-jobs.ts";

/** Bounds that start a seal. */
export type SealBounds = Pick<EventStoreOptions, "sealEvents" | "sealBytes">;

/** A segment of the tail. Id ranges of neighbours follow each other and never overlap. */
export interface TailSegment {
  bytes: SharedArrayBuffer;
  summary: SegmentSummary;
  pending: PendingRepeats;
  /** Looked up only where the range of ids has gaps. */
  ids?: Set<number>;
  /** Why it is not shown: it could not be read. */
  damage?: string;
  /** It could not be merged with its neighbours, though each of them can be read: it waits for its seal as it is. */
  staysAlone?: boolean;
}

/** The events that are not sealed yet, as segments in shared memory, in the order they came. */
export class Tail {
  private all: TailSegment[] = [];
  /** How many segments have fewer than `tailMergeRowsMax` rows: without one nothing is merged by size. */
  private small = 0;
  events = 0;
  bytes = 0;
  /** Commits and occurrences since the last seal, repeats of sealed events too. */
  commits = 0;
  occurrences = 0;
  /** The number of the newest commit that is on disk: what came up to it is here, or sealed. */
  lastCommit = 0;

  get segments(): readonly TailSegment[] {
    return this.all;
  }

  /**
   * `summary`: where it is known already; a directory takes long to parse. Throws FormatError when the segment cannot
   * be the next one.
   */
  push(bytes: SharedArrayBuffer, summary?: SegmentSummary): void {
    const segment = tailSegment(bytes, summary);
    requireAfter(segment.summary, this.all.at(-1)?.summary);
    this.all.push(segment);
    this.count(segment);
  }

  /** The segment that has this event, by its id. */
  find(id: number): TailSegment | undefined {
    let low = 0;
    let high = this.all.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.all[middle]!.summary.minId <= id) low = middle;
      else high = middle - 1;
    }
    const segment = this.all[low];
    return segment && holds(segment, id) ? segment : undefined;
  }

  handles(): MemorySegment[] {
    return this.all.filter(({ damage }) => damage === undefined).map(handleOf);
  }

  /** How full it is, 1 being the moment to seal. */
  fullness({ sealEvents, sealBytes = sealBytesDefault }: SealBounds): number {
    return Math.max(
      this.events / sealEvents,
      this.bytes / sealBytes,
      this.commits / sealCommits,
      this.occurrences / sealOccurrences,
    );
  }

  isOverfull(bounds: SealBounds): boolean {
    return this.fullness(bounds) >= overfullFactor;
  }

  /** Takes sealed segments out; `commits` and `occurrences` are what was counted when the seal began. */
  remove(sealed: ReadonlySet<TailSegment>, commits: number, occurrences: number): void {
    this.all = this.all.filter((segment) => !sealed.has(segment));
    this.commits -= commits;
    this.occurrences -= occurrences;
    this.recount();
  }

  /** The next neighbours to merge: a full size class, or a segment with many pending repeats. */
  nextMerge(): TailSegment[] | undefined {
    const heavy = this.all.find(isHeavy);
    if (heavy) return [heavy];
    if (this.small === 0 || this.all.length < tailFanIn) return undefined;
    let end = this.all.length;
    while (end > 0) {
      const sizeClass = sizeClassOf(this.all[end - 1]!.summary.rows);
      let start = end - 1;
      if (!mayMerge(this.all[start]!) || this.all[start]!.summary.rows >= tailMergeRowsMax) {
        end = start;
        continue;
      }
      const joins = (segment: TailSegment) => mayMerge(segment) && sizeClassOf(segment.summary.rows) <= sizeClass;
      while (start > 0 && joins(this.all[start - 1]!)) start--;
      if (end - start >= tailFanIn) return this.all.slice(start, end);
      end = start;
    }
    return undefined;
  }

  /**
   * Merges neighbours into one. Nobody else may take segments out meanwhile. Those that cannot be merged stay as they
   * are: their seal finds out why.
   */
  *merge(sources: readonly TailSegment[]): UpkeepWork {
    try {
      yield* this.mergeReadable(sources);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      for (const source of sources) source.staysAlone = true;
    }
  }

  private *mergeReadable(sources: readonly TailSegment[]): UpkeepWork {
    const folded = sources.map(({ pending }) => pending.count);
    const merged = tailSegment(yield* ask({ kind: "merge", sources: sources.map(handleOf) }));
    requireSame(merged.summary, sources);
    sources.forEach(({ pending }, index) => {
      let seen = 0;
      pending.forEach((id, time, commit, fired) => {
        if (seen++ >= folded[index]!) merged.pending.add(id, time, commit, fired);
      });
    });
    this.all.splice(this.all.indexOf(sources[0]!), sources.length, merged);
    this.recount();
  }

  /**
   * All events from `firstId` on in order of id. `onDamage` hears of a segment that cannot be read, possibly after some
   * of its events were yielded.
   */
  *unsealed(firstId: number, onDamage: (segment: TailSegment, reason: string) => void): Generator<StoredEvent> {
    for (const segment of this.all)
      try {
        if (segment.damage === undefined && segment.summary.maxId >= firstId) yield* eventsOf(segment, firstId);
      } catch (error) {
        onDamage(segment, String(error));
      }
  }

  private recount(): void {
    this.events = 0;
    this.bytes = 0;
    this.small = 0;
    for (const segment of this.all) this.count(segment);
  }

  private count({ summary, bytes }: TailSegment): void {
    this.events += summary.rows;
    this.bytes += bytes.byteLength;
    if (summary.rows < tailMergeRowsMax) this.small++;
  }
}

/** Includes all repeats that wait now. */
export function handleOf({ bytes, summary, pending }: TailSegment): MemorySegment {
  return { place: "memory", bytes, ...withPending(summary, pending) };
}

export function viewOfTail(segment: TailSegment): StoredSegment {
  const { directory, source } = decodeSegment(segment.bytes, false);
  const handle = handleOf(segment);
  return new StoredSegment(directory, source, noCache, handle, handle.repeats);
}

function tailSegment(
  bytes: SharedArrayBuffer,
  summary = summaryOf(decodeSegment(bytes, false).directory),
): TailSegment {
  return { bytes, summary, pending: new PendingRepeats() };
}

function requireAfter(summary: SegmentSummary, before: SegmentSummary | undefined): void {
  const fault = summaryFault(summary);
  if (fault !== undefined) throw new FormatError(`A segment came to the tail. ${fault}`);
  if (before && summary.minId <= before.maxId)
    throw new FormatError(`A segment from id ${summary.minId} came to the tail after id ${before.maxId}.`);
}

/** Every event that readers find by its id must be found in the merged segment. */
function requireSame({ rows, minId, maxId }: SegmentSummary, sources: readonly TailSegment[]): void {
  const wanted = sources.reduce((sum, { summary }) => sum + summary.rows, 0);
  const [first, last] = [sources[0]!.summary.minId, sources.at(-1)!.summary.maxId];
  if (rows !== wanted || minId !== first || maxId !== last)
    throw new FormatError(
      `${wanted} events with ids ${first} to ${last} became ${rows} with ids ${minId} to ${maxId} in a merge.`,
    );
}

/** After a crash in the middle of a seal, ids within the range can be missing: those events are sealed. */
function holds(segment: TailSegment, id: number): boolean {
  const { minId, maxId, rows } = segment.summary;
  if (id < minId || id > maxId) return false;
  if (maxId - minId + 1 === rows) return true;
  try {
    segment.ids ??= new Set(viewOfTail(segment).ids());
    return segment.ids.has(id);
  } catch {
    // Its reader will report the damage. No other segment has the event.
    return true;
  }
}

function sizeClassOf(rows: number): number {
  return Math.floor(Math.log(rows) / Math.log(tailClassFactor));
}

function isHeavy(segment: TailSegment): boolean {
  return mayMerge(segment) && segment.pending.count >= pendingRepeatsPerSegment;
}

function mayMerge({ damage, staysAlone }: TailSegment): boolean {
  return damage === undefined && staysAlone !== true;
}

function* eventsOf(segment: TailSegment, firstId: number): Generator<StoredEvent> {
  const view = viewOfTail(segment);
  const ids = view.ids();
  const tags = tagsByRow(view);
  const rows = Array.from(ids, (_, row) => row).sort((a, b) => ids[a]! - ids[b]!);
  for (const row of rows) if (ids[row]! >= firstId) yield view.event(row, tags[row]);
}
