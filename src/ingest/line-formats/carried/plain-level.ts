import { severityOfBytes } from "../../../eventstore/event/severity-words.ts";
import { isDigit, isLetter } from "../../../time-text/scan.ts";
import { timeWithinBytes } from "./limits.ts";

/**
 * The severity, 0 to 7, of a text in bytes[from .. to) that begins with its level (`ERROR no price`, `[warn] no price`,
 * `error: no price`) and has nothing else in it that `readCarriedLine` could read; -1: that has to tell.
 */
export function plainLevelOf(bytes: Uint8Array, from: number, to: number): number {
  const close = closers[bytes[from]!]!;
  const start = close === 0 ? from : from + 1;
  let at = start;
  let isUpper = true;
  for (; at < to && isLetter(bytes[at]!); at++) if (bytes[at]! > capitalZ) isUpper = false;
  const severity = severityOfBytes(bytes, start, at);
  if (severity < 0) return -1;
  if (close !== 0) {
    if (bytes[at++] !== close) return -1;
  } else if (bytes[at] === colon) at++;
  else if (!isUpper) return -1;
  const isPlain = at + 1 < to && bytes[at] === blank && isLetter(bytes[at + 1]!);
  return isPlain && !mayHaveMore(bytes, at + 1, to) ? severity : -1;
}

/**
 * A time has marks between its numbers, or many digits in a row; `warn: Shop.Cart[7]` of .NET ends its line with a
 * bracket.
 */
function mayHaveMore(bytes: Uint8Array, from: number, to: number): boolean {
  const end = Math.min(to, from + timeWithinBytes);
  let digits = 0;
  for (let at = from; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === closeBracket && (at + 1 === to || bytes[at + 1]! < blank)) return true;
    if (!isDigit(byte)) digits = 0;
    else if (++digits === digitsOfTime || (marks[bytes[at + 1]!] === 1 && isDigit(bytes[at + 2]!))) return true;
  }
  return false;
}

const digitsOfTime = 8;

const blank = 0x20;
const colon = 0x3a;
const capitalZ = 0x5a;
const closeBracket = 0x5d;
/** By opening bracket. */
const closers = new Uint8Array(256);
for (const [open, close] of ["[]", "<>", "()"]) closers[open!.charCodeAt(0)] = close!.charCodeAt(0);
const marks = new Uint8Array(256);
for (const mark of ":-/.,") marks[mark.charCodeAt(0)] = 1;
