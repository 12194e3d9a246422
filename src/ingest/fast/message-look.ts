import { mayBeRepeated } from "../event/folded-message.ts";
import { mayBeCarried } from "../line-formats/carried/may-be-carried.ts";
import { plainLevelOf } from "../line-formats/carried/plain-level.ts";

/** What a message may say beyond the fields around it, where it is no severity. */
export const says = { nothing: -1, more: -2 } as const;

/**
 * Looks at the message in bytes[from .. to): the severity, 0 to 7, that it alone says; or `says.more` where the slow
 * path has to read it. `carriesLine`: it may be the line of a program.
 */
export function lookAtMessage(
  bytes: Uint8Array,
  from: number,
  to: number,
  carriesLine: boolean,
  hasSeverity: boolean,
): number {
  if (mayBeRepeated(bytes, from, to)) return says.more;
  if (!carriesLine || !mayBeCarried(bytes, from, to, hasSeverity)) return says.nothing;
  const severity = hasSeverity ? -1 : plainLevelOf(bytes, from, to);
  return severity < 0 ? says.more : severity;
}
