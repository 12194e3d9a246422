import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Logger } from "../lib/log.ts";
import { type DayContents, DayFile, dayOfFile, dayPath } from "./day-file.ts";
import { DamagedSegmentError, isDamage } from "./errors.ts";
import { withPending } from "./held-segment.ts";
import { openDaysMax } from "./limits.ts";
import { PendingRepeats } from "./pending-repeats.ts";
import { FormatError } from "./segment-format.ts";
import type { DamagedDay, FileSegment, SegmentSummary } from "./snapshot.ts";

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
  /** Segments in the file that nobody may read any more. */
  leftOver: number[];
  /** Its write-ahead log has not been folded since it was written. */
  unfolded: boolean;
  /** Monotonic milliseconds of the last change. */
  changedMs: number;
}

/** The day files: which there are, what is in them, and their opening, setting aside and removal. */
export class DayCatalog {
  private readonly days = new Map<string, Day>();
  private readonly open = new Map<string, DayFile>();
  private readonly pinned = new Set<string>();
  private readonly removing = new Set<string>();
  readonly damaged: DamagedDay[] = [];
  /** Called after a day's list of segments changed. */
  onChange: () => void = () => {};
  /** Called after a day's file was set aside. */
  onLost: (day: string) => void = () => {};

  constructor(
    private readonly folder: string,
    private readonly nowMs: () => number,
    private readonly log: Logger,
  ) {}

  /** Reads what is in the folder. A file that cannot be read is set aside. */
  load(): void {
    const names = readdirSync(this.folder).sort();
    for (const name of names) {
      const damaged = damagedName.exec(name);
      if (damaged) this.damaged.push({ file: name, day: dayOfFile(damaged[1]!) ?? "" });
      if (removedName.test(name)) removeDatabase(join(this.folder, name));
    }
    for (const name of names) {
      const day = dayOfFile(name);
      if (day) this.guard(day, () => this.loadDay(day));
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
      leftOver: [],
      unfolded: false,
      changedMs: performance.now(),
    };
    this.days.set(name, day);
    return day;
  }

  /** The file of a day, opened for writing. Only a few stay open. */
  file(name: string): DayFile {
    let file = this.open.get(name);
    this.open.delete(name);
    file ??= new DayFile(dayPath(this.folder, name), this.nowMs);
    this.open.set(name, file);
    return file;
  }

  /** Keeps a day's file open for work in slices. */
  pin(name: string): void {
    this.pinned.add(name);
  }

  unpin(name: string): void {
    this.pinned.delete(name);
    this.closeIdle();
  }

  /** Closes files that were not used lately. */
  closeIdle(): void {
    for (const [name, file] of this.open) {
      if (this.open.size <= openDaysMax) return;
      if (this.pinned.has(name)) continue;
      this.open.delete(name);
      file.close();
    }
  }

  /** Copies the write-ahead logs into the files; false when a reader was in the way of one. */
  fold(): boolean {
    for (const day of this.days.values())
      if (day.unfolded && this.guard(day.name, () => this.file(day.name).fold())) day.unfolded = false;
    return !this.isUnfolded;
  }

  get isUnfolded(): boolean {
    for (const day of this.days.values()) if (day.unfolded) return true;
    return false;
  }

  handles(): FileSegment[] {
    const handles: FileSegment[] = [];
    for (const day of this.days.values())
      for (const { segmentId, summary, pending } of day.segments)
        handles.push({ place: "file", day: day.name, segmentId, ...withPending(summary, pending) });
    return handles;
  }

  /** Does something with a day's file; when that shows damage, sets the day aside and returns undefined. */
  guard<T>(day: string, action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof FormatError || error instanceof DamagedSegmentError || isDamage(error))) throw error;
      this.setAside(day, String(error));
      return undefined;
    }
  }

  setAside(name: string, reason: string): void {
    this.closeFile(name);
    const path = dayPath(this.folder, name);
    if (existsSync(path)) this.damaged.push(setFileAside(path, name, this.nowMs(), reason, this.log));
    else this.noteGone(path, name);
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

  unlink(name: string): void {
    if (!this.removing.delete(name)) return;
    this.closeFile(name);
    removeDatabase(dayPath(this.folder, name));
  }

  bytes(name: string): number {
    return databaseBytes(dayPath(this.folder, name));
  }

  /** Also deletes the days that were only kept for those who still read them. */
  close(): void {
    for (const name of [...this.removing]) this.unlink(name);
    for (const name of [...this.open.keys()]) {
      this.guard(name, () => this.open.get(name)?.close());
      this.open.delete(name);
    }
  }

  private loadDay(name: string): void {
    const { sealedBatch, segments, leftOver, repeats } = this.file(name).contents();
    const day = this.get(name);
    Object.assign(day, { sealedBatch, leftOver });
    day.changedMs = Number.NEGATIVE_INFINITY;
    day.segments = segments.map(({ segmentId, ...summary }) => ({ segmentId, summary, pending: new PendingRepeats() }));
    this.restoreRepeats(day, repeats);
    this.closeIdle();
  }

  private restoreRepeats(day: Day, repeats: DayContents["repeats"]): void {
    for (const { id, time, batch, fired } of repeats) this.segmentOf(day, id)?.pending.add(id, time, batch, fired);
  }

  /** The day's segment that has this event. Throws what `guard` catches. */
  segmentOf(day: Day, id: number): SealedSegment | undefined {
    const candidates = day.segments.filter(({ summary }) => summary.minId <= id && id <= summary.maxId);
    return candidates.find(({ segmentId, summary }) => {
      if (summary.maxId - summary.minId + 1 === summary.rows) return true;
      return this.file(day.name).ids(segmentId).includes(id);
    });
  }

  private closeFile(name: string): void {
    const file = this.open.get(name);
    this.open.delete(name);
    try {
      file?.close();
    } catch (error) {
      // The file is on its way out: what could not be folded is renamed or deleted with it.
      this.log.warn({ day: name, error: String(error) }, "closing a day file failed");
    }
  }

  /** Events came for a day that is being removed: its old file makes way, and goes at the next start at the latest. */
  private moveRemoved(name: string): void {
    this.removing.delete(name);
    this.closeFile(name);
    const path = dayPath(this.folder, name);
    if (existsSync(path)) renameSync(path, `${path}.removed-${stamp(this.nowMs())}`);
    removeDatabase(path);
  }
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

function removeDatabase(path: string): void {
  for (const suffix of ["-wal", "-shm", ""]) rmSync(path + suffix, { force: true });
}

/** 20240131T235959Z */
export function stamp(nowMs: number): string {
  return `${new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

const damagedName = /^(.+)\.damaged-[0-9TZ]+(?:\.\d+)?$/;
const removedName = /\.removed-[0-9TZ]+$/;
