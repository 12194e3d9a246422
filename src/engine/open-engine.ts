import type { TimeSpan } from "../eventstore/snapshot.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { AppError } from "../lib/errors.ts";
import type { Logger } from "../lib/log.ts";
import type { WorkerPool } from "../pool/worker-pool.ts";
import type { FieldLinks } from "../query/action-hints.ts";
import { answerService } from "../query/answer/answer-service.ts";
import type { EncodedAnswer, EncodedTask } from "../query/answer/encode-answer.ts";
import { findKind } from "../query/kinds/kinds.ts";
import { rehearsalMs } from "../query/limits.ts";
import { spanOf } from "../query/parse/parse-query.ts";
import type { ServiceSources } from "../query/service-kind.ts";
import { AwaitedAnswers } from "../runtime/awaited-answers.ts";
import { AnswerCache } from "./answer-cache.ts";
import { askUndamaged, borrow, type InstantSource } from "./ask.ts";
import type { Question } from "./evaluation.ts";
import { mayBeHeavy } from "./light-or-heavy.ts";
import { preemptionBudgetMs, quickAnswerMs } from "./limits.ts";
import { QuestionThreads } from "./question-threads.ts";
import { StoredQueries } from "./stored-queries.ts";
import { systemTime } from "./time-source.ts";

export interface EngineParts {
  /** For questions that are not about events. */
  sources: ServiceSources;
  intake: InstantSource;
  pool: Pick<WorkerPool, "run">;
  links: FieldLinks;
  /** Bytes that all rankings share on top of each thread's own, and how many run at a time. */
  records: { bytes: number; threads: number };
  /** Told of heavy questions that somebody waits for; absent: nothing lets them pass. */
  awaited?: AwaitedAnswers;
  log: Logger;
  clock?: Clock;
  /** Tests wait longer, since a busy machine makes the quickest question slow. */
  answerWaitMs?: number;
  /** Likewise; 0 abandons every preempting question. */
  budgetMs?: number;
  /** Likewise. */
  rehearseMs?: number;
}

/** Everything that asks about events goes through it: queries of users, and questions of other resources. */
export interface Engine {
  readonly queries: StoredQueries;
  readonly threads: QuestionThreads;
  readonly instants: InstantSource;
  /** Asks once, of the instant of now; no answer is kept. Throws AppError `unavailable` where too much is damaged. */
  ask(question: Question, control: SharedArrayBuffer, page?: EncodedTask["page"]): Promise<EncodedAnswer>;
  /** Call it once the service is ready: among many events, the first question finds its threads loaded and compiled. */
  prepare(): Promise<void>;
  /** Call it before the pool is closed, which waits for running tasks. */
  close(): Promise<void> | void;
}

/** Tasks that read little do not wait for those that read much. */
export function openEngine({
  intake,
  pool,
  sources,
  links,
  records,
  awaited = new AwaitedAnswers(),
  log,
  clock = systemClock,
  answerWaitMs = quickAnswerMs,
  budgetMs = preemptionBudgetMs,
  rehearseMs = rehearsalMs,
}: EngineParts): Engine {
  const threads = new QuestionThreads({ pool, records, awaited, budgetMs, rehearseMs });
  const answers = new AnswerCache();
  const queries = new StoredQueries({
    snapshot: (span, asOf) => intake.snapshot(span, asOf),
    release: (lease) => intake.release(lease),
    setAside: (damage) => intake.setAside(damage),
    spanOf,
    answer: (task, { actionsHint, addTriggerData = false, owner }) =>
      answers.answer(task, { actionsHint, addTriggerData }, () =>
        threads.answer({ ...task, addTriggerData, links: actionsHint ? links : undefined }, owner),
      ),
    writeExport: (task, userId) => threads.writeExport(task, userId),
    isAboutEvents,
    answerService: (question) => answerService(question, sources),
    describeFailure: (error) => {
      if (error instanceof AppError) return error.message;
      log.error({ err: error }, "query failed");
      return "Internal error: the query failed. See the service log.";
    },
    time: { ...systemTime, wallMs: clock },
    answerWaitMs,
  });
  return {
    queries,
    threads,
    instants: intake,
    async ask(question, control, page) {
      if (!isAboutEvents(question.type)) return answerService(question, sources);
      const { userId, ...asked } = question;
      const span: TimeSpan = spanOf(question.type, question.params, question.baseTime);
      const { answer } = await askUndamaged(
        intake,
        () => borrow(intake, span),
        (snapshot) => threads.answer({ ...asked, page, snapshot, control, links: undefined }, userId),
      );
      return answer;
    },
    async prepare() {
      try {
        await askUndamaged(
          intake,
          () => borrow(intake),
          async (snapshot) => (mayBeHeavy(snapshot) ? threads.rehearse(snapshot) : undefined),
        );
      } catch (error) {
        // A service that is stopped at once; otherwise the first question loads the threads, or says why not.
        log.debug({ err: error }, "threads for heavy questions did not rehearse");
      }
    },
    close() {
      threads.endRehearsal();
      return queries.close();
    },
  };
}

function isAboutEvents(type: string): boolean {
  return findKind(type)?.about === "events";
}
