import { rowKernels } from "../../runtime/kernels/thread-kernels.ts";

/**
 * Byte planes: the first bytes of all words, then all second bytes, and so on. The high bytes of times and counters
 * hardly change from row to row, and zstd only sees that when they stand together.
 */
export function splitPlanes(bytes: Uint8Array, width: 1 | 2 | 4): Uint8Array {
  if (width === 1) return bytes;
  const count = bytes.length / width;
  const planes = new Uint8Array(bytes.length);
  for (let plane = 0; plane < width; plane++) {
    const start = plane * count;
    for (let i = 0, from = plane; i < count; i++, from += width) planes[start + i] = bytes[from]!;
  }
  return planes;
}

/** Into `target`, which is of their size and begins at a multiple of the width. */
export function joinPlanes(planes: Uint8Array, width: 1 | 2 | 4, target: Uint8Array): void {
  if (width === 1) target.set(planes);
  else rowKernels().joinPlanes(planes, width, target);
}
