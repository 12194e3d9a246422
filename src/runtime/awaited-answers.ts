/**
 * How many heavy questions somebody waits for, in a word of shared memory: work that can wait lets them pass. The main
 * thread counts, any thread looks.
 */
export class AwaitedAnswers {
  readonly shared: SharedArrayBuffer;
  readonly #count: Int32Array;

  /** Without `shared`: a new word, of no question. */
  constructor(shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#count = new Int32Array(shared);
  }

  get isAny(): boolean {
    return Atomics.load(this.#count, 0) > 0;
  }

  /** Counts one until the work has ended, in whichever way. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    Atomics.add(this.#count, 0, 1);
    try {
      return await work();
    } finally {
      Atomics.sub(this.#count, 0, 1);
    }
  }
}
