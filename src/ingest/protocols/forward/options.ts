import type { MsgpackCursor } from "../../framing/msgpack-cursor.ts";

/**
 * Options of a message that are looked through; Fluentd knows four. The thread that does it has others to hear, and a
 * message has room for millions.
 */
export const optionsMax = 64;

/** Goes before the value of this name in the options, whose head was read last; false: they do not have it. */
export function goToOption(cursor: MsgpackCursor, name: string): boolean {
  if (!cursor.isMap) return false;
  for (let pairs = Math.min(cursor.values / 2, optionsMax); pairs > 0; pairs--) {
    if (!cursor.next()) return false;
    // Only a text of its length is worth decoding.
    const isName = cursor.isText && cursor.end - cursor.start === name.length && cursor.text() === name;
    if (isName) return true;
    if (!cursor.skip() || !cursor.next() || !cursor.skip()) return false;
  }
  return false;
}
