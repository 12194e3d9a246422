/**
 * `bun run bench [--events 1M] [--peers] [--executable PATH] [--corpus lines|templates|wide|FILE [--questions FILE]]
 * [--growth [--days 100] [--events-a-day 1M]]`: ingests realistic lines over HTTP and asks questions that nobody has
 * asked before; then does the same with a generated corpus and seventeen questions, asked again and again, over the API
 * and through the store alone; then measures the intake of each foreign protocol in turns with POST /incoming. With
 * `--peers` DuckDB and ClickHouse (chDB) answer too; `--growth` adds a comparison of one day with many days of another
 * corpus. With `--corpus` only the first part runs, over that corpus: one of ours, or any file of events, one JSON
 * object a line, with a file of questions (`questions/question-file.ts`). Prints the costs and writes them to
 * bench/results-<date>.json.
 */
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeCorpus } from "./corpora/corpus.ts";
import { bytesByField } from "./corpora/field-bytes.ts";
import { measureDatagrams, printDatagrams } from "./intake/measure-datagrams.ts";
import { measureProtocols, printProtocols } from "./intake/measure-protocols.ts";
import { measureRulesAndTriggers } from "./intake/rules-and-triggers.ts";
import { sendAll } from "./intake/send-all.ts";
import { type Child, startChild } from "./peers/child.ts";
import { installPeers } from "./peers/install-peers.ts";
import { startPeers } from "./peers/start-peers.ts";
import { apiAsker, repeatingAsker } from "./questions/api-asker.ts";
import { askAll } from "./questions/ask.ts";
import { measureGrowth } from "./questions/growth.ts";
import { measureOnce } from "./questions/measure-once.ts";
import { benchQuestions } from "./questions/questions.ts";
import { measureSideLoad } from "./questions/side-load.ts";
import { type Measured, report, reportOnce } from "./report.ts";
import { startBenchService } from "./service/service.ts";
import { untilCompacted } from "./service/until-quiet.ts";

const { values: options } = parseArgs({
  options: {
    events: { type: "string", default: "200000" },
    peers: { type: "boolean", default: false },
    growth: { type: "boolean", default: false },
    days: { type: "string", default: "100" },
    "events-a-day": { type: "string", default: "10k" },
    executable: { type: "string" },
    corpus: { type: "string" },
    questions: { type: "string" },
  },
});
const events = countOf(options.events);
const command = options.executable
  ? [options.executable]
  : [process.execPath, join(import.meta.dirname, "../src/main.ts")];
const until = Math.floor(Date.now() / 86_400_000) * 86_400;

if (options.peers) installPeers();
const folder = mkdtempSync(join(tmpdir(), "vigie-bench-"));
try {
  const { corpus = "lines", questions, peers: hasPeers } = options;
  reportOnce(await measureOnce({ command, folder, corpus, questions, events, until, hasPeers }));
  if (options.corpus === undefined) {
    report(await measure());
    printProtocols(await measureProtocols(command, join(folder, "protocols"), { events: 20_000, rounds: 5 }));
    printDatagrams(await measureDatagrams(command, join(folder, "datagrams"), 2));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** 200000, 1M, 10M. */
function countOf(text: string): number {
  const [, digits = "", unit = ""] = /^(\d+)([kM]?)$/.exec(text) ?? [];
  const count = Number(digits) * (unit === "M" ? 1_000_000 : unit === "k" ? 1_000 : 1);
  if (!(count >= 1)) throw new Error(`Expected a number of events, such as 200000 or 10M, got "${text}".`);
  return count;
}

async function measure(): Promise<Measured> {
  const corpus = writeCorpus(join(folder, "corpus.ndjson"), events, until);
  const intake = await startBenchService(command, folder);
  const sent = await sendAll({ ...corpus, url: intake.url, token: intake.token });
  const atLastAnswer = intake.residentMb();
  await Bun.sleep(2_000);
  const intakeMb = { ...atLastAnswer, rested: intake.residentMb().now };
  await untilCompacted(intake);
  await intake.close();
  const eventsFolder = join(folder, "events");
  // The intake log is empty by now; its file keeps the space for the next events.
  const bytes = folderBytes(eventsFolder);
  const fieldBytes = bytesByField(eventsFolder);
  const copy = join(folder, "copy");
  cpSync(eventsFolder, copy, { recursive: true });
  const questions = benchQuestions(until);
  const children: Child[] = [await startChild("store alone", "store-alone.ts", { eventsFolder: copy })];
  if (options.peers) children.push(...(await startPeers({ corpus: corpus.path, folder })));
  // A new process, so that only the page cache of the system is warm.
  const service = await startBenchService(command, folder);
  try {
    const askers = [apiAsker(service), repeatingAsker(service), ...children];
    const timings = await askAll(askers, questions);
    const sideLoad = await measureSideLoad(service, questions);
    const memory = Object.fromEntries(askers.map(({ name, residentMb }) => [name, residentMb()]));
    const loads = Object.fromEntries(children.map(({ name, opened }) => [name, Number(opened.loadSeconds ?? 0)]));
    const growth = options.growth ? await growthOf() : [];
    const rulesAndTriggers = await measureRulesAndTriggers(
      command,
      join(folder, "rules-and-triggers"),
      until,
      Math.min(events, 100_000),
    );
    return {
      events,
      rawBytes: corpus.bytes,
      sent,
      intakeMb,
      bytes,
      fieldBytes,
      timings,
      sideLoad,
      memory,
      loads,
      growth,
      rulesAndTriggers,
    };
  } finally {
    await service.close();
    for (const child of children) await child.close();
  }
}

async function growthOf() {
  const eventsADay = countOf(options["events-a-day"]);
  const one = await measureGrowth(command, join(folder, "one"), until, 1, eventsADay);
  return [one, await measureGrowth(command, join(folder, "many"), until, countOf(options.days), eventsADay)];
}

function folderBytes(path: string): number {
  const names = readdirSync(path).filter((name) => /^\d/.test(name));
  return names.reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
}
