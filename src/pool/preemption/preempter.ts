import { fairest, isInLine } from "../fair-queue.ts";
import { preemptAfterMs, preemptRetryMs } from "../limits.ts";
import type { PoolTask, Preempting } from "../pool-task.ts";
import type { PreemptionMailboxes } from "./mailboxes.ts";

/** Offers waiting heavy tasks to threads at work. Main thread. */
export class Preempter {
  readonly #waiting: PoolTask[];
  readonly #mailboxes: PreemptionMailboxes;
  readonly #again: () => void;
  #retryAlarm: ReturnType<typeof setTimeout> | undefined;

  /** `waiting`: heavy tasks; an answered one is removed. Calls `again` when `offer` may succeed. */
  constructor(waiting: PoolTask[], mailboxes: PreemptionMailboxes, again: () => void) {
    this.#waiting = waiting;
    this.#mailboxes = mailboxes;
    this.#again = again;
  }

  /** Offers every task that has waited long enough, as far as threads may be interrupted. */
  offer(): void {
    for (;;) {
      const untried = this.#waiting.filter((task) => task.preempting !== undefined && isInLine(task));
      const offered = this.#waiting.filter((task) => !isInLine(task));
      const next = fairest(untried.filter(isLate), offered);
      if (next !== undefined && this.#offerOne(next, next.preempting!)) continue;
      if (untried.length > 0) this.#offerLater();
      return;
    }
  }

  /** It keeps its place: if this yields no answer, its turn comes as if nothing had happened. */
  #offerOne(waiting: PoolTask, { task, isGivenUp }: Preempting): boolean {
    const waitOn = () => {
      waiting.isPreempting = false;
    };
    waiting.isPreempting = this.#mailboxes.offer({
      task,
      resolve: (outcome) => {
        if ("value" in outcome && isGivenUp(outcome.value)) {
          waiting.preempting = undefined;
          return waitOn();
        }
        this.#takeOut(waiting);
        waiting.resolve(outcome);
      },
      reject: (error) => {
        this.#takeOut(waiting);
        waiting.reject(error);
      },
      sendBack: waitOn,
    });
    return waiting.isPreempting;
  }

  #takeOut(task: PoolTask): void {
    const at = this.#waiting.indexOf(task);
    if (at !== -1) this.#waiting.splice(at, 1);
  }

  #offerLater(): void {
    this.#retryAlarm ??= setTimeout(() => {
      this.#retryAlarm = undefined;
      this.#again();
    }, preemptRetryMs);
    this.#retryAlarm.unref();
  }
}

/** It has waited for as long as some tasks before it take. */
function isLate({ cameMs }: PoolTask): boolean {
  return performance.now() - cameMs >= preemptAfterMs;
}
