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
  events: Iterable<ExportedEvent>;
}

/** The results of any other kind, as they were answered: JSON text, "null" when there are none. */
export interface ResultsContent {
  json: Uint8Array;
}

/** Of an event as it is on the wire, what is looked at here; twin: query/event-object.ts. */
export interface ExportedEvent {
  /** Epoch seconds. */
  first_occurrence: number;
  last_occurrence: number;
  first_occurrence_date: string;
  last_occurrence_date: string;
  id: string;
  counter: number;
  host: string;
  program: string;
  message: string;
  cisco_mnemonic: string;
  severity: number;
  severity_name: string;
  facility: number;
  facility_name: string;
  status: number;
  status_name: string;
  type: string;
  user_tags: Record<string, string>;
  extra_fields: Record<string, unknown>;
}
