import type { Micros } from "../../eventstore/event/event.ts";
import type { LineContext } from "./line-fields.ts";

const timezone = Temporal.Now.timeZoneId();

/** Times without a zone count in that of this machine, as for the import of a file. */
export function localContext(reference: Micros): LineContext {
  return { reference, timezone };
}
