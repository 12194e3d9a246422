import { ProtoCursor, wireTypes } from "./proto-cursor.ts";

/** The fields of a message that are looked at, by number: how each is written, or the message that it is. */
export interface MessageShape {
  readonly [field: number]: number | MessageShape;
}

/**
 * Whether bytes[start .. end) are such a message, so that what reads it afterwards need not look out. Fields that are
 * not known are passed over, as protobuf demands.
 */
export function isMessage(bytes: Uint8Array, start: number, end: number, shape: MessageShape): boolean {
  const cursor = new ProtoCursor(bytes, start, end);
  while (cursor.next()) {
    const expected = shape[cursor.field];
    if (expected === undefined) continue;
    const isNested = typeof expected === "object";
    if (cursor.wire !== (isNested ? wireTypes.bytes : expected)) return false;
    if (isNested && !isMessage(bytes, cursor.start, cursor.end, expected)) return false;
  }
  return !cursor.isBroken;
}
