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
  /** The end of the line read last is missing. */
  private isCut = false;
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
    return this.isCut || this.text.garbled;
  }

  /** Whether all lines are UTF-8. */
  get isValid(): boolean {
    return this.text.valid;
  }

  /** `textBytesMax`: see `read`. */
  next(textBytesMax?: number): string | BadEvent | undefined {
    return this.find() ? this.read(textBytesMax) : undefined;
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

  /** The line found last. Of one that is no JSON, and longer than `textBytesMax`, only the beginning. */
  read(textBytesMax = Number.POSITIVE_INFINITY): string | BadEvent {
    const { bytes, start, end } = this;
    this.isCut = false;
    if (end - start <= uncheckedEventBytes) return this.text.slice(start, end);
    const json = jsonIn(bytes.subarray(firstNonBlank(bytes, start, end), end));
    if (json?.excess !== undefined) return new BadEvent(json.excess);
    this.isCut = end - start > textBytesMax && json?.isWhole !== true;
    return this.text.slice(start, this.isCut ? endOfCharacters(bytes, start + textBytesMax) : end);
  }
}

/** The end of the last whole character before `end`. */
function endOfCharacters(bytes: Uint8Array, end: number): number {
  let at = end;
  while (at > end - 3 && (bytes[at]! & 0xc0) === 0x80) at--;
  return at;
}

function firstNonBlank(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isBlankByte(bytes[at])) at++;
  return at;
}

/** `isWhole`: nothing else follows. An unclosed bracket makes it no JSON but text. */
function jsonIn(line: Uint8Array): { excess: string | undefined; isWhole: boolean } | undefined {
  if (line[0] !== openBrace && line[0] !== openBracket) return undefined;
  const scanner = new JsonScanner(line);
  const end = scanner.endOfValue(0);
  if (end < 0) return undefined;
  return { excess: scanner.excess(0), isWhole: firstNonBlank(line, end, line.length) === line.length };
}
