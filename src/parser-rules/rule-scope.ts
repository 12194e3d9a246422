import type { WorkingEvent } from "./working-event.ts";

/** What the templates of one rule see while it works on one event. One for all rules. */
export interface RuleScope {
  event: WorkingEvent;
  /** Groups of the rule's conditions, numbered through from 1. */
  groups: (string | undefined)[];
  /** What grok, kv, json, tokenize found, by name. */
  found: Map<string, string>;
  /** The values of the present block that are made already. */
  made: string[];
}
