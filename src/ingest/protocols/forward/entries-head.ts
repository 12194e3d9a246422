import { MsgpackCursor } from "../../framing/msgpack-cursor.ts";

/**
 * Whether the value read last, behind the tag of a message, is its list of entries. A time of Fluent Bit,
 * `[time, {metadata}]`, is a list, too.
 */
export function isListOfEntries(cursor: MsgpackCursor): boolean {
  return cursor.kind === "list" && !isTimeWithMetadata(cursor);
}

/** The entries of a message are lists themselves. */
function isTimeWithMetadata(cursor: MsgpackCursor): boolean {
  const ahead = new MsgpackCursor(cursor.bytes, cursor.at, cursor.to);
  return cursor.values === 2 && ahead.next() && ahead.kind !== "list";
}
