import type { EventRules } from "../../parser-rules/run/event-rules.ts";
import type { MappedEvent } from "../event/finish-event.ts";

/** What the parser rules make of a finished event, changed in place; undefined: it is not to be stored. */
export function applyRules(rules: EventRules, event: MappedEvent): MappedEvent | undefined {
  const outcome = rules.apply(event.row, event.sent);
  if (outcome === "dropped") return undefined;
  if (outcome === "cut" || outcome === "cut-overwrote") event.cut = true;
  if (outcome === "overwrote" || outcome === "cut-overwrote") event.isOverwritten = true;
  return event;
}
