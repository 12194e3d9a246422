import type { Day, DayCatalog, SealedSegment } from "../catalog/day-catalog.ts";
import { handleOf, type Tail, type TailSegment, viewOfTail } from "../catalog/tail.ts";
import {
  ask,
  type DayRef,
  type DayRows,
  type JobSource,
  UpkeepError,
  type UpkeepWork,
} from "../catalog/upkeep-jobs.ts";
import type { Repeat } from "../event/event.ts";
import type { IntakeLog } from "../files/intake-log.ts";
import { upkeepFailuresMax } from "../limits.ts";
import { PendingRepeats } from "../occurrences/pending-repeats.ts";
import { applyChange } from "./apply-change.ts";

/** A seal under way. It survives a failure in the middle: the days that are done are not done again. */
interface Plan {
  /** The last commit that it covers. */
  through: number;
  commits: number;
  occurrences: number;
  tail: TailSegment[];
  /** Days that only have repeats of sealed events, and are not done. */
  repeatDays: Set<string>;
  /** By segment of the tail; undefined until that is known. */
  rows?: DayRows[][];
  /** What each day gets. */
  days: Map<string, JobSource[]>;
  done: Map<string, SealedSegment>;
}

/**
 * Moves the tail into the day files. Each day is one transaction, which also says up to which commit the day is
 * complete; the commits leave the intake log when all days have them. A crash in between is mended by that number at
 * the next start.
 */
export class Sealer {
  private plan: Plan | undefined;

  constructor(
    private readonly tail: Tail,
    private readonly catalog: DayCatalog,
    private readonly intake: IntakeLog,
  ) {}

  /** While this is true the segments of the tail must stay as they are. */
  get isUnderWay(): boolean {
    return this.plan !== undefined;
  }

  /** A day's file was lost: what this seal wrote to it must be written again. */
  forget(day: string): void {
    this.plan?.done.delete(day);
  }

  /** Seals all that was appended before the first step. After a failure, call it again to go on. */
  *run(): UpkeepWork {
    this.plan ??= this.makePlan();
    const { plan } = this;
    if (!plan.rows) yield* this.divide(plan);
    let brokenFiles = 0;
    for (let name = this.nextDay(plan); name !== undefined; name = this.nextDay(plan)) {
      const day = this.catalog.get(name);
      try {
        if (plan.days.has(name)) yield* this.sealDay(plan, day);
        else yield* this.keepRepeats(plan, day);
        brokenFiles = 0;
      } catch (error) {
        // Taken away by somebody, it begins anew in a fresh file.
        if (!(error instanceof UpkeepError) || (error.kind !== "broken" && error.kind !== "released")) throw error;
        if (error.kind === "broken" && this.catalog.find(name) === day) this.catalog.setAside(name, error.message);
        // Fresh files that break as soon as they are made are the fault of the disk: it gets time, and the intake log
        // keeps the events.
        if (error.kind === "broken" && ++brokenFiles > upkeepFailuresMax)
          throw new UpkeepError({ kind: "failed", message: `the file of ${name} breaks each time: ${error.message}` });
      }
    }
    this.finish(plan);
    this.plan = undefined;
  }

  private makePlan(): Plan {
    return {
      through: this.tail.lastBatch,
      commits: this.tail.commits,
      occurrences: this.tail.occurrences,
      tail: [...this.tail.segments],
      repeatDays: new Set(),
      days: new Map(),
      done: new Map(),
    };
  }

  private *divide(plan: Plan): UpkeepWork {
    const sources = plan.tail.map((part) => handleThrough(part, plan.through));
    const rows = yield* ask({ kind: "divide", sources });
    rows.forEach((days, index) => {
      for (const { day, rows: some } of days) {
        const list = plan.days.get(day) ?? [];
        list.push({ ...sources[index]!, some });
        plan.days.set(day, list);
      }
    });
    for (const day of this.catalog.list())
      if (!plan.days.has(day.name) && newestBatch(day, plan.through) > day.sealedBatch) plan.repeatDays.add(day.name);
    plan.rows = rows;
  }

  private nextDay({ days, done, repeatDays }: Plan): string | undefined {
    for (const name of days.keys()) if (!done.has(name)) return name;
    for (const name of repeatDays)
      if (this.catalog.find(name)) return name;
      else repeatDays.delete(name);
    return undefined;
  }

  private *sealDay(plan: Plan, day: Day): UpkeepWork {
    const { catalog } = this;
    const sealed = yield* catalog.withNewSegment(day, function* (segmentId): UpkeepWork<SealedSegment> {
      const sources = plan.days.get(day.name)!;
      const summary = yield* ask({ kind: "build", day: refOf(catalog.require(day)), segmentId, sources });
      yield* applyChange(catalog, day, { add: [segmentId], replace: [] }, () => sealedThrough(day, plan.through));
      return { segmentId, summary, pending: new PendingRepeats() };
    });
    markChanged(catalog.require(day), plan.through);
    plan.done.set(day.name, sealed);
  }

  private *keepRepeats(plan: Plan, day: Day): UpkeepWork {
    const { catalog } = this;
    yield* applyChange(catalog, day, { add: [], replace: [] }, () => sealedThrough(day, plan.through));
    markChanged(catalog.require(day), plan.through);
    plan.repeatDays.delete(day.name);
  }

  /** From here on the sealed segments are what snapshots show. */
  private finish(plan: Plan): void {
    this.intake.removeThrough(plan.through);
    for (const [name, segment] of plan.done) this.catalog.get(name).segments.push(segment);
    plan.tail.forEach((part, index) => {
      part.pending.forEach((id, time, batch, fired) => {
        if (batch > plan.through) handOver(plan, index, { id, time, fired }, batch);
      });
    });
    this.tail.remove(new Set(plan.tail), plan.commits, plan.occurrences);
    this.catalog.onChange();
  }
}

/** A repeat came while its event was being sealed: it waits beside the new segment. */
function handOver({ tail, rows, done }: Plan, index: number, { id, time, fired }: Repeat, batch: number): void {
  const days = rows![index]!;
  const row = days.length > 1 ? viewOfTail(tail[index]!).ids().indexOf(id) : 0;
  const day = days.find((some) => some.rows === undefined || some.rows.includes(row));
  if (day) done.get(day.day)!.pending.add(id, time, batch, fired);
}

/** With the repeats of the commits up to this one, whenever it is asked. */
function handleThrough(part: TailSegment, batch: number): ReturnType<typeof handleOf> {
  return handleOf({ ...part, pending: part.pending.through(batch) });
}

function sealedThrough(day: Day, sealedBatch: number) {
  return { repeats: repeatsThrough(day.segments, sealedBatch).batched(), sealedBatch };
}

export function refOf({ name, sealedBatch }: Day): DayRef {
  return { name, sealedBatch };
}

/** All repeats beside segments of a day, of the commits up to this one. */
export function repeatsThrough(segments: readonly SealedSegment[], batch: number): PendingRepeats {
  const all = new PendingRepeats();
  for (const { pending } of segments)
    pending.forEach((id, time, of, fired) => {
      if (of <= batch) all.add(id, time, of, fired);
    });
  return all;
}

function markChanged(day: Day, sealedBatch: number): void {
  day.sealedBatch = sealedBatch;
  day.unfolded = true;
  day.changedMs = performance.now();
}

function newestBatch(day: Day, through: number): number {
  let newest = 0;
  for (const { pending } of day.segments)
    pending.forEach((_id, _time, batch) => {
      if (batch <= through) newest = Math.max(newest, batch);
    });
  return newest;
}
