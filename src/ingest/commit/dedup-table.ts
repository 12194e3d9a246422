/**
 * Bounded memory of recent events: a 128-bit key of what makes events the same, and the id, first and last time and
 * counter. Number columns, so that the size is known and the garbage collector never looks inside. When full, it
 * forgets the event not seen for longest. Slots are small whole numbers.
 *
 * It exceeds the processor's caches, so each entry fits one cache line, and the index rejects unknown keys without
 * touching it. Eviction leaves a stale index entry, detected by comparing with the slot: deleting it would cost one
 * more memory access per new event. When stale entries are many, the index is rebuilt.
 */
export class DedupTable {
  /** Per slot eight numbers (id, first, last and space for words), or sixteen words. */
  private readonly numbers: Float64Array;
  private readonly words: Uint32Array;
  /** Open addressing: a slot plus one in the low bits, and some bits of its key above; 0: free. */
  private readonly index: Int32Array;
  private readonly mask: number;
  private readonly slotMask: number;
  /** Entries of the index, stale ones too. */
  private entries = 0;
  private readonly entriesMax: number;
  private newest = none;
  private oldest = none;
  private used = 0;
  private readonly free: number[] = [];

  constructor(readonly capacity: number) {
    this.numbers = new Float64Array(capacity * slotNumbers);
    this.words = new Uint32Array(this.numbers.buffer);
    const places = 2 ** Math.ceil(Math.log2(capacity * placesPerSlot));
    this.index = new Int32Array(places);
    this.mask = places - 1;
    this.slotMask = 2 ** Math.ceil(Math.log2(capacity + 1)) - 1;
    this.entriesMax = places * fullShare;
  }

  get size(): number {
    return this.used - this.free.length;
  }

  /** The slot of a key (four 32-bit words), or -1. Does not count as seen. */
  find(key: Uint32Array): number {
    const { index, mask, slotMask } = this;
    const tag = key[1]! & ~slotMask;
    for (let place = key[0]! & mask; ; place = (place + 1) & mask) {
      const entry = index[place]!;
      if (entry === 0) return none;
      if ((entry & ~slotMask) !== tag) continue;
      const slot = (entry & slotMask) - 1;
      if (this.owns(slot, key)) return slot;
    }
  }

  /** When the event was last confirmed to be shown, in the caller's own count; 0: never. */
  checkedOf(slot: number): number {
    return this.words[slot * slotWords + checkedWord]!;
  }

  setChecked(slot: number, count: number): void {
    this.words[slot * slotWords + checkedWord] = count;
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
    this.setChecked(slot, 0);
    this.link(slot);
    if (this.entries >= this.entriesMax) this.renewIndex();
    else this.enter(slot);
    return slot;
  }

  remove(slot: number): void {
    this.unlink(slot);
    this.words[slot * slotWords + olderWord] = notUsed;
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

  /** An entry may belong to a key that the slot held before. */
  private owns(slot: number, key: Uint32Array): boolean {
    const { words } = this;
    const at = slot * slotWords;
    for (let i = 0; i < 4; i++) if (words[at + keyWord + i] !== key[i]) return false;
    return (words[at + olderWord]! | 0) !== notUsed;
  }

  private enter(slot: number): void {
    const { index, mask, words } = this;
    const at = slot * slotWords + keyWord;
    let place = words[at]! & mask;
    while (index[place] !== 0) place = (place + 1) & mask;
    index[place] = (words[at + 1]! & ~this.slotMask) | (slot + 1);
    this.entries++;
  }

  /** Keeps only the entries of the slots in use. */
  private renewIndex(): void {
    this.index.fill(0);
    this.entries = 0;
    for (let slot = 0; slot < this.used; slot++)
      if ((this.words[slot * slotWords + olderWord]! | 0) !== notUsed) this.enter(slot);
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
    // Words have no sign, while `none` has one.
    const older = words[slot * slotWords + olderWord]! | 0;
    const newer = words[slot * slotWords + newerWord]! | 0;
    if (older === none) this.oldest = newer;
    else words[older * slotWords + newerWord] = newer;
    if (newer === none) this.newest = older;
    else words[newer * slotWords + olderWord] = older;
  }
}

const none = -1;
/** In the link to the next older slot: this slot is not in use. */
const notUsed = -2;
/** A slot is 64 bytes: three numbers, then these words. */
const slotNumbers = 8;
const slotWords = 16;
const keyWord = 6;
const counterWord = 10;
const newerWord = 11;
const olderWord = 12;
const checkedWord = 13;
/**
 * Index places of four bytes per slot, and the share of them in use that triggers a rebuild, which takes as long as
 * inserting all slots.
 */
const placesPerSlot = 4;
const fullShare = 5 / 8;
