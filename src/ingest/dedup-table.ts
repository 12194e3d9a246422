/**
 * Bounded memory of recent events: 128 bits that stand for what makes an event the same, and its id, first and last
 * time and counter. Columns of numbers, so that its size is known and the garbage collector never looks into it. When
 * full it forgets the event that was longest not seen. Slots are small whole numbers.
 */
export class DedupTable {
  readonly id: Float64Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly counter: Uint16Array;
  private readonly keys: Uint32Array;
  private readonly chain: Int32Array;
  private readonly heads: Int32Array;
  private readonly newer: Int32Array;
  private readonly older: Int32Array;
  private newest = none;
  private oldest = none;
  private used = 0;
  private readonly free: number[] = [];

  constructor(readonly capacity: number) {
    this.id = new Float64Array(capacity);
    this.first = new Float64Array(capacity);
    this.last = new Float64Array(capacity);
    this.counter = new Uint16Array(capacity);
    this.keys = new Uint32Array(capacity * 4);
    this.chain = new Int32Array(capacity);
    this.newer = new Int32Array(capacity);
    this.older = new Int32Array(capacity);
    this.heads = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(2, capacity)))).fill(none);
  }

  get size(): number {
    return this.used - this.free.length;
  }

  /** The slot of a key (four 32-bit words), or -1. Does not count as seen. */
  find(key: Uint32Array): number {
    const { keys, chain } = this;
    for (let slot = this.heads[this.bucketOf(key[0]!)]!; slot !== none; slot = chain[slot]!) {
      const at = slot * 4;
      if (keys[at] === key[0] && keys[at + 1] === key[1] && keys[at + 2] === key[2] && keys[at + 3] === key[3])
        return slot;
    }
    return none;
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
    for (let i = 0; i < 4; i++) this.keys[slot * 4 + i] = key[i]!;
    const bucket = this.bucketOf(key[0]!);
    this.chain[slot] = this.heads[bucket]!;
    this.heads[bucket] = slot;
    this.link(slot);
    return slot;
  }

  remove(slot: number): void {
    const bucket = this.bucketOf(this.keys[slot * 4]!);
    if (this.heads[bucket] === slot) this.heads[bucket] = this.chain[slot]!;
    else {
      let before = this.heads[bucket]!;
      while (this.chain[before] !== slot) before = this.chain[before]!;
      this.chain[before] = this.chain[slot]!;
    }
    this.unlink(slot);
    this.free.push(slot);
  }

  /** Writes the key of a slot, four words, into `target`. */
  copyKey(slot: number, target: Uint32Array, at: number): void {
    const { keys } = this;
    for (let i = 0; i < 4; i++) target[at + i] = keys[slot * 4 + i]!;
  }

  set(slot: number, id: number, first: number, last: number, counter: number): void {
    this.id[slot] = id;
    this.first[slot] = first;
    this.last[slot] = last;
    this.counter[slot] = counter;
  }

  private bucketOf(word: number): number {
    return word & (this.heads.length - 1);
  }

  private link(slot: number): void {
    this.older[slot] = this.newest;
    this.newer[slot] = none;
    if (this.newest !== none) this.newer[this.newest] = slot;
    this.newest = slot;
    if (this.oldest === none) this.oldest = slot;
  }

  private unlink(slot: number): void {
    const older = this.older[slot]!;
    const newer = this.newer[slot]!;
    if (older === none) this.oldest = newer;
    else this.newer[older] = newer;
    if (newer === none) this.newest = older;
    else this.older[newer] = older;
  }
}

const none = -1;
