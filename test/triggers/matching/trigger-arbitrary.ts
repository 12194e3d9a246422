import fc from "fast-check";
import type { Condition } from "../../../src/filter/condition/condition.ts";
import { type FilterElement, flatConditions } from "../../../src/filter/condition/filter-element.ts";
import type { ActiveTrigger } from "../../../src/triggers/active-trigger.ts";
import { naiveConditions } from "../../support/questions/random-events.ts";

/** What is not known of an event before it is stored. */
const laterFields = new Set(["counter", "id", "status", "first_occurrence", "last_occurrence"]);

export const anyTriggers: fc.Arbitrary<ActiveTrigger[]> = fc
  .array(
    fc.record({
      order: fc.integer({ min: -2, max: 2 }),
      filter: naiveConditions().map((conditions) =>
        conditions.filter((one) => !flatConditions([one as FilterElement]).some(({ field }) => laterFields.has(field))),
      ),
      hosts: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.constantFrom(["web1", "db"], ["*"], ["ÜNÏ"])),
      isNewPattern: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
      stopFlag: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
      threshold: fc.oneof(
        { weight: 3, arbitrary: fc.constant(null) },
        fc.record({
          count: fc.integer({ min: 2, max: 4 }),
          seconds: fc.constantFrom(1, 5, 60),
          field: fc.constantFrom(null, "host", "user", "missing"),
        }),
      ),
    }),
    { maxLength: 40, size: "max" },
  )
  .map((triggers) =>
    triggers.map((trigger, index) => activeTrigger({ ...trigger, id: index + 1 } as Partial<ActiveTrigger>)),
  );

export function activeTrigger(more: Partial<ActiveTrigger> = {}): ActiveTrigger {
  return {
    id: 1,
    name: "trigger",
    order: 0,
    filter: [],
    hosts: [],
    stopFlag: false,
    markKnown: false,
    markActionable: false,
    note: "",
    threshold: null,
    acts: false,
    minIntervalSeconds: 60,
    lastActedMs: null,
    isNewPattern: false,
    learnsUntilMs: 0,
    quietHours: [],
    maintenance: [],
    ...more,
  };
}

export function condition(field: string, value: Condition["value"], op: Condition["op"] = "eq"): Condition {
  return { field, op, value, ignore_case: true };
}
