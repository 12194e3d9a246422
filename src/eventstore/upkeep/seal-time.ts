import { restMs, restSealEvents } from "../limits.ts";

/** When a tail that is not full is sealed: once it is old, or at rest. All times are monotonic milliseconds. */
export class SealTime {
  /** The first arrival since the last seal. */
  private first: number | undefined;
  private last = Number.NEGATIVE_INFINITY;

  constructor(private readonly sealAfterMs: number) {}

  get isAnythingUnsealed(): boolean {
    return this.first !== undefined;
  }

  arrived(now: number): void {
    this.first ??= now;
    this.last = now;
  }

  /** The next seal comes at once. */
  hurry(): void {
    this.first = Number.NEGATIVE_INFINITY;
  }

  /** What arrived during the seal waits for the next one. */
  sealed(now: number, isMore: boolean): void {
    this.first = isMore ? now : undefined;
  }

  /** The next seal of a tail with so many events, if nothing more comes; undefined: there is nothing to seal. */
  next(events: number): number | undefined {
    if (this.first === undefined) return undefined;
    const oldAt = this.first + this.sealAfterMs;
    return events < restSealEvents ? oldAt : Math.min(oldAt, this.last + restMs);
  }
}
