import type { StoredEvent } from "../eventstore/event/event.ts";
import { holdsElement } from "./condition/compile-element.ts";
import { fieldText } from "./condition/field-text.ts";
import type { CompiledFilter } from "./select/compile-filter.ts";

/** True when the event meets every condition. For one event at a time; whole segments go through `selectRows`. */
export function matchEvent(filter: CompiledFilter, event: StoredEvent): boolean {
  return filter.conditions.every((element) =>
    holdsElement(element, ({ field, negated, test }) => test.text(fieldText(field, event)) !== negated),
  );
}
