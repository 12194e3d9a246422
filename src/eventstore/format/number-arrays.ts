/** Index of the first of ascending values that is not below `bound`, among those of `from` to before `to`. */
export function firstAtOrAfter(values: ArrayLike<number>, bound: number, from = 0, to = values.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function isRising(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) if (values[i]! < values[i - 1]!) return false;
  return true;
}

/** One behind the other; a single one is given as it is. */
export function joinArrays<T extends { length: number; set(values: T, at: number): void }>(
  kind: new (length: number) => T,
  arrays: readonly T[],
): T {
  if (arrays.length === 1) return arrays[0]!;
  const joined = new kind(arrays.reduce((sum, { length }) => sum + length, 0));
  let used = 0;
  for (const array of arrays) {
    joined.set(array, used);
    used += array.length;
  }
  return joined;
}

export function sumOf(counts: Uint8Array | Uint16Array | Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) sum += counts[i]!;
  return sum;
}
