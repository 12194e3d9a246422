import { Output, type Written } from "../document/output.ts";
import type { EventObject } from "../eventstore/event/event-object.ts";
import { dateText } from "../lib/zoned-text.ts";
import type { Answer, EventsContent } from "./answer.ts";
import { type FormatName, formatOf } from "./formats.ts";

/** What a worker gets to write out. Plain data: it crosses threads. */
export interface ExportOrder extends Omit<Answer, "content"> {
  format: FormatName;
  /** The stored results, JSON text; undefined for all events of a search, which come beside. */
  results: Uint8Array | undefined;
  /** Where the file goes when it gets large. */
  path: string;
  minFreeBytes: number;
}

/** Leaves no file when it throws. In a worker thread. */
export async function writeExport(order: ExportOrder, events: EventsContent | undefined): Promise<Written> {
  const { format, path, minFreeBytes, results, ...answer } = order;
  const output = new Output({ path, minFreeBytes });
  try {
    const content = events ?? contentOf(order, results ?? new TextEncoder().encode("null"));
    await formatOf(format).write({ ...answer, content }, output);
    return output.finish();
  } catch (error) {
    output.discard();
    throw error;
  }
}

/** What results hold. Of a search that was stopped, and of one on a dashboard, there are the events of one page. */
export function contentOf({ type, timezone }: Pick<Answer, "type" | "timezone">, json: Uint8Array): Answer["content"] {
  if (type !== "Search") return { json };
  const results = JSON.parse(new TextDecoder().decode(json.slice())) as {
    events?: { objects: EventObject[] };
  } | null;
  const events = results?.events?.objects ?? [];
  const tagNames = [...new Set(events.flatMap(({ user_tags }) => Object.keys(user_tags)))].sort();
  return { tagNames, events: events.map((event) => withDates(event, timezone)) };
}

function withDates(event: EventObject, timezone: string): EventObject {
  const textOf = (seconds: number) => dateText(Math.round(seconds * 1e6), timezone);
  return {
    ...event,
    first_occurrence_date: textOf(event.first_occurrence),
    last_occurrence_date: textOf(event.last_occurrence),
  };
}
