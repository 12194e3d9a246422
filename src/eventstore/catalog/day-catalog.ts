import { existsSync, readdirSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import type { Logger } from "../../lib/log.ts";
import { FormatError } from "../encoding/segment-format.ts";
import { DamagedSegmentError, faultOf, LaterVersionError } from "../errors.ts";
import { databaseBytes } from "../files/database-bytes.ts";
import { type DayContents, dayOfFile, dayPath } from "../files/day-file.ts";
import { type DayManifest, type DayManifestEntry, markOf } from "../files/day-manifest.ts";
import { readDay } from "../files/read-day.ts";
import { removeDatabase } from "../files/remove-database.ts";
import { setBytesAside, setFileAsideOrName, stamp } from "../files/set-file-aside.ts";
import { locatedCacheBytes } from "../limits.ts";
import { PendingRepeats } from "../occurrences/pending-repeats.ts";
import { createSegmentReader } from "../read/segment-reader.ts";
import type { DamagedDay, FileSegment, TimeSpan } from "../snapshot.ts";
import { type Day, newDay, restsUntil, type SealedSegment, shownOf } from "./day.ts";
import { withPending } from "./segment-with-repeats.ts";
import { type Upkeep, UpkeepError } from "./upkeep-jobs.ts";

/**
 * The day files as the intake thread knows them: which exist, what they hold, and how they are set aside and removed.
 * Only `upkeep` writes to them, on its orders.
 */
export class DayCatalog {
  private readonly days = new Map<string, Day>();
  private readonly removing = new Set<string>();
  /** Days whose files are there and could not be opened, for a reason outside, with that. */
  private readonly unopened = new Map<string, string>();
  private readonly reader = createSegmentReader({ cacheBytes: locatedCacheBytes });
  /** Files that were set aside, now or earlier. */
  readonly damagedFiles: DamagedDay[] = [];
  /** Called after a day's list of segments changed. */
  onChange: () => void = () => {};
  /** Called after a day's file was set aside. */
  onFileLost: (day: string) => void = () => {};
  /** Called when events are no longer shown. */
  onLost: () => void = () => {};

  /** Parameters: the parts of an open store, wired in open-event-store.ts alone. */
  constructor(
    private readonly folder: string,
    private readonly intake: { readonly notes: DayManifest },
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
      if (damaged) this.damagedFiles.push({ file: name, day: damaged[1] ?? "" });
      if (removedName.test(name)) removeDatabase(join(this.folder, name));
    }
    const notes = this.intake.notes.all();
    for (const name of names) {
      const day = dayOfFile(name);
      if (day) this.tryToLoad(day, notes.get(day));
      if (day) notes.delete(day);
    }
    for (const day of notes.keys()) {
      this.log.warn({ day }, "an event file was taken away since the last stop, its day is left out");
      this.forget(day);
    }
  }

  /** Files that could not be opened are tried again. */
  get hasUnopened(): boolean {
    return this.unopened.size > 0;
  }

  openLeftOut(): void {
    for (const day of [...this.unopened.keys()]) this.tryToLoad(day, undefined);
    this.onChange();
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
    const reason = this.unopened.get(name);
    if (reason !== undefined) throw new UpkeepError({ kind: "failed", message: reason });
    const day = newDay(name);
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
    // A new file for the same day must not reuse the ids of the removed one: readers cache by them.
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
    if (!note || this.days.get(day.name) !== day) return;
    try {
      this.intake.notes.set(day.name, { ...note, contents: { ...note.contents, isInspected: day.isInspected } });
    } catch (error) {
      this.log.warn({ day: day.name, err: error }, "a day cannot be noted");
    }
  }

  get isUnfolded(): boolean {
    for (const day of this.days.values()) if (day.unfolded) return true;
    return false;
  }

  /** Those that touch the span; all of them without one. */
  handles(span?: TimeSpan): FileSegment[] {
    const handles: FileSegment[] = [];
    for (const day of this.days.values())
      for (const { segmentId, summary, pending } of shownOf(day))
        if (!span || touches(span, summary) || touches(span, pending))
          handles.push({ place: "file", day: day.name, segmentId, ...withPending(summary, pending) });
    return handles;
  }

  /** All that cannot be read. */
  damaged(): DamagedDay[] {
    const damaged = [...this.damagedFiles];
    for (const day of this.unopened.keys()) damaged.push({ file: basename(dayPath(this.folder, day)), day });
    for (const { name, segments } of this.days.values()) {
      const hidden = segments.filter(({ damage }) => damage !== undefined);
      const events = hidden.reduce((sum, { summary }) => sum + summary.rows, 0);
      if (events > 0) damaged.push({ file: basename(dayPath(this.folder, name)), day: name, events });
    }
    return damaged;
  }

  /** Does something with a day's file; when that shows damage, sets aside what is damaged and returns undefined. */
  guard<T>(day: string, action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      const fault = faultOf(error);
      if (fault !== "file" && fault !== "content") throw error;
      const segment = error instanceof DamagedSegmentError ? error.damage.segment : undefined;
      if (segment?.place === "file") this.setSegmentAside(day, segment.segmentId, String(error));
      else this.setAside(day, String(error));
      return undefined;
    }
  }

  /** Later snapshots leave the segment out and name it; it is rewritten where possible. No effect once it is gone. */
  setSegmentAside(name: string, segmentId: number, reason: string): void {
    const day = this.days.get(name);
    const segment = day?.segments.find((some) => some.segmentId === segmentId);
    if (!day || !segment || segment.damage !== undefined) return;
    segment.damage = reason;
    day.toMend.push(segment);
    this.log.error(
      { day: name, segment: segmentId, events: segment.summary.rows, reason },
      "damaged segment set aside",
    );
    this.onLost();
    this.onChange();
  }

  setAside(name: string, reason: string): void {
    this.upkeep.release(name);
    const path = dayPath(this.folder, name);
    if (existsSync(path)) this.damagedFiles.push(setFileAsideOrName(path, name, this.nowMs(), reason, this.log));
    else this.noteGone(path, name);
    this.forget(name);
    this.unopened.delete(name);
    this.days.delete(name);
    this.onLost();
    this.onFileLost(name);
    this.onChange();
  }

  /** Somebody took the file of a day that had events away. */
  private noteGone(path: string, day: string): void {
    if (!this.days.get(day)?.segments.length) return;
    const file = basename(path);
    this.log.error({ file, day }, "event file is gone");
    this.damagedFiles.push({ file, day });
  }

  /** Takes a day out of all later snapshots; `unlink` then deletes the files. */
  remove(name: string): void {
    this.days.delete(name);
    this.onLost();
    this.removing.add(name);
    this.onChange();
  }

  /** False when its file made way for another one. */
  isRemoving(name: string): boolean {
    return this.removing.has(name);
  }

  noteUnlinked(name: string): void {
    this.forget(name);
    this.removing.delete(name);
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

  /** Runs once no reader has a file open. Also deletes days that were kept only for their readers. */
  close(): void {
    this.reader.close();
    for (const name of this.removing) {
      this.forget(name);
      removeDatabase(dayPath(this.folder, name));
    }
  }

  /** Damage sets the day aside; what is no fault of the file leaves it out for now. */
  private tryToLoad(name: string, note: DayManifestEntry | undefined): void {
    try {
      this.unopened.delete(name);
      this.guard(name, () => this.loadDay(name, note));
    } catch (error) {
      if (error instanceof LaterVersionError) throw error;
      this.days.delete(name);
      this.unopened.set(name, String(error));
      this.log.error({ day: name, err: error }, "event file cannot be opened, its day is left out for now");
    }
  }

  private loadDay(name: string, note: DayManifestEntry | undefined): void {
    if (note && note.mark === markOf(dayPath(this.folder, name)) && this.believe(name, note.contents)) return;
    const { contents, packedRepeats } = readDay(dayPath(this.folder, name));
    if (note) this.compare(name, note.contents, contents);
    this.accept(name, contents).unnotedSince = this.monotonicMs();
    if (contents.repeatsDamage !== undefined) this.keepRepeats(name, contents.repeatsDamage, packedRepeats!);
  }

  /** The next change to the day rewrites its list of repeats. */
  private keepRepeats(day: string, reason: string, packed: Uint8Array): void {
    const file = setBytesAside(join(this.folder, `${day}.repeats`), [packed], this.nowMs());
    this.damagedFiles.push({ file, day });
    this.log.error({ file, day, reason }, "damaged list of repeats set aside");
  }

  /** False when the note makes no sense. */
  private believe(name: string, contents: DayContents): boolean {
    try {
      this.accept(name, contents);
      return true;
    } catch {
      this.days.delete(name);
      return false;
    }
  }

  private accept(name: string, { segments, repeats, setAside = [], ...contents }: DayContents): Day {
    const { sealedBatch, leftOver, isInspected = false } = contents;
    const damage = new Map(setAside.map(({ segmentId, reason }) => [segmentId, reason]));
    const day = this.get(name);
    Object.assign(day, { sealedBatch, leftOver, isInspected });
    day.lastSegmentId = Math.max(0, ...leftOver, ...segments.map(({ segmentId }) => segmentId));
    day.changedMs = Number.NEGATIVE_INFINITY;
    day.segments = segments.map(({ segmentId, ...summary }) => ({
      segmentId,
      summary,
      pending: new PendingRepeats(),
      damage: damage.get(segmentId),
    }));
    // This version may be able to read what another one could not.
    day.toMend = day.segments.filter((segment) => segment.damage !== undefined);
    for (const { id, time, batch, fired } of repeats) this.segmentOf(day, id)?.pending.add(id, time, batch, fired);
    return day;
  }

  /** A file that is sound but not the one that was here: cut to nothing, or put back as it was earlier. */
  private compare(day: string, before: DayContents, now: Pick<DayContents, "sealedBatch" | "segments">): void {
    if (now.sealedBatch >= before.sealedBatch || before.segments.length === 0) return;
    if (now.segments.length === 0) throw new FormatError("The file is empty, though it had events.");
    const file = `${day}.sqlite`;
    this.log.error({ file, day }, "event file is older than the one that was here, later events are gone");
    this.damagedFiles.push({ file, day });
  }

  /** A note that stays is found to be of no file by the next start. */
  private forget(name: string): void {
    try {
      this.intake.notes.remove(name);
    } catch (error) {
      this.log.warn({ day: name, err: error }, "the note of a day cannot be removed");
    }
  }

  /** The day's segment that has this event. One that turns out to be damaged is set aside and counts as having it. */
  segmentOf(day: Day, id: number): SealedSegment | undefined {
    const candidates = day.segments.filter(({ summary }) => summary.minId <= id && id <= summary.maxId);
    const isOnly = candidates.length === 1;
    const holder = candidates.find((segment) => segment.damage === undefined && this.holds(day, segment, id, isOnly));
    return holder ?? candidates.find(({ damage }) => damage !== undefined);
  }

  private holds({ name }: Day, { segmentId, summary }: SealedSegment, id: number, isOnly: boolean): boolean {
    if (summary.maxId - summary.minId + 1 === summary.rows) return true;
    const handle: FileSegment = { place: "file", day: name, segmentId, ...summary, repeats: undefined };
    try {
      return this.guard(name, () => this.rowOf(handle, id) >= 0) ?? false;
    } catch (error) {
      this.log.warn({ day: name, err: error }, "an event file cannot be read now");
      return isOnly;
    }
  }

  private rowOf(handle: FileSegment, id: number): number {
    const segment = this.reader.open(handle, this.folder);
    try {
      return segment.rowOf(id);
    } catch (error) {
      // What its ids are made of does not fit together: whatever it says, it is no fault of the file.
      if (faultOf(error) !== "content" || error instanceof DamagedSegmentError) throw error;
      const { place, day, segmentId } = handle;
      const damage = { day, segment: { place, day, segmentId }, reason: String(error) };
      throw new DamagedSegmentError(dayPath(this.folder, day), damage, { cause: error });
    }
  }

  /**
   * Events arrived for a day that is being removed: its old file is moved away and deleted by the next start at the
   * latest.
   */
  private moveRemoved(name: string): void {
    this.removing.delete(name);
    this.upkeep.release(name);
    const path = dayPath(this.folder, name);
    if (existsSync(path)) renameSync(path, `${path}.removed-${stamp(this.nowMs())}`);
    removeDatabase(path);
  }
}

function touches({ from, to }: TimeSpan, { minTime, maxTime }: { minTime: number; maxTime: number }): boolean {
  return minTime < to && maxTime >= from;
}

/** With the day, when it is of one. */
const damagedName = /^(?:(\d{4}-\d{2}-\d{2})\.)?.+\.damaged-[0-9TZ]+(?:\.\d+)?$/;
const removedName = /\.removed-[0-9TZ]+$/;
