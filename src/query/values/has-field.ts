import type { Segment } from "../../eventstore/segment.ts";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { type CompiledElement, compilePresence } from "../../filter/condition/compile-element.ts";
import { selectRows } from "../../filter/select/select-rows.ts";

/**
 * Whether one of the events that meet the conditions has the field. A segment names the tags of all its events, also
 * those of hosts that the asker may not see.
 */
export function hasField(
  segment: Segment,
  field: string,
  conditions: readonly CompiledElement[],
  { span, tick }: { span: TimeSpan; tick: () => void },
): boolean {
  const selection = selectRows(segment, { conditions: [...conditions, compilePresence(field)] }, span, tick);
  return selection.hasAny(selection.start, selection.end);
}
