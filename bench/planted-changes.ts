/**
 * `bun bench/planted-changes.ts [--streams 100] [--events 1000000]`: random streams of events over two hours, sealed as
 * the store seals them. In four of five something changes after the first hour: a new error, a message that comes twice
 * as often, one that falls silent, a host that dominates. Prints how often Changes names it first and alone, and how
 * often it names something although nothing changed.
 */
import { parseArgs } from "node:util";
import type { StoredEvent } from "../src/eventstore/event/event.ts";
import type { SegmentHandle } from "../src/eventstore/snapshot.ts";
import { type Asked, ask, sealedOf } from "../test/support/questions/event-question.ts";
import { storedEvent } from "../test/support/store/stored-event.ts";
import { Random } from "./corpora/random.ts";

const { values: options } = parseArgs({
  options: { streams: { type: "string", default: "100" }, events: { type: "string", default: "1000000" } },
});
const [streams, events] = [Number(options.streams), Number(options.events)];

const plants = ["nothing", "new", "double", "gone", "dominates"] as const;
type Plant = (typeof plants)[number];

const begin = 1_700_000_000;
const hour = 3_600;
/** Events of one segment. */
const segmentRows = 100_000;
const nouns = "order session cache payment login query backup lease socket mail job page queue user shard disk".split(
  " ",
);
const verbs = "opened closed accepted rejected retried stored read lost found moved sent dropped".split(" ");
const hosts = 40;

/** Kind of each message: by Zipf, so that some are common and many are rare. */
function messageOf(random: Random, kind: number): string {
  const words = `${nouns[kind % nouns.length]} ${verbs[Math.floor(kind / nouns.length) % verbs.length]}`;
  return `${words} for 10.0.${random.below(256)}.${random.below(256)} after ${random.below(5_000)} ms`;
}

const kinds = nouns.length * verbs.length;
/** Common enough that doubling or silence is visible, but not the most common one. */
const plantedKind = 20;

function streamOf(seed: number, plant: Plant): Asked {
  const random = new Random(seed);
  let all: Asked | undefined;
  let rows: StoredEvent[] = [];
  let id = 0;
  const seal = () => {
    const sealed = sealedOf([rows]);
    const segments: SegmentHandle[] = [...(all?.snapshot.segments ?? []), ...sealed.snapshot.segments];
    all = { reader: all?.reader ?? sealed.reader, snapshot: { ...sealed.snapshot, segments } };
    rows = [];
  };
  const push = (time: number, message: string, host: number) => {
    const micros = Math.round((begin + time) * 1e6);
    rows.push(storedEvent(++id, micros, { message, host: `web-${host}`, severity: 6 }));
    if (rows.length === segmentRows) seal();
  };
  for (let i = 0; i < events; i++) {
    // In order of time, with gaps as a Poisson process has them.
    const time = ((i + random.next()) / events) * 2 * hour;
    const kind = random.zipf(kinds);
    const isLate = time >= hour;
    if (plant === "gone" && isLate && kind === plantedKind) continue;
    const host = plant === "dominates" && isLate && random.next() < 0.3 ? 7 : random.below(hosts);
    push(time, messageOf(random, kind), host);
    if (plant === "double" && isLate && kind === plantedKind) push(time, messageOf(random, kind), random.below(hosts));
    if (plant === "new" && isLate && random.below(events) < 200)
      push(time, `disk ${random.below(9)} failed with ${random.below(99)} errors`, random.below(hosts));
  }
  if (rows.length > 0) seal();
  return all!;
}

interface Change {
  kind: string;
  text?: string;
  name?: string;
}

function changesOf(asked: Asked, by: string): Change[] {
  const time_range = { ts_from: begin + hour, ts_to: begin + 2 * hour, timezone: "UTC" };
  const { results } = ask(asked, { type: "Changes", params: { by, time_range } });
  return (results.totals as { values: Change[] }).values;
}

/** Whether the planted change comes first; without one: whether nothing is named. */
function isFound(plant: Plant, [first]: readonly Change[]): boolean {
  if (plant === "nothing") return first === undefined;
  if (plant === "dominates") return first?.name === "web-7" && first.kind === "more";
  if (plant === "new") return first?.text === "disk <*> failed with <*> errors" && first.kind === "new";
  const random = new Random(1);
  const text = messageOf(random, plantedKind)
    .replace(/10\.\S+/, "<*>")
    .replace(/\d+ ms/, "<*> ms");
  return first?.text === text && first.kind === (plant === "double" ? "more" : "gone");
}

const tally = new Map(plants.map((plant) => [plant, { streams: 0, found: 0, alone: 0 }]));
for (let stream = 0; stream < streams; stream++) {
  const plant = plants[stream % plants.length]!;
  const changes = changesOf(streamOf(stream + 1, plant), plant === "dominates" ? "host" : "pattern");
  const of = tally.get(plant)!;
  of.streams++;
  if (isFound(plant, changes)) of.found++;
  else console.log(`stream ${stream + 1}, ${plant}: ${JSON.stringify(changes.slice(0, 3))}`);
  if (changes.length <= (plant === "nothing" ? 0 : 1)) of.alone++;
  process.stderr.write(`${stream + 1} of ${streams} streams\n`);
}
for (const [plant, { streams: n, found, alone }] of tally)
  console.log(`${plant.padEnd(10)} ${found} of ${n} streams as planted, ${alone} with nothing else`);
