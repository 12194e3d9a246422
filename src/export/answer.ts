import type { EventObject } from "../eventstore/event-object.ts";

/** What is written out: the answer of one query. */
export interface Answer {
  /** The kind of query, without the ending "Query". */
  type: string;
  /** Normalised. */
  params: Readonly<Record<string, unknown>>;
  /** Every time that is printed is printed in it. */
  timezone: string;
  content: EventsContent | ResultsContent;
}

/** All events of a search, in its order; to be gone through once. */
export interface EventsContent {
  /** Names of user tags that these events can have, sorted. */
  tagNames: readonly string[];
  events: Iterable<EventObject>;
}

/** The results of any other kind, as they were answered: JSON text, "null" when there are none. */
export interface ResultsContent {
  json: Uint8Array;
}
