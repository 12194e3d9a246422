import type { Framer } from "./framer.ts";
import { joinedBytesMax, joinedLinesMax, syslogCountMax } from "./limits.ts";

/**
 * Syslog over TCP and TLS (RFC 6587, RFC 5425). The framing is decided for each message: `<digits> <` begins one with a
 * byte count, everything else ends with LF or NUL. So one port takes both kinds, even mixed in one connection, and a
 * line that begins with a number stays a line.
 *
 * A line that goes on with the one before belongs to its message: one that is indented, and behind a line with a
 * priority also any without one, such as the frames and causes of a stack trace. So a line ends for certain only with
 * the byte that follows it; who waits for no more calls `release`.
 */
export class SyslogFramer implements Framer {
  headBytes = 0;
  tailBytes = 0;
  #state: "start" | "count" | "mark" | "counted" | "line" | "after" = "start";
  /** A counted message: the value in its head, then the bytes still to come. */
  #count = 0;
  #digits = 0;
  /** Position of the next NUL in this part, so that it is not searched for with each line. */
  #nextNul = -1;
  /** The first byte of the message. */
  #first = 0;
  /** Lines of the message so far, and its bytes in earlier parts. */
  #lines = 0;
  #bytes = 0;

  begin(): void {
    this.#nextNul = -1;
  }

  find(bytes: Uint8Array, from: number, to: number): number {
    if (this.#state === "after" && from < to) {
      if (!this.#goesOn(bytes[from]!)) return this.#finish(from);
      this.#state = "line";
    }
    const end = this.#findEnd(bytes, from, to);
    if (end < 0) this.#bytes += to - from;
    return end;
  }

  get isHolding(): boolean {
    return this.#state === "after";
  }

  release(): void {
    if (this.#state === "after") this.#finish(0);
  }

  #findEnd(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    if (this.#state === "start") {
      this.headBytes = 0;
      this.#count = 0;
      this.#digits = 0;
      const first = bytes[at]!;
      this.#first = first;
      this.#lines = 1;
      this.#bytes = 0;
      this.#state = at < to && first > zero && first <= nine ? "count" : "line";
      if (at >= to) this.#state = "start";
    }
    if (this.#state === "count") at = this.#readCount(bytes, at, to);
    if (this.#state === "mark" && at < to) {
      if (bytes[at] === lessThan) this.#state = "counted";
      else this.#beginLine();
    }
    if (this.#state === "counted") return this.#skip(at, to);
    return this.#state === "line" ? this.#findLineEnd(bytes, at, to) : -1;
  }

  end(): "whole" | "cut" {
    return this.#state === "counted" ? "cut" : "whole";
  }

  /** Up to the blank behind the digits. */
  #readCount(bytes: Uint8Array, from: number, to: number): number {
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!;
      if (byte >= zero && byte <= nine && this.#digits < digitsMax) {
        this.#count = this.#count * 10 + byte - zero;
        this.#digits++;
      } else if (byte === blank && this.#count <= syslogCountMax) {
        this.#state = "mark";
        this.headBytes = this.#digits + 1;
        return at + 1;
      } else {
        this.#beginLine();
        return at;
      }
    }
    return to;
  }

  #beginLine(): void {
    this.#state = "line";
    this.headBytes = 0;
  }

  #skip(at: number, to: number): number {
    if (to - at < this.#count) {
      this.#count -= to - at;
      return -1;
    }
    this.#state = "start";
    this.tailBytes = 0;
    return at + this.#count;
  }

  #findLineEnd(bytes: Uint8Array, from: number, to: number): number {
    for (let at = from; ; ) {
      const lineFeed = indexWithin(bytes, lf, at, to);
      if (this.#nextNul < at) this.#nextNul = indexWithin(bytes, 0, at, to);
      const end = Math.min(lineFeed, this.#nextNul);
      if (end >= to) return -1;
      at = end + 1;
      const isFull = this.#lines >= joinedLinesMax || this.#bytes + at - from > joinedBytesMax;
      if (end !== lineFeed || isFull) return this.#finish(at);
      if (at === to) {
        this.#state = "after";
        return -1;
      }
      if (!this.#goesOn(bytes[at]!)) return this.#finish(at);
    }
  }

  /** Whether a line that begins so belongs to the message that it follows. */
  #goesOn(byte: number): boolean {
    const isFurther =
      byte === blank ||
      byte === tab ||
      (this.#first === lessThan && byte !== lessThan && !(byte > zero && byte <= nine));
    if (isFurther) this.#lines++;
    return isFurther;
  }

  #finish(end: number): number {
    this.#state = "start";
    this.tailBytes = 1;
    return end;
  }
}

/** Infinity when it is not there. */
function indexWithin(bytes: Uint8Array, byte: number, at: number, to: number): number {
  const index = bytes.indexOf(byte, at);
  return index < 0 || index >= to ? Number.POSITIVE_INFINITY : index;
}

/** More say more bytes than any message may have. */
const digitsMax = 7;
const zero = 0x30;
const nine = 0x39;
const blank = 0x20;
const tab = 9;
const lessThan = 0x3c;
const lf = 10;
