import type { EventObject } from "../eventstore/event/event-object.ts";
import type { EventBatch } from "../eventstore/event-batch.ts";

/** The answer of one query, to be written out. Plain data except for the events. */
export interface Answer {
  /** Heads a document; undefined: the question is the title. */
  title?: string;
  /** The kind of query, without the ending "Query". */
  type: string;
  /** Normalised. */
  params: Readonly<Record<string, unknown>>;
  /** Zone of all printed times. */
  timezone: string;
  /** Epoch seconds: the instant of the answer. */
  baseTime: number;
  /** The range asked about, epoch seconds; undefined when the question has no time range. */
  span: { from: number; to: number } | undefined;
  /** For a search: the number of events, when known. */
  itemCount: number | undefined;
  /** Days whose files could not be read. */
  missingDays: readonly string[];
  /** The query was stopped: these are its results until then. */
  isPartial: boolean;
  /** For a search: events may include occurrences after its instant. */
  hasLater?: boolean;
  /** A csv begins with the mark of UTF-8, by which Excel knows it. */
  hasMark?: boolean;
  content: EventsContent | ResultsContent;
}

/** All events of a search, in its order; can be iterated once, either as objects or as columns. */
export interface EventsContent {
  /** Names of user tags that these events can have, sorted. */
  tagNames: readonly string[];
  events: Iterable<EventObject>;
  /** For a search read from the store. */
  batches?: Iterable<EventBatch>;
}

/** The results of any other kind, in the form of the answer: JSON text, "null" when there are none. */
export interface ResultsContent {
  json: Uint8Array;
}
