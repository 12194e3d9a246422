import { eventsToRead } from "../query/answer/answer-cost.ts";
import type { QueryTask } from "../query/execution/task.ts";
import { cachedQuestionCharactersMax } from "../query/limits.ts";
import { longQuestionKeptMs, longQuestionsMax, nearlyDoneKeptMs } from "./limits.ts";

/** Questions that a trial is too short for: to try them at each asking would take from all others. Main thread. */
export class PreemptionHistory {
  /** By what is asked, whatever the range and the number of rows shown. Oldest first. */
  readonly #found = new Map<string, { events: number; untilMs: number }>();

  readonly #nowMs: () => number;

  /** Monotonic milliseconds. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Whether it was asked a moment ago about not many more events than now. */
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
