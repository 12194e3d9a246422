/**
 * The number that a text stands for when writing that number gives the very same text; otherwise NaN. So "007", "1e3",
 * "-0", "+1", "1.50", "NaN" and "Infinity" stay text, and nothing is lost by keeping the number alone.
 */
export function canonicalNumber(text: string): number {
  const length = text.length;
  if (length === 0 || length > longest) return Number.NaN;
  const first = text.charCodeAt(0);
  if (first >= 49 && first <= 57 && length <= 15) {
    const whole = wholeNumber(text, first - 48);
    if (whole >= 0) return whole;
  }
  if (first !== 45 && (first < 48 || first > 57)) return Number.NaN;
  const value = Number(text);
  return Number.isFinite(value) && String(value) === text ? value : Number.NaN;
}

/** "-1.7976931348623157e+308" */
const longest = 24;

function wholeNumber(text: string, first: number): number {
  let value = first;
  for (let i = 1; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
