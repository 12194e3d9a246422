import { openBrace } from "../../body/json-scanner.ts";
import { BadEvent } from "../../event/bad-event.ts";
import { eventValuesMax, jsonDepthMax } from "../../limits.ts";
import { JsonCheck } from "./json-check.ts";

/**
 * JSON objects in sequence, with blanks, line feeds, NULs or nothing between them. Each is independent: a broken one is
 * skipped up to the next NUL, or line feed where there is none.
 */
export class JsonValues {
  /** Bounds of the object that `next` found. */
  start = 0;
  end = 0;
  readonly #bytes: Uint8Array;
  readonly #check: JsonCheck;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#check = new JsonCheck(bytes);
    if (bytes[0] === 0xef) this.end = 3;
  }

  get isAtEnd(): boolean {
    return this.#skipBetween() >= this.#bytes.length;
  }

  /** Start of the next object, unchecked; -1: at the end, or something else is there. */
  get begin(): number {
    const start = this.#skipBetween();
    return this.#bytes[start] === openBrace ? start : -1;
  }

  /** Moves past an object that was read by other means. */
  pass(end: number): void {
    this.end = end;
  }

  /** Goes to the next object, which is then valid JSON; returns why it cannot be read; undefined at the end. */
  next(): "object" | BadEvent | undefined {
    const start = this.#skipBetween();
    if (start >= this.#bytes.length) return undefined;
    const end = this.#bytes[start] === openBrace ? this.#check.endOfValue(start) : -1;
    this.start = start;
    this.end = end < 0 ? this.#nextFrame(start) : end;
    return end < 0 ? new BadEvent("Expected a JSON object.") : (excessOf(this.#check) ?? "object");
  }

  /** The object that stands alone in bytes[start .. end), or why it cannot be read. */
  nextWithin(start: number, end: number): "object" | BadEvent {
    this.end = start;
    const found = this.next();
    if (found === undefined || this.start >= end) return new BadEvent("Expected a JSON object.");
    return this.end > end ? new BadEvent("The JSON object does not end.") : found;
  }

  #skipBetween(): number {
    let at = this.end;
    while (at < this.#bytes.length && isBetween(this.#bytes[at]!)) at++;
    return at;
  }

  #nextFrame(from: number): number {
    const nul = this.#bytes.indexOf(0, from);
    const end = nul < 0 ? this.#bytes.indexOf(10, from) : nul;
    return end < 0 ? this.#bytes.length : end;
  }
}

/** Why the value checked last is too large for an event. */
export function excessOf({ deepest, values }: JsonCheck): BadEvent | undefined {
  if (deepest > jsonDepthMax) return new BadEvent(`The event is nested deeper than ${jsonDepthMax} levels.`);
  if (values > eventValuesMax) return new BadEvent(`The event has more than ${eventValuesMax} values.`);
  return undefined;
}

function isBetween(byte: number): boolean {
  return byte === 0 || byte === 32 || byte === 10 || byte === 13 || byte === 9;
}
