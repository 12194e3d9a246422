import { compact, nextCompaction } from "./compactor.ts";
import type { Day, DayCatalog } from "./day-catalog.ts";
import { dayName, dayNumberOf } from "./days.ts";
import { isDamage, isDiskFull } from "./errors.ts";
import type { EventStoreOptions } from "./event-store-options.ts";
import type { FreeSpace } from "./free-space.ts";
import type { Leases } from "./leases.ts";
import { closeSealMs, maintenancePauseMs, replayFanIn } from "./limits.ts";
import { daysToRemove, untilNextDayMs } from "./retention.ts";
import type { Sealer } from "./sealer.ts";
import { FormatError } from "./segment-format.ts";
import type { Tail } from "./tail.ts";

type Work = Generator<void>;

/** Work on the files of a day ends when the day is set aside or removed. */
export interface DayWork {
  work: Work;
  day: Day | undefined;
}

/**
 * What the store does on its own: urgent work that keeps the tail small (merging, sealing) goes before the rest
 * (retention, deleting, compaction). All of it runs in slices of a few milliseconds.
 */
export class Maintenance {
  private urgent: Work | undefined;
  private background: DayWork | undefined;
  /** Monotonic milliseconds of the first arrival since the last seal. */
  private unsealedSince: number | undefined;
  private pausedUntil = Number.NEGATIVE_INFINITY;
  private retentionAt = Number.NEGATIVE_INFINITY;
  private foldAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly options: EventStoreOptions,
    private readonly tail: Tail,
    private readonly catalog: DayCatalog,
    private readonly sealer: Sealer,
    private readonly leases: Leases<DayWork>,
    private readonly space: FreeSpace,
    private readonly otherBytes: () => number,
  ) {}

  noteArrival(): void {
    this.unsealedSince ??= this.now();
  }

  /** True when it ran out of time before it ran out of work. */
  run(budgetMs: number): boolean {
    const end = performance.now() + budgetMs;
    do {
      if (!this.step()) return false;
    } while (performance.now() < end);
    return this.hasWork();
  }

  nextMs(): number | undefined {
    if (this.hasWork()) return 0;
    const waits: number[] = [];
    const now = this.now();
    if (this.unsealedSince !== undefined) waits.push(this.unsealedSince + this.options.sealAfterSeconds * 1000 - now);
    if (this.options.retentionDays !== undefined && this.catalog.list().length > 0)
      waits.push(untilNextDayMs(this.options.clock()) + 1);
    if (this.leases.isWaiting || this.catalog.isUnfolded) waits.push(maintenancePauseMs);
    const untilNote = this.catalog.untilNoteMs();
    if (untilNote !== undefined) waits.push(Math.max(untilNote, 1));
    if (now < this.pausedUntil) waits.push(this.pausedUntil - now);
    const due = waits.filter((wait) => wait > 0);
    return due.length > 0 ? Math.min(...due) : undefined;
  }

  /**
   * For closing: everything into the day files, as far as there is time and room. What is left the intake log keeps, as it
   * would if the process died.
   */
  sealAll(): void {
    try {
      for (const work of [this.urgent, this.background?.work]) work?.return(undefined);
      this.urgent = undefined;
      this.background = undefined;
      if (this.unsealedSince !== undefined || this.sealer.isUnderWay) this.sealInTime();
    } catch (error) {
      if (!isDiskFull(error) && !isBroken(error)) throw error;
      this.options.log.warn({ error: String(error) }, "sealing at the end failed, the intake log keeps the events");
    }
  }

  private sealInTime(): void {
    const end = this.now() + closeSealMs;
    const work = this.sealer.run();
    while (!work.next().done) {
      if (this.now() < end) continue;
      work.return(undefined);
      this.options.log.info("no time to seal everything at the end, the intake log keeps the events");
      return;
    }
  }

  /** While the intake log is read back: keeps the list of segments short without waiting for a slice. */
  mergeReplayed(): void {
    const { segments } = this.tail;
    const recent = segments.slice(-replayFanIn);
    const rows = recent.reduce((sum, { summary }) => sum + summary.rows, 0);
    if (recent.length === replayFanIn && rows < this.options.sealEvents) exhaust(this.tail.merge(recent));
    else {
      const next = segments.length > replayFanIn ? this.tail.nextMerge() : undefined;
      if (next) exhaust(this.tail.merge(next));
    }
  }

  /** A little of the most pressing work; false when there is none. */
  private step(): boolean {
    this.urgent ??= this.nextUrgent();
    if (this.urgent) {
      const work = this.urgent;
      if (this.advance(work, undefined)) this.urgent = undefined;
      return true;
    }
    this.background ??= this.nextBackground();
    if (!this.background) return false;
    const { work, day } = this.background;
    if (this.advance(work, day)) this.background = undefined;
    return true;
  }

  private hasWork(): boolean {
    this.urgent ??= this.nextUrgent();
    if (this.urgent) return true;
    this.background ??= this.nextBackground();
    return this.background !== undefined;
  }

  /** True when the work is over, well or not. */
  private advance(work: Work, day: Day | undefined): boolean {
    try {
      if (day && this.catalog.find(day.name) !== day) return true;
      return work.next().done === true;
    } catch (error) {
      this.failed(error, day);
      return true;
    }
  }

  /** Lack of space: later again. Damage of a day: without it. Anything else is our own fault. */
  private failed(error: unknown, day: Day | undefined): void {
    if (isDiskFull(error)) {
      this.pausedUntil = this.now() + maintenancePauseMs;
      this.options.log.warn({ error: String(error) }, "no room for sealing and compaction, trying again later");
    } else if (day && isBroken(error)) this.catalog.setAside(day.name, String(error));
    else throw error;
  }

  private nextUrgent(): Work | undefined {
    if (this.mustSeal()) return this.seal();
    const next = this.sealer.isUnderWay ? undefined : this.tail.nextMerge();
    return next && this.tail.merge(next);
  }

  private mustSeal(): boolean {
    const now = this.now();
    if (this.unsealedSince === undefined || now < this.pausedUntil) return false;
    const isFull = this.tail.fullness(this.options.sealEvents) >= 1;
    const isOld = now - this.unsealedSince >= this.options.sealAfterSeconds * 1000;
    if (!this.sealer.isUnderWay && !isFull && !isOld) return false;
    if (!this.space.isLow) return true;
    this.pausedUntil = now + maintenancePauseMs;
    return false;
  }

  private *seal(): Work {
    yield* this.sealer.run();
    // What came during the seal waits for the next one.
    this.unsealedSince = this.tail.commits > 0 ? this.now() : undefined;
    this.retentionAt = Number.NEGATIVE_INFINITY;
  }

  private nextBackground(): DayWork | undefined {
    if (this.isRetentionDue()) return { work: this.retain(), day: undefined };
    const deletion = this.leases.takeDue();
    if (deletion) return deletion;
    if (this.now() < this.pausedUntil) return undefined;
    if (this.catalog.isUnfolded && this.now() >= this.foldAt) return { work: once(() => this.fold()), day: undefined };
    const rested = this.catalog.nextToNote();
    if (rested) return { work: once(() => this.catalog.note(rested)), day: rested };
    for (const day of this.catalog.list())
      if (day.leftOver.length > 0) return { work: this.deleteSegments(day, [...day.leftOver]), day };
    return this.space.isLow ? undefined : this.nextCompaction();
  }

  private nextCompaction(): DayWork | undefined {
    const today = dayName(dayNumberOf(this.options.clock() * 1000));
    for (const day of this.catalog.list()) {
      const sources = nextCompaction(day, today, this.now());
      if (sources) return { work: this.compact(day, sources), day };
    }
    return undefined;
  }

  private *compact(day: Day, sources: Day["segments"]): Work {
    yield* compact(this.catalog, day, sources);
    for (const { segmentId } of sources) this.deleteWhenUnread(day, segmentId);
    this.retentionAt = Number.NEGATIVE_INFINITY;
  }

  private deleteWhenUnread(day: Day, segmentId: number): void {
    this.leases.whenUnread({ work: this.deleteSegments(day, [segmentId]), day });
  }

  /** What could not be deleted stays left over, and is tried again after a pause or at the next start. */
  private *deleteSegments(day: Day, segmentIds: readonly number[]): Work {
    this.catalog.pin(day.name);
    day.leftOver = [...new Set([...day.leftOver, ...segmentIds])];
    try {
      for (const segmentId of segmentIds) {
        yield* this.catalog.file(day.name).delete(segmentId);
        day.leftOver = day.leftOver.filter((other) => other !== segmentId);
      }
      day.unfolded = true;
    } finally {
      this.catalog.unpin(day.name);
    }
  }

  private isRetentionDue(): boolean {
    const { retentionDays, retentionBytes, clock } = this.options;
    if (retentionDays === undefined && retentionBytes === undefined) return false;
    // The second: the wall clock was set back.
    return clock() >= this.retentionAt || this.retentionAt > clock() + 2 * msPerDay;
  }

  private *retain(): Work {
    const { retentionDays, retentionBytes, clock, log } = this.options;
    const nowMs = clock();
    this.retentionAt = nowMs + untilNextDayMs(nowMs);
    const days = this.catalog.list().map(({ name }) => ({ name, bytes: this.catalog.bytes(name) }));
    for (const name of daysToRemove(days, this.otherBytes(), { days: retentionDays, bytes: retentionBytes }, nowMs)) {
      log.info({ day: name }, "retention removed a day");
      this.catalog.remove(name);
      this.leases.whenUnread({ work: once(() => this.catalog.unlink(name)), day: undefined });
      yield;
    }
  }

  private fold(): void {
    if (!this.catalog.fold()) this.foldAt = this.now() + maintenancePauseMs;
    this.catalog.closeIdle();
  }

  private now(): number {
    return this.options.monotonicMs?.() ?? performance.now();
  }
}

const msPerDay = 86_400_000;

function* once(action: () => void): Work {
  yield;
  action();
}

function exhaust(work: Work): void {
  while (!work.next().done);
}

function isBroken(error: unknown): boolean {
  return error instanceof FormatError || isDamage(error);
}
