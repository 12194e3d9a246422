import { microsPerDay } from "../../eventstore/event/days.ts";
import type { Snapshot, TimeSpan } from "../../eventstore/snapshot.ts";
import { dayOverlaps, touches } from "../../eventstore/snapshot.ts";
import { sharedSnapshotMs, sharedSnapshotsMax } from "../limits.ts";

/** A snapshot and the number of store changes that it includes. */
export interface NumberedSnapshot {
  snapshot: Snapshot;
  change: number;
}

/** The store in its thread. */
export interface SnapshotSource {
  take(span: TimeSpan | undefined, asOf: number | undefined): Promise<NumberedSnapshot>;
  release(lease: number): void;
}

/**
 * Gives questions asked while nothing changes one snapshot, so that only the first of them waits for the thread of the
 * store. That thread counts its changes in shared memory before it announces them: while the count is the same, an
 * earlier snapshot equals a new one. Snapshots cover whole UTC days, so that a range that moves with the clock is
 * covered. Main thread.
 */
export class SharedSnapshots {
  /** All of one count of changes; the newest last. */
  #kept: Held[] = [];
  /** By the number that a reader got in place of the lease, so that each gives back its own. */
  readonly #loans = new Map<number, Held>();
  #lastLoan = 0;

  readonly #changes: Int32Array;
  readonly #source: SnapshotSource;

  readonly #holdMs: number;

  /** `changes`: one word. */
  constructor(changes: Int32Array, source: SnapshotSource, holdMs = sharedSnapshotMs) {
    this.#holdMs = holdMs;
    this.#changes = changes;
    this.#source = source;
  }

  /** Includes everything announced before this call. A snapshot that also has later commits is not shared. */
  async snapshot(span: TimeSpan | undefined, asOf?: number): Promise<Snapshot> {
    const held = asOf === undefined ? this.#find(span) : this.#take(span, asOf);
    const loan = ++this.#lastLoan;
    held.readers++;
    this.#loans.set(loan, held);
    try {
      return lent((await held.taken).snapshot, loan, span);
    } catch (error) {
      this.#drop(held);
      this.release(loan);
      throw error;
    }
  }

  /** `loan`: the number in place of the snapshot's lease. */
  release(loan: number): void {
    const held = this.#loans.get(loan);
    if (held === undefined) return;
    this.#loans.delete(loan);
    held.readers--;
    this.#giveBack(held);
  }

  /** The next snapshot is a new one, whatever the count says. */
  forget(): void {
    for (const held of [...this.#kept]) this.#drop(held);
  }

  #find(span: TimeSpan | undefined): Held {
    const now = Atomics.load(this.#changes, 0);
    for (const held of [...this.#kept]) if (held.change !== now) this.#drop(held);
    const days = span && wholeDays(span);
    return this.#kept.find((held) => covers(held.span, days)) ?? this.#keep(this.#take(days, undefined), now);
  }

  #take(span: TimeSpan | undefined, asOf: number | undefined): Held {
    return { span, change: 0, readers: 0, isKept: false, taken: this.#source.take(span, asOf) };
  }

  #keep(held: Held, now: number): Held {
    held.change = now;
    held.isKept = true;
    if (this.#kept.length >= sharedSnapshotsMax) this.#drop(this.#kept[0]!);
    this.#kept.push(held);
    held.taken.then(
      // It has more than its count says: changes between the request and the snapshot.
      ({ change }) => {
        held.change = change;
      },
      () => this.#drop(held),
    );
    held.alarm = setTimeout(() => this.#drop(held), this.#holdMs);
    held.alarm.unref();
    return held;
  }

  #drop(held: Held): void {
    if (!held.isKept) return;
    held.isKept = false;
    // It would keep the snapshot in memory: while events come there are many.
    clearTimeout(held.alarm);
    this.#kept = this.#kept.filter((other) => other !== held);
    this.#giveBack(held);
  }

  #giveBack(held: Held): void {
    if (held.isKept || held.readers > 0) return;
    held.taken.then(
      ({ snapshot }) => this.#source.release(snapshot.lease),
      () => undefined,
    );
  }
}

interface Held {
  /** Undefined: all time. */
  readonly span: TimeSpan | undefined;
  change: number;
  readers: number;
  /** For further readers. */
  isKept: boolean;
  alarm?: ReturnType<typeof setTimeout>;
  readonly taken: Promise<NumberedSnapshot>;
}

function wholeDays({ from, to }: TimeSpan): TimeSpan {
  return { from: Math.floor(from / microsPerDay) * microsPerDay, to: Math.ceil(to / microsPerDay) * microsPerDay };
}

function covers(held: TimeSpan | undefined, asked: TimeSpan | undefined): boolean {
  return held === undefined || (asked !== undefined && held.from <= asked.from && held.to >= asked.to);
}

function lent(snapshot: Snapshot, lease: number, span: TimeSpan | undefined): Snapshot {
  if (span === undefined) return { ...snapshot, lease };
  const { segments, warnings } = snapshot;
  return {
    ...snapshot,
    lease,
    segments: segments.filter((segment) => touches(segment, span)),
    warnings: warnings.filter(({ day }) => dayOverlaps(day, span)),
  };
}
