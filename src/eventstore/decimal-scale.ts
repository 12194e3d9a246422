/** Factors that make numbers of a few decimals whole. */
export type DecimalScale = 1 | 10 | 100 | 1_000;

/**
 * The smallest scale that makes all numbers whole, -0 not among them; undefined when a thousand does not, or what comes
 * out is too large to be exact. A number times its scale, rounded, and then divided by it again is the very number:
 * both are the double that is next to the same decimal.
 */
export function decimalScaleOf(values: ArrayLike<number>): DecimalScale | undefined {
  let at = 0;
  let scale: number = scales[at]!;
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    while (Math.round(value * scale) / scale !== value) {
      if (++at === scales.length) return undefined;
      scale = scales[at]!;
    }
    if (value > largest) largest = value;
    else if (-value > largest) largest = -value;
  }
  return largest * scale <= Number.MAX_SAFE_INTEGER ? (scale as DecimalScale) : undefined;
}

/** The whole numbers that are kept instead. */
export function scaled(values: Float64Array, scale: DecimalScale): Float64Array {
  if (scale === 1) return values;
  const units = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) units[i] = Math.round(values[i]! * scale);
  return units;
}

const scales: readonly DecimalScale[] = [1, 10, 100, 1_000];
