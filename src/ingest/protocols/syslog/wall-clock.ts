import type { Micros } from "../../../eventstore/event/event.ts";
import { readIsoTime } from "../../../time-text/iso-time.ts";
import { readMonthTime } from "../../../time-text/month-time.ts";

/**
 * Reads syslog times from bytes. The microseconds of a minute in a zone are computed once: the next line is nearly
 * always of the same minute. One for a delivery, whose arrival determines the year of a time without one.
 */
export class WallClock {
  /** Behind the time read last. */
  end = 0;
  readonly #reference: Micros;
  readonly #timezone: string;
  readonly #month = new KnownMinute();
  readonly #iso = new KnownMinute();

  constructor(reference: Micros, timezone: string) {
    this.#reference = reference;
    this.#timezone = timezone;
  }

  /** `Nov 21 09:00:00`, 15 bytes; NaN when something else stands there, or runs on. */
  readMonthTime(bytes: Uint8Array, at: number): Micros {
    const second = secondAt(bytes, at + 13);
    if (second < 0 || bytes[at + 15] !== blank || !hasMonthForm(bytes, at)) return Number.NaN;
    this.end = at + 15;
    const known = this.#month;
    if (!known.is(bytes, at, at + 12, at, at)) {
      const context = { reference: this.#reference, timezone: this.#timezone };
      const read = readMonthTime(`${textOf(bytes, at, at + 13)}00`, 0, context);
      known.set(bytes, at, at + 12, at, at, read?.time ?? Number.NaN);
    }
    const time = known.time + second * 1_000_000;
    // Up to a day ahead the guess of the year takes; near that bound it looks at the second, too.
    return time > this.#reference + surelyTaken ? Number.NaN : time;
  }

  /** `2026-11-21T09:00:00.123456+01:00`, the fraction of up to nine digits; NaN for every other form. */
  readIsoTime(bytes: Uint8Array, at: number): Micros {
    const second = secondAt(bytes, at + 17);
    if (second < 0 || bytes[at + 10] !== letterT || bytes[at + 13] !== colon) return Number.NaN;
    let end = at + 19;
    let fraction = 0;
    if (bytes[end] === dot) {
      let scale = 100_000;
      for (end++; isDigit(bytes[end]); end++) {
        if (scale >= 1) fraction += (bytes[end]! - zero) * scale;
        scale /= 10;
      }
      if (end === at + 20 || end > at + 29) return Number.NaN;
    }
    const zone = end;
    end = endOfZone(bytes, zone);
    if (end < 0 || bytes[end] !== blank) return Number.NaN;
    this.end = end;
    const known = this.#iso;
    if (!known.is(bytes, at, at + 17, zone, end)) {
      const read = readIsoTime(`${textOf(bytes, at, at + 17)}00${textOf(bytes, zone, end)}`, 0, "UTC");
      known.set(bytes, at, at + 17, zone, end, read?.time ?? Number.NaN);
    }
    return known.time + second * 1_000_000 + fraction;
  }
}

const surelyTaken: Micros = 23 * 3600 * 1_000_000;

/** A minute by the bytes that name it and its zone. */
class KnownMinute {
  time = Number.NaN;
  #length = -1;
  #zoneLength = 0;
  readonly #bytes = new Uint8Array(32);

  is(bytes: Uint8Array, start: number, end: number, zone: number, zoneEnd: number): boolean {
    const length = end - start;
    const zoneLength = zoneEnd - zone;
    if (length !== this.#length || zoneLength !== this.#zoneLength) return false;
    const known = this.#bytes;
    for (let i = length - 1; i >= 0; i--) if (known[i] !== bytes[start + i]) return false;
    for (let i = 0; i < zoneLength; i++) if (known[length + i] !== bytes[zone + i]) return false;
    return true;
  }

  // Parameters: two spans of bytes, as `is` takes them, and what they mean.
  set(bytes: Uint8Array, start: number, end: number, zone: number, zoneEnd: number, time: number): void {
    this.#length = end - start;
    this.#zoneLength = zoneEnd - zone;
    for (let i = start; i < end; i++) this.#bytes[i - start] = bytes[i]!;
    for (let i = zone; i < zoneEnd; i++) this.#bytes[end - start + i - zone] = bytes[i]!;
    this.time = time;
  }
}

/** `Mmm dd HH:MM`, the day with a blank or a digit in front; whether it is a date is looked at with its minute. */
function hasMonthForm(bytes: Uint8Array, at: number): boolean {
  return bytes[at + 3] === blank && bytes[at + 6] === blank && bytes[at + 9] === colon;
}

/** `SS` behind a colon, or -1. A leap second is left to the slow path. */
function secondAt(bytes: Uint8Array, at: number): number {
  const tens = bytes[at]! - zero;
  if (bytes[at - 1] !== colon || !(tens >= 0 && tens <= 5) || !isDigit(bytes[at + 1])) return -1;
  return tens * 10 + bytes[at + 1]! - zero;
}

/** Of `Z`, `+01:00` or `+0100`; -1: there is none. */
function endOfZone(bytes: Uint8Array, at: number): number {
  if (bytes[at] === letterZ) return at + 1;
  if (bytes[at] !== plus && bytes[at] !== minus) return -1;
  const minutes = bytes[at + 3] === colon ? at + 4 : at + 3;
  const areDigits = isDigit(bytes[at + 1]) && isDigit(bytes[at + 2]) && isDigit(bytes[minutes]);
  return areDigits && isDigit(bytes[minutes + 1]) ? minutes + 2 : -1;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine;
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
}

const blank = 0x20;
const plus = 0x2b;
const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const letterT = 0x54;
const letterZ = 0x5a;
