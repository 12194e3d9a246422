import { promisify } from "node:util";
import { zstdCompress } from "node:zlib";
import type { Receipt } from "../../ingest/intake.ts";
import { isLoopback } from "../connection.ts";
import { type Client, RequestError, retryKey } from "../http-client.ts";
import type { Batch } from "./batch.ts";
import type { Destination } from "./destination.ts";

/**
 * Sends to `POST /incoming`. A batch has one key for all its tries, so a broken connection never stores it twice.
 * Checks the service once at the beginning, so that a wrong address is reported at once and not after minutes of
 * retries.
 */
export async function openServiceDestination(client: Client): Promise<Destination> {
  await client.send({ path: "/api/version" });
  const compresses = !isLoopback(client.url);
  return {
    send: (batch) => sendBatch(client, batch, compresses),
    close: async () => {},
  };
}

interface Answer {
  accepted: number;
  duplicates?: number;
  cut?: number;
  out_of_time?: number;
  without_time?: number;
  rejected: { index: number; error: string }[];
  rejected_count?: number;
}

async function sendBatch(client: Client, batch: Batch, compresses: boolean): Promise<Receipt> {
  const plain = new TextEncoder().encode(batch.body);
  const { key = retryKey() } = batch;
  const headers: Record<string, string> = { "content-type": "application/x-ndjson", "idempotency-key": key };
  if (batch.key !== undefined) headers["event-streams"] = "true";
  if (compresses) headers["content-encoding"] = "zstd";
  const body = compresses ? new Uint8Array(await compress(plain)) : plain;
  try {
    return receiptOf(await client.send<Answer>({ method: "POST", path: "/incoming", body, headers, retry: true }));
  } catch (error) {
    // "All bad" is 400 with the same list: these lines are refused, the next batch may be fine.
    const answer =
      error instanceof RequestError && error.status === 400 ? (error.body as Partial<Answer> | undefined) : undefined;
    if (Array.isArray(answer?.rejected) && answer.rejected.length > 0)
      return receiptOf({ accepted: 0, rejected: [], ...answer });
    throw error;
  }
}

const compress = promisify(zstdCompress);

function receiptOf(answer: Answer): Receipt {
  const { accepted, duplicates = 0, cut = 0, rejected } = answer;
  const { out_of_time: outOfTime = 0, without_time: withoutTime = 0 } = answer;
  const rejectedCount = answer.rejected_count ?? rejected.length;
  return { accepted, duplicates, cut, outOfTime, withoutTime, rejected, rejectedCount };
}
