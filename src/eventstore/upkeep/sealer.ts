import type { Day, SealedSegment } from "../catalog/day.ts";
import type { DayCatalog } from "../catalog/day-catalog.ts";
import { handleOf, type Tail, type TailSegment, viewOfTail } from "../catalog/tail.ts";
import type { TailDamage } from "../catalog/tail-damage.ts";
import {
  ask,
  type DayRef,
  type DayRows,
  isUnreadable,
  type JobSource,
  UpkeepError,
  type UpkeepWork,
} from "../catalog/upkeep-jobs.ts";
import type { RenewableLog } from "../files/renewable-log.ts";
import { brokenFilesMax, finishDayAfterMs } from "../limits.ts";
import { pendingOf } from "../occurrences/pending-repeats.ts";
import { applyChange } from "./apply-change.ts";
import { buildSegments, groupsThatFit } from "./build-segments.ts";

/** A seal under way. It survives a failure in the middle: finished days are not done again. */
interface Plan {
  /** The last commit that it covers. */
  through: number;
  commits: number;
  occurrences: number;
  tail: TailSegment[];
  /** Days that only have repeats of sealed events, and are not done. */
  repeatDays: Set<string>;
  /** False until it is known which day gets what. */
  isDivided: boolean;
  /** The shares of each day. */
  days: Map<string, Share[]>;
  /** Days whose shares cannot be merged with each other, though each can be read: each becomes a segment. */
  apart: Set<string>;
  done: Map<string, SealedSegment[]>;
}

/** A day's share of a segment of the tail. */
interface Share {
  segment: TailSegment;
  source: JobSource;
}

/**
 * Moves the tail into the day files. Each day is one transaction, which also says up to which commit the day is
 * complete; the commits leave the intake log when all days have them. A crash in between is mended by that number at
 * the next start. What cannot be read is put aside.
 */
export class Sealer {
  private plan: Plan | undefined;

  constructor(
    private readonly tail: Tail,
    private readonly catalog: DayCatalog,
    private readonly intake: RenewableLog,
    private readonly damage: TailDamage,
  ) {}

  /** While this is true the segments of the tail must stay as they are. */
  get isUnderWay(): boolean {
    return this.plan !== undefined;
  }

  /** A day's file was lost: everything that this seal wrote to it must be written again. */
  forget(day: string): void {
    this.plan?.done.delete(day);
  }

  /**
   * Seals all that was appended before the first step. After a failure, call it again to go on. A day whose file cannot
   * be written now does not keep the others waiting; `mayReplace` says when to stop waiting for it and begin a fresh
   * file.
   */
  *run(mayReplace: (day: string) => boolean): UpkeepWork {
    this.plan ??= this.makePlan();
    const { plan } = this;
    if (!plan.isDivided) yield* this.divide(plan);
    const failed = new Map<string, UpkeepError>();
    const replaced = new Set<string>();
    let brokenFiles = 0;
    for (let name = this.nextDay(plan, failed); name !== undefined; name = this.nextDay(plan, failed))
      try {
        yield* this.finishDay(plan, name);
        brokenFiles = 0;
      } catch (error) {
        if (!(error instanceof UpkeepError)) throw error;
        if (error.kind === "unreadable") yield* this.dropUnreadable(plan, name);
        // A fresh file that breaks as soon as it is made is the fault of the disk, which gets time; the intake log
        // keeps the events.
        else if (error.kind === "broken" && ++brokenFiles > brokenFilesMax)
          failed.set(name, breaksEachTime(name, error));
        else if (error.kind === "broken" || (error.kind === "failed" && mayReplace(name) && !replaced.has(name))) {
          this.catalog.damage.setAside(name, error.message);
          replaced.add(name);
        } else if (error.kind === "failed") failed.set(name, failedFor(name, error));
        // When the file was taken away, the day begins again in a fresh one.
        else if (error.kind !== "released") throw error;
      }
    for (const error of failed.values()) throw error;
    this.finish(plan);
    this.plan = undefined;
  }

  private makePlan(): Plan {
    for (const segment of this.tail.segments) if (segment.damage !== undefined) this.damage.putAside(segment);
    return {
      through: this.tail.lastCommit,
      commits: this.tail.commits,
      occurrences: this.tail.occurrences,
      tail: [...this.tail.segments],
      repeatDays: new Set(),
      isDivided: false,
      days: new Map(),
      apart: new Set(),
      done: new Map(),
    };
  }

  private *divide(plan: Plan): UpkeepWork {
    const shares = plan.tail.map((segment) => ({ segment, source: handleThrough(segment, plan.through) }));
    let rows: DayRows[][];
    try {
      rows = yield* ask({ kind: "divide", sources: shares.map(({ source }) => source) });
    } catch (error) {
      if (!isUnreadable(error) || !(yield* this.putAsideUnreadable(plan, shares))) throw error;
      return yield* this.divide(plan);
    }
    rows.forEach((days, index) => {
      requireAll(shares[index]!.segment, days);
      for (const { day, rows: some } of days) {
        const list = plan.days.get(day) ?? [];
        const { segment, source } = shares[index]!;
        list.push({ segment, source: { ...source, some } });
        plan.days.set(day, list);
      }
    });
    for (const day of this.catalog.list())
      if (!plan.days.has(day.name) && newestCommit(day, plan.through) > day.sealedCommit) plan.repeatDays.add(day.name);
    plan.isDivided = true;
  }

  private nextDay({ days, done, repeatDays }: Plan, failed: ReadonlyMap<string, unknown>): string | undefined {
    for (const name of days.keys()) if (!done.has(name) && !failed.has(name)) return name;
    for (const name of repeatDays)
      if (!this.catalog.find(name)) repeatDays.delete(name);
      else if (!failed.has(name)) return name;
    return undefined;
  }

  private *finishDay(plan: Plan, name: string): UpkeepWork {
    const day = this.catalog.get(name);
    if (plan.days.has(name)) yield* this.sealDay(plan, day);
    else yield* this.keepRepeats(plan, day);
  }

  /** Goes on without the unreadable shares of a day. If each can be read alone, they are sealed without merging. */
  private *dropUnreadable(plan: Plan, name: string): UpkeepWork {
    const shares = plan.days.get(name) ?? [];
    if (yield* this.putAsideUnreadable(plan, shares)) return;
    // Examining did to each of them what sealing it alone does, so that will work.
    if (plan.apart.has(name) || shares.length === 1)
      for (const { segment } of shares) this.putAside(plan, segment, "It can be read, but not rewritten.");
    else plan.apart.add(name);
  }

  /** False when all of them can be read. */
  private *putAsideUnreadable(plan: Plan, shares: readonly Share[]): UpkeepWork<boolean> {
    let isAny = false;
    for (const { segment, source } of shares) {
      const reason = yield* ask({ kind: "examine", day: noDay, source: { ...source, some: undefined } });
      if (reason === undefined) continue;
      this.putAside(plan, segment, reason);
      isAny = true;
    }
    return isAny;
  }

  private putAside(plan: Plan, segment: TailSegment, reason: string): void {
    this.damage.hide(segment, reason);
    this.damage.putAside(segment);
    plan.tail = plan.tail.filter((other) => other !== segment);
    for (const [day, shares] of plan.days) {
      if (plan.done.has(day)) continue;
      const others = shares.filter((share) => share.segment !== segment);
      if (others.length > 0) plan.days.set(day, others);
      else {
        plan.days.delete(day);
        plan.repeatDays.add(day);
      }
    }
  }

  private *sealDay(plan: Plan, day: Day): UpkeepWork {
    const shares = plan.days.get(day.name)!;
    const sources = shares.map(({ source }) => source);
    const groups = plan.apart.has(day.name) ? sources.map((source) => [source]) : groupsThatFit(sources);
    const { catalog } = this;
    const publish = (add: number[]) =>
      applyChange(catalog, day, { add, replace: [] }, () => sealedThrough(day.segments, plan.through));
    const sealed = yield* buildSegments({ catalog, day, publish }, groups);
    markChanged(catalog.require(day), plan.through);
    plan.done.set(day.name, sealed);
  }

  private *keepRepeats(plan: Plan, day: Day): UpkeepWork {
    const { catalog } = this;
    yield* applyChange(catalog, day, { add: [], replace: [] }, () => sealedThrough(day.segments, plan.through));
    markChanged(catalog.require(day), plan.through);
    plan.repeatDays.delete(day.name);
  }

  /** From here on the sealed segments are what snapshots show. */
  private finish(plan: Plan): void {
    this.intake.removeThrough(plan.through);
    for (const [name, segments] of plan.done) this.catalog.get(name).segments.push(...segments);
    const shares = Map.groupBy(sharesOf(plan), ({ segment }) => segment);
    for (const [segment, own] of shares)
      segment.pending.forEach((id, time, commit, fired) => {
        if (commit > plan.through) sealedHolder(segment, own, id)?.pending.add(id, time, commit, fired);
      });
    this.tail.remove(new Set(plan.tail), plan.commits, plan.occurrences);
    this.catalog.days.onChange();
  }
}

/** Examining a segment of the tail needs no file. */
const noDay: DayRef = { name: "", sealedCommit: 0 };

function failedFor(day: string, { message }: UpkeepError): UpkeepError {
  return new UpkeepError({ kind: "failed", message: `${day}: ${message}` });
}

function breaksEachTime(day: string, { message }: UpkeepError): UpkeepError {
  return new UpkeepError({ kind: "failed", message: `the file of ${day} breaks each time: ${message}` });
}

interface DoneShare extends Share {
  sealed: readonly SealedSegment[];
}

function sharesOf({ days, done }: Plan): DoneShare[] {
  return [...days].flatMap(([day, shares]) => shares.map((share) => ({ ...share, sealed: done.get(day)! })));
}

/** Every event has a day, so everything that leaves the log is in the day files by then. */
function requireAll({ summary }: TailSegment, days: readonly DayRows[]): void {
  const divided = days.reduce((sum, { rows }) => sum + (rows?.length ?? summary.rows), 0);
  if (divided === summary.rows) return;
  const ids = `ids ${summary.minId} to ${summary.maxId}`;
  throw new UpkeepError({
    kind: "failed",
    message: `${summary.rows} unsealed events, ${ids}, were divided into ${divided} by day.`,
  });
}

/** A repeat came while its event was being sealed: it waits for the new segment. */
function sealedHolder(segment: TailSegment, shares: readonly DoneShare[], id: number): SealedSegment | undefined {
  const row = shares.length > 1 ? viewOfTail(segment).ids().indexOf(id) : 0;
  const share = shares.find(({ source: { some } }) => some === undefined || some.includes(row));
  return share?.sealed.find(({ summary }) => summary.minId <= id && id <= summary.maxId);
}

/** With the repeats of the commits up to this one, whenever it is asked. */
function handleThrough(segment: TailSegment, commit: number): ReturnType<typeof handleOf> {
  return handleOf({ ...segment, pending: segment.pending.through(commit) });
}

/** State of a day with these segments once it is complete up to this commit. */
export function sealedThrough(segments: readonly Pick<SealedSegment, "pending">[], sealedCommit: number) {
  return { repeats: pendingOf(segments, (commit) => commit <= sealedCommit).columns(), sealedCommit };
}

function markChanged(day: Day, sealedCommit: number): void {
  day.sealedCommit = sealedCommit;
  day.unfolded = true;
  day.finishFromMs = performance.now() + finishDayAfterMs;
}

function newestCommit(day: Day, through: number): number {
  let newest = 0;
  for (const { pending } of day.segments)
    pending.forEach((_id, _time, commit) => {
      if (commit <= through) newest = Math.max(newest, commit);
    });
  return newest;
}
