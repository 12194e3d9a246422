type Words = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/**
 * Copies the entries of the first `length` rows, rising, into an array of one kind: a loop that meets several kinds of
 * arrays takes three times as long. Neighbours are converted by the runtime at once.
 */
export function copyRows(words: Words, rows: Uint32Array, length: number, target: Uint32Array | Int32Array): void {
  if (length === 0) return;
  const first = rows[0]!;
  if (rows[length - 1]! - first === length - 1) target.set(words.subarray(first, first + length));
  else for (let i = 0; i < length; i++) target[i] = words[rows[i]!]!;
}
