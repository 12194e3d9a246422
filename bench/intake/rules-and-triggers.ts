import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { writeCorpus } from "../corpora/corpus.ts";
import { makeTriggers } from "../corpora/trigger-set.ts";
import { type BenchService, startBenchService } from "../service/service.ts";
import { sendAll } from "./send-all.ts";

/** Durable events a second over HTTP, the median of some rounds. */
export interface RulesAndTriggers {
  kind: "no rules, no triggers" | "the rule library" | "1,000 triggers" | "the rule library and 1,000 triggers";
  eventsASecond: number;
}

const rounds = 5;

/** Sends the same lines to four services in turns, so that other load on the machine affects all of them. */
export async function measureRulesAndTriggers(
  command: readonly string[],
  folder: string,
  until: number,
  events: number,
): Promise<RulesAndTriggers[]> {
  const setups = [
    { kind: "no rules, no triggers", hasRules: false, triggers: 0 },
    { kind: "the rule library", hasRules: true, triggers: 0 },
    { kind: "1,000 triggers", hasRules: false, triggers: 1_000 },
    { kind: "the rule library and 1,000 triggers", hasRules: true, triggers: 1_000 },
  ] as const;
  const services: BenchService[] = [];
  try {
    for (const { kind, hasRules, triggers } of setups) {
      const place = join(folder, kind.replaceAll(/\W+/g, "-"));
      mkdirSync(place, { recursive: true });
      const service = await startBenchService(command, place);
      services.push(service);
      if (!hasRules) await switchRulesOff(service);
      for (const body of makeTriggers(triggers)) await call(service, "POST", "/api/triggers", body);
    }
    const rates = setups.map(() => [] as number[]);
    for (let round = 0; round <= rounds; round++) {
      // A different day each time, so that no event repeats an earlier one.
      const corpus = writeCorpus(join(folder, "lines.ndjson"), events, until - round * 86_400);
      for (const place of setups.keys()) {
        const index = (place + round) % setups.length;
        const { url, token } = services[index]!;
        const { accepted, seconds } = await sendAll({ ...corpus, url, token });
        // The first round runs before anything is compiled.
        if (round > 0) rates[index]!.push(accepted / seconds);
      }
    }
    return setups.map(({ kind }, index) => ({ kind, eventsASecond: Math.round(median(rates[index]!)) }));
  } finally {
    for (const service of services) await service.close();
  }
}

async function switchRulesOff(service: BenchService): Promise<void> {
  const { objects } = (await call(service, "GET", "/api/parser-rules?page_size=100")) as {
    objects: { name: string }[];
  };
  for (const { name } of objects) await call(service, "PATCH", `/api/parser-rules/${name}`, { enabled: false });
}

async function call({ url, token }: BenchService, method: string, path: string, body?: unknown): Promise<unknown> {
  const headers = { authorization: `token ${token}`, "content-type": "application/json" };
  const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}
