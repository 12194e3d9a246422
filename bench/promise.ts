/**
 * `bun bench/promise.ts [--seconds 60] [--events 20000] [--data FOLDER] [--executable PATH]`: checks the service's own
 * estimate of its capacity. Stores some events, asks `POST /api/performance-tests/estimate` for the rate, sends events
 * of the same kind at that rate from a process of its own, then at twice the rate, and prints the numbers taken,
 * refused and lost.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeCorpus } from "./corpora/corpus.ts";
import { sendAll } from "./intake/send-all.ts";
import type { RateReport, RateTask } from "./intake/send-rate.ts";
import { type BenchService, startBenchService } from "./service/service.ts";

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    events: { type: "string", default: "20000" },
    data: { type: "string", default: tmpdir() },
    executable: { type: "string" },
  },
});
const seconds = Number(options.seconds);
const command = options.executable
  ? [options.executable]
  : [process.execPath, join(import.meta.dirname, "../src/main.ts")];
const folder = mkdtempSync(join(options.data, "vigie-bench-promise-"));
const service = await startBenchService(command, join(folder, "data"));
try {
  const first = writeCorpus(join(folder, "first.ndjson"), Number(options.events), Date.now() / 1000);
  await sendAll({ ...first, url: service.url, token: service.token });
  const promised = await estimate(service);
  console.log(`promised: ${promised.max_eps} events/s`);
  console.log(JSON.stringify({ ...promised, history: undefined }));
  for (const times of [1, 2]) await tryRate(promised.max_eps * times, times);
} finally {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
}

interface Estimate {
  max_eps: number;
}

async function estimate({ url, token }: BenchService): Promise<Estimate> {
  const headers = { authorization: `token ${token}`, "content-type": "application/json" };
  const started = await fetch(`${url}/api/performance-tests/estimate`, { method: "POST", headers, body: "{}" });
  const place = started.headers.get("location");
  for (;;) {
    const record = (await (await fetch(`${url}${place}`, { headers })).json()) as {
      status: string;
      error: string | null;
      result: Estimate;
    };
    if (record.status === "SUCCESS") return record.result;
    if (record.status === "FAILURE") throw new Error(`The estimate failed: ${record.error}`);
    await Bun.sleep(100);
  }
}

/** Each run sends other events: older by a minute, and from another place in the generated sequence. */
async function tryRate(eventsPerSecond: number, times: number): Promise<void> {
  const events = Math.ceil(eventsPerSecond * seconds);
  const corpus = writeCorpus(join(folder, `rate-${times}.ndjson`), events, Date.now() / 1000 - 60 * times);
  const before = await countStored(service);
  const task: RateTask = { ...corpus, url: service.url, token: service.token, eventsPerSecond };
  const sender = Bun.spawn([process.execPath, join(import.meta.dirname, "intake/send-rate.ts")], {
    // Without it at most 256 requests are on their way, and the sender itself would hold back.
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: "4096" },
    stdin: new Blob([JSON.stringify(task)]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const report: RateReport = JSON.parse(await new Response(sender.stdout).text());
  const stored = (await countStored(service)) - before;
  rmSync(corpus.path);
  const rate = Math.round(report.accepted / report.seconds);
  console.log(
    `${times} × ${Math.round(eventsPerSecond / times)}: taken ${rate} events/s (${Math.round((100 * rate) / eventsPerSecond)} % of what was sent), ` +
      `${report.refused} of ${report.bodies} bodies answered 429, ${report.failed} otherwise, answers p50 ${report.p50Ms.toFixed(0)} ms, p99 ${report.p99Ms.toFixed(0)} ms, ` +
      `/healthz p99 ${report.healthP99Ms.toFixed(0)} ms, acknowledged ${report.accepted}, stored ${stored}: ${report.accepted - stored} lost`,
  );
}

/** Total of stored occurrences. */
async function countStored({ url, token }: BenchService): Promise<number> {
  const answer = await fetch(`${url}/api/system`, { headers: { authorization: `token ${token}` } });
  return ((await answer.json()) as { stored: number }).stored;
}
