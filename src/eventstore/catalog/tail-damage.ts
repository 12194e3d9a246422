import { basename, dirname, join } from "node:path";
import type { Logger } from "../../lib/log.ts";
import { dayName, dayNumberOf } from "../event/days.ts";
import type { IntakeBatch } from "../files/intake-log.ts";
import type { RenewableLog } from "../files/renewable-log.ts";
import { setBytesAside } from "../files/set-file-aside.ts";
import type { DamagedDay, IdRange, SegmentSummary } from "../snapshot.ts";
import type { Tail, TailSegment } from "./tail.ts";

/**
 * What of the unsealed events cannot be read. Snapshots go without it at once; before the seal, which takes the log
 * away, its commits are written beside the log as they are.
 */
export class TailDamage {
  /** What lies beside the log. */
  readonly files: DamagedDay[] = [];
  /** Called when events with these ids are not shown any more. */
  onLost: (ids: IdRange) => void = () => {};

  constructor(
    private readonly tail: Tail,
    private readonly intake: RenewableLog,
    private readonly clock: () => number,
    private readonly log: Logger,
  ) {}

  /** All of it; what is still in the log, too. */
  list(): DamagedDay[] {
    const events = new Map<string, number>();
    for (const { damage, summary } of this.tail.segments)
      if (damage !== undefined) events.set(dayOf(summary), (events.get(dayOf(summary)) ?? 0) + summary.rows);
    const file = basename(this.intake.path);
    return [...this.files, ...Array.from(events, ([day, count]) => ({ file, day, events: count }))];
  }

  hide(part: TailSegment, reason: string): void {
    if (part.damage !== undefined) return;
    part.damage = reason;
    const { rows, minId, maxId } = part.summary;
    this.log.error({ events: rows, minId, maxId, reason }, "damaged unsealed events set aside");
    this.onLost(part.summary);
  }

  /**
   * Takes a part out of the tail, and its events out of the log. Throws when they cannot be written beside it; then the
   * part stays.
   */
  putAside(part: TailSegment): void {
    for (const batch of this.intake.batchesOf(part.summary)) {
      this.write(batch, dayOf(part.summary));
      this.intake.removeEvents(batch);
    }
    this.tail.remove(new Set([part]), 0, 0);
  }

  /** There was no room beside the log. */
  noteLeft({ batch, events }: IntakeBatch): void {
    this.files.push({ file: basename(this.intake.path), day: "" });
    this.log.error({ batch, events }, "damaged intake batch left in the log");
  }

  /** Writes a commit of the log beside it, as it is. `day`: of its events; "": not known, or several. */
  write(batch: IntakeBatch, day: string): void {
    const name = `intake-${batch.batch}`;
    const path = join(dirname(this.intake.path), day === "" ? name : `${day}.${name}`);
    const parts = [batch.data, batch.repeats].filter((part) => part !== null);
    const file = setBytesAside(path, parts, this.clock());
    const { events, firstId } = batch;
    this.files.push({ file, day });
    this.log.error({ file, batch: batch.batch, firstId, events }, "damaged intake batch set aside");
  }
}

function dayOf({ minTime, maxTime }: SegmentSummary): string {
  const day = dayNumberOf(minTime);
  return day === dayNumberOf(maxTime) && Math.abs(day) <= daysMax ? dayName(day) : "";
}

/** Of a date; what is damaged may say anything. */
const daysMax = 1e8;
