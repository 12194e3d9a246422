/**
 * The buckets whose values one pass over the segments counts, from … to before. When memory runs short in the middle of
 * a pass, it goes on with fewer and leaves the others for later passes.
 */
export class PassBuckets {
  from = 0;
  to: number;

  readonly #buckets: number;
  readonly #passes: number;

  /** `passes`: as many as memory should suffice for. */
  constructor(buckets: number, passes: number) {
    this.#buckets = buckets;
    this.#passes = passes;
    this.to = this.#endOf(Math.ceil(buckets / passes));
  }

  /** False when they are so few that each pass would be hardly worth its reading. */
  get canNarrow(): boolean {
    return this.to - this.from > this.#buckets * leastShare;
  }

  narrow(): void {
    this.to = this.from + ((this.to - this.from) >> 1);
  }

  /**
   * Halves the buckets until `hasRoom` or few are left; `cut` drops what is kept of the others. `hasRoom` may cost a
   * collection, so it is asked only while fewer buckets would help.
   */
  makeRoom(hasRoom: () => boolean, cut: () => void): void {
    while (this.canNarrow && !hasRoom()) {
      this.narrow();
      cut();
    }
  }

  /** Counts by other threads of the same pass reach only to here. */
  narrowTo(end: number): void {
    this.to = Math.min(this.to, end);
  }

  /**
   * The next buckets, up to twice as many as fitted, since memory may have been short for a moment; false when all were
   * counted.
   */
  next(): boolean {
    const width = Math.min(Math.ceil(this.#buckets / this.#passes), (this.to - this.from) * 2);
    this.from = this.to;
    this.to = this.#endOf(width);
    return this.from < this.#buckets;
  }

  beginAnew(): void {
    this.from = 0;
    this.to = this.#endOf(Math.ceil(this.#buckets / this.#passes));
  }

  #endOf(width: number): number {
    return Math.min(this.#buckets, this.from + width);
  }
}

const leastShare = 1 / 32;
