/**
 * Writes a number as `String` does, the shortest text that reads back as the value, and returns where it ends; -1: the
 * value needs more digits. Most numbers are small, with a decimal at most, and a division of whole numbers takes as
 * long as all else here. The target must have room for `decimalRoom` bytes.
 */
export function writeDecimal(value: number, target: Uint8Array, at: number): number {
  if (!(value >= 0 && value <= wholeMax)) return -1;
  const whole = value | 0;
  if (whole === value) return whole < smallEnd ? writeSmall(whole, target, at) : writeDigits(whole, 0, target, at);
  const tenths = value < smallEnd / 10 ? (value * 10 + 0.5) | 0 : 0;
  if (tenths / 10 === value) {
    // Below 10,000 this is a tenth, rounded down.
    const front = (tenths * 6_554) >> 16;
    const end = writeSmall(front, target, at);
    target[end] = dot;
    target[end + 1] = zero + tenths - front * 10;
    return end + 2;
  }
  const end = writeFraction(value, 3, target, at);
  return end < 0 ? writeFraction(value, 6, target, at) : end;
}

export const decimalRoom = 16;

/** A whole number below 10,000. */
function writeSmall(value: number, target: Uint8Array, from: number): number {
  let at = from;
  // Below 10,000 this is a hundredth, rounded down.
  const front = (value * 5_243) >> 19;
  const back = value - front * 100;
  if (front > 0) {
    if (front >= 10) target[at++] = tens[front]!;
    target[at++] = units[front]!;
  }
  if (value >= 10) target[at++] = tens[back]!;
  target[at++] = units[back]!;
  return at;
}

/** Of at most ten digits, so two texts of that many never read as one value. */
function writeFraction(value: number, placesMax: 3 | 6, target: Uint8Array, at: number): number {
  const scale = placesMax === 3 ? 1e3 : 1e6;
  const digits = Math.floor(value * scale + 0.5);
  if (digits > wholeMax || digits / scale !== value) return -1;
  let shortest = digits | 0;
  let places: number = placesMax;
  for (let tenth = (shortest / 10) | 0; tenth * 10 === shortest; tenth = (shortest / 10) | 0) {
    shortest = tenth;
    places--;
  }
  return writeDigits(shortest, places, target, at);
}

/** With a dot in front of the last ones. */
function writeDigits(value: number, places: number, target: Uint8Array, from: number): number {
  let length = 1;
  for (let bound = 10; value >= bound; bound *= 10) length++;
  if (length <= places) length = places + 1;
  const end = from + length + (places > 0 ? 1 : 0);
  let rest = value;
  let at = end;
  for (let i = 0; i < length; i++) {
    if (i === places && places > 0) target[--at] = dot;
    const tenth = (rest / 10) | 0;
    target[--at] = zero + rest - tenth * 10;
    rest = tenth;
  }
  return end;
}

/** The largest whole number that `| 0` keeps. */
const wholeMax = 0x7fffffff;
const smallEnd = 10_000;
const dot = 0x2e;
const zero = 0x30;
/** The digits of the numbers below 100. */
const tens = Uint8Array.from({ length: 100 }, (_, value) => zero + Math.floor(value / 10));
const units = Uint8Array.from({ length: 100 }, (_, value) => zero + (value % 10));
