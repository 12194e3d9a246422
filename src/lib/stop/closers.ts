import { StopTime } from "./stop-time.ts";

/** Open parts, to be closed in reverse. */
export class Closers {
  readonly #steps: ((time: StopTime) => unknown)[] = [];
  readonly #stop = new AbortController();

  /** Aborted before the first of them is closed. */
  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  add(close: (time: StopTime) => unknown): void {
    this.#steps.push(close);
  }

  keep<Part extends { close(time: StopTime): unknown }>(part: Part): Part {
    this.add((time) => part.close(time));
    return part;
  }

  /** A part that cannot be closed must not keep the rest open; the first failure is thrown at the end. */
  async close(time = new StopTime()): Promise<void> {
    this.#stop.abort();
    const failures: unknown[] = [];
    for (const close of this.#steps.splice(0).reverse())
      try {
        await close(time);
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  }
}
