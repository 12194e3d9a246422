/**
 * The sender, a process of its own: posts the bodies of a file over four connections and prints the results as JSON.
 */
import type { Corpus } from "../corpora/corpus.ts";

export interface SendTask extends Pick<Corpus, "path" | "ends"> {
  url: string;
  token: string;
  /** Path and media type; absent: lines of JSON to `/incoming`. */
  route?: string;
  mediaType?: string;
}

export interface SendReport {
  seconds: number;
  /** Number of events that `/incoming` accepted; the others have no common way to tell it. */
  accepted: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /**
   * Slowest answer to a body sent after the first second, when the service has read its parser rules and compiled its
   * hot code.
   */
  laterMaxMs: number;
}

const connections = 4;

if (import.meta.main) console.log(JSON.stringify(await send(JSON.parse(await Bun.stdin.text()))));

async function send({ url, token, path, ends, route = "/incoming", mediaType }: SendTask): Promise<SendReport> {
  const file = Bun.file(path);
  const headers = { authorization: `Bearer ${token}`, "content-type": mediaType ?? "application/x-ndjson" };
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
      const answer = await fetch(`${url}${route}`, { method: "POST", headers, body });
      if (!answer.ok) throw new Error(`A body was answered ${answer.status}: ${await answer.text()}`);
      if (route === "/incoming") accepted += ((await answer.json()) as { accepted: number }).accepted;
      else await answer.bytes();
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
