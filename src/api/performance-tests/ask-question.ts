import { askUndamaged, borrow } from "../../engine/ask.ts";
import type { Question } from "../../engine/evaluation.ts";
import { weightOf } from "../../engine/light-or-heavy.ts";
import type { Engine } from "../../engine/open-engine.ts";
import { nextSecond } from "../../engine/stored-query.ts";
import { flatConditions } from "../../filter/condition/filter-element.ts";
import { requirePermission } from "../../http/access/guard.ts";
import type { Principal } from "../../http/access/principal.ts";
import type { Clock } from "../../lib/clock.ts";
import type { ColdAnswer } from "../../performance/measure/measure-dashboards.ts";
import type { AskedQuestion } from "../../performance/typical-questions.ts";
import type { RunControl } from "../../performance/workload.ts";
import type { WorkerPool } from "../../pool/worker-pool.ts";
import type { DamageFound } from "../../query/answer/damage.ts";
import type { EncodedAnswer, EncodedTask } from "../../query/answer/encode-answer.ts";
import { findKind, requireMayAsk } from "../../query/kinds/kinds.ts";
import { conditionsOf, parseQuery, spanOf } from "../../query/parse/parse-query.ts";
import { ControlWords } from "../../runtime/control-words.ts";

export interface AskParts {
  engine: Pick<Engine, "ask" | "instants">;
  /** For questions that find nothing in memory. */
  pool: Pick<WorkerPool, "run">;
  timezone: string;
  clock: Clock;
}

/** Asks the engine on behalf of this caller, with his permissions and limits. */
export type Ask = (question: AskedQuestion, principal: Principal, control: RunControl) => Promise<EncodedAnswer>;

/** The same with nothing in the memory of a thread, and the facts known about the question. */
export type AskCold = (question: AskedQuestion, principal: Principal, control: RunControl) => Promise<ColdAnswer>;

/** Asks on the service's own path, but computes each answer: answers are not cached. */
export function createAsk({ engine, pool, timezone, clock }: AskParts): { ask: Ask; askCold: AskCold } {
  return {
    async ask(asked, principal, control) {
      const { question, page } = check(asked, principal);
      return stoppable(control, (words) => engine.ask(question, words, page));
    },

    async askCold(asked, principal, control) {
      const { question, page } = check(asked, principal);
      const { type, params, baseTime } = question;
      if (isAboutService(question)) {
        await stoppable(control, (words) => engine.ask(question, words));
        return { rangeSeconds: 0, conditions: [], field: undefined, valueCount: 0, rowsRead: 0, bytesRead: 0 };
      }
      const span = spanOf(type, params, baseTime);
      const { userId: _, ...task } = question;
      const { answer } = await stoppable(control, (words) =>
        askUndamaged(
          engine.instants,
          () => borrow(engine.instants, span),
          (snapshot) => askPoolCold({ ...task, page, snapshot, control: words, links: undefined }),
        ),
      );
      return {
        rangeSeconds: (span.to - span.from) / 1e6,
        conditions: flatConditions(conditionsOf(params as unknown as Parameters<typeof conditionsOf>[0])),
        field: typeof params.field === "string" ? params.field : undefined,
        valueCount: answer.valueCount,
        rowsRead: answer.rowsRead,
        bytesRead: answer.bytesRead,
      };
    },
  };

  /** The questions that this caller may ask. */
  function check(asked: AskedQuestion, principal: Principal): { question: Question; page: EncodedTask["page"] } {
    const baseTime = nextSecond(clock);
    const { type, params } = parseQuery(asked, { timezone, now: baseTime });
    requireMayAsk(type, principal);
    const question = { type, params, baseTime, userId: principal.userId, hosts: principal.hosts };
    if (!isAboutService(question)) requirePermission(principal, "search_events");
    const size = params.page_size as number | undefined;
    return { question, page: size === undefined ? undefined : { offset: 0, size } };
  }

  function askPoolCold(task: EncodedTask): Promise<ColdEncodedAnswer | DamageFound> {
    return pool.run("performance-test", { cold: task }, weightOf({ kind: "performance test" }));
  }
}

interface ColdEncodedAnswer extends EncodedAnswer {
  bytesRead: number;
  valueCount: number;
}

function isAboutService({ type }: Pick<Question, "type">): boolean {
  return findKind(type)?.about === "service";
}

/** Hands the run's stop flag on to the thread that answers. */
async function stoppable<Value>(
  control: RunControl,
  work: (words: SharedArrayBuffer) => Promise<Value>,
): Promise<Value> {
  const words = new ControlWords();
  const timer = setInterval(() => {
    if (control.isStopped) words.stop();
  }, lookMs);
  try {
    return await work(words.shared);
  } finally {
    clearInterval(timer);
  }
}

const lookMs = 50;
