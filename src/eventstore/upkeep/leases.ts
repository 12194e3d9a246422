import { leaseMs } from "../limits.ts";

/** Current readers: segments that a snapshot names must stay until its lease and all older ones are gone. */
export class Leases<Work> {
  private next = 1;
  private readonly open = new Map<number, number>();
  private readonly waiting: { before: number; work: Work }[] = [];

  constructor(private readonly monotonicMs: () => number = () => performance.now()) {}

  take(): number {
    const lease = this.next++;
    this.open.set(lease, this.monotonicMs());
    return lease;
  }

  release(lease: number): void {
    this.open.delete(lease);
  }

  /** Defers an action until no reader has a snapshot taken before now. */
  whenUnread(work: Work): void {
    this.waiting.push({ before: this.next, work });
  }

  /** The next work whose time has come; in order. */
  takeDue(): Work | undefined {
    const first = this.waiting[0];
    if (!first || this.oldest() < first.before) return undefined;
    this.waiting.shift();
    return first.work;
  }

  get isWaiting(): boolean {
    return this.waiting.length > 0;
  }

  private oldest(): number {
    const expired = this.monotonicMs() - leaseMs;
    for (const [lease, since] of this.open) {
      if (since > expired) return lease;
      this.open.delete(lease);
    }
    return Number.POSITIVE_INFINITY;
  }
}
