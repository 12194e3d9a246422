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

/** "-0.0000012345678901234567" */
const longest = 25;

function wholeNumber(text: string, first: number): number {
  let value = first;
  for (let i = 1; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** The canonical number in the UTF-8 bytes of a text; NaN: it is none. */
export function canonicalBytes(bytes: Uint8Array, from: number, to: number): number {
  const length = to - from;
  if (length === 0 || length > longest) return Number.NaN;
  let at = from;
  const isNegative = bytes[at] === minus;
  if (isNegative) at++;
  // A sign alone; the byte behind it belongs to another value.
  if (at === to) return Number.NaN;
  const first = bytes[at]!;
  if (!(first >= zero && first <= nine)) return Number.NaN;
  if ((first !== zero || (at + 1 < to && bytes[at + 1] === dot)) && length <= 16) {
    let value = 0;
    let point = 0;
    for (; at < to; at++) {
      const byte = bytes[at]!;
      if (byte === dot && point === 0) point = at;
      else if (byte >= zero && byte <= nine) value = value * 10 + byte - zero;
      else break;
    }
    // Up to 15 digits a number holds exactly, and dividing by a power of ten rounds as reading the text would.
    if (at === to && point === 0 && length <= 15) return isNegative ? -value : value;
    if (at === to && point > 0 && point < to - 1 && bytes[to - 1] !== zero) {
      const read = value / powersOfTen[to - 1 - point]!;
      // Smaller ones are written with an exponent.
      if (read >= 1e-6) return isNegative ? -read : read;
    }
  }
  return canonicalNumber(textOf(bytes, from, to));
}

function textOf(bytes: Uint8Array, from: number, to: number): string {
  let text = "";
  for (let i = from; i < to; i++) text += String.fromCharCode(bytes[i]!);
  return text;
}

const powersOfTen = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
