import { AppError } from "../lib/errors.ts";
import { BadEvent } from "./bad-event.ts";
import type { BodyReader } from "./body-reader.ts";
import { BodyText } from "./body-text.ts";
import { isBlankByte, JsonScanner, openBrace, openBracket } from "./json-scanner.ts";
import { maxBodyEvents, uncheckedEventBytes } from "./limits.ts";

/** Lines ended by LF or CR LF; blank ones are left out. */
export class LineReader implements BodyReader {
  readonly document = false;
  private readonly text: BodyText;
  private count = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
  ) {
    this.text = new BodyText(bytes);
  }

  get garbled(): boolean {
    return this.text.garbled;
  }

  next(): string | BadEvent | undefined {
    const entry = this.nextLine();
    if (entry !== undefined && ++this.count > maxBodyEvents)
      throw new AppError("too_large", `A body of more than ${maxBodyEvents} events: send less at a time.`);
    return entry;
  }

  private nextLine(): string | BadEvent | undefined {
    const { bytes } = this;
    while (this.at < bytes.length) {
      const start = this.at;
      const lineFeed = bytes.indexOf(10, start);
      const end = lineFeed < 0 ? bytes.length : lineFeed;
      this.at = end + 1;
      const first = firstNonBlank(bytes, start, end);
      if (first === end) continue;
      const excess = end - start > uncheckedEventBytes ? excessOf(bytes.subarray(first, end)) : undefined;
      if (excess !== undefined) return new BadEvent(excess);
      return this.text.slice(start, bytes[end - 1] === 13 ? end - 1 : end);
    }
    return undefined;
  }
}

/** Never looks beyond the line: a body of blank lines would be looked through once for each of them. */
function firstNonBlank(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isBlankByte(bytes[at])) at++;
  return at;
}

function excessOf(line: Uint8Array): string | undefined {
  if (line[0] !== openBrace && line[0] !== openBracket) return undefined;
  const scanner = new JsonScanner(line);
  // What never closes is no JSON but text, or a line that JSON.parse refuses at its end.
  return scanner.endOfValue(0) < 0 ? undefined : scanner.excess(0);
}
