import { constants, zstdCompressSync } from "node:zlib";
import { sealedCompressionLevel, slicesPerTrial, wordsLargerMost } from "../limits.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Compresses what is no words. */
export function compressPart(bytes: Bytes): Uint8Array {
  return Bun.zstdCompressSync(bytes, { level: sealedCompressionLevel });
}

/**
 * Compresses the words of one part, slice by slice, plane by plane. Most are numbers that come in no order: what zstd
 * finds repeated in them are short pieces by chance, and to put these together takes three times as long as to read
 * each word by its code, which is shorter, too. So some slices are compressed both ways, once almost without looking
 * for what repeats, and those that follow as was better.
 */
export class WordCompressor {
  #left = 0;
  #isByCode = false;

  compress(bytes: Bytes): Uint8Array {
    if (this.#left-- > 0) return this.#isByCode ? compressByCode(bytes) : compressPart(bytes);
    const packed = compressPart(bytes);
    const byCode = compressByCode(bytes);
    this.#isByCode = byCode.length <= packed.length * wordsLargerMost;
    this.#left = slicesPerTrial - 1;
    return this.#isByCode ? byCode : packed;
  }
}

function compressByCode(bytes: Bytes): Uint8Array {
  return zstdCompressSync(bytes, { params: codeParameters });
}

/** A block, which has codes of its own, is 16 KB: a plane of a slice. */
const codeParameters = {
  [constants.ZSTD_c_compressionLevel]: 1,
  [constants.ZSTD_c_strategy]: constants.ZSTD_fast,
  [constants.ZSTD_c_minMatch]: 7,
  [constants.ZSTD_c_hashLog]: 6,
  [constants.ZSTD_c_windowLog]: 14,
};
