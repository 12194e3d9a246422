import { courtesyMs } from "../limits.ts";

/**
 * When work that can wait lets questions pass: as long as somebody waits for an answer. What it waits it is owed, until
 * it worked as long; once `courtesyMs` are owed, it works them off, whoever waits. Otherwise a day that is always asked
 * about would never be merged, and each question would take longer.
 */
export class Courtesy {
  #owedMs = 0;
  #isWaiting = false;
  #worksOff = false;
  #lookedMs = Number.NaN;

  /** Whether to wait now, in monotonic milliseconds. It lasts until the next call. */
  mustWait(isAwaited: boolean, nowMs: number): boolean {
    const passedMs = nowMs - this.#lookedMs || 0;
    this.#lookedMs = nowMs;
    const owedMs = this.#owedMs + (this.#isWaiting ? passedMs : -passedMs);
    this.#owedMs = Math.min(courtesyMs, Math.max(0, owedMs));
    if (this.#owedMs === 0) this.#worksOff = false;
    if (this.#owedMs === courtesyMs) this.#worksOff = true;
    this.#isWaiting = isAwaited && !this.#worksOff;
    return this.#isWaiting;
  }
}
