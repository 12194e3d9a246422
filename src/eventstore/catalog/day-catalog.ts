import { existsSync, readdirSync, renameSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Logger } from "../../lib/log.ts";
import { FormatError } from "../encoding/segment-format.ts";
import { DamagedSegmentError, isDamage, isDiskFull, SegmentGoneError } from "../errors.ts";
import { type DayChange, type DayContents, DayFile, dayOfFile, dayPath } from "../files/day-file.ts";
import { type DayManifest, type DayManifestEntry, markOf } from "../files/day-manifest.ts";
import { removeDatabase } from "../files/remove-database.ts";
import { locatedCacheBytes, settledMs } from "../limits.ts";
import { PendingRepeats } from "../occurrences/pending-repeats.ts";
import { createSegmentReader } from "../read/segment-reader.ts";
import type { DamagedDay, FileSegment, SegmentSummary, TimeSpan } from "../snapshot.ts";
import { withPending } from "./segment-with-repeats.ts";
import { type Upkeep, UpkeepError } from "./upkeep-jobs.ts";

export interface SealedSegment {
  segmentId: number;
  summary: SegmentSummary;
  pending: PendingRepeats;
}

/** One day as the writer knows it. */
export interface Day {
  readonly name: string;
  sealedBatch: number;
  segments: SealedSegment[];
  lastSegmentId: number;
  /** Segments in the file that nobody may read any more. */
  leftOver: number[];
  /** What would take back the changes that failed, and may be in the file all the same. */
  doubtful: Pick<DayChange, "add" | "replace">;
  /** Its write-ahead log has not been folded since it was written. */
  unfolded: boolean;
  /** Monotonic milliseconds of the last change. */
  changedMs: number;
  /**
   * Monotonic milliseconds since when it rests without a note of what it has; undefined when there is one, or none can
   * be made.
   */
  unnotedSince: number | undefined;
}

/**
 * The day files as the intake thread knows them: which there are, what is in them, their setting aside and removal.
 * Others write to them as they are told by `upkeep`.
 */
export class DayCatalog {
  private readonly days = new Map<string, Day>();
  private readonly removing = new Set<string>();
  private readonly reader = createSegmentReader({ cacheBytes: locatedCacheBytes });
  readonly damaged: DamagedDay[] = [];
  /** Called after a day's list of segments changed. */
  onChange: () => void = () => {};
  /** Called after a day's file was set aside. */
  onLost: (day: string) => void = () => {};

  /** Parameters: the parts of an open store, wired in open-event-store.ts alone. */
  constructor(
    private readonly folder: string,
    private readonly notes: DayManifest,
    private readonly upkeep: Upkeep,
    private readonly nowMs: () => number,
    private readonly log: Logger,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {}

  /**
   * Finds out what is in the folder, from the notes where they are of the files as they are. A file that cannot be read
   * is set aside.
   */
  load(): void {
    const names = readdirSync(this.folder).sort();
    for (const name of names) {
      const damaged = damagedName.exec(name);
      if (damaged) this.damaged.push({ file: name, day: dayOfFile(damaged[1]!) ?? "" });
      if (removedName.test(name)) removeDatabase(join(this.folder, name));
    }
    const notes = this.notes.all();
    for (const name of names) {
      const day = dayOfFile(name);
      if (day) this.guard(day, () => this.loadDay(day, notes.get(day)));
      if (day) notes.delete(day);
    }
    for (const day of notes.keys()) {
      this.log.warn({ day }, "an event file was taken away since the last stop, its day is left out");
      this.forget(day);
    }
  }

  list(): Day[] {
    return [...this.days.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  find(name: string): Day | undefined {
    return this.days.get(name);
  }

  /** The day, made when there is none yet. */
  get(name: string): Day {
    const known = this.days.get(name);
    if (known) return known;
    if (this.removing.has(name)) this.moveRemoved(name);
    const day: Day = {
      name,
      sealedBatch: 0,
      segments: [],
      lastSegmentId: 0,
      leftOver: [],
      doubtful: { add: [], replace: [] },
      unfolded: false,
      changedMs: performance.now(),
      unnotedSince: undefined,
    };
    this.days.set(name, day);
    return day;
  }

  /** Throws UpkeepError when the day was set aside or removed meanwhile. */
  require(day: Day): Day {
    if (this.days.get(day.name) === day) return day;
    throw new UpkeepError({ kind: "released", message: `${day.name} was taken away` });
  }

  /**
   * Runs what makes a new segment of a day, in its file or not at all: then what was written of it is left over, unless
   * it may be visible.
   */
  *withNewSegment<Order, Result>(
    day: Day,
    work: (segmentId: number) => Generator<Order, Result, unknown>,
  ): Generator<Order, Result, unknown> {
    // A file made anew for the same day must not reuse the ids of the one that was removed: readers cache by them.
    const segmentId = Math.max(day.lastSegmentId + 1, Math.floor(this.nowMs()));
    day.lastSegmentId = segmentId;
    let isDone = false;
    try {
      const result = yield* work(segmentId);
      isDone = true;
      return result;
    } finally {
      if (!isDone && !day.doubtful.replace.includes(segmentId)) day.leftOver.push(segmentId);
    }
  }

  /** A day whose file has rested long enough for a note. */
  nextToNote(): Day | undefined {
    const now = this.monotonicMs();
    for (const day of this.days.values()) if (restsUntil(day) <= now) return day;
    return undefined;
  }

  untilNoteMs(): number | undefined {
    let first = Number.POSITIVE_INFINITY;
    for (const day of this.days.values()) first = Math.min(first, restsUntil(day));
    return first === Number.POSITIVE_INFINITY ? undefined : first - this.monotonicMs();
  }

  /** Keeps what a file has, so that the next start need not open it. */
  keepNote(day: Day, note: DayManifestEntry | undefined): void {
    if (note && this.days.get(day.name) === day) this.notes.set(day.name, note);
  }

  get isUnfolded(): boolean {
    for (const day of this.days.values()) if (day.unfolded) return true;
    return false;
  }

  /** Those that touch the span; all of them without one. */
  handles(span?: TimeSpan): FileSegment[] {
    const handles: FileSegment[] = [];
    for (const day of this.days.values())
      for (const { segmentId, summary, pending } of day.segments)
        if (!span || touches(span, summary) || touches(span, pending))
          handles.push({ place: "file", day: day.name, segmentId, ...withPending(summary, pending) });
    return handles;
  }

  /** Does something with a day's file; when that shows damage, sets the day aside and returns undefined. */
  guard<T>(day: string, action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      if (!isBroken(error)) throw error;
      this.setAside(day, String(error));
      return undefined;
    }
  }

  setAside(name: string, reason: string): void {
    this.upkeep.release(name);
    const path = dayPath(this.folder, name);
    if (existsSync(path)) this.damaged.push(setFileAside(path, name, this.nowMs(), reason, this.log));
    else this.noteGone(path, name);
    this.forget(name);
    this.days.delete(name);
    this.onLost(name);
    this.onChange();
  }

  /** Somebody took the file of a day that had events away. */
  private noteGone(path: string, day: string): void {
    if (!this.days.get(day)?.segments.length) return;
    const file = basename(path);
    this.log.error({ file, day }, "event file is gone");
    this.damaged.push({ file, day });
  }

  /** Takes a day out of all later snapshots; `unlink` then deletes the files. */
  remove(name: string): void {
    this.days.delete(name);
    this.removing.add(name);
    this.onChange();
  }

  /** True when it was still to be unlinked. */
  takeRemoved(name: string): boolean {
    this.forget(name);
    return this.removing.delete(name);
  }

  bytes(name: string): number {
    return databaseBytes(dayPath(this.folder, name));
  }

  /**
   * Days whose readers left a log: they may not remove those they made where no writer was, who can write does, by
   * closing the file.
   */
  listLeftBehind(): Day[] {
    return this.list().filter(({ name }) => existsSync(`${dayPath(this.folder, name)}-wal`));
  }

  /** Once nobody has a file open any more. Also deletes the days that were only kept for those who still read them. */
  close(): void {
    this.reader.close();
    for (const name of this.removing) {
      this.forget(name);
      removeDatabase(dayPath(this.folder, name));
    }
  }

  private loadDay(name: string, note: DayManifestEntry | undefined): void {
    const isNoted = note !== undefined && note.mark === markOf(dayPath(this.folder, name));
    const { sealedBatch, segments, leftOver, repeats } = isNoted
      ? note.contents
      : readContents(dayPath(this.folder, name));
    if (note && !isNoted) this.compare(name, note.contents, { sealedBatch, segments });
    const day = this.get(name);
    Object.assign(day, { sealedBatch, leftOver });
    day.lastSegmentId = Math.max(0, ...leftOver, ...segments.map(({ segmentId }) => segmentId));
    day.changedMs = Number.NEGATIVE_INFINITY;
    day.unnotedSince = isNoted ? undefined : this.monotonicMs();
    day.segments = segments.map(({ segmentId, ...summary }) => ({ segmentId, summary, pending: new PendingRepeats() }));
    this.restoreRepeats(day, repeats);
  }

  /** A file that is sound but not the one that was here: cut to nothing, or put back as it was earlier. */
  private compare(day: string, before: DayContents, now: Pick<DayContents, "sealedBatch" | "segments">): void {
    if (now.sealedBatch >= before.sealedBatch || before.segments.length === 0) return;
    if (now.segments.length === 0) throw new FormatError("The file is empty, though it had events.");
    const file = `${day}.sqlite`;
    this.log.error({ file, day }, "event file is older than the one that was here, later events are gone");
    this.damaged.push({ file, day });
  }

  /** A note that stays for lack of room is found to be of no file by the next start. */
  private forget(name: string): void {
    try {
      this.notes.remove(name);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
  }

  private restoreRepeats(day: Day, repeats: DayContents["repeats"]): void {
    for (const { id, time, batch, fired } of repeats) this.segmentOf(day, id)?.pending.add(id, time, batch, fired);
  }

  /** The day's segment that has this event. Throws what `guard` catches. */
  segmentOf(day: Day, id: number): SealedSegment | undefined {
    const candidates = day.segments.filter(({ summary }) => summary.minId <= id && id <= summary.maxId);
    return candidates.find(({ segmentId, summary }) => {
      if (summary.maxId - summary.minId + 1 === summary.rows) return true;
      const handle: FileSegment = { place: "file", day: day.name, segmentId, ...summary, repeats: undefined };
      return this.reader.open(handle, this.folder).rowOf(id) >= 0;
    });
  }

  /** Events came for a day that is being removed: its old file makes way, and goes at the next start at the latest. */
  private moveRemoved(name: string): void {
    this.removing.delete(name);
    this.upkeep.release(name);
    const path = dayPath(this.folder, name);
    if (existsSync(path)) renameSync(path, `${path}.removed-${stamp(this.nowMs())}`);
    removeDatabase(path);
  }
}

/** Monotonic milliseconds from which on it can be noted. */
function restsUntil({ unnotedSince, unfolded }: Day): number {
  return unnotedSince === undefined || unfolded ? Number.POSITIVE_INFINITY : unnotedSince + 2 * settledMs;
}

function isBroken(error: unknown): boolean {
  const kinds = [FormatError, DamagedSegmentError, SegmentGoneError];
  return kinds.some((kind) => error instanceof kind) || isDamage(error);
}

function touches({ from, to }: TimeSpan, { minTime, maxTime }: { minTime: number; maxTime: number }): boolean {
  return minTime < to && maxTime >= from;
}

/** Renames a damaged database with its log files and says so in the log. */
export function setFileAside(path: string, day: string, nowMs: number, reason: string, log: Logger): DamagedDay {
  const base = `${path}.damaged-${stamp(nowMs)}`;
  let target = base;
  for (let i = 2; existsSync(target); i++) target = `${base}.${i}`;
  for (const suffix of ["", "-wal", "-shm"]) if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
  const file = basename(target);
  log.error({ file, day, reason }, "damaged event file set aside");
  return { file, day };
}

export function databaseBytes(path: string): number {
  let bytes = 0;
  for (const suffix of ["", "-wal"]) bytes += statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}

function readContents(path: string): DayContents {
  const file = new DayFile(path);
  try {
    return file.contents();
  } finally {
    file.close();
  }
}

/** 20240131T235959Z */
export function stamp(nowMs: number): string {
  return `${new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

const damagedName = /^(.+)\.damaged-[0-9TZ]+(?:\.\d+)?$/;
const removedName = /\.removed-[0-9TZ]+$/;
