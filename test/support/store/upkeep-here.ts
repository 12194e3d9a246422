import type { Lane, Upkeep, UpkeepAnswer, UpkeepJob } from "../../../src/eventstore/catalog/upkeep-jobs.ts";
import { UpkeepExecutor } from "../../../src/eventstore/upkeep/upkeep-executor.ts";

/**
 * Upkeep without a thread: each look for an answer is one step, so a test decides what happens between which steps, and
 * a copy of the folder is that of one instant.
 */
export class UpkeepHere implements Upkeep {
  onAnswer: () => void = () => {};
  private readonly answers: UpkeepAnswer[] = [];
  private readonly executor: UpkeepExecutor;

  constructor(eventsFolder: string) {
    this.executor = new UpkeepExecutor(eventsFolder, (answer) => this.answers.push(answer));
  }

  begin(lane: Lane, job: UpkeepJob): void {
    // As on its way to a thread.
    this.executor.begin(lane, structuredClone(job));
  }

  take(): UpkeepAnswer | undefined {
    if (this.answers.length === 0) this.executor.step();
    return this.answers.shift();
  }

  wait(): void {
    while (this.answers.length === 0 && this.executor.step());
  }

  release(day: string): void {
    this.executor.release(day);
  }

  stop(lane: Lane): void {
    this.executor.stop(lane);
  }

  end(): void {
    this.executor.close();
  }
}
