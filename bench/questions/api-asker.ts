import type { BenchService } from "../service/service.ts";
import { type Asker, answerCharacters } from "./ask.ts";
import type { BenchQuestion } from "./questions.ts";

/**
 * Asks over HTTP like any client. "another range": never a question that was asked before, whose answer might come from
 * the cache; "as it is": questions that differ by themselves.
 */
export function apiAsker(service: BenchService, how: "another range" | "as it is" = "another range"): Asker {
  let rounds = 0;
  const toAsk = (question: BenchQuestion) => (how === "as it is" ? question : askedAnew(question, ++rounds));
  return { name: "vigie", ...asking(service, toAsk) };
}

/** The same question each time, as by a reader who reloads a page or sees the page of others. */
export function repeatingAsker(service: BenchService): Asker {
  return { name: "vigie, again", ...asking(service, (question) => question) };
}

/** A range that ends so many seconds later, where there are no more events: as much work for the same answer. */
export function askedAnew({ name, body: { type, params } }: BenchQuestion, laterSeconds: number): BenchQuestion {
  const range = params.time_range as { ts_to: number };
  return { name, body: { type, params: { ...params, time_range: { ...range, ts_to: range.ts_to + laterSeconds } } } };
}

function asking(service: BenchService, toAsk: (question: BenchQuestion) => BenchQuestion): Omit<Asker, "name"> {
  let qid: string | undefined;
  return {
    ask: async (question) => {
      const answer = await answerOverHttp(service, toAsk(question));
      qid = answer.qid;
      return answer.result;
    },
    tidyUp: () => removeQuery(service, qid),
    residentMb: service.residentMb,
  };
}

/** A question that takes longer is a fault. */
const hangMs = 120_000;

interface QueryRecord {
  qid: string;
  status: string;
  error: string | null;
  results: Results | null;
}

interface Results {
  totals?: { sum?: number; count?: number | null; values?: { count?: number; distinct?: number }[] };
  events?: { objects: unknown[] };
}

/** Deletes everything it created. */
export async function askOverHttp(service: BenchService, question: BenchQuestion): Promise<string | undefined> {
  const { qid, result } = await answerOverHttp(service, question);
  await removeQuery(service, qid);
  return result;
}

interface HttpAnswer {
  qid: string | undefined;
  result: string | undefined;
}

async function removeQuery({ url, token }: BenchService, qid: string | undefined): Promise<void> {
  if (qid === undefined) return;
  const headers = { authorization: `token ${token}` };
  await (await fetch(`${url}/api/query/${qid}/remove`, { headers })).arrayBuffer();
}

/** Undefined result: the service does not know such questions. Throws when it could not answer one. */
async function answerOverHttp({ url, token }: BenchService, { name, body }: BenchQuestion): Promise<HttpAnswer> {
  const headers = { authorization: `token ${token}`, "content-type": "application/json" };
  const signal = AbortSignal.timeout(hangMs);
  const answer = await fetch(`${url}/api/query`, { method: "POST", headers, body: JSON.stringify(body), signal });
  if (answer.status === 400) {
    await answer.text();
    return { qid: undefined, result: undefined };
  }
  let record = (await answer.json()) as QueryRecord;
  while (record.status === "PENDING" || record.status === "IN_PROGRESS") {
    await Bun.sleep(2);
    record = (await (await fetch(`${url}/api/query/${record.qid}`, { headers, signal })).json()) as QueryRecord;
  }
  const { qid, status, error, results } = record;
  if (status !== "SUCCESS")
    throw new Error(`"${name}" ${JSON.stringify(body.params)} was answered ${status}: ${error ?? "no word why"}`);
  return { qid, result: foundIn(results ?? {}).slice(0, answerCharacters) };
}

function foundIn({ totals, events }: Results): string {
  const { sum, count, values } = totals ?? {};
  const total = sum ?? count;
  if (typeof total === "number") return String(total);
  if (values?.[0]?.count !== undefined) return values.map((value) => value.count).join(" ");
  if (values?.length === 1 && values[0]!.distinct !== undefined) return String(values[0]!.distinct);
  return `${(values ?? events?.objects ?? []).length} rows`;
}
