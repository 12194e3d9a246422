import type { TextTest } from "../condition/template-verdict.ts";

/** The least number that can have these digits: none has a zero before it. */
export function leastWith(digits: string): number {
  return 10 ** (digits.startsWith("0") ? digits.length : digits.length - 1);
}

export function hasDigits(digits: string): (value: number) => boolean {
  const least = leastWith(digits);
  const wanted = Number(digits);
  const base = 10 ** digits.length;
  return (value) => {
    let left = value;
    // Numbers of 32 bits are divided by a multiplication.
    for (; left > 0x7fffffff && left >= least; left = Math.floor(left / 10)) if (left % base === wanted) return true;
    if (left < least) return false;
    for (let small = left | 0; small >= least; small = (small / 10) | 0) if (small % base === wanted) return true;
    return false;
  };
}

/** Verdicts on small whole numbers: 1 for those that have the digits, else 0. A test's are the same in all segments. */
export function digitVerdicts(test: TextTest, digits: string): Uint8Array {
  let verdicts = verdictsCache.get(test);
  if (!verdicts) {
    verdicts = Uint8Array.from({ length: smallNumbers }, (_, value) => (String(value).includes(digits) ? 1 : 0));
    verdictsCache.set(test, verdicts);
  }
  return verdicts;
}

/** Nine tenths of the numbers in messages are smaller. */
export const smallNumbers = 4_096;
const verdictsCache = new WeakMap<TextTest, Uint8Array>();

/** Asks for the digits of whole numbers, without a text for each of them. */
export class Digits {
  readonly #bytes = new Uint8Array(digitsMost);
  readonly #holds: NonNullable<TextTest["bytes"]>;

  constructor(holds: NonNullable<TextTest["bytes"]>) {
    this.#holds = holds;
  }

  hold(value: number): boolean {
    const bytes = this.#bytes;
    let at = digitsMost;
    let left = value;
    // Numbers of 32 bits are divided by a multiplication.
    while (left > 0x7fffffff) {
      const tenth = Math.floor(left / 10);
      bytes[--at] = 48 + (left - tenth * 10);
      left = tenth;
    }
    let small = left | 0;
    do {
      const tenth = (small / 10) | 0;
      bytes[--at] = 48 + (small - tenth * 10);
      small = tenth;
    } while (small > 0);
    return this.#holds(bytes, at, digitsMost);
  }
}

/** Whole numbers of holes have at most 15. */
const digitsMost = 24;
