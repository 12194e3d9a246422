import type { Micros } from "../eventstore/event/event.ts";
import type { ReadTime } from "./civil-time.ts";
import { fromZone } from "./civil-time.ts";
import { digitsAt, isBlank, isDigit, isLetter } from "./scan.ts";

/**
 * Reads the zone after a time and moves the wall clock to UTC: `Z`, `UTC`, `GMT`, `+01:00`, `+0100`, `+01`, each with
 * or without a blank in front. Without one the wall clock is taken to be in `timezone`. Undefined when letters or
 * digits follow directly, because then the text was no time, and when it is a clock of twelve hours.
 */
export function applyZone(text: string, at: number, wall: Micros, timezone: string): ReadTime | undefined {
  const zone = offsetAt(text, at) ?? (text[at] === " " ? offsetAt(text, at + 1) : undefined);
  if (zone !== undefined) return { time: wall - zone.offset, end: zone.end };
  if (isHalfOfDay(text, at)) return undefined;
  if (isNamePart(text.charCodeAt(at))) return undefined;
  return { time: fromZone(wall, timezone), end: at };
}

/** ` PM` */
function isHalfOfDay(text: string, at: number): boolean {
  // Without the bit that makes it lower case.
  const letter = text.charCodeAt(isBlank(text.charCodeAt(at)) ? at + 1 : at) & ~0x20;
  return (letter === 0x41 || letter === 0x50) && halfPattern.test(text.slice(at, at + 6));
}

const halfPattern = /^ ?[ap]\.?m\b/i;

/** The zone right at `at`, as an offset from UTC; a name after it that means the same belongs to it. */
export function offsetAt(text: string, at: number): { offset: Micros; end: number } | undefined {
  const zone = plainOffset(text, at);
  return zone && { offset: zone.offset, end: endOfEcho(text, zone.end) };
}

/** `+01:00[Europe/Berlin]` of Java, `+0000 UTC m=+0.01` of Go, `+0100 (CET)` of mail and browsers. */
function endOfEcho(text: string, at: number): number {
  const mark = text[at];
  if (mark !== "[" && (mark !== " " || (text[at + 1] !== "(" && text[at + 1] !== "U"))) return at;
  echoPattern.lastIndex = at;
  return echoPattern.test(text) ? echoPattern.lastIndex : at;
}

const echoPattern =
  /\[(?:(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)\/[\w/+-]{1,40}|UTC|GMT|Z)\]|(?<=\d) UTC\b(?: m=[+-][\d.]{1,24})?| \((?:UTC|GMT|[A-Z]{2,4}T|[A-Z][a-z]+(?: [A-Z][a-z]+){0,3} (?:Time|Zeit))\)/y;

function plainOffset(text: string, at: number): { offset: Micros; end: number } | undefined {
  const mark = text[at];
  if (mark === "+" || mark === "-") return numericOffset(text, at);
  if (mark === "Z" || mark === "z") return isNamePart(text.charCodeAt(at + 1)) ? undefined : { offset: 0, end: at + 1 };
  if (mark !== "U" && mark !== "G") return undefined;
  if (text.startsWith("UTC", at) || text.startsWith("GMT", at)) {
    const sign = text[at + 3];
    // `GMT+0100` and `UTC+1` are zones of their own.
    const shifted =
      sign === "+" || sign === "-" ? (numericOffset(text, at + 3) ?? shortOffset(text, at + 3)) : undefined;
    return shifted ?? (isNamePart(text.charCodeAt(at + 3)) ? undefined : { offset: 0, end: at + 3 });
  }
  return undefined;
}

function shortOffset(text: string, at: number): { offset: Micros; end: number } | undefined {
  const hours = digitsAt(text, at + 1, 1);
  if (hours < 0 || isNamePart(text.charCodeAt(at + 2))) return undefined;
  return { offset: (text[at] === "-" ? -hours : hours) * 3_600_000_000, end: at + 2 };
}

function numericOffset(text: string, at: number): { offset: Micros; end: number } | undefined {
  const hours = digitsAt(text, at + 1, 2);
  if (hours < 0 || hours > 23) return undefined;
  const minutesAt = text[at + 3] === ":" ? at + 4 : at + 3;
  const minutes = digitsAt(text, minutesAt, 2);
  if (minutes > 59 || (minutes < 0 && minutesAt === at + 4)) return undefined;
  const end = minutes < 0 ? at + 3 : minutesAt + 2;
  if (isNamePart(text.charCodeAt(end))) return undefined;
  const offset = (hours * 60 + Math.max(minutes, 0)) * 60_000_000;
  return { offset: text[at] === "-" ? -offset : offset, end };
}

/**
 * End of a zone abbreviation, which is not part of the message; `at` when there is none. Its meaning is not trusted:
 * `CST` is in America, China and Cuba.
 */
export function skipZoneName(text: string, at: number): number {
  let end = at;
  while (end - at < 5 && isLetter(text.charCodeAt(end))) end++;
  return zoneNames.has(text.slice(at, end)) && !isNamePart(text.charCodeAt(end)) ? end : at;
}

const zoneNames: ReadonlySet<string> = new Set(
  (
    "ACDT ACST AEDT AEST AKDT AKST ART AWST BRT BST CAT CDT CEST CET CLT COT CST EAT EDT EEST EET EST HKT HST ICT IDT IRST IST " +
    "JST KST MDT MSK MST MYT NDT NST NZDT NZST PDT PET PHT PKT PST SAST SGT SST TRT WAT WEST WET WIB"
  ).split(" "),
);

function isNamePart(code: number): boolean {
  return isLetter(code) || isDigit(code);
}
