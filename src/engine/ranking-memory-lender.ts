/**
 * Memory shared by questions that are answered at the same time. The first may take all of it except a fixed part for
 * each of the others: one question alone is fast, and several are slower instead of too large. Main thread.
 */
export class RankingMemoryLender {
  #isTaken = false;

  readonly #bytes: number;
  readonly #others: number;

  /** `others`: how many may run besides the one that has most of the memory. */
  constructor(bytes: number, others: number) {
    this.#bytes = bytes;
    this.#others = others;
  }

  /** Runs the work with its share of the memory. */
  async lend<Answer>(work: (bytes: number) => Promise<Answer>): Promise<Answer> {
    if (this.#isTaken) return work(this.#part);
    this.#isTaken = true;
    try {
      return await work(this.#bytes - this.#others * this.#part);
    } finally {
      this.#isTaken = false;
    }
  }

  get #part(): number {
    return Math.floor((this.#bytes * sharedPart) / Math.max(1, this.#others));
  }
}

/** Share of all others together. */
const sharedPart = 0.2;
