import { isUtf8 } from "node:buffer";
import type { EventLeaves } from "../event/event-leaves.ts";
import { leafKinds } from "../event/leaf-table.ts";
import type { Shape } from "./event-shape.ts";

/** Whether everything of the event that is kept as it is, is UTF-8. Names that the shape has are. */
export function hasValidTexts(leaves: EventLeaves, { host, program, message, tags }: Shape): boolean {
  const { starts, ends, kinds } = leaves.table;
  const isValid = (leaf: number) =>
    leaf < 0 ||
    !(kinds[leaf] === leafKinds.text || kinds[leaf] === leafKinds.escaped) ||
    isValidText(leaves.bytes, starts[leaf]!, ends[leaf]!);
  if (!(isValid(host) && isValid(program) && isValid(message))) return false;
  for (let i = 0; i < tags.length; i++) if (!isValid(tags[i]!)) return false;
  return true;
}

/** Most texts are ASCII and short: a loop is quicker than to ask the system. */
function isValidText(bytes: Uint8Array, from: number, to: number): boolean {
  let all = 0;
  for (let at = from; at < to; at++) all |= bytes[at]!;
  return all < 0x80 || isUtf8(bytes.subarray(from, to));
}
