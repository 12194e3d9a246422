import type { TriggerMaintenance, TriggerQuietHours } from "../db/schema/triggers.ts";
import type { FilterElement } from "../filter/condition/filter-element.ts";

/** A trigger that is switched on, as the intake thread gets it: plain data. */
export interface ActiveTrigger {
  id: number;
  name: string;
  /** Lower ones are checked earlier; among equal ones the older first. */
  order: number;
  /** All must hold; `hosts` has patterns of the hosts that its owner may see, too (empty: all). */
  filter: readonly FilterElement[];
  hosts: readonly string[];
  /** Triggers after this one are not checked when it fires. */
  stopFlag: boolean;
  markKnown: boolean;
  markActionable: boolean;
  /** "" for none. */
  note: string;
  /** Fires only when this many events match within a time. */
  threshold: Threshold | null;
  /** It fires only for the first event of a pattern within the retention of events. */
  isNewPattern: boolean;
  /** Until this time it fires for no new pattern, epoch milliseconds. */
  learnsUntilMs: number;
  /** It does more than mark events: creates tasks, notifies people, calls other machines. */
  acts: boolean;
  /** Shortest time between two actions. */
  minIntervalSeconds: number;
  /** Time of its last action, epoch milliseconds; null: never. */
  lastActedMs: number | null;
  /** Times in which it does not act, however often it fires. */
  quietHours: readonly TriggerQuietHours[];
  maintenance: readonly TriggerMaintenance[];
}

export interface Threshold {
  /** At least 2. */
  count: number;
  seconds: number;
  /** The field whose values are counted separately; events without a value do not count. Null: all events together. */
  field: string | null;
}

/** The same for triggers that ask for the same events. */
export function askedText({ filter, hosts }: Pick<ActiveTrigger, "filter" | "hosts">): string {
  return JSON.stringify([filter, hosts]);
}
