import { existsSync, renameSync } from "node:fs";
import type { Logger } from "../../lib/log.ts";
import { databaseBytes, removeDatabase } from "../files/database-files.ts";
import type { DayManifest } from "../files/day-manifest.ts";
import { stamp } from "../files/set-file-aside.ts";
import { type DamagedDay, type FileSegment, type TimeSpan, touches } from "../snapshot.ts";
import { type Day, newDay, type SealedSegment, shownOf } from "./day.ts";
import { DayDamage } from "./day-damage.ts";
import { DayLoader } from "./day-loader.ts";
import { EventLocator } from "./event-locator.ts";
import { KnownDays } from "./known-days.ts";
import { ManifestKeeper } from "./manifest-keeper.ts";
import { withPending } from "./segment-with-repeats.ts";
import { type Upkeep, UpkeepError } from "./upkeep-jobs.ts";

/**
 * The day files as the intake thread knows them: which exist, what they hold, and how they are removed. Only `upkeep`
 * writes to them, with jobs that come from here.
 */
export class DayCatalog {
  readonly days: KnownDays;
  readonly manifest: ManifestKeeper;
  readonly damage: DayDamage;
  readonly loader: DayLoader;
  private readonly locator: EventLocator;
  private readonly removing = new Set<string>();

  /** Parameters: the parts of an open store, wired in open-event-store.ts alone. */
  constructor(
    folder: string,
    intake: { readonly manifest: DayManifest },
    private readonly upkeep: Upkeep,
    private readonly nowMs: () => number,
    log: Logger,
    monotonicMs: () => number = () => performance.now(),
  ) {
    this.days = new KnownDays(folder);
    this.manifest = new ManifestKeeper(this.days, intake, monotonicMs, log);
    this.damage = new DayDamage(this.days, this.manifest, upkeep, nowMs, log);
    this.locator = new EventLocator(this.days, this.damage, log);
    this.loader = new DayLoader(this.days, this.manifest, this.damage, this.locator, monotonicMs, log);
  }

  /** The oldest first. */
  list(): Day[] {
    return [...this.days.byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  find(name: string): Day | undefined {
    return this.days.byName.get(name);
  }

  /** The day, made when there is none yet. */
  get(name: string): Day {
    const known = this.find(name);
    if (known) return known;
    if (this.removing.has(name)) this.moveRemoved(name);
    const reason = this.loader.reasonOf(name);
    if (reason !== undefined) throw new UpkeepError({ kind: "failed", message: reason });
    const day = newDay(name);
    this.days.byName.set(name, day);
    return day;
  }

  /** Throws UpkeepError when the day was set aside or removed meanwhile. */
  require(day: Day): Day {
    if (this.find(day.name) === day) return day;
    throw new UpkeepError({ kind: "released", message: `${day.name} was taken away` });
  }

  segmentOf(day: Day, id: number): SealedSegment | undefined {
    return this.locator.segmentOf(day, id);
  }

  /**
   * Runs work that makes a new segment of a day, in its file or not at all. When it fails, the parts that it wrote are
   * left over and deleted later, unless the segment may be visible.
   */
  *withNewSegment<Step, Result>(
    day: Day,
    work: (segmentId: number) => Generator<Step, Result, unknown>,
  ): Generator<Step, Result, unknown> {
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

  get isUnfolded(): boolean {
    for (const day of this.days.byName.values()) if (day.unfolded) return true;
    return false;
  }

  /** Those that touch the span; all of them without one. */
  handles(span?: TimeSpan): FileSegment[] {
    const handles: FileSegment[] = [];
    for (const day of this.days.byName.values())
      for (const { segmentId, summary, pending } of shownOf(day))
        if (!span || touches(summary, span) || touches(pending, span))
          handles.push({ place: "file", day: day.name, segmentId, ...withPending(summary, pending) });
    return handles;
  }

  /** All that cannot be read. */
  damaged(): DamagedDay[] {
    return [...this.damage.files, ...this.loader.unopened(), ...this.damage.hidden()];
  }

  /** Takes a day out of all later snapshots; `unlink` then deletes the files. */
  remove(name: string): void {
    this.days.drop(name);
    this.removing.add(name);
    this.days.onChange();
  }

  /** False when its file made way for another one. */
  isRemoving(name: string): boolean {
    return this.removing.has(name);
  }

  forgetUnlinked(name: string): void {
    this.manifest.forget(name);
    this.removing.delete(name);
  }

  bytes(name: string): number {
    return databaseBytes(this.days.pathOf(name));
  }

  /**
   * Days whose readers left a log behind. A reader may not remove the log that it made when no writer was there; a
   * writer does so by closing the file.
   */
  listLeftBehind(): Day[] {
    return this.list().filter(({ name }) => existsSync(`${this.days.pathOf(name)}-wal`));
  }

  /** Runs once no reader has a file open. Also deletes days that were kept only for their readers. */
  close(): void {
    this.locator.close();
    for (const name of this.removing) {
      this.manifest.forget(name);
      removeDatabase(this.days.pathOf(name));
    }
  }

  /**
   * Events arrived for a day that is being removed: its old file is moved away, and the next start deletes it at the
   * latest.
   */
  private moveRemoved(name: string): void {
    this.removing.delete(name);
    this.upkeep.release(name);
    const path = this.days.pathOf(name);
    if (existsSync(path)) renameSync(path, `${path}.removed-${stamp(this.nowMs())}`);
    removeDatabase(path);
  }
}
