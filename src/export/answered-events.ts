import type { EventObject } from "../eventstore/event/event-object.ts";
import { dateText } from "../lib/zoned-text.ts";
import type { EventsContent } from "./answer.ts";

/**
 * The events that an answer itself contains, with their dates in this time zone. `results`: null when there are none.
 */
export function eventsOf(results: unknown, timezone: string): EventsContent {
  const { events } = (results ?? {}) as { events?: { objects: EventObject[] } };
  const objects = events?.objects ?? [];
  const tagNames = [...new Set(objects.flatMap(({ user_tags }) => Object.keys(user_tags)))].sort();
  return { tagNames, events: objects.map((event) => withDates(event, timezone)) };
}

function withDates(event: EventObject, timezone: string): EventObject {
  const textOf = (seconds: number) => dateText(Math.round(seconds * 1e6), timezone);
  return {
    ...event,
    first_occurrence_date: textOf(event.first_occurrence),
    last_occurrence_date: textOf(event.last_occurrence),
  };
}
