import type { Framer } from "./framer.ts";
import { syslogCountMax } from "./limits.ts";

/**
 * Syslog over TCP and TLS (RFC 6587, RFC 5425). The framing is decided for each message: `<digits> <` begins one with a
 * byte count, everything else ends with LF or NUL. So one port takes both kinds, even mixed in one connection, and a
 * line that begins with a number stays a line.
 */
export class SyslogFramer implements Framer {
  headBytes = 0;
  tailBytes = 0;
  isLine = false;
  #state: "start" | "count" | "mark" | "counted" | "line" = "start";
  /** A counted message: the value in its head, then the bytes still to come. */
  #count = 0;
  #digits = 0;
  /** Position of the next NUL in this part, so that it is not searched for with each line. */
  #nextNul = -1;

  begin(): void {
    this.#nextNul = -1;
  }

  find(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    if (this.#state === "start") {
      this.headBytes = 0;
      this.#count = 0;
      this.#digits = 0;
      const first = bytes[at]!;
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

  /** Up to the blank after the digits. */
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
    this.isLine = false;
    return at + this.#count;
  }

  #findLineEnd(bytes: Uint8Array, from: number, to: number): number {
    const lineFeed = indexWithin(bytes, lf, from, to);
    if (this.#nextNul < from) this.#nextNul = indexWithin(bytes, 0, from, to);
    const end = Math.min(lineFeed, this.#nextNul);
    if (end >= to) return -1;
    this.#state = "start";
    this.tailBytes = 1;
    this.isLine = end === lineFeed;
    return end + 1;
  }
}

/** Infinity when it is not there. */
function indexWithin(bytes: Uint8Array, byte: number, at: number, to: number): number {
  const index = bytes.indexOf(byte, at);
  return index < 0 || index >= to ? Number.POSITIVE_INFINITY : index;
}

/** More digits announce more bytes than any message may have. */
const digitsMax = 7;
const zero = 0x30;
const nine = 0x39;
const blank = 0x20;
const lessThan = 0x3c;
const lf = 10;
