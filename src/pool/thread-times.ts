import { rememberedOwnersMax } from "./limits.ts";
import type { Owner } from "./pool-task.ts";

/**
 * How long the tasks of each owner had threads, in milliseconds, compared with others (start-time fair queueing): who
 * did not wait lately counts as who of those waiting had the least, so nobody saves up turns, and what somebody used
 * while nobody else waited is not held against him.
 */
export class ThreadTimes {
  /** Changed longest ago first. `undefined`: of the service itself. */
  readonly #times = new Map<Owner | undefined, number>();
  #least = 0;

  of(owner: Owner | undefined): number {
    return Math.max(this.#times.get(owner) ?? 0, this.#least);
  }

  /** A task of this owner begins, while those of `waiting` wait. */
  begin(owner: Owner | undefined, waiting: Iterable<{ owner: Owner | undefined }>): void {
    let least = this.of(owner);
    for (const other of waiting) least = Math.min(least, this.of(other.owner));
    this.#least = least;
    this.#put(owner, this.of(owner));
  }

  /** A task of this owner that began had a thread for so long. */
  add(owner: Owner | undefined, milliseconds: number): void {
    this.#put(owner, (this.#times.get(owner) ?? this.#least) + milliseconds);
  }

  /** Nobody waits: all are equal again. */
  forget(): void {
    this.#times.clear();
    this.#least = 0;
  }

  #put(owner: Owner | undefined, time: number): void {
    this.#times.delete(owner);
    this.#times.set(owner, time);
    if (this.#times.size <= rememberedOwnersMax) return;
    const [oldest] = this.#times.keys();
    this.#times.delete(oldest);
  }
}
