import { AppError } from "../lib/errors.ts";
import { BadEvent } from "./bad-event.ts";
import type { BodyReader } from "./body-reader.ts";
import { BodyText } from "./body-text.ts";
import { JsonScanner, openBrace, openBracket } from "./json-scanner.ts";
import { maxBodyEvents, uncheckedEventBytes } from "./limits.ts";

/** Lines ended by LF or CR LF; blank ones are left out. */
export class LineReader implements BodyReader {
  readonly document = false;
  private readonly text: BodyText;
  private readonly scanner: JsonScanner;
  private count = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
  ) {
    this.text = new BodyText(bytes);
    this.scanner = new JsonScanner(bytes);
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
    const { bytes, scanner } = this;
    while (this.at < bytes.length) {
      const start = this.at;
      const lineFeed = bytes.indexOf(10, start);
      const end = lineFeed < 0 ? bytes.length : lineFeed;
      this.at = end + 1;
      if (scanner.skipBlanks(start) >= end) continue;
      const excess = end - start > uncheckedEventBytes ? this.excessOf(start) : undefined;
      if (excess !== undefined) return new BadEvent(excess);
      return this.text.slice(start, bytes[end - 1] === 13 ? end - 1 : end);
    }
    return undefined;
  }

  private excessOf(start: number): string | undefined {
    const { scanner } = this;
    const first = scanner.skipBlanks(start);
    if (this.bytes[first] !== openBrace && this.bytes[first] !== openBracket) return undefined;
    // What never closes is no JSON but text, or a line that JSON.parse refuses at its end.
    return scanner.endOfValue(first) < 0 ? undefined : scanner.excess(0);
  }
}
