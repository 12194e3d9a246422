import { passedPerStepMax } from "../../limits.ts";
import { ProtoCursor, wireTypes } from "./proto-cursor.ts";

/** The fields of a message that are read, by number: the wire type of each, or the message that it is. */
export interface MessageShape {
  readonly [field: number]: number | MessageShape;
}

/**
 * Checks in steps whether bytes are such a message, so that later readers need no checks. Unknown fields are skipped,
 * as protobuf demands.
 */
export class MessageCheck {
  readonly #bytes: Uint8Array;
  /** Of each level, reused for each message there. */
  readonly #cursors: ProtoCursor[] = [];
  readonly #shapes: MessageShape[] = [];
  #level = -1;

  constructor(bytes: Uint8Array, shape: MessageShape) {
    this.#bytes = bytes;
    this.#open(shape, 0, bytes.length);
  }

  /** Whether they are; "pending": a further step will tell. */
  step(): boolean | "pending" {
    for (let passed = 0; passed < passedPerStepMax; passed++) {
      const cursor = this.#cursors[this.#level]!;
      if (!cursor.next()) {
        if (cursor.isBroken) return false;
        if (--this.#level < 0) return true;
        continue;
      }
      const expected = this.#shapes[this.#level]![cursor.field];
      if (expected === undefined) continue;
      if (cursor.wire !== (typeof expected === "number" ? expected : wireTypes.bytes)) return false;
      if (typeof expected !== "number") this.#open(expected, cursor.start, cursor.end);
    }
    return "pending";
  }

  #open(shape: MessageShape, start: number, end: number): void {
    this.#level++;
    this.#shapes[this.#level] = shape;
    this.#cursors[this.#level] ??= new ProtoCursor(this.#bytes);
    this.#cursors[this.#level]!.open(start, end);
  }
}
