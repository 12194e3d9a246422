/** The values that a column stores, and how to find that of a row among them. */
export interface SingleRows<T> {
  load(): T;
  of(stored: T, row: number): number;
}

/** Reads a few rows of a column from what is stored, without an array of all: a page shows one or two of a slice. */
export class FewRows<T> {
  readonly #single: SingleRows<T>;
  #stored: T | undefined;
  #asked = 0;

  constructor(single: SingleRows<T>) {
    this.#single = single;
  }

  /** Undefined after the first few rows: an export asks for all. */
  valueOf(row: number): number | undefined {
    if (this.#asked++ >= fewRows) return undefined;
    this.#stored ??= this.#single.load();
    return this.#single.of(this.#stored, row);
  }

  forget(): void {
    this.#stored = undefined;
    this.#asked = 0;
  }
}

const fewRows = 4;
