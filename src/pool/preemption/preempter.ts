import { fairest, isInLine } from "../fair-queue.ts";
import { preemptAfterMs, preemptRetryMs } from "../limits.ts";
import type { PoolTask, Preempting } from "../pool-task.ts";
import type { ThreadTimes } from "../thread-times.ts";
import type { PreemptionMailboxes } from "./mailboxes.ts";

export interface PreempterParts {
  /** Heavy tasks; an answered one is removed. */
  waiting: PoolTask[];
  running: ReadonlySet<PoolTask>;
  times: ThreadTimes;
  mailboxes: PreemptionMailboxes;
  /** Called when `offer` may succeed. */
  again: () => void;
}

/** Offers waiting heavy tasks to threads at work. Main thread. */
export class Preempter {
  readonly #parts: PreempterParts;
  #retryAlarm: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: PreempterParts) {
    this.#parts = parts;
  }

  /**
   * Offers every task that has waited long enough, as far as threads may be interrupted, first those of owners who have
   * no task in work.
   */
  offer(): void {
    const { waiting, running, times } = this.#parts;
    for (;;) {
      const untried = waiting.filter((task) => task.preempting !== undefined && isInLine(task));
      const offered = waiting.filter((task) => !isInLine(task));
      const next = fairest(untried.filter(isLate), [...running, ...offered], times);
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
    const { mailboxes, times } = this.#parts;
    waiting.isPreempting = mailboxes.offer({
      task,
      resolve: (outcome, tookMs) => {
        times.add(waiting.owner, tookMs);
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
    if (waiting.isPreempting) times.begin(waiting.owner, this.#parts.waiting);
    return waiting.isPreempting;
  }

  #takeOut(task: PoolTask): void {
    const { waiting } = this.#parts;
    const at = waiting.indexOf(task);
    if (at !== -1) waiting.splice(at, 1);
  }

  #offerLater(): void {
    this.#retryAlarm ??= setTimeout(() => {
      this.#retryAlarm = undefined;
      this.#parts.again();
    }, preemptRetryMs);
    this.#retryAlarm.unref();
  }
}

/** It has waited for as long as some tasks before it take. */
function isLate({ cameMs }: PoolTask): boolean {
  return performance.now() - cameMs >= preemptAfterMs;
}
