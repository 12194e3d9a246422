import { messageOf } from "../../lib/errors.ts";
import { type Day, shownOf } from "../catalog/day.ts";
import type { DayCatalog } from "../catalog/day-catalog.ts";
import type { EventStoreOptions } from "../catalog/event-store-options.ts";
import type { Tail, TailSegment } from "../catalog/tail.ts";
import { ask, type Lane, refOf, type Upkeep, UpkeepError, type UpkeepWork } from "../catalog/upkeep-jobs.ts";
import { isDiskFull } from "../errors.ts";
import { dayName, dayNumberOf } from "../event/days.ts";
import type { FreeSpace } from "../files/free-space.ts";
import { closeManifestMs, closeSealMs, closeUnloggedSealMs, parkedAfterFailures, upkeepPauseMs } from "../limits.ts";
import { nextCompaction } from "./compactor.ts";
import type { Leases } from "./leases.ts";
import { mend, mergeOrSeparate } from "./mender.ts";
import { type ParkedJob, ParkedJobs } from "./parked-jobs.ts";
import { daysToRemove, type RetentionRule, untilNextDayMs } from "./retention.ts";
import { SealTime } from "./seal-time.ts";
import type { Sealer } from "./sealer.ts";
import { type DayWork, UpkeepLanes } from "./upkeep-lanes.ts";

/**
 * The store's own work: urgent jobs that keep the tail small (merging, sealing), and in parallel the others (retention,
 * deletion, compaction). It decides and keeps the books; `upkeep` does what takes long. Failed work is tried again
 * after a while and blocks nothing else.
 */
export class UpkeepScheduler {
  private readonly lanes: UpkeepLanes;
  private readonly sealTime: SealTime;
  /** The tail has events that no log has any more. */
  private isUnlogged = false;
  private pausedUntil = Number.NEGATIVE_INFINITY;
  private retentionAt = Number.NEGATIVE_INFINITY;
  private retention: RetentionRule;
  private foldAt = Number.NEGATIVE_INFINITY;
  private readonly jobs: ParkedJobs;
  private isClosing = false;

  /** Parameters: the parts of an open store, wired in open-event-store.ts alone. */
  constructor(
    private readonly options: EventStoreOptions,
    private readonly tail: Tail,
    private readonly catalog: DayCatalog,
    private readonly sealer: Sealer,
    private readonly leases: Leases<DayWork>,
    private readonly space: FreeSpace,
    private readonly otherBytes: () => number,
    private readonly upkeep: Upkeep,
  ) {
    this.sealTime = new SealTime(options.sealAfterSeconds * 1000);
    this.retention = { days: options.retentionDays, bytes: options.retentionBytes };
    this.jobs = new ParkedJobs(() => this.now(), options.clock);
    this.lanes = new UpkeepLanes(upkeep, {
      next: (lane) => this.next(lane),
      isGone: (day) => day !== undefined && this.catalog.find(day.name) !== day,
      failed: (error, work) => this.failed(error, work),
      now: () => this.now(),
    });
  }

  /** A seal is under way or next. */
  get willSeal(): boolean {
    return !this.isClosing && this.mustSeal();
  }

  /** Work that has failed time and again. */
  get parked(): ParkedJob[] {
    return this.jobs.list();
  }

  /** From now on other days are kept; those that are too many go with the next run. */
  setRetention(rule: RetentionRule): void {
    this.retention = rule;
    this.retentionAt = Number.NEGATIVE_INFINITY;
  }

  /** The day is gone, and all work on it with it. */
  forgetDay(day: string): void {
    this.jobs.forgetDay(day);
  }

  /** For events that are in memory alone: their seal comes first, and a stop waits longer for it. */
  sealUnlogged(): void {
    this.isUnlogged = true;
    this.sealTime.hurry();
  }

  arrived(): void {
    this.sealTime.arrived(this.now());
  }

  /**
   * Processes answers, hands out the next jobs, and waits up to `waitMs` for answers. True while something is under
   * way.
   */
  run(waitMs: number): boolean {
    const end = performance.now() + waitMs;
    for (;;) {
      this.lanes.moveOn();
      const left = end - performance.now();
      if (!this.lanes.isWaiting || left <= 0) return this.lanes.isWaiting;
      this.upkeep.wait(left);
    }
  }

  /** Milliseconds until `run` has something to do, though no answer and nothing else comes. */
  nextMs(): number | undefined {
    if (this.lanes.canMoveOn()) return 0;
    const waits: number[] = [];
    const now = this.now();
    const sealAt = this.sealTime.next(this.tail.events);
    if (sealAt !== undefined && !this.sealer.isUnderWay) waits.push(sealAt - now);
    if (this.retention.days !== undefined && this.catalog.list().length > 0)
      waits.push(untilNextDayMs(this.options.clock()) + 1);
    if (this.leases.isWaiting || this.catalog.isUnfolded) waits.push(upkeepPauseMs);
    const untilDue = this.jobs.untilDueMs();
    if (untilDue !== undefined) waits.push(untilDue);
    const untilEntry = this.catalog.manifest.untilNextMs();
    // Otherwise it waits for an answer, or for the pause to end.
    const isEntryNext = now >= this.pausedUntil && !this.lanes.isBusy("background");
    if (untilEntry !== undefined && isEntryNext) waits.push(Math.max(untilEntry, 1));
    if (now < this.pausedUntil) waits.push(this.pausedUntil - now);
    const due = waits.filter((wait) => wait > 0);
    return due.length > 0 ? Math.min(...due) : undefined;
  }

  /**
   * For closing: seals everything into the day files as far as time and disk space allow, and writes the manifest for
   * the next start. The intake log keeps the rest, as it would if the process died. No day file is open afterwards.
   */
  close(sealMs = closeSealMs): void {
    this.isClosing = true;
    this.lanes.stop("background");
    try {
      this.sealInTime(Math.min(sealMs, closeSealMs));
      this.lanes.stop("urgent");
      this.lanes.finish("urgent", this.leaveTidy(), closeManifestMs);
    } catch (error) {
      this.options.log.warn({ error: String(error) }, "sealing at the end failed, the intake log keeps the events");
    } finally {
      this.upkeep.end();
    }
  }

  /** Ends the work under way first: it may be a seal. */
  private sealInTime(sealMs: number): void {
    const limitMs = this.isUnlogged ? closeUnloggedSealMs : sealMs;
    const end = this.now() + limitMs;
    const mustSeal = () => this.sealTime.isAnythingUnsealed || this.sealer.isUnderWay;
    const seal = () =>
      this.lanes.finish(
        "urgent",
        this.sealer.run(() => false),
        end - this.now(),
      );
    const isDone = this.lanes.drain("urgent", limitMs) && (!mustSeal() || seal());
    if (!isDone) this.options.log.info("no time to seal everything at the end, the intake log keeps the events");
  }

  private *leaveTidy(): UpkeepWork {
    const { catalog } = this;
    for (const day of catalog.list()) if (day.unfolded) yield* this.unlessBroken(day, this.fold(day));
    for (const day of catalog.list())
      if (day.unlistedSince !== undefined) yield* this.unlessBroken(day, this.list(day, true));
    for (const day of catalog.listLeftBehind()) yield* this.unlessBroken(day, ask({ kind: "visit", day: refOf(day) }));
  }

  private *unlessBroken(day: Day, work: UpkeepWork<unknown>): UpkeepWork {
    try {
      yield* work;
    } catch (error) {
      if (!(error instanceof UpkeepError) || error.kind !== "broken") throw error;
      this.catalog.damage.setAside(day.name, error.message);
    }
  }

  /**
   * Lack of space: try again later. Damage of a day: go on without it. Anything else: try again after ever longer
   * pauses while everything else goes on.
   */
  private failed(error: unknown, { name, day, of = day?.name ?? "" }: Omit<DayWork, "work">): void {
    const kind = error instanceof UpkeepError ? error.kind : "failed";
    if (kind === "released" || kind === "stopped") return;
    if (kind === "broken" && day) this.catalog.damage.setAside(day.name, String(error));
    else if (kind === "full" || isDiskFull(error)) {
      this.pausedUntil = this.now() + upkeepPauseMs;
      this.options.log.warn({ error: String(error) }, "no room for sealing and compaction, trying again later");
    } else {
      const isParked = this.jobs.fail(name, of, messageOf(error));
      const fields = { err: error, job: name, day: of };
      if (isParked) this.options.log.error(fields, "upkeep failed time and again, it is tried ever later");
      else this.options.log.warn(fields, "upkeep failed, trying again later");
    }
  }

  private next(lane: Lane): DayWork | undefined {
    if (this.jobs.mustWait("upkeep", lane)) return undefined;
    try {
      const next = lane === "urgent" ? this.nextUrgent() : this.nextBackground();
      this.jobs.clear("upkeep", lane);
      return next;
    } catch (error) {
      this.failed(error, { name: "upkeep", day: undefined, of: lane });
      return undefined;
    }
  }

  private nextUrgent(): DayWork | undefined {
    if (this.isClosing) return undefined;
    if (this.mustSeal()) return { name: "sealing", work: this.seal(), day: undefined };
    const next = this.sealer.isUnderWay || this.jobs.mustWait("merging") ? undefined : this.tail.nextMerge();
    return next && { name: "merging", work: this.merge(next), day: undefined };
  }

  private *merge(next: readonly TailSegment[]): UpkeepWork {
    yield* this.tail.merge(next);
    this.jobs.clear("merging");
  }

  private mustSeal(): boolean {
    const now = this.now();
    const sealAt = this.sealTime.next(this.tail.events);
    if (sealAt === undefined || now < this.pausedUntil || this.jobs.mustWait("sealing")) return false;
    if (!this.sealer.isUnderWay && this.tail.fullness(this.options) < 1 && now < sealAt) return false;
    if (!this.space.isLow) return true;
    this.pausedUntil = now + upkeepPauseMs;
    return false;
  }

  /** A day that cannot be written has to make way when the tail has no room to wait for it. */
  private *seal(): UpkeepWork {
    const isHopeless = this.jobs.failuresOf("sealing") >= parkedAfterFailures;
    const wasUnlogged = this.isUnlogged;
    yield* this.sealer.run(() => isHopeless && this.tail.isOverfull(this.options));
    this.sealTime.sealed(this.now(), this.tail.commits > 0);
    if (wasUnlogged) this.isUnlogged = false;
    else if (this.isUnlogged) this.sealUnlogged();
    this.retentionAt = Number.NEGATIVE_INFINITY;
    this.jobs.clear("sealing");
  }

  private nextBackground(): DayWork | undefined {
    if (this.isClosing) return undefined;
    if (this.isRetentionDue()) this.retain();
    const deletion = this.leases.takeDue();
    if (deletion) return deletion;
    if (this.now() < this.pausedUntil) return undefined;
    if (this.catalog.loader.hasUnopened && !this.jobs.mustWait("opening"))
      return { name: "opening", work: this.openLeftOut(), day: undefined };
    return (
      this.nextTidying() ??
      (this.space.isLow ? undefined : (this.nextMending() ?? this.nextInspection() ?? this.nextCompaction()))
    );
  }

  private nextTidying(): DayWork | undefined {
    if (this.now() >= this.foldAt)
      for (const day of this.catalog.list())
        if (day.unfolded && !this.jobs.mustWait("folding", day.name))
          return { name: "folding", work: this.fold(day), day };
    const unlisted = this.catalog.manifest.next();
    if (unlisted) return { name: "listing", work: this.list(unlisted, false), day: unlisted };
    for (const day of this.catalog.list())
      if (day.leftOver.length > 0 && !this.jobs.mustWait("deleting", day.name))
        return { name: "deleting", work: this.deleteSegments(day, [...day.leftOver]), day };
    const name = this.jobs.nextDayOf("retention");
    return name === undefined ? undefined : { name: "retention", work: this.unlink(name), day: undefined, of: name };
  }

  private nextMending(): DayWork | undefined {
    for (const day of this.catalog.list())
      if (day.toMend.length > 0 && !this.jobs.mustWait("mending", day.name))
        return { name: "mending", work: this.mend(day, day.toMend[0]!), day };
    return undefined;
  }

  private nextInspection(): DayWork | undefined {
    for (const day of this.catalog.list())
      if (!day.isInspected && !this.jobs.mustWait("inspection", day.name))
        return { name: "inspection", work: this.inspect(day), day };
    return undefined;
  }

  /** Once for each day that an earlier build may have written to. */
  private *inspect(day: Day): UpkeepWork {
    const segmentIds = shownOf(day).map(({ segmentId }) => segmentId);
    const outdated = new Set(yield* ask({ kind: "inspect", day: refOf(day), segmentIds }));
    for (const segment of shownOf(day).filter(({ segmentId }) => outdated.has(segmentId))) {
      const { segmentId, summary } = segment;
      yield* this.compact(day, [segment]);
      this.options.log.warn({ day: day.name, segment: segmentId, events: summary.rows }, "segment repaired");
    }
    day.isInspected = true;
    day.unlistedSince ??= this.now();
    this.jobs.clear("inspection", day.name);
  }

  private nextCompaction(): DayWork | undefined {
    const today = dayName(dayNumberOf(this.options.clock() * 1000));
    for (const day of this.catalog.list()) {
      if (this.jobs.mustWait("compaction", day.name)) continue;
      const sources = nextCompaction(day, today, this.now());
      if (sources) return { name: "compaction", work: this.compact(day, sources), day };
    }
    return undefined;
  }

  private *compact(day: Day, sources: Day["segments"]): UpkeepWork {
    if (yield* mergeOrSeparate(this.catalog, day, sources, this.options.log)) this.replaced(day, sources);
    this.jobs.clear("compaction", day.name);
  }

  private *mend(day: Day, segment: Day["segments"][number]): UpkeepWork {
    const fields = { day: day.name, segment: segment.segmentId, events: segment.summary.rows };
    if (yield* mend(this.catalog, day, segment)) {
      this.replaced(day, [segment]);
      this.options.log.info(fields, "segment that was set aside was rewritten and serves again");
    } else this.options.log.warn(fields, "segment cannot be rewritten and stays set aside");
    this.jobs.clear("mending", day.name);
  }

  private replaced(day: Day, sources: Day["segments"]): void {
    for (const { segmentId } of sources)
      this.leases.whenUnread({ name: "deleting", work: this.deleteSegments(day, [segmentId]), day });
    this.retentionAt = Number.NEGATIVE_INFINITY;
  }

  private *openLeftOut(): UpkeepWork {
    yield* [];
    this.catalog.loader.tryAgain();
    if (!this.catalog.loader.hasUnopened) this.jobs.clear("opening");
    else throw new UpkeepError({ kind: "failed", message: "day files cannot be opened; the log names them" });
  }

  /** Segments that could not be deleted stay, and are tried again after a pause or at the next start. */
  private *deleteSegments(day: Day, segmentIds: readonly number[]): UpkeepWork {
    day.leftOver = [...new Set([...day.leftOver, ...segmentIds])];
    yield* ask({ kind: "delete", day: refOf(day), segmentIds });
    day.leftOver = day.leftOver.filter((segmentId) => !segmentIds.includes(segmentId));
    day.unfolded = true;
    this.jobs.clear("deleting", day.name);
  }

  /** Tried again after a pause when a reader was in the way. */
  private *fold(day: Day): UpkeepWork {
    // The manifest entry lacks everything written after this point.
    day.unfolded = false;
    let isFolded = false;
    try {
      isFolded = yield* ask({ kind: "fold", day: refOf(day) });
    } finally {
      if (isFolded && !day.unfolded) day.unlistedSince = this.now();
      else day.unfolded = true;
      if (!isFolded) this.foldAt = this.now() + upkeepPauseMs;
    }
    this.jobs.clear("folding", day.name);
  }

  private *list(day: Day, isLast: boolean): UpkeepWork {
    day.unlistedSince = undefined;
    this.catalog.manifest.keep(day, yield* ask({ kind: "list", day: refOf(day), isLast }));
  }

  private isRetentionDue(): boolean {
    const { clock } = this.options;
    if (this.retention.days === undefined && this.retention.bytes === undefined) return false;
    // The second: the wall clock was set back.
    return clock() >= this.retentionAt || this.retentionAt > clock() + 2 * msPerDay;
  }

  private retain(): void {
    const { clock, log } = this.options;
    const nowMs = clock();
    this.retentionAt = nowMs + untilNextDayMs(nowMs);
    const days = this.catalog.list().map(({ name }) => ({ name, bytes: this.catalog.bytes(name) }));
    for (const name of daysToRemove(days, this.otherBytes(), this.retention, nowMs)) {
      log.info({ day: name }, "retention removed a day");
      this.catalog.remove(name);
      this.leases.whenUnread({ name: "retention", work: this.unlink(name), day: undefined, of: name });
    }
  }

  private *unlink(name: string): UpkeepWork {
    if (this.catalog.isRemoving(name)) yield* ask({ kind: "unlink", day: { name, sealedCommit: 0 } });
    this.catalog.forgetUnlinked(name);
    this.jobs.clear("retention", name);
  }

  private now(): number {
    return this.options.monotonicMs?.() ?? performance.now();
  }
}

const msPerDay = 86_400_000;
