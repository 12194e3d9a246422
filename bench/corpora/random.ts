/** Numbers that look random and are the same in each run. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 inclusive, 1 exclusive. Mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** A rank below `limit`: 0 is the most frequent one, and the frequency of the others falls as 1 / (rank + 1.5). */
  zipf(limit: number): number {
    return Math.min(limit - 1, Math.floor((limit + 1) ** this.next()) - 1);
  }

  /** Median e^mu. */
  lognormal(mu: number, sigma: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    return Math.exp(mu + sigma * normal);
  }

  hex(digits: number): string {
    let text = "";
    while (text.length < digits)
      text += this.below(2 ** 32)
        .toString(16)
        .padStart(8, "0");
    return text.slice(0, digits);
  }
}
