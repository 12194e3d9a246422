/**
 * The sender, a process of its own: posts the bodies of a corpus over four connections and prints how it went as JSON.
 */
import type { Corpus } from "../corpora/corpus.ts";

export interface SendTask extends Corpus {
  url: string;
  token: string;
}

export interface SendReport {
  seconds: number;
  accepted: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /**
   * Of the bodies that were sent after the first second, when the service has read its parser rules and compiled what
   * it runs.
   */
  laterMaxMs: number;
}

const connections = 4;

if (import.meta.main) console.log(JSON.stringify(await send(JSON.parse(await Bun.stdin.text()))));

async function send({ url, token, path, ends }: SendTask): Promise<SendReport> {
  const file = Bun.file(path);
  const headers = { authorization: `token ${token}`, "content-type": "application/x-ndjson" };
  const latencies: number[] = [];
  let accepted = 0;
  let next = 0;
  let laterMaxMs = 0;
  const start = performance.now();
  const sendSome = async () => {
    while (next < ends.length) {
      const index = next++;
      const body = await file.slice(ends[index - 1] ?? 0, ends[index]).bytes();
      const begin = performance.now();
      const answer = await fetch(`${url}/incoming`, { method: "POST", headers, body });
      if (answer.status !== 200) throw new Error(`A body was answered ${answer.status}: ${await answer.text()}`);
      accepted += ((await answer.json()) as { accepted: number }).accepted;
      const tookMs = performance.now() - begin;
      latencies.push(tookMs);
      if (begin - start > 1_000) laterMaxMs = Math.max(laterMaxMs, tookMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, sendSome));
  const seconds = (performance.now() - start) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { seconds, accepted, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), laterMaxMs };
}
