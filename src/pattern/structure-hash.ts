import { knownWordMax, patternWordsMax } from "./limits.ts";
import { namesWithDigits, numberedThings } from "./vocabulary.ts";

/**
 * Hash of everything the pattern of a text depends on: texts with equal hashes have the same pattern. Texts of one
 * pattern may have several hashes. About a nanosecond a byte; it covers only as many words as a pattern does.
 *
 * The hash is keyed by the process, so that texts of different patterns cannot be made to share one. Below 2^53, two of
 * a million structures collide in about one of ten thousand processes.
 */
export function hashStructure(bytes: Uint8Array, from: number, to: number): number {
  let a = seeds[0]!;
  let b = seeds[1]!;
  let words = 0;
  for (let at = from; at < to; ) {
    let kind = kinds[bytes[at]!]!;
    if (kind === separator) {
      a = Math.imul(a ^ bytes[at]!, prime);
      at++;
      continue;
    }
    if (++words > patternWordsMax) {
      a = Math.imul(a ^ moreWords, prime);
      break;
    }
    const start = at;
    const before = a;
    let all = 0;
    // Most words that begin with a digit are data: their bytes need no hash.
    if (kind === digit) {
      do {
        all |= kind;
        at++;
        kind = at < to ? kinds[bytes[at]!]! : separator;
      } while (kind !== separator);
      a = all < beyondAscii ? Math.imul(before ^ holeSign, prime) : hashBytes(bytes, start, at, before);
    } else {
      do {
        all |= kind;
        a = Math.imul(a ^ bytes[at]!, prime);
        at++;
        kind = at < to ? kinds[bytes[at]!]! : separator;
      } while (kind !== separator);
      if ((all & (digit | beyondAscii)) === digit) a = hashData(bytes, start, at, before, a);
    }
    b = Math.imul(b + a, 0x85ebca6b) ^ (b >>> 15);
  }
  b = Math.imul(b + a, 0x85ebca6b) ^ (b >>> 15);
  return (a >>> 0) * 2 ** 21 + (b & 0x1fffff);
}

/**
 * Twin of `standInFor`: undefined when the word stands for a hole. Words that stand for the same have the same hash; it
 * is also given to a few that stand for a hole.
 */
export function hashStandIn(bytes: Uint8Array, from: number, to: number): number | undefined {
  if (kinds[bytes[from]!] !== letter || to - from > knownWordMax) return undefined;
  const before = seeds[0]!;
  const hash = hashData(bytes, from, to, before, hashBytes(bytes, from, to, before));
  return hash === Math.imul(before ^ holeSign, prime) ? undefined : hash;
}

function hashBytes(bytes: Uint8Array, from: number, to: number, before: number): number {
  let hash = before;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, prime);
  return hash;
}

/** `before`: the hash as it was before the word, `whole`: with all of its bytes. */
function hashData(bytes: Uint8Array, from: number, to: number, before: number, whole: number): number {
  const asHole = Math.imul(before ^ holeSign, prime);
  if (kinds[bytes[from]!] !== letter || to - from > knownWordMax) return asHole;
  let all = emptyHash;
  let thing = emptyHash;
  let prefix = before;
  let digits = 0;
  let afterSign = false;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    const isDigit = byte <= 57;
    const lower = isDigit || byte === underscore ? byte : byte | 32;
    all = Math.imul(all ^ lower, prime);
    if (isDigit) digits++;
    // Letters behind a digit: no numbered thing.
    else if (digits > 0) digits = notNumbered;
    else {
      prefix = Math.imul(prefix ^ byte, prime);
      if (byte === underscore) afterSign = true;
      else {
        thing = Math.imul((afterSign ? emptyHash : thing) ^ lower, prime);
        afterSign = false;
      }
    }
  }
  if (nameHashes.has(all)) return whole;
  return digits < notNumbered && thingHashes.has(thing) ? Math.imul(prefix ^ holeSign, prime) : asHole;
}

function hashWord(word: string): number {
  let hash = emptyHash;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), prime);
  return hash;
}

const prime = 0x01000193;
const emptyHash = 0x811c9dc5 | 0;
/** A value that no byte has. */
const holeSign = 0x1ff;
const moreWords = 0x1fe;
const notNumbered = 1_000;
const underscore = 95;

const nameHashes: ReadonlySet<number> = new Set(Array.from(namesWithDigits, hashWord));
const thingHashes: ReadonlySet<number> = new Set(Array.from(numberedThings, hashWord));
const seeds = crypto.getRandomValues(new Int32Array(2));

const separator = 0;
const letter = 1;
const digit = 2;
const beyondAscii = 4;

const kinds = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code >= 0x80) return beyondAscii;
  const character = String.fromCharCode(code);
  return /[0-9]/.test(character) ? digit : /\w/.test(character) ? letter : separator;
});
