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

export function sumOf(counts: Uint8Array | Uint16Array | Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) sum += counts[i]!;
  return sum;
}
