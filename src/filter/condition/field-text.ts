import type { StoredEvent } from "../../eventstore/event/event.ts";
import { triggerIdsOf } from "../../eventstore/occurrences/fired-columns.ts";
import { patternAndFamiliesOf } from "../../pattern/family-cache.ts";
import { patternOf } from "../../pattern/pattern-cache.ts";
import type { ConditionField } from "./fields.ts";

/** The text of a field of one event, "" when the event lacks it. Twin for segments: the columns in select-rows.ts. */
export function fieldText(field: ConditionField, event: StoredEvent): string {
  switch (field.kind) {
    case "text":
      return field.column === "cisco_mnemonic" ? event.ciscoMnemonic : event[field.column];
    case "code":
      return String(event[field.column]);
    case "code-name":
      return field.names[event[field.column]] ?? "";
    case "counter":
      return String(event.times.length);
    case "time":
      return String((field.edge === "first" ? event.times[0]! : event.times[event.times.length - 1]!) / 1e6);
    case "id":
      return String(event.id);
    case "pattern":
      return patternOf(event.message);
    case "pattern-families":
      return patternAndFamiliesOf(event.message);
    case "tag":
      return tagOf(event.tags, field.name);
    case "trigger-ids":
      return triggerIdsOf(event.fired ?? []).join();
  }
}

function tagOf(tags: readonly string[], name: string): string {
  for (let i = 0; i < tags.length; i += 2) if (tags[i] === name) return tags[i + 1]!;
  return "";
}
