import { Output, type Written } from "../document/output.ts";
import type { Answer, EventsContent } from "./answer.ts";
import { eventsOf } from "./answered-events.ts";
import { type FormatName, formatOf } from "./formats.ts";

/** A worker's order to write an export. Plain data: it crosses threads. */
export interface ExportOrder extends Omit<Answer, "content"> {
  format: FormatName;
  /** The stored results, JSON text; undefined for all events of a search, which are read from the store. */
  results: Uint8Array | undefined;
  /** Path of the file once it is too large for memory. */
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

/** The content of stored results. A search that was stopped, or is on a dashboard, has the events of one page. */
export function contentOf({ type, timezone }: Pick<Answer, "type" | "timezone">, json: Uint8Array): Answer["content"] {
  if (type !== "Search") return { json };
  return eventsOf(JSON.parse(new TextDecoder().decode(json.slice())), timezone);
}
