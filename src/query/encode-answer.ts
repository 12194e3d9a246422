import { actionHints, type FieldLinks } from "./action-hints.ts";
import type { QueryAnswer, QueryTask } from "./question.ts";
import { type SharedJson, toSharedJson } from "./shared-json.ts";

/** A task whose answer shall leave the worker as JSON text. */
export interface EncodedTask extends QueryTask {
  /** Search only: adds to each event what can be done with its fields, with these links. */
  links: FieldLinks | undefined;
}

/** An answer as it leaves the worker. */
export interface EncodedAnswer {
  results: SharedJson;
  /** Search only: events on all pages together. */
  itemCount: number | undefined;
  stopped: boolean;
  rowsRead: number;
}

export function encodeAnswer(
  { results, stopped, rowsRead }: QueryAnswer,
  links: FieldLinks | undefined,
): EncodedAnswer {
  const events = results.events as EventPage | undefined;
  if (events !== undefined && links !== undefined)
    for (const event of events.objects) event.actions = actionHints(event, links);
  return { results: toSharedJson(results), itemCount: events?.item_count, stopped, rowsRead };
}

interface EventPage {
  objects: Record<string, unknown>[];
  item_count: number;
}
