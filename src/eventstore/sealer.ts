import type { Day, DayCatalog, SealedSegment } from "./day-catalog.ts";
import { type DayNumber, dayName, dayNumberOf } from "./days.ts";
import { isDamage } from "./errors.ts";
import type { Repeat } from "./event.ts";
import type { IntakeLog } from "./intake-log.ts";
import { mergeSegments } from "./merge-segments.ts";
import type { MergeSource } from "./merge-source.ts";
import { PendingRepeats } from "./pending-repeats.ts";
import { FormatError, summaryOf } from "./segment-format.ts";
import type { SegmentView } from "./segment-view.ts";
import { type Tail, type TailSegment, viewOfTail } from "./tail.ts";

/** A seal under way. It survives a failure in the middle: the days that are done are not done again. */
interface Plan {
  /** The last commit that it covers. */
  through: number;
  commits: number;
  occurrences: number;
  tail: TailSegment[];
  views: SegmentView[];
  /** Rows of each view by day; undefined rows: all of them. */
  days: Map<string, { index: number; rows?: Uint32Array }[]>;
  /** Days that only have repeats of sealed events. */
  repeatDays: Set<string>;
  done: Map<string, SealedSegment>;
}

/**
 * Moves the tail into the day files. Each day is one transaction, which also says up to which commit the day is complete;
 * the commits leave the intake log when all days have them. A crash in between is mended by that number at the next start.
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

  /** Seals all that was appended before the first step, in slices. After a failure, call it again to go on. */
  *run(): Generator<void> {
    this.plan ??= this.makePlan();
    const plan = this.plan;
    yield;
    const pending = () => [...plan.days.keys()].find((day) => !plan.done.has(day));
    for (let name = pending(); name !== undefined; name = pending()) {
      const day = this.catalog.get(name);
      const work = this.sealDay(plan, day);
      this.catalog.pin(name);
      try {
        // When the day is set aside meanwhile, it begins anew in a fresh file.
        while (this.catalog.find(name) === day && !work.next().done) yield;
      } catch (error) {
        if (!(error instanceof FormatError || isDamage(error))) throw error;
        this.catalog.setAside(name, String(error));
      } finally {
        this.catalog.unpin(name);
      }
    }
    for (const day of plan.repeatDays) {
      yield;
      this.catalog.guard(day, () => this.keepRepeats(plan, day));
      this.catalog.closeIdle();
    }
    this.finish(plan);
    this.plan = undefined;
  }

  private makePlan(): Plan {
    const through = this.intake.ledger.batch;
    const tail = [...this.tail.segments];
    const views = tail.map((segment) => viewOfTail(segment).view);
    const days = partition(views);
    const repeatDays = new Set<string>();
    for (const day of this.catalog.list())
      if (!days.has(day.name) && newestBatch(day) > day.sealedBatch) repeatDays.add(day.name);
    return {
      through,
      commits: this.tail.commits,
      occurrences: this.tail.occurrences,
      tail,
      views,
      days,
      repeatDays,
      done: new Map(),
    };
  }

  private *sealDay(plan: Plan, day: Day): Generator<void> {
    const { name } = day;
    const { segmentId, sink } = this.catalog.file(name).begin();
    // Left over until it is done: a failure leaves no half segment behind.
    day.leftOver.push(segmentId);
    const sources: MergeSource[] = plan.days.get(name)!.map(({ index, rows }) => ({ view: plan.views[index]!, rows }));
    const directory = yield* mergeSegments(sources, sink, false);
    const change = {
      add: [{ segmentId, directory }],
      replace: [],
      repeats: repeatsThrough(day, plan.through),
      sealedBatch: plan.through,
    };
    this.catalog.file(name).apply(change, new Map([[segmentId, sink]]));
    day.leftOver = day.leftOver.filter((other) => other !== segmentId);
    markChanged(day, plan.through);
    plan.done.set(name, { segmentId, summary: summaryOf(directory), pending: new PendingRepeats() });
  }

  private keepRepeats(plan: Plan, name: string): void {
    const day = this.catalog.find(name);
    if (!day) return;
    const repeats = repeatsThrough(day, plan.through);
    this.catalog.file(name).apply({ add: [], replace: [], repeats, sealedBatch: plan.through }, new Map());
    markChanged(day, plan.through);
  }

  /** From here on the sealed segments are what snapshots show. */
  private finish(plan: Plan): void {
    this.intake.removeThrough(plan.through);
    this.intake.fold();
    for (const [name, segment] of plan.done) this.catalog.get(name).segments.push(segment);
    plan.tail.forEach((part, index) => {
      part.pending.forEach((id, time, batch, fired) => {
        if (batch > plan.through) this.handOver(plan, plan.views[index]!, { id, time, fired }, batch);
      });
    });
    this.tail.remove(new Set(plan.tail), plan.commits, plan.occurrences);
    this.catalog.fold();
    this.catalog.onChange();
  }

  /** A repeat came while its event was being sealed: it waits beside the new segment. */
  private handOver(plan: Plan, view: SegmentView, { id, time, fired }: Repeat, batch: number): void {
    const row = view.ids().indexOf(id);
    if (row >= 0) plan.done.get(dayName(view.dayOf(row)))!.pending.add(id, time, batch, fired);
  }
}

/** All repeats that a day has beside its segments, of the commits up to this one. */
export function repeatsThrough(day: Day, batch: number): PendingRepeats {
  const all = new PendingRepeats();
  for (const { pending } of day.segments)
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

function newestBatch(day: Day): number {
  let newest = 0;
  for (const { pending } of day.segments)
    pending.forEach((_id, _time, batch) => {
      newest = Math.max(newest, batch);
    });
  return newest;
}

function partition(views: readonly SegmentView[]): Plan["days"] {
  const days: Plan["days"] = new Map();
  views.forEach((view, index) => {
    for (const [day, rows] of rowsByDay(view)) {
      const name = dayName(day);
      const sources = days.get(name);
      if (sources) sources.push({ index, rows });
      else days.set(name, [{ index, rows }]);
    }
  });
  return days;
}

/** The days of a segment's rows; undefined rows: all are of that day. */
export function rowsByDay(view: SegmentView): Map<DayNumber, Uint32Array | undefined> {
  const first = view.times().first;
  const only = dayNumberOf(first[0]!);
  if (!view.mayMoveDays && only === dayNumberOf(first[first.length - 1]!)) return new Map([[only, undefined]]);
  const lists = new Map<DayNumber, number[]>();
  for (let row = 0; row < view.rows; row++) {
    const day = view.dayOf(row);
    const rows = lists.get(day);
    if (rows) rows.push(row);
    else lists.set(day, [row]);
  }
  return new Map([...lists].map(([day, rows]) => [day, Uint32Array.from(rows)]));
}
