import { isUtf8 } from "node:buffer";
import type { EventLeaves } from "../event/event-leaves.ts";
import { leafKinds } from "../event/leaf-table.ts";
import type { Shape } from "./event-shape.ts";

/** Whether every text of the event that is kept as it is, is UTF-8. Names in the shape are known to be. */
export function hasValidTexts(leaves: EventLeaves, { host, program, message, tags }: Shape): boolean {
  if (!(isValid(leaves, host) && isValid(leaves, program) && isValid(leaves, message))) return false;
  for (let i = 0; i < tags.length; i++) if (!isValid(leaves, tags[i]!)) return false;
  return true;
}

function isValid({ table, bytes }: EventLeaves, leaf: number): boolean {
  if (leaf < 0) return true;
  const kind = table.kinds[leaf];
  if (kind !== leafKinds.text && kind !== leafKinds.escaped) return true;
  return isValidText(bytes, table.starts[leaf]!, table.ends[leaf]!);
}

/** Most texts are ASCII and short, so a loop is faster than asking the system. */
function isValidText(bytes: Uint8Array, from: number, to: number): boolean {
  let all = 0;
  let at = from;
  for (; at + 4 <= to; at += 4) all |= bytes[at]! | bytes[at + 1]! | bytes[at + 2]! | bytes[at + 3]!;
  for (; at < to; at++) all |= bytes[at]!;
  return all < 0x80 || isUtf8(bytes.subarray(from, to));
}
