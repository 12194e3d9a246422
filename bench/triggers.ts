/**
 * `bun bench/triggers.ts [--events N] [--triggers N] [--rounds N]`: ingests the same generated lines, a day older each
 * round, in turns without triggers, with so many of a mixed kind, with one for new patterns and with one for a pattern,
 * in this process and into a store each, and prints the processor time of intake's thread for an event in each case.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { filterSchema } from "../src/filter/schema.ts";
import type { Intake } from "../src/ingest/intake.ts";
import { openLocalIntake } from "../src/ingest/thread/local-intake.ts";
import type { ActiveTrigger } from "../src/triggers/active-trigger.ts";
import { writeCorpus } from "./corpora/corpus.ts";
import { makeTriggers } from "./corpora/trigger-set.ts";

const { values: options } = parseArgs({
  options: {
    events: { type: "string", default: "5000" },
    triggers: { type: "string", default: "1000" },
    rounds: { type: "string", default: "250" },
  },
});
const [events, triggerCount, rounds] = [options.events, options.triggers, options.rounds].map(Number) as [
  number,
  number,
  number,
];

/** Until the engine has compiled nearly all hot code. */
const warmRounds = Math.ceil(300_000 / events);
const folder = mkdtempSync(join(tmpdir(), "vigie-bench-triggers-"));
// A store each, so that no round pays for recompiling triggers.
const roads = [
  { name: "without triggers", triggers: () => [] },
  { name: `with ${triggerCount} triggers`, triggers: () => activeTriggers(triggerCount) },
  { name: "with one for new patterns", triggers: () => [one({ isNewPattern: true })] },
  {
    name: "with one for a pattern",
    triggers: () => [one({ filter: filterSchema.parse([{ field: "pattern", value: "p10000000000000000" }]) })],
  },
].map((road, index) => ({ ...road, intake: openIntake(String(index)), micros: [] as number[] }));
for (const { intake, triggers } of roads) {
  intake.setTriggers(triggers);
  intake.knowPatterns({ ids: [], days: new Int32Array(0) });
}

for (let round = 0; round < warmRounds + rounds; round++)
  for (const { intake, micros } of round % 2 === 0 ? roads : roads.toReversed()) {
    const taken = await takeIn(intake, round);
    if (round >= warmRounds) micros.push(taken);
  }
for (const { intake } of roads) await intake.close();
rmSync(folder, { recursive: true, force: true });

console.log(`${events} events a round, ${rounds} rounds each, processor time an event: median, least`);
const { micros: without } = roads[0]!;
for (const { name, micros } of roads) {
  const more = micros.map((taken, round) => taken - without[round]!);
  const shares = more.map((difference, round) => (difference / without[round]!) * 100);
  console.log(
    `${name.padEnd(26)} ${median(micros).toFixed(2)} µs, ${Math.min(...micros).toFixed(2)} µs; more, median of the rounds: ${median(more).toFixed(2)} µs, ${median(shares).toFixed(1)} %`,
  );
}

/**
 * Microseconds of processor time an event. The events are of another day each time, so that none repeats an earlier
 * one.
 */
async function takeIn(intake: Intake, daysAgo: number): Promise<number> {
  const corpus = writeCorpus(join(folder, "corpus.ndjson"), events, Math.floor(Date.now() / 1000) - daysAgo * 86_400);
  const text = readFileSync(corpus.path);
  Bun.gc(true);
  // Not of the process: compiling and collecting on other threads happen in any round.
  const begin = process.threadCpuUsage();
  let from = 0;
  for (const end of corpus.ends) {
    const bytes = new Uint8Array(text.subarray(from, end));
    from = end;
    await intake.deliver({
      bytes,
      format: "events",
      contentEncoding: "",
      mediaType: "application/x-ndjson",
      idempotencyKey: "",
      protocol: "http",
      address: "127.0.0.1",
      type: 2,
    });
  }
  const { user, system } = process.threadCpuUsage(begin);
  await pause();
  return (user + system) / events;
}

/** Merging goes on after the last answer, and the next round must not pay for it. */
async function pause(): Promise<void> {
  for (let busy = Number.POSITIVE_INFINITY; busy > 1_000; ) {
    const begin = process.cpuUsage();
    await Bun.sleep(20);
    busy = process.cpuUsage(begin).user;
  }
}

function openIntake(name: string): Intake {
  return openLocalIntake({
    eventsFolder: join(folder, name),
    logLevel: "silent",
    dedupSeconds: 60,
    // Sealing would fall into some rounds and not into others.
    sealEvents: 100_000_000,
    retentionDays: 0,
    retentionBytes: 0,
    minFreeBytes: 0,
  } as Parameters<typeof openLocalIntake>[0]);
}

/** One that fires for every event, except for the given changes. */
function one(more: Partial<ActiveTrigger>): ActiveTrigger {
  return { ...activeTriggers(1)[0]!, filter: [], threshold: null, ...more };
}

/** In the form that the intake thread gets. */
function activeTriggers(count: number): ActiveTrigger[] {
  return makeTriggers(count).map(({ name, order, filter, mark_known, mark_actionable, threshold }, i) => ({
    ...{ id: i + 1, name, order, filter: filterSchema.parse(filter), hosts: [], stopFlag: false, note: "", threshold },
    ...{
      markKnown: mark_known,
      markActionable: mark_actionable,
      acts: true,
      minIntervalSeconds: 60,
      lastActedMs: null,
      isNewPattern: false,
      learnsUntilMs: 0,
      quietHours: [],
      maintenance: [],
    },
  }));
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}
