/**
 * Memory that questions which are answered at the same time share: the first may take all of it but for a fixed part
 * for each of the others, so that one question alone is quick and several are slower rather than too large. Main
 * thread.
 */
export class RankingMemory {
  #isTaken = false;

  readonly #bytes: number;
  readonly #others: number;

  /** `others`: how many may be answered besides the one that has most of it. */
  constructor(bytes: number, others: number) {
    this.#bytes = bytes;
    this.#others = others;
  }

  /** Runs the work with what it may use. */
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

/** Of all others together. */
const sharedPart = 0.2;
