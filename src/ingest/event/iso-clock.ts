import type { Micros } from "../../eventstore/event/event.ts";
import { readIsoTime } from "../../time-text/iso-time.ts";

/**
 * Reads ISO times from bytes. The microseconds of a minute in a zone are computed once: the next event nearly always
 * has the same minute.
 */
export class IsoClock {
  /** The position behind the time read last; -1 when there was none. */
  end = -1;
  readonly #minute = new KnownMinute();

  /** `2026-11-21T09:00:00.123456+01:00`, the fraction of up to nine digits; NaN for every other form. */
  read(bytes: Uint8Array, at: number): Micros {
    this.end = -1;
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
    if (end < 0) return Number.NaN;
    this.end = end;
    const known = this.#minute;
    if (!known.is(bytes, at, at + 17, zone, end)) {
      const read = readIsoTime(`${textOf(bytes, at, at + 17)}00${textOf(bytes, zone, end)}`, 0, "UTC");
      known.set(bytes, at, at + 17, zone, end, read?.time ?? Number.NaN);
    }
    return known.time + second * 1_000_000 + fraction;
  }
}

/** A minute by the bytes that name it and its zone. */
export class KnownMinute {
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

/** `SS` behind a colon, or -1. A leap second is left to the slow path. */
export function secondAt(bytes: Uint8Array, at: number): number {
  const tens = bytes[at]! - zero;
  if (bytes[at - 1] !== colon || !(tens >= 0 && tens <= 5) || !isDigit(bytes[at + 1])) return -1;
  return tens * 10 + bytes[at + 1]! - zero;
}

/** End of `Z`, `+01:00` or `+0100`; -1: there is none. */
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

const plus = 0x2b;
const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const letterT = 0x54;
const letterZ = 0x5a;
