import { severityOfBytes } from "../../../eventstore/event/severity-words.ts";
import { isDigit, isLetter } from "../../../time-text/scan.ts";
import { firstWordBytesMax } from "./limits.ts";

/**
 * False: `readCarriedLine` finds nothing in the text in bytes[from .. to) that an envelope, with a severity of its own
 * or without, leaves open. Looks at the first bytes alone, except where they are those of JSON or of a pair.
 */
export function mayBeCarried(bytes: Uint8Array, from: number, to: number, hasSeverity: boolean): boolean {
  switch (kinds[bytes[from]!]) {
    case kind.brace:
      return endsInBrace(bytes, from, to);
    case kind.digit:
      return isDate(bytes, from, to);
    case kind.bracket:
      return isBracketed(bytes, from + 1, to, hasSeverity);
    case kind.letter:
      return beginsWithWord(bytes, from, to, hasSeverity);
    default:
      return false;
  }
}

function endsInBrace(bytes: Uint8Array, from: number, to: number): boolean {
  let end = to;
  while (end > from && bytes[end - 1]! <= blank) end--;
  return bytes[end - 1] === closeBrace;
}

/** `2026-11-21`, `21/Nov/2026`, `09:00:00`: digits, then what separates the parts of a time. */
function isDate(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < from + 5 && isDigit(bytes[at]!)) at++;
  const mark = bytes[at]!;
  if (at + 5 >= to) return false;
  if (at === from + 4) return (mark === dash || mark === slash || mark === dot) && bytes[at + 3] === mark;
  if (at !== from + 2) return false;
  if (mark === colon) return bytes[at + 3] === colon;
  return (mark === dash || mark === slash) && (bytes[at + 3] === mark || bytes[at + 4] === mark);
}

function isBracketed(bytes: Uint8Array, from: number, to: number, hasSeverity: boolean): boolean {
  if (isDate(bytes, from, to)) return true;
  let at = from;
  while (at < to && at - from < firstWordBytesMax && isLetter(bytes[at]!)) at++;
  // `[Sat Nov 21` of Apache.
  if (at === from + 3 && bytes[at] === blank && bytes[at + 4] === blank) return true;
  return !hasSeverity && severityOfBytes(bytes, from, at) >= 0;
}

/** A level, the name of a pair, or the letter and the day of klog. */
function beginsWithWord(bytes: Uint8Array, from: number, to: number, hasSeverity: boolean): boolean {
  let at = from;
  while (at < to && at - from < firstWordBytesMax && isNameByte(bytes[at]!)) at++;
  if (bytes[at] === equals && at < to) return hasLevelOrMessage(bytes, at, to);
  if (at === from + 5 && isDigit(bytes[from + 1]!)) return bytes[at] === blank;
  // Python's `ERROR:shop.cart:` names a logger beside the level.
  const namesMore = !hasSeverity || (bytes[at] === colon && bytes[at + 1]! > blank);
  return namesMore && severityOfBytes(bytes, from, at) >= 0;
}

/** Whether a name in it ends as `msg`, `message`, `level`, `lvl` and `severity` do. */
function hasLevelOrMessage(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (bytes[at] !== equals) continue;
    const ending = (bytes[at - 2]! << 8) | bytes[at - 1]!;
    for (let i = 0; i < nameEndings.length; i++) if (nameEndings[i] === ending) return true;
  }
  return false;
}

const nameEndings = ["sg", "ge", "el", "vl", "ty"].map((ending) => Buffer.from(ending).readUInt16BE(0));

function isNameByte(byte: number): boolean {
  return nameBytes[byte] === 1;
}

/** How a line may go on, by its first byte. */
const kind = { none: 0, brace: 1, digit: 2, bracket: 3, letter: 4 } as const;
const kinds = new Uint8Array(256);
const nameBytes = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) {
  if (isLetter(byte)) kinds[byte] = kind.letter;
  else if (isDigit(byte)) kinds[byte] = kind.digit;
  if (isLetter(byte) || isDigit(byte) || "_.@/-".includes(String.fromCharCode(byte))) nameBytes[byte] = 1;
}
for (const mark of "[<(") kinds[mark.charCodeAt(0)] = kind.bracket;
for (const mark of "_.@/-") kinds[mark.charCodeAt(0)] = kind.letter;
kinds[0x7b] = kind.brace;

const blank = 0x20;
const dash = 0x2d;
const dot = 0x2e;
const slash = 0x2f;
const colon = 0x3a;
const equals = 0x3d;
const closeBrace = 0x7d;
