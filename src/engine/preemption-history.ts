import { eventsToRead } from "../query/answer/answer-cost.ts";
import type { QueryTask } from "../query/execution/task.ts";
import { cachedQuestionCharactersMax } from "../query/limits.ts";
import { longQuestionKeptMs, longQuestionsMax, nearlyDoneKeptMs } from "./limits.ts";

/**
 * Questions that take too long to preempt others: trying each of them every time would waste the others' time. Main
 * thread.
 */
export class PreemptionHistory {
  /** By the question, whatever the range and the number of rows shown. Oldest first. */
  readonly #found = new Map<string, { events: number; untilMs: number }>();

  readonly #nowMs: () => number;

  /** Monotonic milliseconds. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Whether it was tried a moment ago on not many more events than now. */
  has(task: QueryTask): boolean {
    const found = this.#found.get(shapeOf(task));
    return found !== undefined && this.#nowMs() < found.untilMs && eventsToRead(task) > found.events / 2;
  }

  /** `share`: of its work that was done. */
  add(task: QueryTask, share: number): void {
    const shape = shapeOf(task);
    if (shape.length > cachedQuestionCharactersMax) return;
    this.#found.delete(shape);
    const keptMs = share > nearlyDone ? nearlyDoneKeptMs : longQuestionKeptMs;
    this.#found.set(shape, { events: eventsToRead(task), untilMs: this.#nowMs() + keptMs });
    for (const oldest of this.#found.keys()) if (this.#found.size > longQuestionsMax) this.#found.delete(oldest);
  }
}

/** Share of its work. */
const nearlyDone = 1 / 4;

function shapeOf({ type, params, hosts }: QueryTask): string {
  const { time_range, limit, page, page_size, offset, ...asked } = params;
  return JSON.stringify([type, asked, hosts]);
}
