import type { BadEvent } from "../event/bad-event.ts";

/** The events of a body one after the other, still as text. */
export interface BodyReader {
  /** JSON text or a line, never blank; BadEvent for an entry too large to be read; undefined at the end. */
  next(): string | BadEvent | undefined;
  /** The entry returned last held bytes that are not UTF-8, or its end is missing. */
  readonly garbled: boolean;
  /**
   * True: each entry must be valid JSON, or the whole body is invalid, as in a list or one object. False: lines are
   * independent.
   */
  readonly document: boolean;
  /** Tags that the list of the entry returned last gives all its entries, as name, value, name, value … */
  readonly tags?: readonly string[];
}
