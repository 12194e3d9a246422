import type { Client } from "../http-client.ts";

/** A query on the wire. */
export interface QueryRecord {
  qid: string;
  status: "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED";
  progress: number;
  results: Record<string, unknown> | null;
  error: string | null;
  /** Remarks about the answer; those for people have a message. */
  warnings: { message?: string }[];
}

/**
 * Runs a query to its end and reports its progress. The signal stops it in the service, and its results until then are
 * the answer. The service keeps nothing of it after `use`.
 */
export async function runQuery(
  client: Client,
  body: { type: string; params: Record<string, unknown> },
  signal: AbortSignal,
  onProgress: (percent: number) => void,
  use: (record: QueryRecord) => Promise<void> = async () => undefined,
): Promise<QueryRecord> {
  // Frozen, because a GET of a finished query with a relative range would evaluate it again.
  const json = { ...body, params: { ...body.params, freeze_time: true } };
  let record = await client.send<QueryRecord>({ method: "POST", path: "/api/query", json });
  try {
    for (let waitMs = firstWaitMs; isRunning(record); waitMs = Math.min(waitMs * 2, waitMsMax)) {
      if (signal.aborted) {
        record = await client.send<QueryRecord>({ method: "POST", path: `/api/query/${record.qid}/stop` });
        break;
      }
      onProgress(record.progress);
      await sleep(waitMs, signal);
      record = await client.send<QueryRecord>({ path: `/api/query/${record.qid}`, retry: true });
    }
    await use(record);
    return record;
  } finally {
    // Frees its place among the caller's stored queries at once; a failure here does not affect the answer.
    await client.send({ path: `/api/query/${record.qid}/remove` }).catch(() => {});
  }
}

function isRunning(record: QueryRecord): boolean {
  return record.status === "PENDING" || record.status === "IN_PROGRESS";
}

const firstWaitMs = 50;
const waitMsMax = 500;

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
