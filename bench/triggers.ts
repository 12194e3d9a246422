/**
 * `bun bench/triggers.ts [--events N] [--triggers N] [--rounds N]`: takes the same made-up lines in, a day older each
 * round, in turns without triggers and with so many of a mixed kind, in this process and into a store each, and prints
 * the processor time an event takes of each.
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
    events: { type: "string", default: "20000" },
    triggers: { type: "string", default: "1000" },
    rounds: { type: "string", default: "25" },
  },
});
const [events, triggerCount, rounds] = [options.events, options.triggers, options.rounds].map(Number) as [
  number,
  number,
  number,
];

/** Until the engine has compiled nearly all that it will. */
const warmRounds = Math.ceil(300_000 / events);
const folder = mkdtempSync(join(tmpdir(), "vigie-bench-triggers-"));
// A store each, so that no round pays for triggers that are compiled again.
const intakes = { without: openIntake("without"), with: openIntake("with") };
intakes.with.setTriggers(() => activeTriggers(triggerCount));

const micros: Record<"without" | "with", number[]> = { without: [], with: [] };
for (let round = 0; round < warmRounds + rounds; round++)
  for (const kind of round % 2 === 0 ? (["without", "with"] as const) : (["with", "without"] as const)) {
    const taken = await takeIn(intakes[kind], round);
    if (round >= warmRounds) micros[kind].push(taken);
  }
for (const intake of Object.values(intakes)) await intake.close();
rmSync(folder, { recursive: true, force: true });

console.log(`${events} events a round, ${rounds} rounds each, processor time an event: median, least`);
report("without triggers", micros.without);
report(`with ${triggerCount} triggers`, micros.with);
const shares = micros.with.map((taken, round) => taken / micros.without[round]! - 1);
console.log(`more with triggers, median of the rounds: ${(median(shares) * 100).toFixed(1)} %`);

function report(what: string, values: number[]): void {
  const share = (of: (values: number[]) => number) => ((of(values) / of(micros.without) - 1) * 100).toFixed(0);
  const least = (all: number[]) => Math.min(...all);
  console.log(
    `${what.padEnd(24)} ${median(values).toFixed(2)} µs (+${share(median)} %)   ${least(values).toFixed(2)} µs (+${share(least)} %)`,
  );
}

/**
 * Microseconds of processor time an event. Each time the events are of another day, so that none repeats one of before.
 */
async function takeIn(intake: Intake, daysAgo: number): Promise<number> {
  const corpus = writeCorpus(join(folder, "corpus.ndjson"), events, Math.floor(Date.now() / 1000) - daysAgo * 86_400);
  const text = readFileSync(corpus.path);
  Bun.gc(true);
  const begin = process.cpuUsage();
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
  await rest();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / events;
}

/** Merging goes on after the last answer, and the next round must not pay for it. */
async function rest(): Promise<void> {
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

/** As the intake thread gets them. */
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
