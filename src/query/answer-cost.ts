import { minuteMicros } from "../eventstore/minute-counts.ts";
import { findField } from "../filter/fields.ts";
import { conditionsOf } from "./parse-query.ts";
import type { CommonParams } from "./query-kind.ts";
import type { QueryTask } from "./question.ts";
import { isSeverity } from "./ready-counts.ts";
import { resolveSteps } from "./time-range.ts";

/** About as many events as a task costs to read: a question that segments have counted already costs a hundredth of theirs. */
export function eventsToRead(task: QueryTask): number {
  const rows = task.snapshot.segments.reduce((sum, segment) => sum + segment.rows, 0);
  return isCounted(task) ? rows / 100 : rows;
}

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
