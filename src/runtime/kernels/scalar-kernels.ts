import type { RowKernels } from "./row-kernels.ts";

/** Row by row, for processors that lack what the others need. */
export class ScalarKernels implements RowKernels {
  joinPlanes(planes: Uint8Array, width: 2 | 4, { buffer, byteOffset }: Uint8Array): void {
    const count = planes.length / width;
    if (width === 2) joinTwo(planes, new Uint16Array(buffer, byteOffset, count));
    else joinFour(planes, new Int32Array(buffer, byteOffset, count));
  }

  packBetween(values: Int32Array | Uint32Array, low: number, high: number, bits: Uint32Array): void {
    for (let row = 0; row < values.length; row++) {
      const value = values[row]!;
      if (value >= low && value <= high) bits[row >>> 5]! |= 1 << (row & 31);
    }
  }

  markFolded(bytes: Uint8Array, needle: Uint8Array, bits: Uint32Array): void {
    const first = needle[0]!;
    bits.fill(0, 0, Math.max(0, Math.ceil((bytes.length - needle.length + 1) / 32)));
    for (let place = 0; place + needle.length <= bytes.length; place++)
      if (folded(bytes[place]!) === first && isNeedle(bytes, place, needle)) bits[place >>> 5]! |= 1 << (place & 31);
  }
}

function isNeedle(bytes: Uint8Array, place: number, needle: Uint8Array): boolean {
  for (let i = 1; i < needle.length; i++) if (folded(bytes[place + i]!) !== needle[i]) return false;
  return true;
}

function folded(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
}

function joinTwo(planes: Uint8Array, words: Uint16Array): void {
  const { length } = words;
  for (let i = 0; i < length; i++) words[i] = planes[i]! | (planes[length + i]! << 8);
}

function joinFour(planes: Uint8Array, words: Int32Array): void {
  const { length } = words;
  for (let i = 0; i < length; i++) {
    const low = planes[i]! | (planes[length + i]! << 8);
    words[i] = low | (planes[2 * length + i]! << 16) | (planes[3 * length + i]! << 24);
  }
}
