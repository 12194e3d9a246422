import { batchCharactersMax, batchEventsMax } from "./limits.ts";

/** Some events on their way, and the origin of each. */
export interface Batch {
  /** NDJSON. */
  body: string;
  lines: LineOrigin[];
  /**
   * `STREAM.FROM-TO`, the same at every try, as are the ids of its events: positions in streams, which the service
   * remembers for however long retries take. Absent: one is generated, and the service knows it for ten minutes.
   */
  key?: string;
}

export interface LineOrigin {
  file: string;
  line: number;
}

export interface BatchBuilder {
  /** Answers the batch that is full now, if any. */
  add(event: string, origin: LineOrigin): Batch | undefined;
  /** The events left over. */
  finish(): Batch | undefined;
}

export function createBatchBuilder(): BatchBuilder {
  let events: string[] = [];
  let lines: LineOrigin[] = [];
  let characters = 0;

  function take(): Batch | undefined {
    if (events.length === 0) return undefined;
    const batch = { body: `${events.join("\n")}\n`, lines };
    events = [];
    lines = [];
    characters = 0;
    return batch;
  }

  return {
    add(event, origin) {
      events.push(event);
      lines.push(origin);
      characters += event.length + 1;
      return characters >= batchCharactersMax || events.length >= batchEventsMax ? take() : undefined;
    },
    finish: take,
  };
}
