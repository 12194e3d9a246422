/**
 * `bun bench/exports.ts [--events N] [--executable PATH] [--formats csv,json,xlsx,docx,pdf]`: ingests a generated
 * corpus over HTTP, then downloads one search of all of it in each format and prints rows a second and the peak growth
 * of the service's memory. Each format has a service of its own, so that no peak hides another.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeCorpus } from "./corpora/corpus.ts";
import type { SendTask } from "./intake/send.ts";
import { type BenchService, startBenchService } from "./service/service.ts";

const { values: options } = parseArgs({
  options: {
    events: { type: "string", default: "200000" },
    executable: { type: "string" },
    formats: { type: "string", default: "csv,json,xlsx,docx,pdf" },
  },
});
const events = Number(options.events);
if (!Number.isInteger(events) || events < 1) throw new Error(`Expected a number of events, got "${options.events}".`);
const command = options.executable
  ? [options.executable]
  : [process.execPath, join(import.meta.dirname, "../src/main.ts")];

const folder = mkdtempSync(join(tmpdir(), "vigie-bench-"));
try {
  const until = Math.floor(Date.now() / 86_400_000) * 86_400;
  await fill(until);
  console.log(`${events} events\nformat   seconds     rows/s    size MB   peak MB above before`);
  for (const format of options.formats.split(",")) await measure(format, until);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function fill(until: number): Promise<void> {
  const corpus = writeCorpus(join(folder, "corpus.ndjson"), events, until);
  const service = await startBenchService(command, folder);
  const task: SendTask = { ...corpus, url: service.url, token: service.token };
  const sender = Bun.spawn([process.execPath, join(import.meta.dirname, "intake/send.ts")], {
    stdin: new Blob([JSON.stringify(task)]),
    stdout: "ignore",
    stderr: "inherit",
  });
  if ((await sender.exited) !== 0) throw new Error("The sender failed.");
  await service.close();
}

async function measure(format: string, until: number): Promise<void> {
  const service = await startBenchService(command, folder);
  try {
    const qid = await search(service, until);
    const before = service.residentMb().now;
    const begin = performance.now();
    const answer = await fetch(`${service.url}/api/query/${qid}/export?ftype=${format}`, {
      headers: authorization(service),
    });
    if (!answer.ok) throw new Error(`${format} was answered ${answer.status}: ${await answer.text()}`);
    let bytes = 0;
    for await (const chunk of answer.body!) bytes += chunk.length;
    const seconds = (performance.now() - begin) / 1000;
    const above = service.residentMb().peak - before;
    const columns = [seconds.toFixed(2), Math.round(events / seconds), (bytes / 1e6).toFixed(1), Math.round(above)];
    console.log(format.padEnd(6) + columns.map((column) => String(column).padStart(11)).join(""));
  } finally {
    await service.close();
  }
}

/** A finished search for all events. */
async function search(service: BenchService, until: number): Promise<string> {
  const range = { ts_from: until - 400 * 86_400, ts_to: until + 86_400 };
  const asked = await fetch(`${service.url}/api/query`, {
    method: "POST",
    headers: { ...authorization(service), "content-type": "application/json" },
    body: JSON.stringify({ type: "Search", params: { time_range: range, page_size: 1 } }),
  });
  let record = (await asked.json()) as { qid: string; status: string; error: string | null };
  while (record.status === "PENDING" || record.status === "IN_PROGRESS") {
    await Bun.sleep(50);
    const read = await fetch(`${service.url}/api/query/${record.qid}`, { headers: authorization(service) });
    record = (await read.json()) as typeof record;
  }
  if (record.status !== "SUCCESS") throw new Error(`The search ended as ${record.status}: ${record.error}`);
  return record.qid;
}

function authorization({ token }: BenchService): Record<string, string> {
  return { authorization: `token ${token}` };
}
