import { spareBytesMax, spareBytesMin, sparesMax, unfinishedBytesMax } from "./limits.ts";

/** Memory that all connections together hold for messages that have begun and not ended. */
export class UnfinishedBytes {
  #lent = 0;
  /** Lent before: a sender of large messages needs as much again at once, and new memory is filled with zeros first. */
  readonly #spare: Uint8Array<ArrayBuffer>[] = [];

  /**
   * Memory of at least `bytes` bytes that begins with those of `memory`, which comes back, and goes on with anything.
   * Undefined: there is no space for it.
   */
  grow(memory: Uint8Array<ArrayBuffer>, bytes: number): Uint8Array<ArrayBuffer> | undefined {
    const room = unfinishedBytesMax - this.#lent + memory.length;
    if (bytes > room) return undefined;
    const fits = ({ length }: Uint8Array) => length >= bytes && length <= room;
    const spare = bytes < spareBytesMin ? -1 : this.#spare.findIndex(fits);
    const grown = spare < 0 ? new Uint8Array(bytes) : this.#spare.splice(spare, 1)[0]!;
    this.#lent += grown.length;
    grown.set(memory);
    this.giveBack(memory);
    return grown;
  }

  giveBack(memory: Uint8Array<ArrayBuffer>): void {
    const { length } = memory;
    this.#lent -= length;
    if (length >= spareBytesMin && length <= spareBytesMax && this.#spare.length < sparesMax) this.#spare.push(memory);
  }
}

/**
 * The begun message of one connection, in parts; a whole one may precede it, if the next one could continue that. A
 * growing piece of memory.
 */
export class UnfinishedMessage {
  readonly #all: UnfinishedBytes;
  readonly #maxBytes: number;
  #memory = nothing;
  length = 0;
  /** Bytes of the whole message that precedes the begun one. */
  held = 0;
  /** Bytes beyond a message's bound were dropped. */
  isCut = false;

  constructor(all: UnfinishedBytes, maxBytes: number) {
    this.#all = all;
    this.#maxBytes = maxBytes;
  }

  get bytes(): Uint8Array {
    return this.#memory.subarray(0, this.length);
  }

  /** Keeps as much as fits. False: there is no memory for it. */
  add(part: Uint8Array): boolean {
    const room = this.held + this.#maxBytes - this.length;
    const fitting = part.length <= room ? part : part.subarray(0, room);
    if (fitting.length < part.length) this.isCut = true;
    const needed = this.length + fitting.length;
    if (needed > this.#memory.length && !this.#grow(needed)) return false;
    this.#memory.set(fitting, this.length);
    this.length = needed;
    return true;
  }

  /** Everything so far is a whole message. */
  hold(): void {
    this.held = this.length;
  }

  /** Forgets the message after the held one. */
  forgetBegun(): void {
    this.length = this.held;
    this.isCut = false;
  }

  /** Forgets the held message. */
  drop(): void {
    const { held } = this;
    if (held === this.length) {
      this.clear();
      return;
    }
    this.#memory.copyWithin(0, held, this.length);
    this.length -= held;
    this.held = 0;
  }

  clear(): void {
    this.length = 0;
    this.held = 0;
    this.isCut = false;
    if (this.#memory.length <= keptBytes) return;
    this.#all.giveBack(this.#memory);
    this.#memory = nothing;
  }

  /** Frees the memory; nothing may be added afterwards. */
  close(): void {
    this.#all.giveBack(this.#memory);
    this.#memory = nothing;
    this.length = 0;
    this.held = 0;
  }

  #grow(needed: number): boolean {
    const size = Math.min(Math.max(needed, this.#memory.length * 2, 256), Math.max(this.held + this.#maxBytes, needed));
    const grown = this.#all.grow(this.#memory, size);
    if (grown === undefined) return false;
    this.#memory = grown;
    return true;
  }
}

/** Memory of this size stays with its connection for the next message. */
const keptBytes = 2048;
const nothing = new Uint8Array(0);
