import { usageError } from "./command.ts";

/** A number on the command line; `thing` names its owner, as in "a trigger". */
export function readId(text: string, thing: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw usageError(`Expected the number of ${thing}, got "${text}".`);
}
