import type { LossCause, LossLedger } from "../../eventstore/event-store.ts";

/** Counts for the loss ledger: received = stored + not stored, by cause. */
export class Losses {
  received = 0;
  readonly causes: Partial<LossLedger> = {};

  /** Something was stored, but not as it came. */
  add(cause: LossCause, count: number): void {
    if (count > 0) this.causes[cause] = (this.causes[cause] ?? 0) + count;
  }

  /** Something came and is not stored. */
  lose(cause: LossCause, count: number): void {
    this.received += count;
    this.add(cause, count);
  }

  plus(other: Losses): Losses {
    const sum = new Losses();
    for (const { received, causes } of [this, other]) {
      sum.received += received;
      for (const [cause, count] of Object.entries(causes)) sum.add(cause as LossCause, count);
    }
    return sum;
  }

  get isEmpty(): boolean {
    return this.received === 0 && Object.keys(this.causes).length === 0;
  }

  clear(): void {
    this.received = 0;
    for (const cause of Object.keys(this.causes)) delete this.causes[cause as LossCause];
  }
}
