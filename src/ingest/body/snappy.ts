/**
 * Decompresses snappy: the bare format of one block (google/snappy, format_description.txt), or its framing
 * (framing_format.txt; checksums are not checked). `undefined`: the data is damaged or ends early. Throws RangeError
 * when the content is larger than `limitBytes`, before allocating it.
 */
export function unpackSnappy(bytes: Uint8Array, limitBytes: number): Uint8Array | undefined {
  return isFramed(bytes) ? unpackFrames(bytes, limitBytes) : unpackBlock(bytes, limitBytes);
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

function unpackFrames(bytes: Uint8Array, limitBytes: number): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  let at = streamStart.length;
  while (at < bytes.length) {
    const kind = bytes[at]!;
    const end = at + 4 + (bytes[at + 1]! | (bytes[at + 2]! << 8) | (bytes[at + 3]! << 16));
    if (!(end <= bytes.length)) return undefined;
    const content = bytes.subarray(at + 4 + checksumBytes, end);
    if (kind === compressedFrame || kind === plainFrame) {
      if (end < at + 4 + checksumBytes) return undefined;
      const part = kind === plainFrame ? content : unpackBlock(content, limitBytes - sizeBytes);
      if (part === undefined) return undefined;
      sizeBytes += part.length;
      if (sizeBytes > limitBytes) throw new RangeError("too large");
      parts.push(part);
    } else if (kind <= lastUnskippable) return undefined;
    at = end;
  }
  return Buffer.concat(parts);
}

function unpackBlock(bytes: Uint8Array, limitBytes: number): Uint8Array | undefined {
  const header = readLength(bytes);
  if (header === undefined) return undefined;
  if (header.length > limitBytes) throw new RangeError("too large");
  // No element of two or three bytes makes more than 64 bytes, so a length beyond that is false.
  if (header.length > bytes.length * 64) return undefined;
  const target = new Uint8Array(header.length);
  return fill(target, bytes, header.end) ? target : undefined;
}

/** A varint of at most 32 bits. */
function readLength(bytes: Uint8Array): { length: number; end: number } | undefined {
  let length = 0;
  for (let i = 0; i < 5; i++) {
    const byte = bytes[i];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return length < 2 ** 32 ? { length, end: i + 1 } : undefined;
  }
  return undefined;
}

/** True when the elements from `from` on fill the target exactly. */
function fill(target: Uint8Array, bytes: Uint8Array, from: number): boolean {
  let at = from;
  let to = 0;
  while (at < bytes.length) {
    const tag = bytes[at++]!;
    const kind = tag & 3;
    let length = (tag >>> 2) + 1;
    if (kind === 0) {
      if (length > 60) {
        const width = length - 60;
        length = readNumber(bytes, at, width) + 1;
        at += width;
      }
      if (!(at + length <= bytes.length && to + length <= target.length)) return false;
      target.set(bytes.subarray(at, at + length), to);
      at += length;
    } else {
      const width = kind === 3 ? 4 : kind;
      let offset = readNumber(bytes, at, width);
      if (kind === 1) {
        length = ((tag >>> 2) & 7) + 4;
        offset += (tag >>> 5) * 256;
      }
      at += width;
      if (!(offset > 0 && offset <= to && to + length <= target.length)) return false;
      // Byte by byte: a copy may reach into what it writes.
      for (let end = to + length, source = to - offset; to < end; ) target[to++] = target[source++]!;
      continue;
    }
    to += length;
  }
  return at === bytes.length && to === target.length;
}

/** Little-endian; NaN when the bytes end before. */
function readNumber(bytes: Uint8Array, at: number, width: number): number {
  if (at + width > bytes.length) return Number.NaN;
  let number = 0;
  for (let i = 0; i < width; i++) number += bytes[at + i]! * 256 ** i;
  return number;
}
