import type { Written } from "../document/output.ts";
import type { Intake } from "../ingest/intake.ts";
import { lightEventsMax } from "../jobs/limits.ts";
import type { Trial, WorkerPool } from "../jobs/worker-pool.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { AppError } from "../lib/errors.ts";
import type { Logger } from "../lib/log.ts";
import type { FieldLinks } from "../query/action-hints.ts";
import { eventsToRead } from "../query/answer/answer-cost.ts";
import { answerService } from "../query/answer/answer-service.ts";
import type { DamageFound } from "../query/answer/damage.ts";
import type { EncodedAnswer, EncodedTask } from "../query/answer/encode-answer.ts";
import { createTeam, leaveTeam, loseHelper } from "../query/execution/helpers.ts";
import { isGivenUp, longestTimes } from "../query/execution/preemption-budget.ts";
import type { HelpTask } from "../query/execution/task.ts";
import { findKind } from "../query/kinds/kinds.ts";
import { requireKind, spanOf } from "../query/parse/parse-query.ts";
import type { ServiceSources } from "../query/service-kind.ts";
import { AnswerCache } from "./answer-cache.ts";
import { heavyTrialMs, quickAnswerMs } from "./limits.ts";
import { LongQuestions } from "./long-questions.ts";
import { RankingMemory } from "./ranking-memory.ts";
import { StoredQueries } from "./stored-queries.ts";
import { systemTime } from "./time-source.ts";

export interface EngineParts {
  /** For what is not about events. */
  sources: ServiceSources;
  intake: Pick<Intake, "snapshot" | "release" | "setAside">;
  pool: Pick<WorkerPool, "run">;
  links: FieldLinks;
  /** Bytes that all rankings together may take besides what each thread may, and how many can be answered at a time. */
  records: { bytes: number; threads: number };
  log: Logger;
  clock?: Clock;
  /** Tests wait longer, since a busy machine makes the quickest question slow. */
  answerWaitMs?: number;
  /** Likewise, or give everything up at once. */
  trialMs?: number;
}

/**
 * Live queries that read the intake thread's snapshots in the pool's threads. Those that read little do not wait for
 * those that read much. To be closed before the pool, which waits for what runs.
 */
export function openEngine({
  intake,
  pool,
  sources,
  links,
  records,
  log,
  clock = systemClock,
  answerWaitMs = quickAnswerMs,
  trialMs = heavyTrialMs,
}: EngineParts): StoredQueries {
  const room = new RankingMemory(records.bytes, records.threads - 1);
  const long = new LongQuestions(systemTime.monotonicMs);
  const trialOf = (task: EncodedTask): Trial => ({
    task: { ...task, trialMs },
    isGivenUp(answer) {
      if (!isGivenUp(answer)) return false;
      if (answer.isLong) long.note(task, answer.givenUpAt);
      return true;
    },
    // Its thread may have been at others, too.
    took(milliseconds) {
      if (milliseconds > 2 * longestTimes * trialMs) long.note(task, 1);
    },
  });
  const answerHeavy = (task: EncodedTask, userId: number | undefined) => {
    const helpers = requireKind(task.type).isAnsweredAlone ? 0 : Math.min(records.threads - 1, helpersMax);
    const trial = long.has(task) ? undefined : trialOf(task);
    if (helpers === 0) return pool.run<EncodedAnswer | DamageFound>("query", task, "heavy", userId, { trial });
    const team = createTeam(task.snapshot.segments.length, helpers);
    return pool.run<EncodedAnswer | DamageFound>("query", { ...task, team: team.task }, "heavy", userId, {
      trial,
      help: {
        ports: team.task.found,
        tasks: team.helpers.map((helper) => ({
          task: { ...task, team: helper, helps: true } satisfies HelpTask,
          ports: [helper.found],
        })),
        leave: () => leaveTeam(team),
        lost: () => loseHelper(team),
      },
    });
  };
  const evaluate = (task: EncodedTask, userId: number | undefined) => {
    if (eventsToRead(task) <= lightEventsMax)
      return pool.run<EncodedAnswer | DamageFound>("query", task, "light", userId);
    if (task.type !== "TopN") return answerHeavy(task, userId);
    return room.lend((recordBytes) => answerHeavy({ ...task, recordBytes }, userId));
  };
  const remembered = new AnswerCache();
  return new StoredQueries({
    snapshot: (span, asOf) => intake.snapshot(span, asOf),
    release: (lease) => intake.release(lease),
    setAside: (day, reason) => intake.setAside(day, reason),
    spanOf,
    answer: (task, { actionsHint, addTriggerData = false, userId }) =>
      remembered.answer(task, { actionsHint, addTriggerData }, () =>
        evaluate({ ...task, addTriggerData, links: actionsHint ? links : undefined }, userId),
      ),
    writeExport: (task, userId) => {
      const events = task.events?.snapshot.segments.reduce((sum, { rows }) => sum + rows, 0) ?? 0;
      const weight = events <= lightEventsMax ? "light" : "heavy";
      return pool.run<Written | DamageFound>("export", task, weight, `exports of ${userId}`);
    },
    isAboutEvents: (type) => findKind(type)?.about === "events",
    answerService: (question) => answerService(question, sources),
    describeFailure: (error) => {
      if (error instanceof AppError) return error.message;
      log.error({ err: error }, "query failed");
      return "The query failed for a reason inside the service, which its log names.";
    },
    time: { ...systemTime, wallMs: clock },
    answerWaitMs,
  });
}

/**
 * Threads that share one question besides its own: beyond, merging what they found takes longer than what they save.
 */
const helpersMax = 3;
