import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { restMs } from "../../src/eventstore/limits.ts";
import { writeCorpus } from "../corpora/corpus.ts";
import { type CorpusEvent, type ProtocolBody, protocolBodies } from "../corpora/protocol-bodies.ts";
import { type StreamBody, streamBodies } from "../corpora/stream-bodies.ts";
import { type BenchService, startBenchService } from "../service/service.ts";
import { untilQuiet } from "../service/until-quiet.ts";
import type { SendReport, SendTask } from "./send.ts";
import type { MessagesReport, MessagesTask } from "./send-messages.ts";
import { sendFrom } from "./sender.ts";

/** One turn of a protocol: durable events a second, and processor time of the service for each. */
interface Turn {
  eventsPerSecond: number;
  processorMicros: number;
}

export interface ProtocolTurns {
  name: string;
  turns: Turn[];
}

type Way = ProtocolBody | StreamBody;

const ways: readonly Way[] = [...protocolBodies, ...streamBodies];
const bodyEvents = 1_000;
/** Until the compilers rest: after a third of it they still take a tenth of an event. */
const warmEvents = 1_500_000;

/**
 * Intake rate of each foreign protocol, in turns with POST /incoming, which is the first, for the same kind of events.
 * Each has a service of its own, as a machine's senders mostly speak one: where one service takes them all in turns,
 * code that they share is compiled for none of them.
 */
export async function measureProtocols(
  command: readonly string[],
  folder: string,
  { events, rounds }: { events: number; rounds: number },
): Promise<ProtocolTurns[]> {
  mkdirSync(folder);
  const measured = ways.map(({ name }): ProtocolTurns => ({ name, turns: [] }));
  const services: BenchService[] = [];
  const warmRounds = Math.ceil(warmEvents / events);
  try {
    for (const index of ways.keys()) services.push(await startService(command, join(folder, String(index))));
    for (let round = 0; round < warmRounds + rounds; round++)
      for (const [index, way] of ways.entries()) {
        const bodies = bodiesOf(way, events, folder, round * ways.length + index);
        const turn = await measureTurn(services[index]!, way, bodies, events, folder);
        if (round >= warmRounds) measured[index]!.turns.push(turn);
        // A tail at rest is sealed, which must not happen during another service's turn.
        await Bun.sleep(restMs + quietMs);
        await untilQuiet(services[index]!, quietMs);
      }
  } finally {
    await Promise.all(services.map((service) => service.close()));
  }
  return measured;
}

function startService(command: readonly string[], data: string): Promise<BenchService> {
  mkdirSync(data);
  return startBenchService(command, data, {
    VIGIE_FORWARD: "0",
    VIGIE_SYSLOG_TCP: "0",
    // A seal does the work for the events of several turns in one of them: it is rare enough to be in no median.
    VIGIE_SEAL_EVENTS: String(10_000_000),
  });
}

/** The median of each, and its ratio to the first one's turns right before. */
export function printProtocols(measured: readonly ProtocolTurns[]): void {
  for (const { name, turns } of measured) {
    const ratioOf = (pick: (turn: Turn) => number) =>
      median(turns.map((turn, round) => pick(turn) / pick(measured[0]!.turns[round]!))).toFixed(2);
    const rate = Math.round(median(turns.map(({ eventsPerSecond }) => eventsPerSecond)));
    const micros = median(turns.map(({ processorMicros }) => processorMicros)).toFixed(1);
    const cost = `${micros.padStart(5)} us of processors an event (${ratioOf((turn) => 1 / turn.processorMicros)} x)`;
    console.log(
      `${name.padEnd(20)} ${String(rate).padStart(8)} events/s ${ratioOf((turn) => turn.eventsPerSecond)} x  ${cost}`,
    );
  }
}

/** Each turn has events of its own, because a repeat of a known one costs less. */
function bodiesOf(way: Way, events: number, folder: string, seed: number): Uint8Array<ArrayBuffer>[] {
  const path = join(folder, "corpus.ndjson");
  writeCorpus(path, events, Math.floor(Date.now() / 1000), seed + 1);
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const parsed = lines.map((line) => JSON.parse(line) as CorpusEvent);
  const count = Math.ceil(parsed.length / bodyEvents);
  return Array.from({ length: count }, (_, body) =>
    way.write(parsed.slice(body * bodyEvents, (body + 1) * bodyEvents)),
  );
}

/** Senders are separate processes: otherwise they would collect the garbage of making the bodies. */
async function measureTurn(
  service: BenchService,
  way: Way,
  bodies: Uint8Array<ArrayBuffer>[],
  events: number,
  folder: string,
): Promise<Turn> {
  const path = join(folder, "bodies");
  writeFileSync(path, Buffer.concat(bodies));
  let end = 0;
  const ends = bodies.map((body) => {
    end += body.length;
    return end;
  });
  const { stored } = await service.ledger();
  await untilQuiet(service, quietMs);
  const before = service.processorMs();
  const seconds =
    "path" in way
      ? await post(service, way, { path, ends })
      : await stream(service, way, { path, ends }, stored + events);
  return {
    eventsPerSecond: events / seconds,
    processorMicros: ((service.processorMs() - before) * 1000) / events,
  };
}

async function post(
  { url, token }: BenchService,
  { path: route, mediaType }: ProtocolBody,
  bodies: Pick<SendTask, "path" | "ends">,
): Promise<number> {
  const task: SendTask = { ...bodies, url, token, route, mediaType };
  return (await sendFrom<SendReport>("send.ts", task)).seconds;
}

/** Without answers, it is over when the ledger has `stored` events. */
async function stream(
  service: BenchService,
  { port, acknowledgement }: StreamBody,
  bodies: Pick<MessagesTask, "path" | "ends">,
  stored: number,
): Promise<number> {
  const task: MessagesTask = { ...bodies, acknowledgement, port: service.ports[port]! };
  const { startMs, endMs } = await sendFrom<MessagesReport>("send-messages.ts", task);
  if (acknowledgement !== "none") return (endMs - startMs) / 1000;
  return untilStored(service, stored, startMs);
}

/**
 * Seconds from `startMs` until so many events are stored. A look at the ledger takes some milliseconds of the service,
 * which would count, so there is one only when its workers have come to rest: it is over when that rest began.
 */
async function untilStored(service: BenchService, stored: number, startMs: number): Promise<number> {
  for (;;) {
    const restedMs = await untilResting(service);
    if ((await service.ledger()).stored >= stored) return (restedMs - startMs) / 1000;
  }
}

/** When its workers began to do nothing, in epoch milliseconds. */
async function untilResting(service: BenchService): Promise<number> {
  let used = service.workersMs();
  let since = epochMs();
  while (epochMs() - since < restLongMs) {
    await Bun.sleep(lookMs);
    const now = service.workersMs();
    if (now - used < lookMs / 10) continue;
    used = now;
    since = epochMs();
  }
  return since;
}

function epochMs(): number {
  return performance.timeOrigin + performance.now();
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const quietMs = 50;
/** A look makes the end of a turn appear later by half of this, and takes a tenth of it. */
const lookMs = 2;
const restLongMs = 12;
