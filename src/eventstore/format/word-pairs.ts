import { FormatError } from "./segment-format.ts";

/**
 * Which two characters follow each other in some of many words of ASCII letters, digits and underscores, in any case:
 * a part of a word that has another pair is in none of them. Ids have few pairs, since most are hexadecimal. A bit for
 * each pair; part of the format.
 */
export class WordPairs {
  readonly bytes: Uint8Array;

  /** Throws FormatError for bytes of another length. */
  constructor(bytes: Uint8Array = new Uint8Array(wordPairsBytes)) {
    if (bytes.length !== wordPairsBytes)
      throw new FormatError(`Pairs of characters take ${wordPairsBytes} bytes, got ${bytes.length}.`);
    this.bytes = bytes;
  }

  /** Words with anything else between them. */
  add(text: Uint8Array, from: number, to: number): void {
    const { bytes } = this;
    let last = none;
    for (let at = from; at < to; at++) {
      const sign = signs[text[at]!]!;
      if (sign !== none && last !== none) {
        const pair = last * signCount + sign;
        bytes[pair >> 3]! |= 1 << (pair & 7);
      }
      last = sign;
    }
  }

  addAll({ bytes }: WordPairs): void {
    for (let i = 0; i < wordPairsBytes; i++) this.bytes[i]! |= bytes[i]!;
  }

  /** False: none of the words has this part, in whatever case. */
  mayHold(part: string): boolean {
    let last = none;
    for (let at = 0; at < part.length; at++) {
      const sign = signs[part.charCodeAt(at)] ?? none;
      if (sign === none) return false;
      if (last !== none) {
        const pair = last * signCount + sign;
        if ((this.bytes[pair >> 3]! & (1 << (pair & 7))) === 0) return false;
      }
      last = sign;
    }
    return true;
  }
}

/** Digits, letters, the underscore. */
const signCount = 37;
export const wordPairsBytes = Math.ceil((signCount * signCount) / 8);
/** By byte; `none` for those that no word has. */
const none = 255;
const signs = Uint8Array.from({ length: 256 }, (_, byte) => {
  const place = "0123456789abcdefghijklmnopqrstuvwxyz_".indexOf(String.fromCharCode(byte).toLowerCase());
  return place < 0 || byte > 127 ? none : place;
});
