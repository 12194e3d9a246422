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

/** Verdicts on whole numbers below 65,536, 1 for those that have the digits. */
export function digitVerdicts(digits: string): Uint8Array {
  if (verdictsCache?.digits === digits) return verdictsCache.verdicts;
  const holds = hasDigits(digits);
  const verdicts = new Uint8Array(2 ** 16);
  for (let value = leastWith(digits); value < verdicts.length; value++) verdicts[value] = holds(value) ? 1 : 0;
  verdictsCache = { digits, verdicts };
  return verdicts;
}

/** Those of the latest digits: a question asks for the same in each segment. */
let verdictsCache: { digits: string; verdicts: Uint8Array } | undefined;

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
