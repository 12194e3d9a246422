import { requirePermission } from "../../http/access/guard.ts";
import type { Principal } from "../../http/access/principal.ts";
import type { Intake } from "../../ingest/intake.ts";
import { lightEventsMax } from "../../jobs/limits.ts";
import type { WorkerPool } from "../../jobs/worker-pool.ts";
import { type Clock, nowSeconds } from "../../lib/clock.ts";
import { AppError } from "../../lib/errors.ts";
import type { ColdAnswer } from "../../performance/measure/measure-dashboards.ts";
import type { AskedQuestion } from "../../performance/typical-questions.ts";
import type { RunControl } from "../../performance/workload.ts";
import { answerService } from "../../query/answer/answer-service.ts";
import type { DamageFound } from "../../query/answer/damage.ts";
import type { EncodedAnswer, EncodedTask } from "../../query/answer/encode-answer.ts";
import { ControlSlot } from "../../query/execution/task.ts";
import { findKind } from "../../query/kinds/kinds.ts";
import { requireMayAsk } from "../../query/parse/may-ask.ts";
import { type CheckedQuestion, conditionsOf, parseQuery, spanOf } from "../../query/parse/parse-query.ts";
import type { ServiceSources } from "../../query/service-kind.ts";
import { damagedDaysMax } from "./limits.ts";

export interface AskParts {
  intake: Pick<Intake, "snapshot" | "release" | "setAside">;
  pool: Pick<WorkerPool, "run">;
  /** For what is not about events. */
  sources: ServiceSources;
  timezone: string;
  clock: Clock;
}

/** Asks the engine what this caller could ask, with his permissions and limits. */
export type Ask = (question: AskedQuestion, principal: Principal, control: RunControl) => Promise<EncodedAnswer>;

/** The same with nothing of it in the memory of a thread, and what can be known of the question. */
export type AskCold = (question: AskedQuestion, principal: Principal, control: RunControl) => Promise<ColdAnswer>;

/** Snapshot, thread, answer as JSON text, as for a query over HTTP, but always anew: no answer is kept. */
export function createAsk({ intake, pool, sources, timezone, clock }: AskParts): { ask: Ask; askCold: AskCold } {
  return {
    async ask(question, principal, control) {
      const { checked, now } = check(question, principal);
      if (isAboutService(checked))
        return answerService({ ...checked, userId: principal.userId, baseTime: now }, sources);
      return stoppable(control, (words) => askEvents(checked, principal, now, words, askWarm));
    },

    async askCold(question, principal, control) {
      const { checked, now } = check(question, principal);
      const { type, params } = checked;
      if (isAboutService(checked)) {
        await answerService({ ...checked, userId: principal.userId, baseTime: now }, sources);
        return { rangeSeconds: 0, conditions: [], field: undefined, valueCount: 0, rowsRead: 0, bytesRead: 0 };
      }
      const answer = await stoppable(control, (words) => askEvents(checked, principal, now, words, askPoolCold));
      const { from, to } = spanOf(type, params, now);
      return {
        rangeSeconds: (to - from) / 1e6,
        conditions: conditionsOf(params as unknown as Parameters<typeof conditionsOf>[0]),
        field: typeof params.field === "string" ? params.field : undefined,
        valueCount: answer.valueCount,
        rowsRead: answer.rowsRead,
        bytesRead: answer.bytesRead,
      };
    },
  };

  function check(question: AskedQuestion, principal: Principal) {
    const now = nowSeconds(clock);
    const checked = parseQuery(question, { timezone, now });
    requireMayAsk(checked.type, principal);
    if (!isAboutService(checked)) requirePermission(principal, "search_events");
    return { checked, now };
  }

  function askWarm(task: EncodedTask): Promise<EncodedAnswer | DamageFound> {
    const events = task.snapshot.segments.reduce((sum, { rows }) => sum + rows, 0);
    return pool.run("query", task, events <= lightEventsMax ? "light" : "heavy");
  }

  function askPoolCold(task: EncodedTask): Promise<ColdEncodedAnswer | DamageFound> {
    return pool.run("performance-test", { cold: task }, "heavy");
  }

  async function askEvents<Answer extends EncodedAnswer>(
    { type, params }: CheckedQuestion,
    { hosts }: Principal,
    baseTime: number,
    control: SharedArrayBuffer,
    run: (task: EncodedTask) => Promise<Answer | DamageFound>,
  ): Promise<Answer> {
    for (let attempt = 0; attempt < damagedDaysMax; attempt++) {
      const snapshot = await intake.snapshot(spanOf(type, params, baseTime));
      try {
        const size = params.page_size as number | undefined;
        const page = size === undefined ? undefined : { offset: 0, size };
        const answer = await run({ type, params, baseTime, hosts, page, snapshot, control, links: undefined });
        if (!("damaged" in answer)) return answer;
        intake.setAside(answer.damaged.day, answer.damaged.reason);
      } finally {
        intake.release(snapshot.lease);
      }
    }
    throw new AppError("unavailable", `More than ${damagedDaysMax} days were found damaged.`);
  }
}

interface ColdEncodedAnswer extends EncodedAnswer {
  bytesRead: number;
  valueCount: number;
}

function isAboutService({ type }: CheckedQuestion): boolean {
  return findKind(type)?.about === "service";
}

/** Hands the run's stop flag on to the thread that answers. */
async function stoppable<Value>(
  control: RunControl,
  work: (words: SharedArrayBuffer) => Promise<Value>,
): Promise<Value> {
  const words = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  const timer = setInterval(() => {
    if (control.isStopped) Atomics.store(new Int32Array(words), ControlSlot.stop, 1);
  }, lookMs);
  try {
    return await work(words);
  } finally {
    clearInterval(timer);
  }
}

const lookMs = 50;
