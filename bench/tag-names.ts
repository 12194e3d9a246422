/**
 * `bun bench/tag-names.ts [--names 900,2000,10000,100000] [--events 131072] [--tags 20] [--rate 1300] [--seconds 60]
 * [--executable PATH]`: the cost of many tag names. For each number of names: events with so many tags out of so many
 * names; the cost of sealing them, of the list of fields, of a question about a rare name never asked before, of a
 * start after a kill with all unsealed, of a stop and a start, and the memory. Then so many such events a second, for
 * so long.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Random } from "./corpora/random.ts";
import { type BenchService, startBenchService } from "./service/service.ts";

const { values: options } = parseArgs({
  options: {
    names: { type: "string", default: "900,2000,10000,100000" },
    events: { type: "string", default: "131072" },
    tags: { type: "string", default: "20" },
    rate: { type: "string", default: "1300" },
    seconds: { type: "string", default: "60" },
    executable: { type: "string" },
  },
});
const command = options.executable
  ? [options.executable]
  : [process.execPath, join(import.meta.dirname, "../src/main.ts")];
const events = Number(options.events);
const tagsEach = Number(options.tags);
const random = new Random(1);
const bodyEvents = 1_000;

for (const names of options.names.split(",").map(Number)) console.log(await measure(names));
if (Number(options.seconds) > 0) console.log(await withService(undefined, (service) => steady(service)));

/** The figures of one number of names as a line. */
async function measure(names: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "vigie-names-"));
  const figures: Record<string, number> = {};
  try {
    const unsealed = await startBenchService(command, folder, { VIGIE_SEAL_EVENTS: String(events * 2) });
    figures.sendMs = await timed(() => sendAll(unsealed, names, events));
    figures.peakMb = unsealed.residentMb().peak;
    await unsealed.kill();
    const begin = performance.now();
    // A seal begins at once from this many events on.
    const service = await startBenchService(command, folder, { VIGIE_SEAL_EVENTS: String(events) });
    figures.startAfterKillMs = service.readyMs;
    await sealed(service);
    figures.sealMs = performance.now() - begin - service.readyMs;
    figures.fieldsMs = await timed(() => get(service, "/api/fields"));
    figures.rareNameMs = await timed(() => ask(service, names - 1));
    figures.rareAgainMs = await timed(() => ask(service, names - 1));
    figures.peakSealingMb = service.residentMb().peak;
    figures.stopMs = await timed(() => service.close());
    const again = await startBenchService(command, folder);
    figures.startMs = again.readyMs;
    await again.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return `${names} names: ${Object.entries(figures)
    .map(([name, value]) => `${name} ${Math.round(value)}`)
    .join(", ")}`;
}

/** So many events a second of 2,000 names, for the given time. */
async function steady(service: BenchService): Promise<string> {
  const [rate, seconds] = [Number(options.rate), Number(options.seconds)];
  const begin = performance.now();
  const answers: number[] = [];
  let unsealedMax = 0;
  let refused = 0;
  for (let sent = 0; sent < rate * seconds; sent += bodyEvents) {
    const due = begin + (sent / rate) * 1000;
    if (due > performance.now()) await Bun.sleep(due - performance.now());
    const body = bodyOf(2_000, sent, bodyEvents);
    const sendBegin = performance.now();
    while ((await post(service, body)) === 429) {
      refused++;
      await Bun.sleep(200);
    }
    answers.push(performance.now() - sendBegin);
    unsealedMax = Math.max(unsealedMax, (await unsealedEvents(service)) ?? 0);
  }
  const took = (performance.now() - begin) / 1000;
  answers.sort((a, b) => a - b);
  const { peak } = service.residentMb();
  return `${rate} events/s of 2,000 names for ${seconds} s: took ${took.toFixed(1)} s, answers ${Math.round(answers[answers.length >> 1]!)} ms, at most ${Math.round(answers.at(-1)!)}, ${refused} times 429, at most ${unsealedMax} unsealed, peak ${peak} MB`;
}

async function withService<T>(
  settings: Record<string, string> | undefined,
  use: (service: BenchService) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "vigie-names-"));
  const service = await startBenchService(command, folder, settings);
  try {
    return await use(service);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sendAll(service: BenchService, names: number, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += bodyEvents) {
    const body = bodyOf(names, sent, Math.min(bodyEvents, count - sent));
    while ((await post(service, body)) === 429) await Bun.sleep(200);
  }
}

/** The status; any but 200 and 429 ends the bench. */
async function post({ url, token }: BenchService, body: string): Promise<number> {
  const headers = { authorization: `token ${token}`, "content-type": "application/x-ndjson" };
  const answer = await fetch(`${url}/incoming`, { method: "POST", headers, body });
  const text = await answer.text();
  if (answer.status !== 200 && answer.status !== 429) throw new Error(`Sending was answered ${answer.status}: ${text}`);
  return answer.status;
}

function bodyOf(names: number, first: number, count: number): string {
  const lines: string[] = [];
  for (let i = 0; i < count; i++) {
    const tags: Record<string, string> = {};
    for (let tag = 0; tag < tagsEach; tag++) tags[`label_${random.below(names)}`] = `v${random.below(50)}`;
    lines.push(JSON.stringify({ host: "h", program: "p", message: `event ${first + i}`, user_tags: tags }));
  }
  return lines.join("\n");
}

async function sealed(service: BenchService): Promise<void> {
  while ((await unsealedEvents(service)) !== 0) await Bun.sleep(50);
}

async function unsealedEvents(service: BenchService): Promise<number> {
  return JSON.parse(await get(service, "/api/system")).storage.tail.events;
}

async function get({ url, token }: Pick<BenchService, "url" | "token">, path: string): Promise<string> {
  const answer = await fetch(url + path, { headers: { authorization: `token ${token}` } });
  const text = await answer.text();
  // Together with the other load of this machine.
  if (answer.status === 429) return Bun.sleep(50).then(() => get({ url, token }, path));
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text}`);
  return text;
}

async function ask(service: BenchService, name: number): Promise<void> {
  const { url, token } = service;
  const headers = { authorization: `token ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ type: "TopN", params: { q: `ut_label_${name}:v7`, field: "host", n: 5 } });
  const answer = await fetch(`${url}/api/query`, { method: "POST", headers, body });
  let record = (await answer.json()) as { qid: string; status: string };
  while (record.status === "PENDING" || record.status === "IN_PROGRESS") {
    await Bun.sleep(5);
    record = JSON.parse(await get(service, `/api/query/${record.qid}`));
  }
  if (record.status !== "SUCCESS") throw new Error(`The question was answered ${JSON.stringify(record)}`);
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await action();
  return performance.now() - begin;
}
