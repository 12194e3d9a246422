import { turnMsMax } from "./limits.ts";

/**
 * Turns of the event loop. While new connections come, Bun accepts and reads one after the other within a turn, and
 * whatever came from other threads, timers and sockets waits: as long as each request is answered at once, for ever.
 * Messages of sockets come the same way. What waits keeps its order.
 */
export class LoopTurns {
  /** Monotonic milliseconds of the first one of this turn. */
  #begun: number | undefined;
  #end: Promise<void> = Promise.resolve();

  /** Answers a request or a message in this turn, or in the first one after it that has time for it. */
  take<T>(answer: () => T | Promise<T>): T | Promise<T> {
    const now = performance.now();
    if (this.#begun === undefined) this.#begin(now);
    else if (now - this.#begun > turnMsMax) return this.#end.then(() => this.take(answer));
    return answer();
  }

  #begin(now: number): void {
    this.#begun = now;
    this.#end = new Promise((resolve) => {
      setImmediate(() => {
        this.#begun = undefined;
        resolve();
      });
    });
  }
}
