/**
 * `bun bench/protocols.ts [--events 20000] [--rounds 5] [--executable PATH]`: what each protocol of others takes in over
 * HTTP, in turns with POST /incoming of the same kind of events. Prints the median rate of each and its ratio.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeCorpus } from "./corpora/corpus.ts";
import { type CorpusEvent, type ProtocolBody, protocolBodies } from "./corpora/protocol-bodies.ts";
import { startBenchService } from "./service/service.ts";

const { values: options } = parseArgs({
  options: {
    events: { type: "string", default: "20000" },
    rounds: { type: "string", default: "5" },
    executable: { type: "string" },
  },
});
const events = Number(options.events);
const rounds = Number(options.rounds);
const connections = 4;
const bodyEvents = 1_000;
const command = options.executable
  ? [options.executable]
  : [process.execPath, join(import.meta.dirname, "../src/main.ts")];

const folder = mkdtempSync(join(tmpdir(), "vigie-bench-"));
const service = await startBenchService(command, folder);
try {
  const rates = protocolBodies.map((): number[] => []);
  // The first round warms the compilers up and does not count.
  for (let round = 0; round <= rounds; round++)
    for (const [index, protocol] of protocolBodies.entries()) {
      const rate = await measure(protocol, bodiesOf(protocol, round * protocolBodies.length + index));
      if (round > 0) rates[index]!.push(rate);
    }
  const medians = rates.map(median);
  for (const [index, { name }] of protocolBodies.entries()) {
    const ratio = median(rates[index]!.map((rate, round) => rate / rates[0]![round]!));
    console.log(
      `${name.padEnd(20)} ${Math.round(medians[index]!).toString().padStart(8)} events/s ${ratio.toFixed(2).padStart(6)} x`,
    );
  }
} finally {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Each turn has events of its own, since a repeat of a known one costs less. */
function bodiesOf(protocol: ProtocolBody, seed: number): Uint8Array<ArrayBuffer>[] {
  const path = join(folder, "corpus.ndjson");
  writeCorpus(path, events, Math.floor(Date.now() / 1000), seed + 1);
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const parsed = lines.map((line) => JSON.parse(line) as CorpusEvent);
  const count = Math.ceil(parsed.length / bodyEvents);
  return Array.from({ length: count }, (_, body) =>
    protocol.write(parsed.slice(body * bodyEvents, (body + 1) * bodyEvents)),
  );
}

async function measure({ name, path, mediaType }: ProtocolBody, bodies: Uint8Array<ArrayBuffer>[]): Promise<number> {
  const headers = { authorization: `Bearer ${service.token}`, "content-type": mediaType };
  let next = 0;
  const sendSome = async () => {
    while (next < bodies.length) {
      const answer = await fetch(`${service.url}${path}`, { method: "POST", headers, body: bodies[next++]! });
      if (!answer.ok) throw new Error(`${name} was answered ${answer.status}: ${await answer.text()}`);
      await answer.bytes();
    }
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: connections }, sendSome));
  return events / ((performance.now() - begin) / 1000);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
