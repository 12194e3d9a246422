/**
 * Messages that were cut out of datagrams or of streams, on their way to the intake thread in one piece of memory:
 *
 * | bytes | what |
 * |---|---|
 * | textBytes | the messages, with what stood between them |
 * | 0..3 | up to the next multiple of 4 |
 * | 12 each | of each message: begin, end, source * 2 + 1 if it was cut (uint32, as this machine writes them) |
 * | 8 | textBytes, number of messages (uint32) |
 *
 * Twin: `Frames` reads it.
 */
export class FramedBody {
  /** Addresses by their numbers. */
  sources: string[] = [];
  /** Changes each time that numbers are used again: numbers of sources are valid for one generation. */
  generation = 0;
  count = 0;
  textBytes = 0;
  readonly #bytes: Uint8Array;
  readonly #table: Uint32Array;

  /** Holds `textRoom` bytes and `framesMax` messages; `memory` must have `framedBodyBytes(textRoom, framesMax)`. */
  constructor(
    memory: ArrayBufferLike,
    readonly textRoom: number,
    readonly framesMax: number,
  ) {
    this.#bytes = new Uint8Array(memory);
    this.#table = new Uint32Array(framesMax * wordsPerFrame);
  }

  begin(): void {
    this.sources = [];
    this.generation = ++lastGeneration;
    this.count = 0;
    this.textBytes = 0;
  }

  /** The number of a source for `add`. The caller keeps it for this generation. */
  addSource(address: string): number {
    return this.sources.push(address) - 1;
  }

  get freeBytes(): number {
    return this.textRoom - this.textBytes;
  }

  get isFull(): boolean {
    return this.count >= this.framesMax;
  }

  /** Notes a message that lies, or will lie, at [start .. end) of the text. */
  add(start: number, end: number, source: number, isCut: boolean): void {
    const at = this.count++ * wordsPerFrame;
    this.#table[at] = start;
    this.#table[at + 1] = end;
    this.#table[at + 2] = source * 2 + (isCut ? 1 : 0);
  }

  /** Appends bytes to the text; there must be room. */
  write(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.textBytes);
    this.textBytes += bytes.length;
  }

  /** The body as bytes, which lie in its memory. */
  seal(): Uint8Array {
    const tableStart = aligned(this.textBytes);
    const tableWords = this.count * wordsPerFrame;
    const { buffer } = this.#bytes;
    const words = new Uint32Array(buffer, tableStart, tableWords + 2);
    words.set(this.#table.subarray(0, tableWords));
    words[tableWords] = this.textBytes;
    words[tableWords + 1] = this.count;
    return new Uint8Array(buffer, 0, tableStart + words.byteLength);
  }
}

let lastGeneration = 0;

/** Upper bound for a body. */
export function framedBodyBytes(textRoom: number, framesMax: number): number {
  return aligned(textRoom) + framesMax * wordsPerFrame * 4 + 8;
}

/** Reads a sealed `FramedBody`. */
export class Frames {
  readonly count: number;
  /** All messages with the bytes between them. */
  readonly text: Uint8Array;
  readonly #table: Uint32Array;

  constructor(bytes: Uint8Array) {
    // A copy of a body may lie anywhere.
    const whole = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
    const { buffer, byteOffset, length } = whole;
    const [textBytes, count] = new Uint32Array(buffer, byteOffset + length - 8, 2) as unknown as [number, number];
    const tableStart = aligned(textBytes);
    if (tableStart + count * wordsPerFrame * 4 + 8 !== length)
      throw new Error(`A body of ${length} bytes cannot have ${textBytes} of text and ${count} messages.`);
    this.count = count;
    this.text = whole.subarray(0, textBytes);
    this.#table = new Uint32Array(buffer, byteOffset + tableStart, count * wordsPerFrame);
  }

  start(index: number): number {
    return this.#table[index * wordsPerFrame]!;
  }

  end(index: number): number {
    return this.#table[index * wordsPerFrame + 1]!;
  }

  source(index: number): number {
    return this.#table[index * wordsPerFrame + 2]! >> 1;
  }

  isCut(index: number): boolean {
    return (this.#table[index * wordsPerFrame + 2]! & 1) === 1;
  }
}

function aligned(bytes: number): number {
  return (bytes + 3) & ~3;
}

const wordsPerFrame = 3;
