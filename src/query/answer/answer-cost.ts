import { minuteMicros } from "../../eventstore/occurrences/minute-counts.ts";
import { findConditionField, findField } from "../../filter/condition/fields.ts";
import { flatConditions } from "../../filter/condition/filter-element.ts";
import { isSeverity } from "../counting/precomputed-counts.ts";
import type { QueryTask } from "../execution/task.ts";
import { orderOf, type SearchSort } from "../page/search-order.ts";
import { conditionsOf, spanOf } from "../parse/parse-query.ts";
import type { CommonParams } from "../query-kind.ts";
import { resolveSteps } from "../time/time-range.ts";

/**
 * Estimates how many events a task has to read. A segment that the range cuts counts the events inside, assuming they
 * come evenly, plus a tenth of all for unpacking its columns; otherwise a question about the last minutes would become
 * heavy as soon as its small segments are merged into a large one. A question that segments have precomputed costs a
 * hundredth of their rows, and so does a page of all events by time, plus the rows before its end.
 */
export function eventsToRead(task: QueryTask): number {
  const { segments } = task.snapshot;
  const glance = () => segments.reduce((sum, { rows }) => sum + rows, 0) / 100;
  if (isCounted(task)) return glance();
  if (isPageOfAll(task)) return glance() + lastRowOf(task);
  // The slices around it are usually enough; the rare question that needs more yields to others as every task does.
  if (task.type === "Around") return glance() + neighbourSlicesRows;
  const span = spanOf(task.type, task.params, task.baseTime);
  return segments.reduce((sum, { rows, minTime, maxTime }) => {
    if (minTime >= span.from && maxTime < span.to) return sum + rows;
    const inside = Math.max(0, Math.min(maxTime, span.to) - Math.max(minTime, span.from));
    return sum + rows * Math.min(1, inside / Math.max(1, maxTime - minTime) + unpackingShare);
  }, 0);
}

const unpackingShare = 0.1;
const neighbourSlicesRows = 65_536;

function isPageOfAll({ type, params, hosts }: QueryTask): boolean {
  const { sort, ...common } = params as unknown as CommonParams & { sort: SearchSort };
  return type === "Search" && hosts.length === 0 && conditionsOf(common).length === 0 && orderOf(sort).by !== "counter";
}

/** Rows from the first to the last one of the page. */
function lastRowOf({ params, page }: QueryTask): number {
  const { page: number, page_size, offset } = params as { page: number; page_size: number; offset?: number };
  return page ? page.offset + page.size : (offset ?? (number - 1) * page_size) + page_size;
}

/** Twin: precomputed-counts.ts, which has the last word. */
function isCounted({ type, params, hosts, baseTime }: QueryTask): boolean {
  const {
    field,
    subfields = [],
    ...common
  } = params as unknown as CommonParams & { field?: string; subfields?: string[] };
  const isRate = type === "EventRate" || (type === "TopN" && isSeverity(findField(field!)) && subfields.length === 0);
  if (
    !isRate ||
    hosts.length > 0 ||
    !flatConditions(conditionsOf(common)).every((one) => isSeverity(findConditionField(one.field)))
  )
    return false;
  return resolveSteps(common.time_range, baseTime).bounds.every((time) => time % minuteMicros === 0);
}
