import type { BenchQuestion } from "./questions.ts";
import type { BenchService } from "./service.ts";

export interface Timing {
  name: string;
  /** Milliseconds; undefined when this build does not know the question. */
  coldMs: number | undefined;
  /** Median of the later ones. */
  warmMs: number | undefined;
  /** Something of the answer, to see that runs mean the same. */
  result: string;
  residentMb: number;
}

const warmRounds = 5;
/** A question that takes so long is a fault. */
const hangMs = 120_000;

/** Asks each question once cold, in order, then all of them some times more in turn. */
export async function askAll(service: BenchService, questions: readonly BenchQuestion[]): Promise<Timing[]> {
  const cold = new Map<string, { ms: number | undefined; result: string; residentMb: number }>();
  for (const question of questions) {
    const { ms, result } = await askOnce(service, question);
    cold.set(question.name, { ms, result, residentMb: service.residentMb().now });
  }
  const warm = new Map<string, number[]>(questions.map(({ name }) => [name, []]));
  for (let round = 0; round < warmRounds; round++)
    for (const question of questions) {
      const { ms } = cold.get(question.name)!.ms === undefined ? { ms: undefined } : await askOnce(service, question);
      if (ms !== undefined) warm.get(question.name)!.push(ms);
    }
  return questions.map(({ name }) => {
    const { ms: coldMs, result, residentMb } = cold.get(name)!;
    return { name, coldMs, warmMs: median(warm.get(name)!), result, residentMb };
  });
}

function median(values: number[]): number | undefined {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

interface QueryRecord {
  qid: string;
  status: string;
  error: string | null;
  results: { totals?: { count?: number; values?: { count: number }[] }; rate?: unknown } | null;
}

async function askOnce(
  { url, token }: BenchService,
  { body }: BenchQuestion,
): Promise<{ ms: number | undefined; result: string }> {
  const headers = { authorization: `token ${token}`, "content-type": "application/json" };
  const begin = performance.now();
  const signal = AbortSignal.timeout(hangMs);
  const answer = await fetch(`${url}/api/query`, { method: "POST", headers, body: JSON.stringify(body), signal });
  if (answer.status === 400) {
    await answer.text();
    return { ms: undefined, result: "not known here" };
  }
  let record = (await answer.json()) as QueryRecord;
  while (record.status === "PENDING" || record.status === "IN_PROGRESS") {
    await Bun.sleep(2);
    record = (await (await fetch(`${url}/api/query/${record.qid}`, { headers, signal })).json()) as QueryRecord;
  }
  const ms = performance.now() - begin;
  await fetch(`${url}/api/query/${record.qid}/remove`, { headers });
  if (record.status !== "SUCCESS") return { ms, result: record.error ?? record.status };
  const totals = record.results?.totals;
  return {
    ms,
    result: String(totals?.count ?? totals?.values?.map(({ count }) => count).join(" ") ?? "").slice(0, 40),
  };
}
