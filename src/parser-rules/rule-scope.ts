import type { WorkingEvent } from "./working-event.ts";

/** The values that the templates of one rule see while it works on one event. One for all rules. */
export interface RuleScope {
  event: WorkingEvent;
  /** Groups of the rule's conditions, numbered through from 1. */
  groups: (string | undefined)[];
  /** Values found by grok, kv, json, tokenize, by name. */
  found: Map<string, string>;
  /** The values of the present block made so far. */
  made: string[];
}
