import type { EventObject } from "../eventstore/event/event-object.ts";
import type { EventBatch } from "../eventstore/event-batch.ts";

/** What is written out: the answer of one query. Plain data but for the events. */
export interface Answer {
  /** Heads a document; undefined: the question itself does. */
  title?: string;
  /** The kind of query, without the ending "Query". */
  type: string;
  /** Normalised. */
  params: Readonly<Record<string, unknown>>;
  /** Every time that is printed is printed in it. */
  timezone: string;
  /** Epoch seconds: the instant that the answer is of. */
  baseTime: number;
  /** What was asked about, epoch seconds; undefined when the question has no time range. */
  span: { from: number; to: number } | undefined;
  /** Of a search: how many events there are, when that is known. */
  itemCount: number | undefined;
  /** Days whose files could not be read. */
  missingDays: readonly string[];
  /** The query was stopped: there is what it had found. */
  isPartial: boolean;
  /** Of a search: events may have occurrences that came after its instant. */
  hasLater?: boolean;
  content: EventsContent | ResultsContent;
}

/** All events of a search, in its order; to be gone through once, either as objects or as columns. */
export interface EventsContent {
  /** Names of user tags that these events can have, sorted. */
  tagNames: readonly string[];
  events: Iterable<EventObject>;
  /** Of a search that is read from the store. */
  batches?: Iterable<EventBatch>;
}

/** The results of any other kind, as they were answered: JSON text, "null" when there are none. */
export interface ResultsContent {
  json: Uint8Array;
}
