import type { Micros } from "../../../eventstore/event/event.ts";
import { readMonthTime } from "../../../time-text/month-time.ts";
import { IsoClock, KnownMinute, secondAt } from "../../event/iso-clock.ts";

/**
 * Reads syslog times from bytes. The microseconds of a minute in a zone are computed once: the next line nearly always
 * has the same minute. One for a delivery, whose arrival determines the year of a time without one.
 */
export class WallClock {
  /** The position after the time read last. */
  end = 0;
  readonly #reference: Micros;
  readonly #timezone: string;
  readonly #month = new KnownMinute();
  readonly #iso = new IsoClock();

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
      const read = readMonthTime(`${Buffer.from(bytes.subarray(at, at + 13)).toString("latin1")}00`, 0, context);
      known.set(bytes, at, at + 12, at, at, read?.time ?? Number.NaN);
    }
    const time = known.time + second * 1_000_000;
    // A year is inferred for times up to a day ahead; near that bound the second counts, too.
    return time > this.#reference + surelyTaken ? Number.NaN : time;
  }

  /** `2026-11-21T09:00:00.123456+01:00`, the fraction of up to nine digits; NaN for every other form. */
  readIsoTime(bytes: Uint8Array, at: number): Micros {
    const time = this.#iso.read(bytes, at);
    if (bytes[this.#iso.end] !== blank) return Number.NaN;
    this.end = this.#iso.end;
    return time;
  }
}

const surelyTaken: Micros = 23 * 3600 * 1_000_000;

/** `Mmm dd HH:MM`, the day with a blank or a digit in front; its minute tells whether it is a date. */
function hasMonthForm(bytes: Uint8Array, at: number): boolean {
  return bytes[at + 3] === blank && bytes[at + 6] === blank && bytes[at + 9] === colon;
}

const blank = 0x20;
const colon = 0x3a;
