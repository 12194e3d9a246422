import type { WorkingEvent } from "./working-event.ts";

/** What the templates of one rule see while it works on one event. One for all rules. */
export interface RuleScope {
  event: WorkingEvent;
  /** Of the rule's conditions, counted on from one to the next; the first stands at 1. */
  groups: (string | undefined)[];
  /** What grok, kv, json, tokenize found, by name. */
  found: Map<string, string>;
  /** The values of the present block that are made already. */
  made: string[];
}
