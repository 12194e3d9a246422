import { parkedAfterFailures, parkedPauseMs, parkedPauseMsMax } from "../limits.ts";

/** Recurring work that the store starts on its own. */
export type WorkName =
  | "sealing"
  | "merging"
  | "compaction"
  | "mending"
  | "inspection"
  | "retention"
  | "deleting"
  | "folding"
  | "listing"
  | "opening"
  | "upkeep";

/** Work that fails repeatedly for a reason outside the data that it reads. */
export interface ParkedJob {
  job: WorkName;
  /** YYYY-MM-DD; "": of no day. */
  day: string;
  /** Why it failed the last time. */
  error: string;
  failures: number;
  /** Epoch milliseconds of the first of these failures. */
  sinceMs: number;
}

/**
 * Remembers failed jobs, so that each is tried again after a pause that doubles every time while everything else goes
 * on. Success clears the entry. For one thread.
 */
export class ParkedJobs {
  private readonly failed = new Map<string, ParkedJob & { dueMs: number }>();

  constructor(
    private readonly monotonicMs: () => number,
    private readonly clock: () => number,
  ) {}

  /** True when from now on it counts as parked: it has failed often enough to be named. */
  fail(job: WorkName, day: string, error: string): boolean {
    const known = this.failed.get(keyOf(job, day));
    const failures = (known?.failures ?? 0) + 1;
    const pauseMs = Math.min(parkedPauseMs * 2 ** (failures - 1), parkedPauseMsMax);
    const sinceMs = known?.sinceMs ?? this.clock();
    this.failed.set(keyOf(job, day), { job, day, error, failures, sinceMs, dueMs: this.monotonicMs() + pauseMs });
    return failures === parkedAfterFailures;
  }

  /** True while it is too early to try it again. */
  mustWait(job: WorkName, day = ""): boolean {
    const known = this.failed.get(keyOf(job, day));
    return known !== undefined && this.monotonicMs() < known.dueMs;
  }

  /** The day of which the job failed and may be tried again, if any. */
  nextDayOf(job: WorkName): string | undefined {
    for (const parked of this.failed.values())
      if (parked.job === job && !this.mustWait(job, parked.day)) return parked.day;
    return undefined;
  }

  failuresOf(job: WorkName): number {
    return this.failed.get(keyOf(job, ""))?.failures ?? 0;
  }

  /** It succeeded, or nothing is left to do. */
  clear(job: WorkName, day = ""): void {
    this.failed.delete(keyOf(job, day));
  }

  /** This day needs nothing more. */
  forgetDay(day: string): void {
    for (const [key, parked] of this.failed) if (parked.day === day) this.failed.delete(key);
  }

  list(): ParkedJob[] {
    return [...this.failed.values()]
      .filter(({ failures }) => failures >= parkedAfterFailures)
      .map(({ dueMs: _, ...parked }) => parked);
  }

  /** Milliseconds until something may be tried again; undefined: nothing failed. */
  untilDueMs(): number | undefined {
    const now = this.monotonicMs();
    const waits = Array.from(this.failed.values(), ({ dueMs }) => dueMs - now).filter((wait) => wait > 0);
    return waits.length > 0 ? Math.min(...waits) : undefined;
  }
}

function keyOf(job: WorkName, day: string): string {
  return `${job} ${day}`;
}
