import { textEnd } from "./write-text.ts";

/**
 * Numbers distinct texts from 1 up without making strings: a hash table over their UTF-8 bytes, which lie joined as a
 * segment keeps them. Emptied and used again for each commit.
 */
export class ByteDictionary {
  size = 0;
  /** The texts, each followed by its end mark. */
  bytes = new Uint8Array(256);
  /** Text n is bytes[offsets[n - 1] .. offsets[n] - 1). */
  offsets = new Uint32Array(17);
  #hashes = new Int32Array(17);
  #slots = new Int32Array(32);

  idOf(source: Uint8Array, from: number, to: number): number {
    const hash = hashBytes(source, from, to);
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let id = slots[slot]!; id !== 0; id = slots[slot]!) {
      if (this.#hashes[id] === hash && this.#equals(id, source, from, to)) return id;
      slot = (slot + 1) & mask;
    }
    slots[slot] = this.#append(source, from, to, hash);
    if (this.size * 2 > slots.length) this.#widen();
    return this.size;
  }

  clear(): void {
    if (this.size === 0) return;
    this.size = 0;
    // A huge commit must not keep its memory for ever, and small ones must not pay for clearing it.
    if (this.#slots.length > slotsKept) this.#slots = new Int32Array(32);
    else this.#slots.fill(0);
    if (this.bytes.length > bytesKept) this.bytes = new Uint8Array(256);
  }

  /** Bytes of all texts with their end marks. */
  get used(): number {
    return this.offsets[this.size]!;
  }

  #equals(id: number, source: Uint8Array, from: number, to: number): boolean {
    const { bytes } = this;
    let at = this.offsets[id - 1]!;
    if (this.offsets[id]! - 1 - at !== to - from) return false;
    for (let i = from; i < to; i++, at++) if (bytes[at] !== source[i]) return false;
    return true;
  }

  #append(source: Uint8Array, from: number, to: number, hash: number): number {
    const start = this.used;
    const end = start + to - from + 1;
    if (end > this.bytes.length) this.bytes = grown(this.bytes, end);
    const { bytes } = this;
    for (let i = from, at = start; i < to; i++, at++) bytes[at] = source[i]!;
    bytes[end - 1] = textEnd;
    const id = ++this.size;
    if (id >= this.offsets.length) {
      this.offsets = grown(this.offsets, id + 1);
      this.#hashes = grown(this.#hashes, id + 1);
    }
    this.offsets[id] = end;
    this.#hashes[id] = hash;
    return id;
  }

  #widen(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let id = 1; id <= this.size; id++) {
      let slot = this.#hashes[id]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    this.#slots = slots;
  }
}

/** Grows the array for `needed` entries, at least doubling it, so that filling it entry by entry stays linear. */
export function grown<T extends Uint8Array | Uint32Array | Int32Array | Float64Array>(array: T, needed: number): T {
  const larger = new (array.constructor as new (length: number) => T)(Math.max(needed, array.length * 2));
  larger.set(array);
  return larger;
}

/** Seeded per thread, so that texts cannot be chosen to collide. */
function hashBytes(source: Uint8Array, from: number, to: number): number {
  let hash = seed;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ source[i]!, factor);
  return hash ^ (hash >>> 15);
}

const [seed, factor] = (() => {
  const [first, second] = crypto.getRandomValues(new Int32Array(2));
  // Odd, so that multiplying loses nothing; close to FNV's prime, which spreads short texts well.
  return [first!, (0x01000193 + (second! & 0x00fffff0)) | 1];
})();

const slotsKept = 8_192;
const bytesKept = 256 * 1024;
