/**
 * The parts of the hash whose values one pass over the segments counts, from … to before. When memory runs short in the
 * middle of a pass it goes on with fewer, and those that it gave up are for the next ones.
 */
export class PassParts {
  from = 0;
  to: number;

  readonly #parts: number;
  readonly #passes: number;

  /** `passes`: as many as there should be room for. */
  constructor(parts: number, passes: number) {
    this.#parts = parts;
    this.#passes = passes;
    this.to = this.#endOf(Math.ceil(parts / passes));
  }

  /** False when they are so few that each pass would be hardly worth its reading. */
  get canNarrow(): boolean {
    return this.to - this.from > this.#parts * leastShare;
  }

  narrow(): void {
    this.to = this.from + ((this.to - this.from) >> 1);
  }

  /**
   * Until `hasRoom` or there are few; `cut` lets go of what is kept of those given up. To look for room may take a
   * collection, so it is asked only while fewer would do.
   */
  makeRoom(hasRoom: () => boolean, cut: () => void): void {
    while (this.canNarrow && !hasRoom()) {
      this.narrow();
      cut();
    }
  }

  /** What others counted of the same pass goes only so far. */
  narrowTo(end: number): void {
    this.to = Math.min(this.to, end);
  }

  /**
   * The next ones, up to twice as many as there was room for, since it may have been for a moment; false when all were
   * counted.
   */
  next(): boolean {
    const width = Math.min(Math.ceil(this.#parts / this.#passes), (this.to - this.from) * 2);
    this.from = this.to;
    this.to = this.#endOf(width);
    return this.from < this.#parts;
  }

  beginAnew(): void {
    this.from = 0;
    this.to = this.#endOf(Math.ceil(this.#parts / this.#passes));
  }

  #endOf(width: number): number {
    return Math.min(this.#parts, this.from + width);
  }
}

const leastShare = 1 / 32;
