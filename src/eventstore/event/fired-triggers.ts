import { noteCharactersMax } from "../limits.ts";
import type { StoredEvent } from "./event.ts";
import { eventValues, fillTemplate } from "./event-template.ts";
import { type FiredTrigger, triggersOf } from "./fired-set.ts";

/** A trigger that fired for an event, as it is on the wire. */
export interface FiredTriggerObject extends FiredTrigger {
  /** Epoch seconds of the first occurrence it fired for. */
  fired_at: number;
}

/**
 * The triggers that fired for some occurrence of an event, each once, as it was then, in the order of their first
 * firing. Notes are kept as templates, once for all events, and filled in here.
 */
export function firedTriggersOf(event: StoredEvent): FiredTriggerObject[] {
  const { times, fired = [] } = event;
  const found = new Map<number, FiredTriggerObject>();
  let last = "";
  for (const [i, set] of fired.entries()) {
    if (set === last) continue;
    last = set;
    for (const trigger of triggersOf(set))
      if (!found.has(trigger.id)) found.set(trigger.id, withNote(trigger, event, times[i]! / 1e6));
  }
  return [...found.values()];
}

function withNote(trigger: FiredTrigger, event: StoredEvent, firedAt: number): FiredTriggerObject {
  const { id, name, note_text: template } = trigger;
  const ofEvent = eventValues({ ...event, id: String(event.id), time: firedAt });
  const valueFor = (named: string) =>
    named === "trigger_name" ? name : named === "trigger_id" ? String(id) : ofEvent(named);
  const text = template.includes("${") ? fillTemplate(template, valueFor, noteCharactersMax).toWellFormed() : template;
  return { ...trigger, note_text: text, fired_at: firedAt };
}
