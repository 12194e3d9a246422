import type { Asker } from "./ask.ts";
import type { BenchQuestion } from "./questions.ts";
import type { BenchService } from "./service.ts";

/** Asks over HTTP, as anybody would. */
export function apiAsker(service: BenchService): Asker {
  return { name: "vigie", ask: (question) => askOverHttp(service, question), residentMb: service.residentMb };
}

/** A question that takes so long is a fault. */
const hangMs = 120_000;

interface QueryRecord {
  qid: string;
  status: string;
  error: string | null;
  results: { totals?: { count?: number; values?: { count: number }[] }; rate?: unknown } | null;
}

export async function askOverHttp({ url, token }: BenchService, { body }: BenchQuestion): Promise<string | undefined> {
  const headers = { authorization: `token ${token}`, "content-type": "application/json" };
  const signal = AbortSignal.timeout(hangMs);
  const answer = await fetch(`${url}/api/query`, { method: "POST", headers, body: JSON.stringify(body), signal });
  if (answer.status === 400) {
    await answer.text();
    return undefined;
  }
  let record = (await answer.json()) as QueryRecord;
  while (record.status === "PENDING" || record.status === "IN_PROGRESS") {
    await Bun.sleep(2);
    record = (await (await fetch(`${url}/api/query/${record.qid}`, { headers, signal })).json()) as QueryRecord;
  }
  await (await fetch(`${url}/api/query/${record.qid}/remove`, { headers })).arrayBuffer();
  if (record.status !== "SUCCESS") return record.error ?? record.status;
  const totals = record.results?.totals;
  return String(totals?.count ?? totals?.values?.map(({ count }) => count).join(" ") ?? "").slice(0, 40);
}
