/** Loops over the rows of a column, and the bytes of texts, that take the most time of questions about all events. */
export interface RowKernels {
  /**
   * The first bytes of all words, then all second bytes, and so on, become the words, lowest byte first. `target`: as
   * long as the planes, at a multiple of the width.
   */
  joinPlanes(planes: Uint8Array, width: 2 | 4, target: Uint8Array): void;
  /**
   * A bit for each number from `low` to `high`, both included and within 32 bits with a sign; so are the numbers.
   * `bits`: zeros, a word for every 32 numbers.
   */
  packBetween(values: Int32Array | Uint32Array, low: number, high: number, bits: Uint32Array): void;
  /**
   * A bit for each place where the bytes of the needle follow, ASCII letters in either case. `needle`: ASCII, in lower
   * case, at most `foldedNeedleMax` bytes. `bits`: a word for every 32 places, which are written over.
   */
  markFolded(bytes: Uint8Array, needle: Uint8Array, bits: Uint32Array): void;
}

/** Their room in the memory of the kernels; longer ones are left to regular expressions. */
export const foldedNeedleMax = 64;
