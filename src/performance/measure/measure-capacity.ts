import type { EventRow } from "../../eventstore/event/event.ts";
import { createRuleSet, type RuleSet } from "../../parser-rules/run/rule-set.ts";
import type { ActiveTrigger } from "../../triggers/active-trigger.ts";
import { TriggerMatcher } from "../../triggers/matching/trigger-matcher.ts";
import {
  estimateBatchEvents,
  estimateEventsMax,
  estimateInFlightMax,
  estimatePieceMs,
  estimateReadRounds,
  estimateSealEvents,
  estimateShares,
} from "../limits.ts";
import { requireSpace } from "../required-space.ts";
import { chooseRules } from "../samples/chosen-rules.ts";
import { SampleBodies } from "../samples/sample-bodies.ts";
import { withoutMadeTags } from "../samples/sample-rows.ts";
import { type OpenScratch, type ScratchTools, withScratchStore } from "../samples/scratch-store.ts";
import { typicalQuestions } from "../typical-questions.ts";
import { type RunControl, Workload } from "../workload.ts";
import type { SampleEvent } from "./measure-rules.ts";
import { percentile } from "./percentiles.ts";
import { SteadyRate } from "./steady-rate.ts";

/** Plain data: it crosses threads. */
export interface CapacityOrder {
  /** About how long to measure. */
  seconds: number;
  folder: string;
  minFreeBytes: number;
  samples: readonly SampleEvent[];
  rulesFolder: string;
  triggers: readonly ActiveTrigger[];
}

/** Capacity of this machine's intake with its rules and triggers; rates are events a second of one thread. */
export interface Capacity {
  parserEps: number;
  /** Null: there are no triggers. */
  triggerEps: number | null;
  httpEps: number;
  /** From body to disk, sealing included. */
  storeEps: number;
  /** Bytes per scratch event; null: the rules dropped all of them. */
  bytesPerEvent: number | null;
  ruleCount: number;
  /** For each typical question, over the scratch events. */
  questions: { ms: number; rowsRead: number }[];
}

export interface CapacityTools extends ScratchTools {
  /** Reads a sample as intake does. */
  read(sample: SampleEvent): EventRow;
  /** All of intake except the store; returns the number of events taken. */
  openReader(rules: RuleSet): (body: Uint8Array<ArrayBuffer>) => number;
  /** Sends bodies to itself over HTTP. */
  openLoop(): Loop;
}

export interface Loop {
  send(body: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): void;
}

/** Any thread but the main one. */
export async function measureCapacity(
  order: CapacityOrder,
  tools: CapacityTools,
  control: RunControl,
): Promise<Capacity> {
  const { seconds, folder, minFreeBytes, triggers, rulesFolder } = order;
  const workload = new Workload(control);
  const budgetMs = (what: keyof typeof estimateShares) => seconds * 1000 * estimateShares[what];
  const { files } = chooseRules({ rulesFolder, names: [], inline: undefined });
  const rules = createRuleSet(files);
  const rows = withoutMadeTags(order.samples.map(tools.read), rules);
  const bodies = new SampleBodies(rows);
  const read = tools.openReader(createRuleSet(files));
  const parserEps = await measureRate(budgetMs("parser"), workload, bodies, read);
  control.progress = 15;
  const triggerEps =
    triggers.length === 0 ? null : await measureTriggers(budgetMs("triggers"), workload, rows, rules, triggers);
  const httpEps = await measureHttp(budgetMs("http"), workload, bodies, tools);
  control.progress = 30;
  const sealing = {
    ...tools,
    openStore: (path: string, toSeal?: boolean, sealEventsMax = estimateSealEvents) =>
      tools.openStore(path, toSeal, sealEventsMax),
  };
  return withScratchStore(folder, sealing, async (scratch) => {
    requireSpace(folder, estimateEventsMax, averageBytes(rows), minFreeBytes);
    const { storeEps, bytesPerEvent } = await measureStore(budgetMs("store"), workload, bodies, scratch);
    control.progress = 65;
    const questions = await measureQuestions(workload, scratch);
    const ruleCount = files.reduce((sum, file) => sum + file.rules.length, 0);
    return { parserEps, triggerEps, httpEps, storeEps, bytesPerEvent, ruleCount, questions };
  });
}

/** The time of making the bodies is not counted. */
async function measureRate(
  budgetMs: number,
  workload: Workload,
  bodies: SampleBodies,
  take: (body: Uint8Array<ArrayBuffer>) => unknown,
): Promise<number> {
  const rate = new SteadyRate(budgetMs);
  do {
    const body = bodies.next(estimateBatchEvents);
    rate.add(estimateBatchEvents, (await workload.measure(() => take(body))).ms);
  } while (rate.isOpen);
  return rate.eps;
}

async function measureTriggers(
  budgetMs: number,
  workload: Workload,
  samples: readonly EventRow[],
  rules: Pick<RuleSet, "apply">,
  triggers: readonly ActiveTrigger[],
): Promise<number> {
  const matcher = new TriggerMatcher(() => undefined);
  matcher.set(triggers);
  const kept = samples.map(copyOf).filter((row) => rules.apply(row) !== "dropped");
  if (kept.length === 0) return Number.POSITIVE_INFINITY;
  const rate = new SteadyRate(budgetMs);
  do {
    const rows = Array.from({ length: estimateBatchEvents }, (_, i) => copyOf(kept[i % kept.length]!));
    const piece = () => {
      for (const row of rows) matcher.fire(row);
    };
    rate.add(estimateBatchEvents, (await workload.measure(piece)).ms);
  } while (rate.isOpen);
  return rate.eps;
}

function copyOf(row: EventRow): EventRow {
  return { ...row, times: [...row.times], tags: [...row.tags] };
}

async function measureHttp(
  budgetMs: number,
  workload: Workload,
  bodies: SampleBodies,
  { openLoop }: CapacityTools,
): Promise<number> {
  const loop = openLoop();
  try {
    return await measureRate(budgetMs, workload, bodies, (body) => loop.send(body));
  } finally {
    loop.close();
  }
}

/**
 * As many concurrent deliveries as reach the disk within a quarter of a second, as under load, and the sealing that
 * became due meanwhile.
 */
async function measureStore(
  budgetMs: number,
  workload: Workload,
  bodies: SampleBodies,
  scratch: OpenScratch,
): Promise<{ storeEps: number; bytesPerEvent: number | null }> {
  const rate = new SteadyRate(budgetMs);
  let inFlight = 1;
  do {
    const some = Array.from({ length: inFlight }, () => bodies.next(estimateBatchEvents));
    rate.add(estimateBatchEvents * inFlight, await scratch.write(some, estimateBatchEvents, workload));
    const fitting = (rate.eps * estimatePieceMs) / 1000 / estimateBatchEvents;
    inFlight = Math.max(1, Math.min(estimateInFlightMax, Math.floor(fitting)));
  } while (rate.isOpen && scratch.written < estimateEventsMax);
  const dueMs = await scratch.sealDue(estimateSealEvents, workload);
  const bytesPerEvent = await scratch.seal(workload);
  return { storeEps: 1000 / (1000 / rate.eps + dueMs / scratch.written), bytesPerEvent };
}

async function measureQuestions(workload: Workload, scratch: OpenScratch): Promise<Capacity["questions"]> {
  const questions: Capacity["questions"] = [];
  for (const question of typicalQuestions) {
    const times: number[] = [];
    let rowsRead = 0;
    for (let round = 0; round < estimateReadRounds; round++) {
      const { value, ms } = await workload.measure(() => scratch.ask(question));
      times.push(ms);
      rowsRead = value.rowsRead;
    }
    questions.push({ ms: percentile(times, 0.5), rowsRead });
  }
  return questions;
}

/** Average bytes of message and tags. */
function averageBytes(rows: readonly EventRow[]): number {
  return Math.ceil(
    rows.reduce((sum, { message, tags }) => sum + message.length + tags.join("").length, 0) / rows.length,
  );
}
