import type { z } from "zod";
import type { genericQuery } from "../../api/query/schema.ts";
import { words } from "../words/words.ts";
import { call } from "./call.ts";

export type QueryRecord = z.output<typeof genericQuery>;

/** An answer with its question. */
export interface Answer<Results> {
  qid: string;
  results: Results;
  /** What the results lack: unreadable days, unknown fields. */
  warnings: QueryRecord["warnings"];
  /** Milliseconds from question to answer, as seen by the reader. */
  ms: number;
}

export interface AskOptions {
  signal?: AbortSignal;
  /** Called now and then while the question takes longer. */
  onProgress?: (percent: number) => void;
}

/** The service could not answer a question it had understood. Its message is in the reader's language. */
export class QueryFailure extends Error {
  override readonly name = "QueryFailure";

  /** `otherwise` is the message when the record gives no reason. */
  constructor({ error }: QueryRecord, otherwise: string) {
    super((error && words.service.refusal(error)) || otherwise);
  }
}

/**
 * Asks a question and waits for its answer; all pages come from the same instant. Aborting also stops the question
 * in the service.
 */
export async function ask<Results>(
  type: string,
  params: Record<string, unknown>,
  { signal, onProgress }: AskOptions = {},
): Promise<Answer<Results>> {
  const startedMs = performance.now();
  let record = await call<QueryRecord>("POST", "/api/query", {
    body: { type, params: { freeze_time: true, ...params } },
  });
  const path = `/api/query/${record.qid}`;
  const stop = () => void call("POST", `${path}/stop`, { keepalive: true }).catch(() => undefined);
  for (let pauseMs = firstPauseMs; isUnfinished(record); pauseMs = Math.min(pauseMs * 1.5, lastPauseMs)) {
    if (!signal?.aborted) onProgress?.(record.progress);
    await pause(pauseMs, signal);
    if (signal?.aborted) stop();
    signal?.throwIfAborted();
    record = await call<QueryRecord>("GET", path);
  }
  signal?.throwIfAborted();
  if (record.status !== "SUCCESS") throw new QueryFailure(record, words.frame.stopped);
  const { qid, results, warnings } = record;
  return { qid: qid!, results: results as Results, warnings, ms: performance.now() - startedMs };
}

const firstPauseMs = 100;
const lastPauseMs = 1_000;

function isUnfinished({ status }: QueryRecord): boolean {
  return status === "PENDING" || status === "IN_PROGRESS";
}

/** Ends early when the signal is given. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
