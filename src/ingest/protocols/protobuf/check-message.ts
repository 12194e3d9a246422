import { ProtoCursor, wireTypes } from "./proto-cursor.ts";

/** The fields of a message that are read, by number: the wire type of each, or the message that it is. */
export interface MessageShape {
  readonly [field: number]: number | MessageShape;
}

/**
 * Whether bytes[start .. end) are such a message, so that later readers need no checks. Unknown fields are skipped, as
 * protobuf demands.
 */
export function isMessage(bytes: Uint8Array, start: number, end: number, shape: MessageShape): boolean {
  return new MessageCheck(bytes, shape).check(start, end);
}

/** A level of the message, with a check for each level below, reused for each message. */
class MessageCheck {
  readonly #bytes: Uint8Array;
  readonly #shape: MessageShape;
  readonly #cursor: ProtoCursor;
  readonly #inner: MessageCheck[] = [];

  constructor(bytes: Uint8Array, shape: MessageShape) {
    this.#bytes = bytes;
    this.#shape = shape;
    this.#cursor = new ProtoCursor(bytes);
  }

  check(start: number, end: number): boolean {
    const cursor = this.#cursor;
    cursor.open(start, end);
    while (cursor.next()) {
      const { field } = cursor;
      const expected = this.#shape[field];
      if (expected === undefined) continue;
      if (typeof expected === "number") {
        if (cursor.wire !== expected) return false;
      } else if (cursor.wire !== wireTypes.bytes || !this.#checkOf(field, expected).check(cursor.start, cursor.end))
        return false;
    }
    return !cursor.isBroken;
  }

  #checkOf(field: number, shape: MessageShape): MessageCheck {
    const known = this.#inner[field];
    if (known !== undefined) return known;
    const made = new MessageCheck(this.#bytes, shape);
    this.#inner[field] = made;
    return made;
  }
}
