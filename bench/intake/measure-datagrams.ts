import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeCorpus } from "../corpora/corpus.ts";
import type { CorpusEvent } from "../corpora/protocol-bodies.ts";
import { datagram } from "../corpora/stream-bodies.ts";
import { type BenchService, type Ledger, startBenchService } from "../service/service.ts";
import type { DatagramsReport, DatagramsTask } from "./send-datagrams.ts";
import { sendFrom } from "./sender.ts";

export interface DatagramStep {
  /** The rate of the sender: on a busy machine it may fall behind. */
  perSecond: number;
  sent: number;
  stored: number;
  /** Dropped by the system before they could be read, as counted in the ledger. */
  dropped: number;
}

/** Syslog over UDP at rising rates, until datagrams are lost. The first step warms the compilers up. */
export async function measureDatagrams(
  command: readonly string[],
  folder: string,
  seconds: number,
): Promise<DatagramStep[]> {
  mkdirSync(folder);
  const data = join(folder, "data");
  mkdirSync(data);
  const service = await startBenchService(command, data, { VIGIE_SYSLOG_UDP: "0" });
  const steps: DatagramStep[] = [];
  try {
    for (const [seed, perSecond] of rates.entries()) {
      const step = await measureStep(service, folder, perSecond, Math.round(perSecond * seconds), seed);
      if (seed > 0) steps.push(step);
      if (seed > 0 && step.stored < step.sent) break;
    }
  } finally {
    await service.close();
  }
  return steps;
}

export function printDatagrams(steps: readonly DatagramStep[]): void {
  for (const { perSecond, sent, stored, dropped } of steps) {
    const lost = sent - stored - dropped;
    console.log(
      `syslog UDP ${perSecond} datagrams/s: ${sent} sent, ${stored} stored, ${dropped} dropped by the system, ${lost} lost by the service`,
    );
  }
}

async function measureStep(
  service: BenchService,
  folder: string,
  perSecond: number,
  count: number,
  seed: number,
): Promise<DatagramStep> {
  const before = await service.ledger();
  const task: DatagramsTask = { ...writeDatagrams(folder, count, seed), perSecond, port: service.ports["syslog-udp"]! };
  const report = await sendFrom<DatagramsReport>("send-datagrams.ts", task);
  const reached = report.sent / report.seconds;
  const after = await settled(service, before, report.sent);
  const stored = after.stored - before.stored;
  return { perSecond: Math.round(reached), sent: report.sent, stored, dropped: after.udpDropped - before.udpDropped };
}

function writeDatagrams(folder: string, count: number, seed: number): Pick<DatagramsTask, "path" | "ends"> {
  const corpus = join(folder, "corpus.ndjson");
  writeCorpus(corpus, count, Math.floor(Date.now() / 1000), seed + 1);
  const lines = readFileSync(corpus, "utf8").trimEnd().split("\n");
  const datagrams = lines.map((line) => datagram(JSON.parse(line) as CorpusEvent));
  const path = join(folder, "datagrams");
  writeFileSync(path, Buffer.concat(datagrams));
  let end = 0;
  const ends = datagrams.map(({ length }) => {
    end += length;
    return end;
  });
  return { path, ends };
}

/** Resolves when everything is accounted for, or nothing more comes in. */
async function settled(service: BenchService, before: Ledger, sent: number): Promise<Ledger> {
  let last = before;
  for (let quietSinceMs = performance.now(); ; await Bun.sleep(pollMs)) {
    const now = await service.ledger();
    if (now.stored - before.stored + now.udpDropped - before.udpDropped >= sent) return now;
    if (now.stored !== last.stored) quietSinceMs = performance.now();
    last = now;
    if (performance.now() - quietSinceMs > quietMs) return now;
  }
}

const rates = [50_000, 50_000, 100_000, 125_000, 150_000, 175_000, 200_000, 250_000, 300_000];
const pollMs = 20;
/** Drops are counted once a second. */
const quietMs = 3_000;
