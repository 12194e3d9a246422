import type { BadEvent } from "../event/bad-event.ts";

/** The events of a body one after the other, still as text. */
export interface BodyReader {
  /** JSON text or a line, never blank; BadEvent for one that is too much to be read; undefined at the end. */
  next(): string | BadEvent | undefined;
  /** The entry returned last held bytes that are no UTF-8. */
  readonly garbled: boolean;
  /** Each entry must be valid JSON, or the body is not: a list, or one object. Otherwise lines stand for themselves. */
  readonly document: boolean;
  /** What the list of the entry returned last says of each of its entries, as name, value, name, value … */
  readonly tags?: readonly string[];
}
