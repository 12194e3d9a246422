import type { StoredEvent } from "./event.ts";
import { type FiredTrigger, triggersOf } from "./fired-set.ts";

/** A trigger that fired for an event, as it is on the wire. */
export interface FiredTriggerObject extends FiredTrigger {
  /** Epoch seconds of the first occurrence it fired for. */
  fired_at: number;
}

/**
 * The triggers that fired for some occurrence of an event, each once, as it was then, in the order of their first
 * firing.
 */
export function firedTriggersOf({ times, fired = [] }: Pick<StoredEvent, "times" | "fired">): FiredTriggerObject[] {
  const found = new Map<number, FiredTriggerObject>();
  let last = "";
  for (const [i, set] of fired.entries()) {
    if (set === last) continue;
    last = set;
    for (const trigger of triggersOf(set))
      if (!found.has(trigger.id)) found.set(trigger.id, { ...trigger, fired_at: times[i]! / 1e6 });
  }
  return [...found.values()];
}
