import { warmUpShare } from "../limits.ts";

/**
 * Events a second over a time, without its beginning: code is still being compiled then, and a service has run for
 * long.
 */
export class SteadyRate {
  private readonly beginMs = performance.now();
  private events = 0;
  private totalMs = 0;
  private isWarm = false;

  constructor(private readonly budgetMs: number) {}

  /** There is time left. */
  get isOpen(): boolean {
    return performance.now() - this.beginMs < this.budgetMs;
  }

  /** Rate since warm-up; until then, of everything so far. */
  get eps(): number {
    return (this.events / this.totalMs) * 1000;
  }

  add(events: number, ms: number): void {
    if (!this.isWarm && performance.now() - this.beginMs - ms >= this.budgetMs * warmUpShare) {
      this.isWarm = true;
      this.events = 0;
      this.totalMs = 0;
    }
    this.events += events;
    this.totalMs += ms;
  }
}
