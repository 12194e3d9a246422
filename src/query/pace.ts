import { ControlSlot } from "./question.ts";

/** The reader of a task wants no more work on it. */
export class StopRequested extends Error {
  override readonly name = "StopRequested";
}

/** The thread's side of a task's control words. */
export class Pace {
  readonly #words: Int32Array;
  #pass = 0;
  #passes = 1;

  /** Tells who waits that the work has begun. */
  constructor(control: SharedArrayBuffer) {
    this.#words = new Int32Array(control);
    this.#write(0);
    Atomics.notify(this.#words, ControlSlot.progress);
  }

  /** Throws StopRequested once the stop flag is set. */
  tick(): void {
    if (Atomics.load(this.#words, ControlSlot.stop) !== 0) throw new StopRequested();
  }

  beginPass(pass: number, passes: number): void {
    this.#pass = pass;
    this.#passes = Math.max(passes, pass + 1);
  }

  /** The share of this pass that is done, 0..1. Never says 100 %: that is said by the answer. */
  report(share: number): void {
    this.#write(Math.min(99, Math.floor((100 * (this.#pass + share)) / this.#passes)));
  }

  /** Never falls, also when the work had to begin anew. */
  #write(percent: number): void {
    if (percent > Atomics.load(this.#words, ControlSlot.progress) || percent === 0)
      Atomics.store(this.#words, ControlSlot.progress, percent);
  }
}
