import type { TimeSource } from "../../../src/engine/time-source.ts";

/** Clocks and alarms that move only when told to. */
export class ManualTime implements TimeSource {
  #nowMs = 1_700_000_000_400;
  readonly #alarms = new Set<{ atMs: number; action: () => void }>();

  wallMs = () => this.#nowMs;

  monotonicMs(): number {
    return this.#nowMs - 1_600_000_000_000;
  }

  after(delayMs: number, action: () => void): () => void {
    const alarm = { atMs: this.#nowMs + delayMs, action };
    this.#alarms.add(alarm);
    return () => this.#alarms.delete(alarm);
  }

  /** Alarms that are set. */
  get waiting(): number {
    return this.#alarms.size;
  }

  /** Lets all promises that can go on go on, then turns the clocks, ringing alarms in order. */
  async pass(durationMs: number): Promise<void> {
    await settle();
    const endMs = this.#nowMs + durationMs;
    for (;;) {
      const next = [...this.#alarms].filter(({ atMs }) => atMs <= endMs).sort((one, other) => one.atMs - other.atMs)[0];
      if (next === undefined) break;
      this.#alarms.delete(next);
      this.#nowMs = next.atMs;
      next.action();
      await settle();
    }
    this.#nowMs = endMs;
  }
}

/** Everything that waits for nothing but promises has happened afterwards. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
