/**
 * Bounded memory of recent events: 128 bits that stand for what makes an event the same, and its id, first and last
 * time and counter. Columns of numbers, so that its size is known and the garbage collector never looks into it. When
 * full it forgets the event that was longest not seen. Slots are small whole numbers.
 *
 * It is larger than the processor's caches, so what is known of an event lies in one line of them, and the index tells without a look
 * at it that an event is none of those that are there.
 */
export class DedupTable {
  /** By slot eight numbers (id, first, last and room for words), or sixteen words. */
  private readonly numbers: Float64Array;
  private readonly words: Uint32Array;
  /** Open addressing: the first word of a key, and its slot plus one, 0 for none. At most half of it is in use. */
  private readonly index: Uint32Array;
  private readonly mask: number;
  private newest = none;
  private oldest = none;
  private used = 0;
  private readonly free: number[] = [];

  constructor(readonly capacity: number) {
    this.numbers = new Float64Array(capacity * slotNumbers);
    this.words = new Uint32Array(this.numbers.buffer);
    const places = 2 ** Math.ceil(Math.log2(Math.max(2, capacity) * 2));
    this.index = new Uint32Array(places * 2);
    this.mask = places - 1;
  }

  get size(): number {
    return this.used - this.free.length;
  }

  /** The slot of a key (four 32-bit words), or -1. Does not count as seen. */
  find(key: Uint32Array): number {
    const { index, mask, words } = this;
    const first = key[0]!;
    for (let place = first & mask; ; place = (place + 1) & mask) {
      const entry = index[place * 2 + 1]!;
      if (entry === 0) return none;
      if (index[place * 2] !== first) continue;
      const at = (entry - 1) * slotWords + keyWord;
      if (words[at + 1] === key[1] && words[at + 2] === key[2] && words[at + 3] === key[3]) return entry - 1;
    }
  }

  /** Marks the slot as the one seen last. */
  touch(slot: number): void {
    if (slot === this.newest) return;
    this.unlink(slot);
    this.link(slot);
  }

  /** The slot that `add` will reuse because the table is full; -1 when there is room. */
  nextEvicted(): number {
    return this.size < this.capacity ? none : this.oldest;
  }

  /** A slot for a key that is not in the table, seen last: the one taken from `nextEvicted` when the table is full. */
  add(key: Uint32Array): number {
    if (this.size >= this.capacity) this.remove(this.oldest);
    const slot = this.free.pop() ?? this.used++;
    const at = slot * slotWords + keyWord;
    for (let i = 0; i < 4; i++) this.words[at + i] = key[i]!;
    const { index, mask } = this;
    let place = key[0]! & mask;
    while (index[place * 2 + 1] !== 0) place = (place + 1) & mask;
    index[place * 2] = key[0]!;
    index[place * 2 + 1] = slot + 1;
    this.link(slot);
    return slot;
  }

  remove(slot: number): void {
    const { index, mask } = this;
    let hole = this.words[slot * slotWords + keyWord]! & mask;
    while (index[hole * 2 + 1] !== slot + 1) hole = (hole + 1) & mask;
    // Those behind move up, as far as they are not before where they belong.
    for (let place = (hole + 1) & mask; index[place * 2 + 1] !== 0; place = (place + 1) & mask) {
      const home = index[place * 2]! & mask;
      if (((place - home) & mask) < ((place - hole) & mask)) continue;
      index[hole * 2] = index[place * 2]!;
      index[hole * 2 + 1] = index[place * 2 + 1]!;
      hole = place;
    }
    index[hole * 2 + 1] = 0;
    this.unlink(slot);
    this.free.push(slot);
  }

  /** Writes the key of a slot, four words, into `target`. */
  copyKey(slot: number, target: Uint32Array, at: number): void {
    const { words } = this;
    const from = slot * slotWords + keyWord;
    for (let i = 0; i < 4; i++) target[at + i] = words[from + i]!;
  }

  set(slot: number, id: number, first: number, last: number, counter: number): void {
    const { numbers } = this;
    const at = slot * slotNumbers;
    numbers[at] = id;
    numbers[at + 1] = first;
    numbers[at + 2] = last;
    this.words[slot * slotWords + counterWord] = counter;
  }

  idOf(slot: number): number {
    return this.numbers[slot * slotNumbers]!;
  }

  firstOf(slot: number): number {
    return this.numbers[slot * slotNumbers + 1]!;
  }

  lastOf(slot: number): number {
    return this.numbers[slot * slotNumbers + 2]!;
  }

  counterOf(slot: number): number {
    return this.words[slot * slotWords + counterWord]!;
  }

  private link(slot: number): void {
    const { words, newest } = this;
    words[slot * slotWords + olderWord] = newest;
    words[slot * slotWords + newerWord] = none;
    if (newest !== none) words[newest * slotWords + newerWord] = slot;
    this.newest = slot;
    if (this.oldest === none) this.oldest = slot;
  }

  private unlink(slot: number): void {
    const { words } = this;
    // Words have no sign, and `none` has one.
    const older = words[slot * slotWords + olderWord]! | 0;
    const newer = words[slot * slotWords + newerWord]! | 0;
    if (older === none) this.oldest = newer;
    else words[older * slotWords + newerWord] = newer;
    if (newer === none) this.newest = older;
    else words[newer * slotWords + olderWord] = older;
  }
}

const none = -1;
/** A slot is 64 bytes: three numbers, then these words. */
const slotNumbers = 8;
const slotWords = 16;
const keyWord = 6;
const counterWord = 10;
const newerWord = 11;
const olderWord = 12;
