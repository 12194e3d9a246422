import { BadEvent } from "../event/bad-event.ts";
import { uncheckedEventBytes } from "../limits.ts";
import type { BodyReader } from "./body-reader.ts";
import { BodyText } from "./body-text.ts";
import { isBlankByte, JsonScanner, openBrace, openBracket } from "./json-scanner.ts";

/** Lines ended by LF or CR LF; blank ones are left out. */
export class LineReader implements BodyReader {
  readonly document = false;
  /** The line found last: bytes[start .. end). */
  start = 0;
  end = 0;
  private at: number;
  private readonly text: BodyText;

  constructor(
    readonly bytes: Uint8Array,
    private readonly first: number,
  ) {
    this.at = first;
    this.text = new BodyText(bytes);
  }

  get garbled(): boolean {
    return this.text.garbled;
  }

  /** Whether all lines are UTF-8. */
  get isValid(): boolean {
    return this.text.valid;
  }

  next(): string | BadEvent | undefined {
    return this.find() ? this.read() : undefined;
  }

  /** Goes back before the first line. */
  rewind(): void {
    this.at = this.first;
  }

  /** Goes to the next line; false at the end. */
  find(): boolean {
    const { bytes } = this;
    const text = firstNonBlank(bytes, this.at, bytes.length);
    if (text >= bytes.length) return false;
    const lineFeed = bytes.indexOf(10, text);
    const end = lineFeed < 0 ? bytes.length : lineFeed;
    this.start = text;
    while (this.start > this.at && bytes[this.start - 1] !== 10) this.start--;
    this.end = bytes[end - 1] === 13 ? end - 1 : end;
    this.at = end + 1;
    return true;
  }

  /** The line found last. */
  read(): string | BadEvent {
    const { bytes, start, end } = this;
    const isLong = end - start > uncheckedEventBytes;
    const excess = isLong ? excessOf(bytes.subarray(firstNonBlank(bytes, start, end), end)) : undefined;
    return excess === undefined ? this.text.slice(start, end) : new BadEvent(excess);
  }
}

function firstNonBlank(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isBlankByte(bytes[at])) at++;
  return at;
}

function excessOf(line: Uint8Array): string | undefined {
  if (line[0] !== openBrace && line[0] !== openBracket) return undefined;
  const scanner = new JsonScanner(line);
  // An unclosed bracket makes it no JSON but text, or a line that JSON.parse refuses at its end.
  return scanner.endOfValue(0) < 0 ? undefined : scanner.excess(0);
}
