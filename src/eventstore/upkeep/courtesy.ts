import { courtesyMs } from "../limits.ts";

/**
 * When work that can wait lets questions pass: as long as somebody waits for an answer, but after `courtesyMs` in a row
 * it has as much for itself. Otherwise a day that is always asked about would never be merged, and each question would
 * take longer.
 */
export class Courtesy {
  #waitsSince: number | undefined;
  #worksUntil = Number.NEGATIVE_INFINITY;

  /** Whether to wait now, in monotonic milliseconds. */
  mustWait(isAwaited: boolean, nowMs: number): boolean {
    if (!isAwaited) this.#waitsSince = undefined;
    if (!isAwaited || nowMs < this.#worksUntil) return false;
    this.#waitsSince ??= nowMs;
    if (nowMs - this.#waitsSince < courtesyMs) return true;
    this.#waitsSince = undefined;
    this.#worksUntil = nowMs + courtesyMs;
    return false;
  }
}
