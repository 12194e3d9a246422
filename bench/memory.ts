/**
 * `bun bench/memory.ts [--bounds 520,700] [--events 1000000] [--seconds 60] [--executable PATH]
 * [--parts bodies,questions,exports,stream] [--timeline]`: how far the resident memory of the service stays below `VIGIE_MEMORY_MB` while everything goes on at once: three senders of
 * bodies of 20 to 60 MB (one of them compressed), four heavy questions that nobody asked before, two exports, and a
 * stream of syslog. Each bound meets a copy of the same folder. The peak is what the kernel says.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeCorpus } from "./corpora/corpus.ts";
import type { SendTask } from "./intake/send.ts";
import { askedAnew, askOverHttp } from "./questions/api-asker.ts";
import { benchQuestions } from "./questions/questions.ts";
import { type BenchService, startBenchService } from "./service/service.ts";

const { values: options } = parseArgs({
  options: {
    bounds: { type: "string", default: "520,700" },
    events: { type: "string", default: "1000000" },
    seconds: { type: "string", default: "60" },
    executable: { type: "string" },
    parts: { type: "string", default: "bodies,questions,exports,stream" },
    timeline: { type: "boolean", default: false },
  },
});
const events = Number(options.events);
const seconds = Number(options.seconds);
const parts = options.parts.split(",");
const command = options.executable
  ? [options.executable]
  : [process.execPath, join(import.meta.dirname, "../src/main.ts")];
const bodyMegabytes = [20, 40, 60];
const heavyNames = ["Q5c", "Q6c", "Q8", "Q12"];
const exportFormats = ["csv", "xlsx"];

const folder = mkdtempSync(join(tmpdir(), "vigie-bench-"));
const until = Math.floor(Date.now() / 86_400_000) * 86_400;
try {
  await fill();
  const bodies = bodiesFrom(writeCorpus(join(folder, "bodies.ndjson"), 180_000, until, 7).path);
  console.log(`${events} events, ${seconds} s each
bound MB  idle MB  peak MB  of bound   questions refused    bodies refused    exports refused   streamed   slowest body s`);
  for (const bound of options.bounds.split(",")) await measure(Number(bound), bodies);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function fill(): Promise<void> {
  const corpus = writeCorpus(join(folder, "corpus.ndjson"), events, until);
  const service = await startBenchService(command, join(folder, "filled"));
  const task: SendTask = { ...corpus, url: service.url, token: service.token };
  const sender = Bun.spawn([process.execPath, join(import.meta.dirname, "intake/send.ts")], {
    stdin: new Blob([JSON.stringify(task)]),
    stdout: "ignore",
    stderr: "inherit",
  });
  if ((await sender.exited) !== 0) throw new Error("The sender failed.");
  await service.close();
}

/** Counts of completed work, and of requests refused for lack of memory. */
interface Tally {
  done: number;
  refused: number;
  /** From the first try until it was stored, including refusals; of the slowest. */
  longestMs: number;
}

async function measure(boundMb: number, bodies: readonly BenchBody[]): Promise<void> {
  const data = join(folder, `bound-${boundMb}`);
  cpSync(join(folder, "filled"), data, { recursive: true });
  const environment = { VIGIE_MEMORY_MB: String(boundMb), VIGIE_SYSLOG_TCP: "0" };
  const service = await startBenchService(command, data, environment);
  const tallies = { questions: newTally(), bodies: newTally(), exports: newTally() };
  try {
    await Bun.sleep(1_000);
    const idleMb = service.residentMb().now;
    const end = performance.now() + seconds * 1000;
    const isOver = () => performance.now() >= end || service.hasEnded();
    const watch = options.timeline ? setInterval(() => printMemory(service), 1_000) : undefined;
    const stream = parts.includes("stream") ? streamSyslog(syslogPortOf(data), isOver) : Promise.resolve(0);
    const whatOf = <Kind>(part: string, kinds: readonly Kind[]) => (parts.includes(part) ? kinds : []);
    await Promise.all([
      ...whatOf("bodies", bodies).map((body, index) => sendBodies(service, body, index, tallies.bodies, isOver)),
      ...whatOf("questions", heavyNames).map((name) => askAgain(service, name, tallies.questions, isOver)),
      ...whatOf("exports", exportFormats).map((format) => exportAgain(service, format, tallies.exports, isOver)),
      stream,
    ]);
    clearInterval(watch);
    if (service.hasEnded()) throw new Error(`With ${boundMb} MB the service ended by itself.`);
    const { peak } = service.residentMb();
    const shares = Object.values(tallies).map(
      ({ done, refused }) => `${String(done).padStart(10)} ${String(refused).padStart(7)}`,
    );
    console.log(
      `${String(boundMb).padStart(8)} ${String(idleMb).padStart(8)} ${String(peak).padStart(8)} ${`${Math.round((100 * peak) / boundMb)} %`.padStart(9)}${shares.join("")}${String(await stream).padStart(11)}${(tallies.bodies.longestMs / 1000).toFixed(1).padStart(17)}`,
    );
  } finally {
    await service.close();
    rmSync(data, { recursive: true, force: true });
  }
}

function newTally(): Tally {
  return { done: 0, refused: 0, longestMs: 0 };
}

function printMemory(service: BenchService): void {
  const { now, peak, ofFiles } = service.residentMb();
  console.error(`  now ${now} MB, ${ofFiles} of them of files, peak ${peak} MB`);
}

interface BenchBody {
  text: Uint8Array<ArrayBuffer>;
  isCompressed: boolean;
  /** Offsets of the host and the id of each event, which tell its sender and its time. */
  marks: number[];
}

/** The first lines of the file, as many as each size takes; the middle one is sent compressed. */
function bodiesFrom(path: string): BenchBody[] {
  const all = readFileSync(path);
  return bodyMegabytes.map((megabytes, index) => {
    const text = new Uint8Array(all.subarray(0, all.lastIndexOf(10, megabytes * 1e6) + 1));
    return {
      text,
      isCompressed: index === 1,
      marks: [...placesOf(text, '"host":"'), ...placesOf(text, 'request_id":"')],
    };
  });
}

function placesOf(text: Uint8Array<ArrayBuffer>, name: string): number[] {
  const buffer = Buffer.from(text.buffer);
  const places: number[] = [];
  for (let at = buffer.indexOf(name); at >= 0; at = buffer.indexOf(name, at + name.length))
    places.push(at + name.length);
  return places;
}

/** Different from those of the last time: repeats would cost the service little. */
function renew({ text, marks }: BenchBody, sender: number, round: number): void {
  const name = Buffer.from(`${(sender * 36 * 36 + (round % (36 * 36))).toString(36).padStart(3, "0")}`);
  for (const mark of marks) text.set(name, mark);
}

async function sendBodies(
  { url, token }: BenchService,
  body: BenchBody,
  sender: number,
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  for (let round = 0; !isOver(); round++) {
    renew(body, sender, round);
    const encoded = body.isCompressed ? Bun.gzipSync(body.text, { level: 1 }) : body.text;
    const headers = {
      authorization: `token ${token}`,
      "content-type": "application/x-ndjson",
      ...(body.isCompressed && { "content-encoding": "gzip" }),
    };
    let isStored = false;
    const begunMs = performance.now();
    while (!isStored && !isOver()) {
      const answer = await fetch(`${url}/incoming`, { method: "POST", headers, body: encoded }).catch(() => undefined);
      await answer?.text().catch(() => undefined);
      isStored = answer?.status === 200;
      if (isStored) tally.done++;
      else {
        tally.refused++;
        await Bun.sleep(500);
      }
    }
    tally.longestMs = Math.max(tally.longestMs, performance.now() - begunMs);
  }
}

async function askAgain(service: BenchService, name: string, tally: Tally, isOver: () => boolean): Promise<void> {
  const question = benchQuestions(until).find((other) => other.name.startsWith(`${name} `))!;
  for (let round = 1; !isOver(); round++) {
    const result = await askOverHttp(service, askedAnew(question, round)).catch((error) => String(error));
    if (/memory|Error/.test(result ?? "")) {
      tally.refused++;
      await Bun.sleep(100);
    } else tally.done++;
  }
}

async function exportAgain(service: BenchService, format: string, tally: Tally, isOver: () => boolean): Promise<void> {
  const headers = { authorization: `token ${service.token}`, "content-type": "application/json" };
  const range = { ts_from: until - 86_400, ts_to: until + 1, timezone: "UTC" };
  for (let round = 0; !isOver(); round++) {
    const params = { time_range: { ...range, ts_to: range.ts_to + round }, page_size: 1 };
    const asked = await fetch(`${service.url}/api/query`, {
      method: "POST",
      headers,
      body: JSON.stringify({ type: "Search", params }),
    });
    let record = (await asked.json()) as { qid: string; status: string };
    while (/PENDING|IN_PROGRESS/.test(record.status) && !isOver()) {
      await Bun.sleep(50);
      record = (await (await fetch(`${service.url}/api/query/${record.qid}`, { headers })).json()) as typeof record;
    }
    const answer = await fetch(`${service.url}/api/query/${record.qid}/export?ftype=${format}`, { headers });
    let bytes = 0;
    try {
      for await (const chunk of answer.body!) {
        bytes += chunk.length;
        if (isOver()) break;
      }
    } catch {}
    if (answer.ok && bytes > 0) tally.done++;
    else {
      tally.refused++;
      await Bun.sleep(500);
    }
  }
}

function syslogPortOf(data: string): number {
  return JSON.parse(readFileSync(join(data, "ready.json"), "utf8")).ports["syslog-tcp"];
}

/** As fast as the service accepts it. Returns the number of messages. */
async function streamSyslog(port: number, isOver: () => boolean): Promise<number> {
  let sent = 0;
  let onDrain = () => {};
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: { data: () => undefined, drain: () => onDrain(), close: () => onDrain(), error: () => onDrain() },
  });
  while (!isOver()) {
    const lines = Array.from(
      { length: 200 },
      (_, index) =>
        `<13>1 ${new Date().toISOString()} gate router 1 - - link ${sent + index} of port ${index} went up after ${index * 7} ms\n`,
    );
    let rest: Uint8Array = Buffer.from(lines.join(""));
    while (rest.length > 0 && !isOver()) {
      const drained = Promise.withResolvers<void>();
      onDrain = drained.resolve;
      const written = socket.write(rest);
      if (written < 0) return sent;
      rest = rest.subarray(written);
      if (rest.length > 0) await Promise.race([drained.promise, Bun.sleep(200)]);
    }
    sent += lines.length;
    await Bun.sleep(5);
  }
  socket.end();
  return sent;
}
