/**
 * Stop and progress of one piece of work, in two words of shared memory. The starter of the work creates them and gives
 * `shared` to the thread, which opens them there. Any thread, except for the methods that wait.
 */
export class ControlWords {
  readonly shared: SharedArrayBuffer;
  readonly #words: Int32Array;

  /** Without `shared`: new ones, of work that has not begun. */
  constructor(shared?: SharedArrayBuffer) {
    this.shared = shared ?? new SharedArrayBuffer(wordCount * Int32Array.BYTES_PER_ELEMENT);
    this.#words = new Int32Array(this.shared);
    if (shared === undefined) Atomics.store(this.#words, slot.progress, notBegun);
  }

  /** The work begins: from now on its time counts. Changes nothing later. */
  begin(): void {
    Atomics.compareExchange(this.#words, slot.progress, notBegun, 0);
    Atomics.notify(this.#words, slot.progress);
  }

  get hasBegun(): boolean {
    return Atomics.load(this.#words, slot.progress) !== notBegun;
  }

  /** 0..100, rounded down. */
  get progress(): number {
    return Math.max(0, Atomics.load(this.#words, slot.progress));
  }

  set progress(percent: number) {
    Atomics.store(this.#words, slot.progress, Math.min(100, Math.max(0, Math.floor(percent))));
    Atomics.notify(this.#words, slot.progress);
  }

  /** Raises progress and never lowers it, also when the work had to begin again. Wakes nobody. */
  raiseProgress(percent: number): void {
    if (percent > Atomics.load(this.#words, slot.progress)) Atomics.store(this.#words, slot.progress, percent);
  }

  /** The work should end: its thread checks this every few milliseconds, also before it begins. */
  get isStopped(): boolean {
    return Atomics.load(this.#words, slot.stop) !== 0;
  }

  stop(): void {
    Atomics.store(this.#words, slot.stop, 1);
    Atomics.notify(this.#words, slot.stop);
    Atomics.notify(this.#words, slot.progress);
  }

  /** Resolves at `begin` or `stop`. Main thread. */
  async whenBegun(): Promise<void> {
    while (!this.hasBegun && !this.isStopped) await Atomics.waitAsync(this.#words, slot.progress, notBegun).value;
  }

  /** Calls `act` once it is stopped, unless the returned function was called before. Main thread. */
  onStop(act: () => void): () => void {
    let isOver = false;
    const watch = async () => {
      while (!isOver && !this.isStopped) await Atomics.waitAsync(this.#words, slot.stop, 0).value;
      if (!isOver) act();
    };
    void watch();
    return () => {
      isOver = true;
      Atomics.notify(this.#words, slot.stop);
    };
  }
}

const slot = { stop: 0, progress: 1 } as const;

const wordCount = 2;

/** Stands in the progress word until the work begins. */
const notBegun = -1;
