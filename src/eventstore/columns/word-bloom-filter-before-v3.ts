import { viewOf } from "../format/integers.ts";
import { FormatError } from "../format/segment-format.ts";

/**
 * For each block 1: it may have all of the words, else 0. Of files of versions before 3: a Bloom filter of each block,
 * all of them one after the other in `bytes`; `lengths` in words of 4 bytes.
 */
export function blocksWith(
  { lengths, bytes }: { lengths: readonly number[]; bytes: Uint8Array },
  blockCount: number,
  hashes: ArrayLike<number>,
): Uint8Array {
  if (lengths.length !== blockCount)
    throw new FormatError("A text column has another number of filters than of blocks.");
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const words = viewOf(bytes, 4, total) as Uint32Array;
  const holders = new Uint8Array(blockCount).fill(1);
  let start = 0;
  for (let block = 0; block < blockCount; block++) {
    const bits = lengths[block]! * 32;
    for (let i = 0; i < hashes.length; i++) if (!hasBits(words, start, bits, hashes[i]!)) holders[block] = 0;
    start += lengths[block]!;
  }
  return holders;
}

function hasBits(words: Uint32Array, start: number, bits: number, hash: number): boolean {
  if (bits === 0) return false;
  const step = stepOf(hash);
  for (let i = 0, at = hash >>> 0; i < probes; i++, at = (at + step) >>> 0) {
    const bit = at % bits;
    if ((words[start + (bit >>> 5)]! & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}

function stepOf(hash: number): number {
  return (Math.imul(hash, 0x9e3779b1) >>> 0) | 1;
}

const probes = 5;
