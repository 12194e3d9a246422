import { AppError } from "../lib/errors.ts";
import { restMsMax, restMsMin, restShare } from "./limits.ts";

/** The part of a run's control that a test uses: ControlWords of src/runtime/control-words.ts. */
export interface RunControl {
  readonly isStopped: boolean;
  progress: number;
}

export interface Measured<Value> {
  value: Value;
  ms: number;
}

/**
 * The pieces of a test: each is timed, and between them the test pauses, so that the service has its turn. Any thread.
 */
export class Workload {
  #owedMs = 0;

  readonly #control: RunControl;

  constructor(control: RunControl) {
    this.#control = control;
  }

  /** Throws before a piece when the run should end; so a piece must not be longer than half a second. */
  async measure<Value>(piece: () => Value | Promise<Value>): Promise<Measured<Value>> {
    this.check();
    const startMs = performance.now();
    const value = await piece();
    const ms = performance.now() - startMs;
    await this.#pause(ms);
    return { value, ms };
  }

  check(): void {
    if (this.#control.isStopped) throw new AppError("timeout", "The run was told to stop.");
  }

  async #pause(workedMs: number): Promise<void> {
    this.#owedMs += workedMs * restShare;
    if (this.#owedMs < restMsMin) return;
    const restMs = Math.min(this.#owedMs, restMsMax);
    this.#owedMs = 0;
    await new Promise((resolve) => setTimeout(resolve, restMs));
  }
}
