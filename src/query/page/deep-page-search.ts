import { sortedRowsMax } from "../limits.ts";

/**
 * Finds, pass by pass over the same rows, a place in an order not far before a given rank, without keeping rows. The
 * order is by key ascending, then by tiebreak (an id, or a negated one) descending. Each pass counts the rows by 65,536
 * bins of an interval of keys and narrows the interval to the bin that holds the rank; when one key has too many rows
 * it goes on with their tiebreaks. Keys and tiebreaks are whole numbers, so it ends after a few passes.
 */
export class DeepPageSearch {
  /** Rows that come before the place found. */
  skipped = 0;
  readonly #bins = new Float64Array(binCount);
  /** The interval in work, both inclusive: of keys, then of negated tiebreaks within the one key. */
  #low: number;
  #high: number;
  #key: number | undefined;

  readonly #rank: number;
  readonly #tiebreaks: [low: number, high: number];

  constructor(rank: number, [low, high]: [low: number, high: number], tiebreaks: [low: number, high: number]) {
    this.#rank = rank;
    this.#tiebreaks = tiebreaks;
    this.#low = low;
    this.#high = high;
  }

  /** Whether rows with keys of this range can lie in the interval of this pass. */
  wants(low: number, high: number): boolean {
    if (this.#key !== undefined) return low <= this.#key && high >= this.#key;
    return low <= this.#high && high >= this.#low;
  }

  add(key: number, tiebreak: number): void {
    if (this.#key !== undefined && key !== this.#key) return;
    const value = this.#key === undefined ? key : -tiebreak;
    if (value < this.#low || value > this.#high) return;
    this.#bins[Math.floor((value - this.#low) / this.#width)]! += 1;
  }

  /** After a pass; true when the rows from the place found to the rank are few enough to be sorted. */
  narrow(): boolean {
    const { bin, before } = this.#findBin();
    const width = this.#width;
    const count = this.#bins[bin]!;
    this.skipped += before;
    this.#low += bin * width;
    this.#high = Math.min(this.#high, this.#low + width - 1);
    this.#bins.fill(0);
    if (count <= sortedRowsMax / 2) return true;
    if (this.#low === this.#high) this.#goOnWithTiebreaks();
    return false;
  }

  /** True for the place found and all that comes after it. */
  isReached(key: number, tiebreak: number): boolean {
    if (this.#key === undefined) return key >= this.#low;
    return key > this.#key || (key === this.#key && -tiebreak >= this.#low);
  }

  get #width(): number {
    return Math.max(1, Math.ceil((this.#high - this.#low + 1) / binCount));
  }

  #findBin(): { bin: number; before: number } {
    let before = 0;
    for (let bin = 0; bin < binCount; bin++) {
      const count = this.#bins[bin]!;
      if (this.skipped + before + count > this.#rank) return { bin, before };
      before += count;
    }
    throw new Error(`Expected a row of rank ${this.#rank}, got ${this.skipped + before} rows.`);
  }

  #goOnWithTiebreaks(): void {
    this.#key = this.#low;
    this.#low = -this.#tiebreaks[1];
    this.#high = -this.#tiebreaks[0];
  }
}

const binCount = 65_536;
