import { availableParallelism } from "node:os";
import { may, type Principal } from "../../http/access/principal.ts";
import type { Intake, IntakeOptions } from "../../ingest/intake.ts";
import { type Clock, nowSeconds } from "../../lib/clock.ts";
import { estimate } from "../../performance/estimate.ts";
import type { EstimateHistory } from "../../performance/estimate-history.ts";
import type { Capacity, CapacityOrder } from "../../performance/measure/measure-capacity.ts";
import type { SampleEvent } from "../../performance/measure/measure-rules.ts";
import type { TypicalQueries } from "../../performance/project-queries.ts";
import type { EstimateResult } from "../../performance/result-schemas.ts";
import { sampleLines } from "../../performance/samples/sample-lines.ts";
import type { ScratchFolders } from "../../performance/samples/scratch-folders.ts";
import { emptyQuestion, typicalQuestions } from "../../performance/typical-questions.ts";
import { Workload } from "../../performance/workload.ts";
import type { ControlWords } from "../../runtime/control-words.ts";
import type { ActiveTrigger } from "../../triggers/active-trigger.ts";
import type { Ask } from "./ask-question.ts";
import { estimateQueryRounds } from "./limits.ts";
import type { EstimateRequest } from "./schema.ts";
import { listStoredSamples } from "./stored-samples.ts";

export interface EstimateParts {
  intake: Pick<Intake, "status" | "arrivals">;
  ask: Ask;
  scratch: ScratchFolders;
  history: EstimateHistory;
  rulesFolder: string;
  intakeOptions: Omit<IntakeOptions, "eventsFolder">;
  clock: Clock;
  listTriggers(): ActiveTrigger[];
  measure(control: ControlWords, order: CapacityOrder): Promise<Capacity>;
}

/** A whole estimate: a thread measures the rate of intake, then questions are asked about the stored events. */
export async function runEstimate(
  parts: EstimateParts,
  principal: Principal,
  { seconds, eps = null, disk_bytes: diskBytes = null }: EstimateRequest,
  control: ControlWords,
): Promise<EstimateResult> {
  const { intake, scratch, history, rulesFolder, intakeOptions, clock } = parts;
  const { minFreeBytes, retentionBytes, retentionDays } = intakeOptions;
  const startMs = performance.now();
  const { samples, of } = await samplesOf(parts, principal, control);
  const triggers = parts.listTriggers();
  const capacity = await scratch.use((folder) =>
    parts.measure(control, { seconds, folder, minFreeBytes, samples, rulesFolder, triggers }),
  );
  const status = await intake.status();
  const isAnythingStored = status.tail.events > 0 || status.days.some(({ events }) => events > 0);
  const queries =
    isAnythingStored && may(principal, "search_events") ? await askTypical(parts.ask, principal, control) : noQueries;
  const result = estimate({
    ...{ capacity, queries, status, eps, history: history.list() },
    samples: { of, count: samples.length },
    triggerCount: triggers.length,
    disk: { diskBytes, retentionBytes, retentionDays, minFreeBytes },
    currentEps: await currentRate(intake, clock),
    cpuCount: availableParallelism(),
    duration: Math.round(performance.now() - startMs) / 1000,
  });
  if (!control.isStopped) history.add({ ...result, created_at: nowSeconds(clock) });
  return result;
}

const noQueries: TypicalQueries = { questions: [], emptyMs: 0 };

/** Nobody sees them, so these are the whole service's newest events, whatever the caller may see. */
async function samplesOf({ ask }: EstimateParts, principal: Principal, control: ControlWords) {
  const everything: Principal = { ...principal, isSuperuser: true, hosts: [] };
  const stored = await listStoredSamples(ask, everything, control);
  const samples: readonly SampleEvent[] = stored.length === 0 ? sampleLines : stored;
  return { samples, of: stored.length === 0 ? ("built_in" as const) : ("stored" as const) };
}

async function askTypical(ask: Ask, principal: Principal, control: ControlWords): Promise<TypicalQueries> {
  const workload = new Workload(control);
  const time = async (question: (typeof typicalQuestions)[number]) => {
    const { value, ms } = await workload.measure(() => ask(question, principal, control));
    return { ms, rowsRead: value.rowsRead };
  };
  const questions: TypicalQueries["questions"] = [];
  const emptyTimes: number[] = [];
  for (const question of typicalQuestions) {
    const ms: number[] = [];
    let rowsRead = 0;
    for (let round = 0; round < estimateQueryRounds; round++) {
      const once = await time(question);
      ms.push(once.ms);
      rowsRead = once.rowsRead;
      emptyTimes.push((await time(emptyQuestion)).ms);
    }
    questions.push({ ms, rowsRead });
    control.progress = 70 + (29 * questions.length) / typicalQuestions.length;
  }
  return { questions, emptyMs: Math.min(...emptyTimes) };
}

/** Events a second of the last 24 hours. */
async function currentRate(intake: Pick<Intake, "arrivals">, clock: Clock): Promise<number> {
  const nowMs = clock();
  const minutes = await intake.arrivals(nowMs - dayMs, nowMs);
  const events = minutes.reduce((sum, minute) => sum + minute.new + minute.duplicates, 0);
  return Math.round((events / (dayMs / 1000)) * 1000) / 1000;
}

const dayMs = 86_400_000;
