/**
 * True when the bytes are a sequence of whole zstd frames (RFC 8878) and nothing else. The decoder of node:zlib returns
 * its output so far when the data ends early, without an error, which would silently lose the last events.
 */
export function isWholeZstd(bytes: Uint8Array): boolean {
  const frames = new ZstdFrames();
  frames.push(bytes);
  return frames.isWhole;
}

/** What is read next: a whole number, little-endian, of these bytes. */
const fieldBytes = { magic: 4, skippableSize: 4, descriptor: 1, blockHeader: 3, none: 0 };

/** The same for bytes that come in pieces: walks from block to block without unpacking them. */
export class ZstdFrames {
  #field: keyof typeof fieldBytes = "magic";
  /** The field as far as it has come. */
  #number = 0;
  #taken = 0;
  #wanted = fieldBytes.magic;
  /** Bytes to pass over before it. */
  #skip = 0;
  #hasChecksum = false;
  #isEmpty = true;

  /** Whole frames up to here, at least one. */
  get isWhole(): boolean {
    return this.#field === "magic" && !this.#isEmpty && this.#skip === 0 && this.#taken === 0;
  }

  push(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length && this.#field !== "none") {
      if (this.#skip > 0) {
        const step = Math.min(this.#skip, bytes.length - at);
        this.#skip -= step;
        at += step;
        continue;
      }
      this.#number |= bytes[at++]! << (8 * this.#taken++);
      if (this.#taken < this.#wanted) continue;
      this.#field = this.#next(this.#number >>> 0);
      this.#wanted = fieldBytes[this.#field];
      this.#number = 0;
      this.#taken = 0;
    }
  }

  /** The field that follows one with this value. */
  #next(value: number): keyof typeof fieldBytes {
    switch (this.#field) {
      case "magic":
        this.#isEmpty = false;
        if (value === frameMagic) return "descriptor";
        return (value & ~0x0f) >>> 0 === skippableMagic ? "skippableSize" : "none";
      case "skippableSize":
        this.#skip = value;
        return "magic";
      case "descriptor":
        this.#hasChecksum = (value & 0b100) !== 0;
        this.#skip = headerFieldBytes(value);
        return "blockHeader";
      default:
        return this.#afterBlockHeader(value);
    }
  }

  #afterBlockHeader(header: number): keyof typeof fieldBytes {
    const type = (header >> 1) & 0b11;
    if (type === reservedBlock) return "none";
    this.#skip = type === runBlock ? 1 : header >>> 3;
    if ((header & 1) === 0) return "blockHeader";
    if (this.#hasChecksum) this.#skip += 4;
    return "magic";
  }
}

const skippableMagic = 0x184d2a50;
const frameMagic = 0xfd2fb528;
const runBlock = 1;
const reservedBlock = 3;

/** Bytes of window, dictionary id and content size, as the descriptor gives them. */
function headerFieldBytes(descriptor: number): number {
  const singleSegment = (descriptor & 0b100000) !== 0;
  const window = singleSegment ? 0 : 1;
  const dictionary = dictionaryBytes[descriptor & 0b11]!;
  const content = descriptor >> 6 === 0 && singleSegment ? 1 : contentSizeBytes[descriptor >> 6]!;
  return window + dictionary + content;
}

const dictionaryBytes = [0, 1, 2, 4];
const contentSizeBytes = [0, 2, 4, 8];
