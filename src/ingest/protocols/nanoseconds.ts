/** Digits of nanoseconds; undefined for anything else. Whole microseconds are exact; not all nanoseconds are. */
export function digitsAsMicros(bytes: Uint8Array, start: number, end: number): number | undefined {
  let micros = 0;
  for (let at = start; at < end; at++) {
    const digit = bytes[at]! - 0x30;
    if (digit < 0 || digit > 9 || at - start > 19) return undefined;
    if (at < end - 3) micros = micros * 10 + digit;
  }
  return micros;
}
