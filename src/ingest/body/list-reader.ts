import { AppError } from "../../lib/errors.ts";
import { BadEvent } from "../event/bad-event.ts";
import { listEventsMax } from "../limits.ts";
import type { BodyReader } from "./body-reader.ts";
import type { BodyText } from "./body-text.ts";
import { closeBracket, comma, JsonScanner } from "./json-scanner.ts";

/**
 * The values of the JSON list that opens at `start`, standing inside `outerDepth` brackets. Throws AppError when the
 * list is not written as JSON, or has too many values.
 */
export class ListReader implements BodyReader {
  readonly document = true;
  private readonly scanner: JsonScanner;
  private at: number;
  private count = 0;

  constructor(
    private readonly text: BodyText,
    start: number,
    private readonly outerDepth: number,
    readonly tags: readonly string[] = [],
    private readonly eventsMax: number = listEventsMax,
  ) {
    this.scanner = new JsonScanner(text.bytes);
    this.at = this.scanner.skipBlanks(start + 1);
  }

  get garbled(): boolean {
    return this.text.garbled;
  }

  next(): string | BadEvent | undefined {
    const { scanner } = this;
    const { bytes } = scanner;
    if (this.at < 0) return undefined;
    if (this.count === 0 && bytes[this.at] === closeBracket) return this.end();
    const start = this.at;
    const end = scanner.endOfValue(start);
    if (end <= start) throw brokenList(this.count);
    this.count++;
    if (this.count > this.eventsMax)
      throw new AppError(
        "too_large",
        `A list of more than ${this.eventsMax} events: send less at a time, or one event a line.`,
      );
    const excess = scanner.excess(this.outerDepth);
    this.step(end);
    return excess === undefined ? this.text.slice(start, end) : new BadEvent(excess);
  }

  /** Past the comma or the bracket behind a value. */
  private step(endOfValue: number): void {
    const { scanner } = this;
    const after = scanner.skipBlanks(endOfValue);
    if (scanner.bytes[after] === closeBracket) this.end();
    else if (scanner.bytes[after] === comma) this.at = scanner.skipBlanks(after + 1);
    else throw brokenList(this.count);
  }

  private end(): undefined {
    this.at = -1;
  }
}

function brokenList(index: number): AppError {
  return new AppError("invalid", `The body is not valid JSON: its list breaks at event ${index}. Nothing was stored.`);
}
