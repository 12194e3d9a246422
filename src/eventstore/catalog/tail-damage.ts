import { basename, dirname, join } from "node:path";
import type { Logger } from "../../lib/log.ts";
import { dayName, dayNumberOf } from "../event/days.ts";
import type { LoggedCommit } from "../files/intake-log.ts";
import type { RenewableLog } from "../files/renewable-log.ts";
import { setBytesAside } from "../files/set-file-aside.ts";
import type { DamagedDay, SegmentSummary } from "../snapshot.ts";
import type { Tail, TailSegment } from "./tail.ts";

/**
 * Unsealed events that cannot be read. Snapshots leave them out at once; before the seal deletes the log, their commits
 * are written unchanged to a file of their own.
 */
export class TailDamage {
  /** Files that hold commits taken out of the log. */
  readonly files: DamagedDay[] = [];
  /** Called when events are no longer shown. */
  onLost: () => void = () => {};

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

  hide(segment: TailSegment, reason: string): void {
    if (segment.damage !== undefined) return;
    segment.damage = reason;
    const { rows, minId, maxId } = segment.summary;
    this.log.error({ events: rows, minId, maxId, reason }, "damaged unsealed events set aside");
    this.onLost();
  }

  /**
   * Removes a segment from the tail and its events from the log. Throws when they cannot be written to a file; then the
   * segment stays.
   */
  putAside(segment: TailSegment): void {
    for (const commit of this.intake.commitsOf(segment.summary)) {
      this.write(commit, dayOf(segment.summary));
      this.intake.removeEvents(commit);
    }
    this.tail.remove(new Set([segment]), 0, 0);
  }

  /** The disk had no space for the file. */
  left({ number, events }: LoggedCommit): void {
    this.files.push({ file: basename(this.intake.path), day: "" });
    this.log.error({ commit: number, events }, "damaged commit left in the intake log");
  }

  /**
   * Writes a commit of the log unchanged to a file of its own. `day`: that of its events, or "" when unknown or
   * several.
   */
  write(commit: LoggedCommit, day: string): void {
    const name = `intake-${commit.number}`;
    const path = join(dirname(this.intake.path), day === "" ? name : `${day}.${name}`);
    const parts = [commit.data, commit.repeats].filter((part) => part !== null);
    const file = setBytesAside(path, parts, this.clock());
    const { events, firstId } = commit;
    this.files.push({ file, day });
    this.log.error({ file, commit: commit.number, firstId, events }, "damaged commit of the intake log set aside");
  }
}

function dayOf({ minTime, maxTime }: SegmentSummary): string {
  const day = dayNumberOf(minTime);
  return day === dayNumberOf(maxTime) && Math.abs(day) <= daysMax ? dayName(day) : "";
}

/** Form of a date; damaged bytes may say anything. */
const daysMax = 1e8;
