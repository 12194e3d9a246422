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
