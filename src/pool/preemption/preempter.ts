import { fairest, isInLine } from "../fair-queue.ts";
import { preemptAfterMs, preemptRetryMs } from "../limits.ts";
import type { PoolTask, Preempting } from "../pool-task.ts";
import type { PreemptionMailboxes } from "./mailboxes.ts";

/** Offers heavy tasks that wait to threads at work. Main thread. */
export class Preempter {
  readonly #waiting: PoolTask[];
  readonly #mailboxes: PreemptionMailboxes;
  readonly #again: () => void;
  #retryAlarm: ReturnType<typeof setTimeout> | undefined;

  /** `waiting`: heavy tasks; an answered one is taken out. `again`: to be called when `offer` may succeed now. */
  constructor(waiting: PoolTask[], mailboxes: PreemptionMailboxes, again: () => void) {
    this.#waiting = waiting;
    this.#mailboxes = mailboxes;
    this.#again = again;
  }

  /** Offers as many as are late and find a thread that may be interrupted. */
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

  /** It keeps its place: when this comes to no answer, its turn comes as if nothing had been. */
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

/** It has waited as long as some of those before it take. */
function isLate({ cameMs }: PoolTask): boolean {
  return performance.now() - cameMs >= preemptAfterMs;
}
