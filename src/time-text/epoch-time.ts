import type { Micros } from "../eventstore/event/event.ts";
import type { ReadTime } from "./civil-time.ts";
import { readFraction } from "./clock-time.ts";
import { endOfDigits, isBlank } from "./scan.ts";

/**
 * Digits of a count since 1970 in seconds, milliseconds, microseconds; the present has these lengths. Nanoseconds
 * (19 digits) do not fit a number exactly and are cut to microseconds as text.
 */
const microsPerUnit = new Map<number, Micros>([
  [10, 1_000_000],
  [13, 1_000],
  [16, 1],
  [19, 1],
]);
const year: Micros = 366 * 86_400 * 1_000_000;

/**
 * A leading epoch time followed by a blank, or by the end of its brackets. One that lies more than a year ahead of
 * `reference` is just a number.
 */
export function readEpochTime(text: string, at: number, reference: Micros): ReadTime | undefined {
  const digitsEnd = endOfDigits(text, at);
  const count = digitsEnd - at;
  const unit = microsPerUnit.get(count);
  if (unit === undefined) return undefined;
  const { fraction, end } = unit === 1_000_000 ? readFraction(text, digitsEnd) : { fraction: 0, end: digitsEnd };
  if (!isBlank(text.charCodeAt(end)) && !endsField(text, at, end) && end < text.length) return undefined;
  const whole = count === 19 ? Number(text.slice(at, digitsEnd - 3)) : Number(text.slice(at, digitsEnd)) * unit;
  const time = whole + fraction;
  return time > reference + year ? undefined : { time, end };
}

/** Its bracket closes, after Java's unit, too (`[1795251600123ms]`), or a separator parts it from the next column. */
function endsField(text: string, at: number, end: number): boolean {
  const mark = text[end];
  if (mark === "m" && end - at === 13) return text.startsWith("ms]", end) && text[at - 1] === "[";
  if (mark === "]") return text[at - 1] === "[";
  return mark === "|" || mark === ";" || (mark === ":" && isBlank(text.charCodeAt(end + 1)));
}

/** TAI was ten seconds ahead in 1970. daemontools and runit add these and no leap second since then. */
const taiStart = 2n ** 62n + 10n;

/**
 * `@400000005a2c5f1d1d2f3c4d`, TAI64N as multilog writes it: sixteen hexadecimal digits of seconds, eight of
 * nanoseconds.
 */
export function readTaiTime(text: string, at: number): ReadTime | undefined {
  const found = taiPattern.exec(text.slice(at, at + 26));
  if (found === null) return undefined;
  const seconds = BigInt(`0x${found[1]}`) - taiStart;
  const nanoseconds = Number.parseInt(found[2]!, 16);
  if (seconds < 0 || seconds > 4_102_444_800n || nanoseconds >= 1e9) return undefined;
  return { time: Number(seconds) * 1_000_000 + Math.floor(nanoseconds / 1000), end: at + 25 };
}

const taiPattern = /^@([0-9a-f]{16})([0-9a-f]{8})(?:[ \t]|$)/;

/**
 * `6920f2e0.075bcd15`, hexadecimal seconds and nanoseconds (eight digits) or microseconds (five), as OpenLDAP writes
 * them; the fraction may be missing. None more than a year ahead of `reference`.
 */
export function readHexTime(text: string, at: number, reference: Micros): ReadTime | undefined {
  const found = hexPattern.exec(text.slice(at, at + 20));
  if (found === null) return undefined;
  const [whole, seconds, fraction = ""] = found as unknown as [string, string, string | undefined];
  const rest = fraction === "" ? 0 : Number.parseInt(fraction, 16);
  const micros = fraction.length === 8 ? Math.floor(rest / 1000) : rest;
  const time = Number.parseInt(seconds, 16) * 1_000_000 + micros;
  return micros >= 1_000_000 || time > reference + year ? undefined : { time, end: at + whole.length };
}

const hexPattern = /^([3-9a-f][0-9a-f]{7})(?:\.([0-9a-f]{8}|[0-9a-f]{5}))?(?= )/;
