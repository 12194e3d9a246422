import { dateText, isoText } from "../../lib/zoned-text.ts";
import type { ByteWriter } from "./byte-writer.ts";

/**
 * Times as bytes, in the forms of `isoText` and `dateText`; the common part of a minute is cached. One for each column.
 */
export class TimeBytes {
  #minute = Number.NaN;
  #before = nothing;
  #after = nothing;

  readonly #form: "iso" | "date";
  readonly #timezone: string;

  constructor(form: "iso" | "date", timezone: string) {
    this.#form = form;
    this.#timezone = timezone;
  }

  write(micros: number, writer: ByteWriter): void {
    const minute = Math.floor(micros / minuteMicros);
    if (minute !== this.#minute) this.#readMinute(minute);
    writer.copy(this.#before);
    writer.reserve(9);
    const rest = micros - minute * minuteMicros;
    const second = Math.floor(rest / 1e6);
    writer.digits(second, 2);
    const fraction = rest - second * 1e6;
    if (fraction > 0 && this.#form === "iso") {
      writer.byte(dot);
      writer.digits(fraction, 6);
    }
    writer.copy(this.#after);
  }

  #readMinute(minute: number): void {
    this.#minute = minute;
    const text = (this.#form === "iso" ? isoText : dateText)(minute * minuteMicros, this.#timezone);
    const end = text.length - (this.#form === "iso" ? offsetLength : 0);
    this.#before = Buffer.from(text.slice(0, end - 2));
    this.#after = Buffer.from(text.slice(end));
  }
}

/** Epoch seconds as JSON writes them. */
export function writeSeconds(micros: number, writer: ByteWriter): void {
  if (micros < 1e6 || micros > exactMicrosMax) {
    writer.text(String(micros / 1e6));
    return;
  }
  const seconds = Math.floor(micros / 1e6);
  writer.reserve(20);
  writer.digits(seconds, seconds >= 1e9 ? 10 : String(seconds).length);
  let fraction = micros - seconds * 1e6;
  if (fraction === 0) return;
  let digits = 6;
  while (fraction % 10 === 0) {
    fraction /= 10;
    digits--;
  }
  writer.byte(dot);
  writer.digits(fraction, digits);
}

/**
 * Up to 2^33 seconds, neighbouring numbers are closer than a microsecond, so their shortest text is that of the
 * microseconds.
 */
const exactMicrosMax = 8.5e15;
const minuteMicros = 60e6;
const offsetLength = "+00:00".length;
const dot = 0x2e;
const nothing = Buffer.alloc(0);
