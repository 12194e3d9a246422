import type { QueryAnswer } from "./question.ts";

/** An answer as it leaves the worker: JSON text, so that the main thread neither clones nor writes out objects. */
export interface EncodedAnswer {
  /** UTF-8. */
  results: Uint8Array<ArrayBuffer>;
  /** Search only: events on all pages together. */
  itemCount: number | undefined;
  stopped: boolean;
  rowsRead: number;
}

export function encodeAnswer(answer: QueryAnswer): EncodedAnswer {
  const events = answer.results.events as { item_count?: number } | undefined;
  return {
    results: new TextEncoder().encode(JSON.stringify(answer.results)),
    itemCount: events?.item_count,
    stopped: answer.stopped,
    rowsRead: answer.rowsRead,
  };
}
