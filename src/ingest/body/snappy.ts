/**
 * Decompresses snappy: the bare format of one block (google/snappy, format_description.txt), or its framing
 * (framing_format.txt; checksums are not checked). `undefined`: the data is damaged or ends early. Throws RangeError
 * when the content is larger than `limitBytes`, before allocating it.
 */
export function unpackSnappy(bytes: Uint8Array, limitBytes: number): Uint8Array | undefined {
  const unpacking = new Unpacking(bytes, limitBytes);
  const isWhole = isFramed(bytes) ? unpacking.readFrames(streamStart.length) : unpacking.readBlock(0, bytes.length);
  return isWhole ? unpacking.content : undefined;
}

const streamStart = Buffer.from("\xff\x06\x00\x00sNaPpY", "latin1");

function isFramed(bytes: Uint8Array): boolean {
  return streamStart.every((byte, at) => bytes[at] === byte);
}

const compressedFrame = 0x00;
const plainFrame = 0x01;
/** Up to here, unknown frames must not be skipped. */
const lastUnskippable = 0x7f;
const checksumBytes = 4;

/** All frames write into one memory, which grows: a frame may be tiny, and a body have millions of them. */
class Unpacking {
  readonly #bytes: Uint8Array;
  readonly #limitBytes: number;
  #memory = new Uint8Array(0);
  #length = 0;

  constructor(bytes: Uint8Array, limitBytes: number) {
    this.#bytes = bytes;
    this.#limitBytes = limitBytes;
  }

  get content(): Uint8Array {
    return this.#memory.subarray(0, this.#length);
  }

  /** False, here and below: the data is damaged or ends early. */
  readFrames(from: number): boolean {
    const bytes = this.#bytes;
    for (let at = from; at < bytes.length; ) {
      const kind = bytes[at]!;
      const start = at + 4 + checksumBytes;
      const end = at + 4 + (bytes[at + 1]! | (bytes[at + 2]! << 8) | (bytes[at + 3]! << 16));
      if (!(end <= bytes.length)) return false;
      if (kind === compressedFrame || kind === plainFrame) {
        if (end < start) return false;
        if (kind === plainFrame) this.#readPlain(start, end);
        else if (!this.readBlock(start, end)) return false;
      } else if (kind <= lastUnskippable) return false;
      at = end;
    }
    return true;
  }

  /** bytes[start .. end) are one block: the length of its content as a varint of at most 32 bits, then elements. */
  readBlock(start: number, end: number): boolean {
    let length = 0;
    for (let i = 0; i < 5 && start + i < end; i++) {
      const byte = this.#bytes[start + i]!;
      length += (byte & 0x7f) * 2 ** (7 * i);
      if (byte >= 0x80) continue;
      if (length >= 2 ** 32) return false;
      if (length > this.#limitBytes - this.#length) throw new RangeError("too large");
      // No element of two or three bytes makes more than 64 bytes, so a length beyond that is false.
      if (length > (end - start) * 64) return false;
      this.#grow(length);
      return this.#readElements(start + i + 1, end, length);
    }
    return false;
  }

  #readPlain(start: number, end: number): void {
    this.#grow(end - start);
    copy(this.#bytes, start, end, this.#memory, this.#length);
    this.#length += end - start;
  }

  /** Makes space for so many more bytes. */
  #grow(moreBytes: number): void {
    const needed = this.#length + moreBytes;
    if (needed > this.#limitBytes) throw new RangeError("too large");
    if (needed <= this.#memory.length) return;
    const grown = new Uint8Array(Math.max(needed, Math.min(this.#memory.length * 2, this.#limitBytes)));
    grown.set(this.content);
    this.#memory = grown;
  }

  /** bytes[start .. end) are elements that make exactly `length` bytes. */
  #readElements(start: number, end: number, length: number): boolean {
    const bytes = this.#bytes;
    const target = this.#memory;
    const begin = this.#length;
    const full = begin + length;
    let at = start;
    let to = begin;
    while (at < end) {
      const tag = bytes[at++]!;
      const kind = tag & 3;
      let size = (tag >>> 2) + 1;
      if (kind === 0) {
        if (size > 60) {
          const width = size - 60;
          size = readNumber(bytes, at, width) + 1;
          at += width;
        }
        if (!(at + size <= end && to + size <= full)) return false;
        copy(bytes, at, at + size, target, to);
        at += size;
        to += size;
      } else {
        const width = kind === 3 ? 4 : kind;
        let offset = readNumber(bytes, at, width);
        if (kind === 1) {
          size = ((tag >>> 2) & 7) + 4;
          offset += (tag >>> 5) * 256;
        }
        at += width;
        if (!(offset > 0 && offset <= to - begin && to + size <= full)) return false;
        // Byte by byte: a copy may reach into what it writes.
        for (let last = to + size, source = to - offset; to < last; ) target[to++] = target[source++]!;
      }
    }
    this.#length = to;
    return at === end && to === full;
  }
}

/** Copies bytes[start .. end) to target[to ..): a few in a loop, which is quicker than making a view of them. */
function copy(bytes: Uint8Array, start: number, end: number, target: Uint8Array, to: number): void {
  if (end - start > 32) target.set(bytes.subarray(start, end), to);
  else for (let at = start; at < end; at++) target[to + at - start] = bytes[at]!;
}

/** Little-endian; NaN when the bytes end before. */
function readNumber(bytes: Uint8Array, at: number, width: number): number {
  if (at + width > bytes.length) return Number.NaN;
  let number = 0;
  for (let i = 0; i < width; i++) number += bytes[at + i]! * 256 ** i;
  return number;
}
