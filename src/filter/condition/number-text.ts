/**
 * The number that a text stands for: digits with an optional sign, point and exponent, nothing around them. NaN for
 * everything else, such as "", " 1", "0x10", "1,5", "1e999" or "Infinity".
 */
export function numberOfText(text: string): number {
  if (text.length > longest || !decimal.test(text)) return Number.NaN;
  const value = Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Further digits do not change the number. */
const longest = 400;
