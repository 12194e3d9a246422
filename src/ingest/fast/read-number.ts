/** A whole number or one with a fraction, exactly as JSON.parse reads it; NaN when it has too many digits for that. */
export function readNumber(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  let decimals = -1;
  const isNegative = bytes[from] === 0x2d;
  for (let at = isNegative ? from + 1 : from; at < to; at++) {
    const byte = bytes[at]!;
    if (byte === 0x2e) decimals = 0;
    else {
      value = value * 10 + byte - zero;
      if (decimals >= 0) decimals++;
    }
  }
  // Up to here both are exact, so that dividing rounds once, as reading the text does.
  if (value > Number.MAX_SAFE_INTEGER || decimals > 22) return Number.NaN;
  const read = decimals > 0 ? value / 10 ** decimals : value;
  return isNegative ? -read : read;
}

const zero = 0x30;
