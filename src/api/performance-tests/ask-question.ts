import { requirePermission } from "../../http/guard.ts";
import type { Principal } from "../../http/principal.ts";
import type { Intake } from "../../ingest/intake.ts";
import { LIGHT_EVENTS_MAX } from "../../jobs/limits.ts";
import type { WorkerPool } from "../../jobs/worker-pool.ts";
import { type Clock, nowSeconds } from "../../lib/clock.ts";
import { AppError } from "../../lib/errors.ts";
import type { AskedQuestion } from "../../performance/typical-questions.ts";
import type { RunControl } from "../../performance/workload.ts";
import { answerService } from "../../query/answer-service.ts";
import type { DamageFound } from "../../query/damage.ts";
import type { EncodedAnswer, EncodedTask } from "../../query/encode-answer.ts";
import { findKind } from "../../query/kinds.ts";
import { requireMayAsk } from "../../query/may-ask.ts";
import { type CheckedQuestion, parseQuery, spanOf } from "../../query/parse-query.ts";
import { ControlSlot } from "../../query/question.ts";
import type { ServiceSources } from "../../query/service-kind.ts";
import { maxDamagedDays } from "./limits.ts";

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

/** Snapshot, thread, answer as JSON text, as for a query over HTTP, but always anew: no answer is kept. */
export function createAsk({ intake, pool, sources, timezone, clock }: AskParts): Ask {
  return async (question, principal, control) => {
    const now = nowSeconds(clock);
    const checked = parseQuery(question, { timezone, now });
    requireMayAsk(checked.type, principal);
    if (findKind(checked.type)?.about === "service")
      return answerService({ ...checked, userId: principal.userId, baseTime: now }, sources);
    requirePermission(principal, "search_events");
    return stoppable(control, (words) => askEvents(checked, principal, now, words));
  };

  async function askEvents(
    { type, params }: CheckedQuestion,
    { hosts }: Principal,
    baseTime: number,
    words: SharedArrayBuffer,
  ): Promise<EncodedAnswer> {
    for (let attempt = 0; attempt < maxDamagedDays; attempt++) {
      const snapshot = await intake.snapshot(spanOf(type, params, baseTime));
      try {
        const size = params.page_size as number | undefined;
        const page = size === undefined ? undefined : { offset: 0, size };
        const task: EncodedTask = { type, params, baseTime, hosts, page, snapshot, control: words, links: undefined };
        const events = snapshot.segments.reduce((sum, { rows }) => sum + rows, 0);
        const weight = events <= LIGHT_EVENTS_MAX ? "light" : "heavy";
        const answer = await pool.run<EncodedAnswer | DamageFound>("query", task, weight);
        if (!("damaged" in answer)) return answer;
        intake.setAside(answer.damaged.day, answer.damaged.reason);
      } finally {
        intake.release(snapshot.lease);
      }
    }
    throw new AppError("unavailable", `More than ${maxDamagedDays} days were found damaged.`);
  }
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
