import { hashStandIn } from "./structure-hash.ts";
import { hole, standInFor } from "./tokens.ts";

/** Numbers words by their stand-ins in patterns, in order of appearance: a known word costs only its hash. */
export class WordStandIns {
  /** By number; [0] stands for data. */
  readonly standIns: string[] = [hole];
  readonly #numbers = new Map([[hole, 0]]);
  readonly #known = new Map<number, KnownStandIn>();

  /** Number for the word bytes[from .. to) of ASCII letters, digits and underscores. One without a digit is no data. */
  numberOf(bytes: Uint8Array, from: number, to: number): number {
    if (from === to) return 0;
    if (!hasDigit(bytes, from, to)) return this.#numberFor(textOf(bytes, from, to));
    const hash = hashStandIn(bytes, from, to);
    if (hash === undefined) return 0;
    const known = this.#known.get(hash);
    return known && standsFor(known, bytes, from, to) ? known.number : this.#add(hash, bytes, from, to);
  }

  #add(hash: number, bytes: Uint8Array, from: number, to: number): number {
    const word = textOf(bytes, from, to);
    const standIn = standInFor(word);
    if (standIn === hole) return 0;
    const number = this.#numberFor(standIn);
    const isName = standIn === word;
    const length = isName ? word.length : standIn.length - hole.length;
    this.#known.set(hash, { number, isName, begin: bytes.slice(from, from + length) });
    return number;
  }

  #numberFor(standIn: string): number {
    let number = this.#numbers.get(standIn);
    if (number === undefined) {
      number = this.standIns.length;
      this.#numbers.set(standIn, number);
      this.standIns.push(standIn);
    }
    return number;
  }
}

function hasDigit(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at]! >= 48 && bytes[at]! <= 57) return true;
  return false;
}

function textOf(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("latin1");
}

interface KnownStandIn {
  number: number;
  /** True: of this very word. False: of all words of this begin and digits. */
  isName: boolean;
  begin: Uint8Array;
}

/** Two words may share a hash. */
function standsFor({ begin, isName }: KnownStandIn, bytes: Uint8Array, from: number, to: number): boolean {
  const { length } = begin;
  if (isName ? to - from !== length : to - from <= length) return false;
  for (let at = 0; at < length; at++) if (bytes[from + at] !== begin[at]) return false;
  for (let at = from + length; at < to; at++) if (bytes[at]! < 48 || bytes[at]! > 57) return false;
  return true;
}
