import { minuteMicros } from "../eventstore/minute-counts.ts";
import { findField } from "../filter/fields.ts";
import { conditionsOf, spanOf } from "./parse-query.ts";
import type { CommonParams } from "./query-kind.ts";
import type { QueryTask } from "./question.ts";
import { isSeverity } from "./ready-counts.ts";
import { resolveSteps } from "./time-range.ts";

/**
 * About as many events as a task costs to read. Of a segment that its range cuts these are those inside, as far as events come evenly, and a
 * tenth of all for unpacking its columns: else a question about the last minutes would wait behind heavy ones from the moment that its
 * small segments are merged into a large one. A question that segments have counted already costs a hundredth of theirs.
 */
export function eventsToRead(task: QueryTask): number {
  const { segments } = task.snapshot;
  if (isCounted(task)) return segments.reduce((sum, { rows }) => sum + rows, 0) / 100;
  const span = spanOf(task.type, task.params, task.baseTime);
  return segments.reduce((sum, { rows, minTime, maxTime }) => {
    if (minTime >= span.from && maxTime < span.to) return sum + rows;
    const inside = Math.max(0, Math.min(maxTime, span.to) - Math.max(minTime, span.from));
    return sum + rows * Math.min(1, inside / Math.max(1, maxTime - minTime) + unpackingShare);
  }, 0);
}

const unpackingShare = 0.1;

/** Twin: ready-counts.ts, which has the last word. */
function isCounted({ type, params, hosts, baseTime }: QueryTask): boolean {
  const {
    field,
    subfields = [],
    ...common
  } = params as unknown as CommonParams & { field?: string; subfields?: string[] };
  const isRate = type === "EventRate" || (type === "TopN" && isSeverity(findField(field!)) && subfields.length === 0);
  if (!isRate || hosts.length > 0 || !conditionsOf(common).every((one) => isSeverity(findField(one.field))))
    return false;
  return resolveSteps(common.time_range, baseTime).bounds.every((time) => time % minuteMicros === 0);
}
