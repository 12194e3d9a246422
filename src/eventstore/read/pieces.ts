/** Pieces of any kind by name, and the bytes they take. */
export class Pieces {
  bytes = 0;
  readonly #entries = new Map<string, Entry>();
  /** The same by worth, a power of two each. On a shelf those that were not used for longest come first. */
  readonly #shelves: Map<string, Entry>[] = [];
  /** Rises to what the last piece that was evicted had been worth; a piece that is used is worth that much more. */
  #bar = 0;

  find(name: string): unknown {
    const known = this.#entries.get(name);
    if (!known) return undefined;
    this.#put(name, known);
    return known.piece;
  }

  /** `ownBytes`: without what the entry takes. `effort`: to have it again, of that to unpack as many plain bytes. */
  add(name: string, piece: unknown, ownBytes: number, effort = 1): void {
    this.remove(name);
    const bytes = ownBytes + entryBytes + 2 * name.length;
    this.bytes += bytes;
    this.#put(name, { piece, bytes, effort, shelf: 0, bar: 0 });
  }

  remove(name: string): void {
    const known = this.#entries.get(name);
    if (known) this.#take(name, known);
  }

  grow(name: string, bytes: number): void {
    const known = this.#entries.get(name);
    if (!known) return;
    known.bytes += bytes;
    this.bytes += bytes;
    this.#put(name, known);
  }

  /**
   * Evicts what takes the least effort to have again for the bytes it takes, and of that what was not used for longest
   * (Greedy Dual Size): a question that goes through everything must not evict what every page needs. What nobody uses
   * goes in time, whatever it is worth.
   */
  shrinkTo(maxBytes: number): void {
    while (this.bytes > maxBytes) {
      let least: [string, Entry] | undefined;
      let leastWorth = Number.POSITIVE_INFINITY;
      for (const [power, shelf] of this.#shelves.entries()) {
        const [first] = shelf;
        if (!first || first[1].bar + 2 ** power >= leastWorth) continue;
        least = first;
        leastWorth = first[1].bar + 2 ** power;
      }
      if (!least) return;
      this.#bar = leastWorth;
      this.#take(...least);
    }
  }

  #put(name: string, entry: Entry): void {
    this.#shelves[entry.shelf]?.delete(name);
    entry.bar = this.#bar;
    entry.shelf = Math.round(Math.log2((entry.effort * (pieceBytes + entry.bytes)) / entry.bytes));
    while (this.#shelves.length <= entry.shelf) this.#shelves.push(new Map());
    this.#shelves[entry.shelf]!.set(name, entry);
    this.#entries.set(name, entry);
  }

  #take(name: string, entry: Entry): void {
    this.#shelves[entry.shelf]!.delete(name);
    this.#entries.delete(name);
    this.bytes -= entry.bytes;
  }
}

interface Entry {
  readonly piece: unknown;
  bytes: number;
  readonly effort: number;
  shelf: number;
  /** The bar when it was last used. */
  bar: number;
}

/** Overhead of an entry and its object, roughly. Most of what small results cost. */
const entryBytes = 160;
/** To find and begin a piece takes as long as to unpack this many bytes. */
const pieceBytes = 100_000;
