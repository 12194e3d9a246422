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

/** Most texts are ASCII and short, so a loop is faster than asking the system. */
function isValid({ table, bytes, view }: EventLeaves, leaf: number): boolean {
  if (leaf < 0) return true;
  const kind = table.kinds[leaf];
  if (kind !== leafKinds.text && kind !== leafKinds.escaped) return true;
  const from = table.starts[leaf]!;
  const to = table.ends[leaf]!;
  let all = 0;
  let at = from;
  for (; at + 4 <= to; at += 4) all |= view.getInt32(at, true);
  if (to - from >= 4) all |= view.getInt32(to - 4, true);
  else for (; at < to; at++) all |= bytes[at]!;
  return (all & notAscii) === 0 || isUtf8(bytes.subarray(from, to));
}

/** The highest bit of each byte. */
const notAscii = 0x80808080 | 0;
