import { bitsOf, countBits, lowestBit, nextBit } from "../../lib/bits.ts";

/**
 * Some rows of a segment, kept small so that they can be cached: a list where they are few, else a bit for each row
 * of the segment. Never changed.
 */
export class RowSet {
  private constructor(
    /** Rows of the segment. */
    readonly rows: number,
    readonly count: number,
    /** Rising. One of the two, or neither: then it is every row. */
    private readonly few: Uint32Array | undefined,
    private readonly words: Uint32Array | undefined,
  ) {}

  static all(rows: number): RowSet {
    return new RowSet(rows, rows, undefined, undefined);
  }

  static none(rows: number): RowSet {
    return RowSet.ofList(rows, new Uint32Array(0));
  }

  /** `list`: rising. */
  static ofList(rows: number, list: Uint32Array): RowSet {
    return new RowSet(rows, list.length, list, undefined);
  }

  /** `flags`: a byte a row, 1 for chosen. */
  static ofFlags(flags: Uint8Array): RowSet {
    return RowSet.ofWords(flags.length, packFlags(flags));
  }

  /** `words`: a bit a row, none beyond the last. The set takes them over. */
  static ofWords(rows: number, words: Uint32Array): RowSet {
    const count = countBits(words, 0, words.length);
    if (count === rows) return RowSet.all(rows);
    if (count * listFactor > rows) return new RowSet(rows, count, undefined, words);
    const list = new Uint32Array(count);
    let used = 0;
    for (let at = 0; at < words.length; at++)
      for (let word = words[at]!; word !== 0; word &= word - 1) list[used++] = (at << 5) + lowestBit(word);
    return RowSet.ofList(rows, list);
  }

  /** The rows of all of them. */
  static union(rows: number, [first, ...others]: readonly RowSet[]): RowSet {
    if (first === undefined) return RowSet.none(rows);
    if (others.length === 0) return first;
    const all = new RowBits(rows);
    first.addTo(all.words);
    for (const set of others) set.addTo(all.words);
    return all.toSet();
  }

  get byteLength(): number {
    return objectBytes + (this.few?.byteLength ?? this.words?.byteLength ?? 0);
  }

  /** The first row; `rows` when there is none. */
  get start(): number {
    return this.next(0);
  }

  /** Behind the last row. */
  get end(): number {
    if (this.few) return this.few.length === 0 ? 0 : this.few[this.few.length - 1]! + 1;
    return this.rows;
  }

  has(row: number): boolean {
    if (this.few) return this.few[firstNotBelow(this.few, row)] === row;
    return this.words === undefined || ((this.words[row >>> 5]! >>> (row & 31)) & 1) === 1;
  }

  /** The first row at or behind one; `rows` when there is none. */
  next(row: number): number {
    if (this.few) return this.few[firstNotBelow(this.few, row)] ?? this.rows;
    if (this.words === undefined || row >= this.rows) return Math.min(row, this.rows);
    const next = nextBit(this.words, row, this.words.length);
    return next < 0 ? this.rows : next;
  }

  /** How many there are from `from` to before `to`. */
  countIn(from: number, to: number): number {
    if (from >= to) return 0;
    if (from <= 0 && to >= this.rows) return this.count;
    if (this.few) return firstNotBelow(this.few, to) - firstNotBelow(this.few, from);
    if (this.words === undefined) return to - from;
    const [first, last] = [from >>> 5, to >>> 5];
    const before = bitsBelow(from & 31);
    const until = bitsBelow(to & 31);
    if (first === last) return bitsOf(this.words[first]! & ~before & until);
    const ends = bitsOf(this.words[first]! & ~before) + (until === 0 ? 0 : bitsOf(this.words[last]! & until));
    return ends + countBits(this.words, first + 1, last);
  }

  and(other: RowSet): RowSet {
    if (this.count === this.rows) return other;
    if (other.count === other.rows) return this;
    if (this.few || other.few) {
      const [fewer, test] = this.few && !(other.few && other.count < this.count) ? [this, other] : [other, this];
      return RowSet.ofList(
        this.rows,
        fewer.few!.filter((row) => test.has(row)),
      );
    }
    const words = new Uint32Array(this.words!.length);
    for (let at = 0; at < words.length; at++) words[at] = this.words![at]! & other.words![at]!;
    return RowSet.ofWords(this.rows, words);
  }

  or(other: RowSet): RowSet {
    if (this.count === 0 || other.count === other.rows) return other;
    if (other.count === 0 || this.count === this.rows) return this;
    const words = this.toWords();
    other.addTo(words);
    return RowSet.ofWords(this.rows, words);
  }

  /** The rows that are not in the other set. */
  without(other: RowSet): RowSet {
    if (this.count === 0 || other.count === 0) return this;
    if (this.few)
      return RowSet.ofList(
        this.rows,
        this.few.filter((row) => !other.has(row)),
      );
    const words = this.toWords();
    const gone = other.toWords();
    for (let at = 0; at < words.length; at++) words[at]! &= ~gone[at]!;
    return RowSet.ofWords(this.rows, words);
  }

  /**
   * Writes the rows from `from` to before `to` into `into`, which must have room for them, and returns their number.
   */
  list(from: number, to: number, into: Uint32Array): number {
    let used = 0;
    if (this.few) {
      for (let i = firstNotBelow(this.few, from); i < this.few.length && this.few[i]! < to; i++)
        into[used++] = this.few[i]!;
    } else if (this.words) {
      const last = (to + 31) >>> 5;
      for (let at = from >>> 5; at < last; at++) {
        const row = at << 5;
        let word = this.words[at]!;
        if (row < from) word &= -1 << (from & 31);
        if (row + 32 > to) word &= bitsBelow(to & 31);
        for (; word !== 0; word &= word - 1) into[used++] = row + lowestBit(word);
      }
    } else for (let row = from; row < to; row++) into[used++] = row;
    return used;
  }

  /**
   * Marks in `into` which of the rising `rows` are in the set, by their place; `shift` is added to each row. Returns
   * how many are.
   */
  places(rows: Uint32Array, shift: number, into: Uint32Array): number {
    const { few, words } = this;
    let used = 0;
    if (words)
      for (let place = 0; place < rows.length; place++) {
        const row = rows[place]! + shift;
        into[used] = place;
        used += (words[row >>> 5]! >>> (row & 31)) & 1;
      }
    else if (few) {
      let at = rows.length === 0 ? 0 : firstNotBelow(few, rows[0]! + shift);
      for (let place = 0; place < rows.length && at < few.length; place++) {
        const row = rows[place]! + shift;
        while (at < few.length && few[at]! < row) at++;
        if (few[at] === row) into[used++] = place;
      }
    } else for (let place = 0; place < rows.length; place++) into[used++] = place;
    return used;
  }

  /** A byte a row from `from` to before `to`, 1 for those of the set. */
  flags(from: number, to: number): Uint8Array {
    const flags = new Uint8Array(Math.max(0, to - from));
    if (this.few) {
      const list = this.few;
      for (let i = firstNotBelow(list, from); i < list.length && list[i]! < to; i++) flags[list[i]! - from] = 1;
    } else if (this.words) {
      const { words } = this;
      for (let row = from; row < to; row++) flags[row - from] = (words[row >>> 5]! >>> (row & 31)) & 1;
    } else flags.fill(1);
    return flags;
  }

  /** A bit a row, for each caller a new array. */
  private toWords(): Uint32Array {
    if (this.words) return this.words.slice();
    if (!this.few) return everyRow(this.rows);
    const words = new Uint32Array(Math.ceil(this.rows / 32));
    this.addTo(words);
    return words;
  }

  private addTo(words: Uint32Array): void {
    if (this.few) for (const row of this.few) words[row >>> 5]! |= 1 << (row & 31);
    else if (this.words) for (let at = 0; at < words.length; at++) words[at]! |= this.words[at]!;
    else words.set(everyRow(this.rows));
  }
}

/** Collects rows one by one. */
export class RowBits {
  /** A bit a row. */
  readonly words: Uint32Array;

  constructor(private readonly rows: number) {
    this.words = new Uint32Array(Math.ceil(rows / 32));
  }

  add(row: number): void {
    this.words[row >>> 5]! |= 1 << (row & 31);
  }

  /** The collected rows; add nothing afterwards. */
  toSet(): RowSet {
    return RowSet.ofWords(this.rows, this.words);
  }

  /** All other rows. */
  others(): RowSet {
    const all = everyRow(this.rows);
    for (let at = 0; at < all.length; at++) all[at]! &= ~this.words[at]!;
    return RowSet.ofWords(this.rows, all);
  }
}

/** A bit for each row, all of them set. */
export function everyRow(rows: number): Uint32Array {
  const words = new Uint32Array(Math.ceil(rows / 32)).fill(-1);
  if ((rows & 31) !== 0) words[words.length - 1] = bitsBelow(rows & 31);
  return words;
}

/** Four flags at a time: the multiplication brings the lowest bit of each byte side by side. */
function packFlags(flags: Uint8Array): Uint32Array {
  const words = new Uint32Array(Math.ceil(flags.length / 32));
  const whole = flags.byteOffset % 4 === 0 ? flags.length >>> 5 : 0;
  const fours = new Uint32Array(flags.buffer, whole === 0 ? 0 : flags.byteOffset, whole * 8);
  for (let at = 0; at < whole; at++) {
    let word = 0;
    for (let i = 0; i < 8; i++) word |= ((Math.imul(fours[at * 8 + i]!, 0x204081) >>> 21) & 0xf) << (i * 4);
    words[at] = word;
  }
  for (let row = whole << 5; row < flags.length; row++) words[row >>> 5]! |= flags[row]! << (row & 31);
  return words;
}

/** A listed row takes as much memory as this many bits. */
const listFactor = 32;
const objectBytes = 100;

/** Place of the first row not below `row` in a rising list. */
export function firstNotBelow(list: Uint32Array, row: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A word with the `count` lowest bits, fewer than 32. */
function bitsBelow(count: number): number {
  return 2 ** count - 1;
}
