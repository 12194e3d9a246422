/**
 * `bun run bench [--events N] [--executable PATH]`: takes a made-up corpus in over HTTP, asks it fourteen questions, prints what
 * that cost and writes it to bench/results-<date>.json.
 */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { askAll, type Timing } from "./ask.ts";
import { writeCorpus } from "./corpus.ts";
import { benchQuestions } from "./questions.ts";
import type { SendReport, SendTask } from "./send.ts";
import { startBenchService } from "./service.ts";

const { values: options } = parseArgs({
  options: { events: { type: "string", default: "200000" }, executable: { type: "string" } },
});
const events = Number(options.events);
if (!Number.isInteger(events) || events < 1) throw new Error(`Expected a number of events, got "${options.events}".`);

const folder = mkdtempSync(join(tmpdir(), "vigie-bench-"));
try {
  report(await measure());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const command = options.executable
    ? [options.executable]
    : [process.execPath, join(import.meta.dirname, "../src/main.ts")];
  const until = Math.floor(Date.now() / 86_400_000) * 86_400;
  const corpus = writeCorpus(join(folder, "corpus.ndjson"), events, until);
  const intake = await startBenchService(command, folder);
  const sent = await sendAll({ ...corpus, url: intake.url, token: intake.token });
  const intakeMb = intake.residentMb();
  await intake.close();
  // The intake log is empty by now; its file keeps the room for the next events.
  const bytes = folderBytes(join(folder, "events"), /^\d/);
  // A new process, so that cold is cold but for the page cache of the system.
  const service = await startBenchService(command, folder);
  try {
    const questions = await askAll(service, benchQuestions(until));
    return { events, rawBytes: corpus.bytes, sent, intakeMb, bytes, questions, queriesMb: service.residentMb() };
  } finally {
    await service.close();
  }
}

async function sendAll(task: SendTask): Promise<SendReport> {
  const sender = Bun.spawn([process.execPath, join(import.meta.dirname, "send.ts")], {
    stdin: new Blob([JSON.stringify(task)]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const text = await new Response(sender.stdout).text();
  if ((await sender.exited) !== 0) throw new Error("The sender failed.");
  return JSON.parse(text);
}

function folderBytes(path: string, pattern: RegExp): number {
  const names = readdirSync(path).filter((name) => pattern.test(name));
  return names.reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
}

function report(measured: Awaited<ReturnType<typeof measure>>): void {
  const { sent, intakeMb, queriesMb, bytes, rawBytes, questions } = measured;
  console.log(`${events} events of ${Math.round(rawBytes / events)} bytes on ${availableParallelism()} processors`);
  console.log(
    `intake   ${Math.round(sent.accepted / sent.seconds)} events/s; a body of 1,000: median ${ms(sent.p50Ms)}, p99 ${ms(sent.p99Ms)}, most ${ms(sent.maxMs)} ms`,
  );
  console.log(`disk     ${(bytes / events).toFixed(1)} bytes an event`);
  console.log(
    `resident ${intakeMb.now} MB after intake (peak ${intakeMb.peak}), ${queriesMb.now} after questions (peak ${queriesMb.peak})`,
  );
  console.log(`\n${"question".padEnd(30)}${"cold ms".padStart(9)}${"warm ms".padStart(9)}${"MB".padStart(6)}  result`);
  for (const timing of questions) console.log(lineOf(timing));
  const file = join(import.meta.dirname, `results-${new Date().toISOString().replaceAll(":", "-").slice(0, 19)}.json`);
  writeFileSync(file, `${JSON.stringify(measured, undefined, 2)}\n`);
  console.log(`\n${file}`);
}

function lineOf({ name, coldMs, warmMs, residentMb, result }: Timing): string {
  return `${name.padEnd(30)}${ms(coldMs).padStart(9)}${ms(warmMs).padStart(9)}${String(residentMb).padStart(6)}  ${result}`;
}

function ms(value: number | undefined): string {
  return value === undefined ? "-" : value.toFixed(1);
}
