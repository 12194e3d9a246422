/**
 * Kind of a leaf, which is a scalar of an event. `text`, `escaped` (as JSON writes it), `number`, `word`, `longNumber`
 * and `odd` (a JSON scalar that only the slow path reads, quotation marks included) lie in the body; `written` is a
 * text in the side buffer, `given` a number with its text in the side buffer, `ruled` a text that a parser rule set.
 */
export const leafKinds = {
  nothing: 0,
  text: 1,
  escaped: 2,
  number: 3,
  word: 4,
  longNumber: 5,
  odd: 6,
  written: 7,
  given: 8,
  ruled: 9,
} as const;

/** Start, end and kind of each leaf of one event. Texts are without their quotation marks. */
export class LeafTable {
  starts: Int32Array;
  ends: Int32Array;
  kinds: Uint8Array;
  /** Values of leaves that are given as numbers. */
  numbers: Float64Array;
  /** A text of kind `escaped` was met since this was last cleared. */
  hasEscapes = false;

  constructor(size: number) {
    this.starts = new Int32Array(size);
    this.ends = new Int32Array(size);
    this.kinds = new Uint8Array(size);
    this.numbers = new Float64Array(size);
  }

  /** The first leaves of another one. */
  copy(from: LeafTable, count: number): void {
    const { starts, ends, kinds, numbers } = from;
    for (let leaf = 0; leaf < count; leaf++) {
      this.starts[leaf] = starts[leaf]!;
      this.ends[leaf] = ends[leaf]!;
      this.kinds[leaf] = kinds[leaf]!;
      this.numbers[leaf] = numbers[leaf]!;
    }
  }

  /** Room for twice as many. */
  grow(): void {
    const { starts, ends, kinds, numbers } = this;
    this.starts = doubled(starts, new Int32Array(starts.length * 2));
    this.ends = doubled(ends, new Int32Array(ends.length * 2));
    this.kinds = doubled(kinds, new Uint8Array(kinds.length * 2));
    this.numbers = doubled(numbers, new Float64Array(numbers.length * 2));
  }
}

export function doubled<T extends Int32Array | Uint8Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
