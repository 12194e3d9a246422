import { turnSliceMs } from "./limits.ts";

/** Spreads work for many clients over turns of the event loop, so that nobody else waits for all of it. */
export class TurnSlices {
  #beganMs = performance.now();

  /** Between two steps: time for `next`. */
  get isOver(): boolean {
    return performance.now() - this.#beganMs >= turnSliceMs;
  }

  async next(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#beganMs = performance.now();
  }
}
