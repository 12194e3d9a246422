import { actionHints, type FieldLinks } from "./action-hints.ts";
import type { QueryAnswer, QueryTask } from "./question.ts";

/** A task whose answer shall leave the worker as JSON text. */
export interface EncodedTask extends QueryTask {
  /** Search only: adds to each event what can be done with its fields, with these links. */
  links: FieldLinks | undefined;
}

/** An answer as it leaves the worker: JSON text, so that the main thread neither clones nor writes out objects. */
export interface EncodedAnswer {
  /** UTF-8. */
  results: Uint8Array<ArrayBuffer>;
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
  const text = new TextEncoder().encode(JSON.stringify(results));
  return { results: text, itemCount: events?.item_count, stopped, rowsRead };
}

interface EventPage {
  objects: Record<string, unknown>[];
  item_count: number;
}
