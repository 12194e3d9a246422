/**
 * A sender with a clock: posts the bodies of a corpus when they are due, whether or not earlier ones were answered, and
 * prints the results.
 */
import type { Corpus } from "../corpora/corpus.ts";

export interface RateTask extends Corpus {
  url: string;
  token: string;
  eventsPerSecond: number;
}

export interface RateReport {
  /** From the first body until the last answer. */
  seconds: number;
  bodies: number;
  accepted: number;
  /** Bodies answered 429. */
  refused: number;
  /** Bodies with any answer other than 200 and 429. */
  failed: number;
  p50Ms: number;
  p99Ms: number;
  healthP99Ms: number;
}

const bodyEvents = 1_000;
/** Bodies that wait for an answer; beyond, the sender waits, too. */
const inFlightMax = 2_000;

if (import.meta.main) console.log(JSON.stringify(await send(JSON.parse(await Bun.stdin.text()))));

async function send({ url, token, path, ends, eventsPerSecond }: RateTask): Promise<RateReport> {
  const file = Bun.file(path);
  const headers = { authorization: `token ${token}`, "content-type": "application/x-ndjson" };
  const report = { accepted: 0, refused: 0, failed: 0 };
  const [latencies, health]: [number[], number[]] = [[], []];
  const inFlight = new Set<Promise<void>>();
  const post = async (body: Uint8Array<ArrayBuffer>) => {
    const begin = performance.now();
    const answer = await fetch(`${url}/incoming`, { method: "POST", headers, body });
    const { accepted = 0 } = (await answer.json()) as { accepted?: number };
    if (answer.status === 200) {
      report.accepted += accepted;
      latencies.push(performance.now() - begin);
    } else if (answer.status === 429) report.refused++;
    else report.failed++;
  };
  const probe = setInterval(async () => {
    const begin = performance.now();
    await (await fetch(`${url}/healthz`)).text();
    health.push(performance.now() - begin);
  }, 200);
  const begin = performance.now();
  for (const [index, end] of ends.entries()) {
    const body = await file.slice(ends[index - 1] ?? 0, end).bytes();
    const dueMs = begin + (index * bodyEvents * 1000) / eventsPerSecond;
    if (dueMs > performance.now()) await Bun.sleep(dueMs - performance.now());
    while (inFlight.size >= inFlightMax) await Promise.race(inFlight);
    const answered = post(body).finally(() => inFlight.delete(answered));
    inFlight.add(answered);
  }
  await Promise.all(inFlight);
  const seconds = (performance.now() - begin) / 1000;
  clearInterval(probe);
  return {
    ...report,
    seconds,
    bodies: ends.length,
    p50Ms: at(latencies, 0.5),
    p99Ms: at(latencies, 0.99),
    healthP99Ms: at(health, 0.99),
  };
}

function at(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
