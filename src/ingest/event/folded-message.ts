import { repeatsUnfoldedMax } from "../limits.ts";

/** How often something happened that one line reports, and what it was. */
export interface FoldedMessage {
  message: string;
  count: number;
  /** It happened more often than is unfolded. */
  isCut: boolean;
}

/**
 * `message repeated 3 times: [ Failed password … ]` of rsyslog is three times what it quotes; `PAM 2 more
 * authentication failures; …` is two failures that have no line of their own. Undefined: an ordinary message.
 */
export function readFoldedMessage(message: string): FoldedMessage | undefined {
  const first = message.charCodeAt(0);
  if (first === letterM || first === capitalM) return readFolded(message);
  return first === capitalP || first === letterP || (first >= zero && first <= nine)
    ? readFailures(message)
    : undefined;
}

function readFolded(message: string, depth = 0): FoldedMessage | undefined {
  const found = foldedPattern.exec(message);
  if (found === null || !message.endsWith("]")) return undefined;
  const inner = message.slice(found[0].length, -1).trimEnd();
  if (inner === "") return undefined;
  // Two daemons in a row fold twice.
  const deeper = depth < foldsMax ? readFolded(inner, depth + 1) : undefined;
  return countOf(deeper?.message ?? inner, Number(found[1]) * (deeper?.count ?? 1), deeper?.isCut);
}

const foldsMax = 2;

function readFailures(message: string): FoldedMessage | undefined {
  const found = failuresPattern.exec(message);
  return found === null ? undefined : countOf(message, Number(found[1]));
}

function countOf(message: string, count: number, isCut = false): FoldedMessage {
  const bounded = Math.max(1, Math.min(count, repeatsUnfoldedMax));
  return { message, count: bounded, isCut: isCut || count > repeatsUnfoldedMax };
}

/** The twins of `mayBeRepeated`. */
const foldedPattern = /^[Mm]essage repeated (\d{1,9}) times?: \[ ?/;
const failuresPattern = /^(?:PAM:? |pam_[a-z0-9]{1,40}\([^)]{1,80}\): )?(\d{1,9}) more authentication failures?;/;

/** False: `readFoldedMessage` finds nothing in the text in bytes[from .. to). */
export function mayBeRepeated(bytes: Uint8Array, from: number, to: number): boolean {
  const first = bytes[from]!;
  if (first === letterM || first === capitalM)
    return bytes[to - 1] === closingBracket && holds(bytes, from + 1, folded);
  if (first !== capitalP && first !== letterP && (first < zero || first > nine)) return false;
  const last = Math.min(to, from + failuresWithin) - failures.length;
  for (let at = from; at <= last; at++) if (holds(bytes, at, failures)) return true;
  return false;
}

function holds(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  let same = 0;
  while (same < text.length && bytes[at + same] === text[same]) same++;
  return same === text.length;
}

const folded = Buffer.from("essage repeated ");
const failures = Buffer.from(" more authentication failure");
/** A module with its service and a number stand before it. */
const failuresWithin = 180;
const letterM = 0x6d;
const capitalM = 0x4d;
const letterP = 0x70;
const capitalP = 0x50;
const zero = 0x30;
const nine = 0x39;
const closingBracket = 0x5d;
