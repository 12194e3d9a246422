/** How many rows certain blocks have that lie as a whole before a key. */
export class RowsBefore {
  /** Rising. */
  readonly #highs: Float64Array;
  /** Rows of so many blocks, in the order of their highest keys. */
  readonly #sums: Float64Array;

  /** `high`: the highest key of the rows. */
  constructor(blocks: readonly { high: number; rows: number }[]) {
    const rising = [...blocks].sort((a, b) => a.high - b.high);
    this.#highs = Float64Array.from(rising, ({ high }) => high);
    this.#sums = new Float64Array(rising.length + 1);
    for (const [at, { rows }] of rising.entries()) this.#sums[at + 1] = this.#sums[at]! + rows;
  }

  of(key: number): number {
    let from = 0;
    let to = this.#highs.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#highs[middle]! < key) from = middle + 1;
      else to = middle;
    }
    return this.#sums[from]!;
  }
}
