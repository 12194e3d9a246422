import type { Written } from "../document/output.ts";
import type { Snapshot } from "../eventstore/snapshot.ts";
import { AppError } from "../lib/errors.ts";
import type { Owner, Preempting, TaskWeight } from "../pool/pool-task.ts";
import type { WorkerPool } from "../pool/worker-pool.ts";
import type { DamageFound } from "../query/answer/damage.ts";
import type { EncodedAnswer, EncodedTask } from "../query/answer/encode-answer.ts";
import { askedSegments, type RehearsalTask, rehearsalOf, usualTask } from "../query/answer/rehearse.ts";
import type { ThreadTask } from "../query/answer/thread-task.ts";
import type { UsualQuestion } from "../query/answer/usual-questions.ts";
import { isGivenUp, longestTimes } from "../query/execution/preemption-budget.ts";
import { createTeam, hadHelp, leaveTeam, loseHelper } from "../query/execution/team.ts";
import { requireKind } from "../query/parse/parse-query.ts";
import type { AwaitedAnswers } from "../runtime/awaited-answers.ts";
import { ControlWords } from "../runtime/control-words.ts";
import { isDamage } from "./ask.ts";
import type { ExportTask } from "./evaluation.ts";
import { type WeighedTask, weightOf } from "./light-or-heavy.ts";
import { PreemptionHistory } from "./preemption-history.ts";
import { RankingMemoryLender } from "./ranking-memory-lender.ts";
import { systemTime } from "./time-source.ts";

export interface QuestionThreadsParts {
  pool: Pick<WorkerPool, "run">;
  /** Bytes that all rankings share on top of each thread's own, and how many run at a time. */
  records: { bytes: number; threads: number };
  /** Told of heavy questions. */
  awaited: AwaitedAnswers;
  /** Processor time that a heavy question may take when it preempts another. */
  budgetMs: number;
  /** How long threads may rehearse. */
  rehearseMs: number;
}

type QueryTask = Extract<ThreadTask, { kind: "query" }>;
type OtherTask = Exclude<ThreadTask, { kind: "query" | "help" | "rehearse" }>;

/**
 * Gives tasks to the pool according to how much they have to read: light ones beside the others; heavy ones with
 * helpers, a share of the memory for rankings, and cooperative preemption while they wait. Main thread.
 */
export class QuestionThreads {
  readonly #parts: QuestionThreadsParts;
  readonly #memory: RankingMemoryLender;
  readonly #rehearsal = new ControlWords();
  #rehearsalEnd: ReturnType<typeof setTimeout> | undefined;
  readonly #long = new PreemptionHistory(systemTime.monotonicMs);

  constructor(parts: QuestionThreadsParts) {
    this.#parts = parts;
    this.#memory = new RankingMemoryLender(parts.records.bytes, parts.records.threads - 1);
  }

  /** `owner`: whose turn it is among those who wait. */
  answer(question: EncodedTask, owner: Owner | undefined): Promise<EncodedAnswer | DamageFound> {
    const task: QueryTask = { ...question, kind: "query" };
    if (this.#weightOf(task) === "light") return this.#parts.pool.run("query", task, "light", owner);
    return this.#parts.awaited.during(() =>
      task.type === "TopN"
        ? this.#memory.lend((recordBytes) => this.#answerHeavy({ ...task, recordBytes }, owner))
        : this.#answerHeavy(task, owner),
    );
  }

  /** Tasks that are not a user's question: one event, names of tags, a preview, places of addresses. */
  run<Answer>(task: OtherTask): Promise<Answer> {
    return this.#parts.pool.run<Answer>("query", task, this.#weightOf(task));
  }

  /**
   * Starts as many threads as a heavy question may have, makes each ready, and asks them the usual questions about some
   * events of the snapshot, so that the code on the way of a question is compiled before a person asks. Ends when a
   * heavy question comes, or `rehearseMs` after the first call; an idle minute ends the threads. Rejects with an
   * AppError when that is too much.
   */
  async rehearse(snapshot: Snapshot): Promise<DamageFound | undefined> {
    this.#rehearsalEnd ??= setTimeout(() => this.endRehearsal(), this.#parts.rehearseMs).unref();
    const task = rehearsalOf(snapshot, this.#rehearsal.shared);
    const found = await this.#makeReady(task);
    if (isDamage(found)) return found;
    const segments = askedSegments(task);
    for (const asked of found) {
      if (this.#rehearsal.isStopped) break;
      const question = usualTask(asked, { ...snapshot, segments }, this.#rehearsal.shared);
      const answer = question && (await this.#answerHeavy({ ...question, kind: "query" }, undefined, false));
      if (isDamage(answer)) return answer;
    }
  }

  /** All of them read the snapshot, so it is theirs until the last one has ended. */
  async #makeReady(task: RehearsalTask): Promise<DamageFound | UsualQuestion[]> {
    const { pool, records } = this.#parts;
    const length = Math.min(records.threads, 1 + helpersMax);
    const own = { kind: "rehearse", ...task } satisfies ThreadTask;
    const getReady = () => pool.run<DamageFound | UsualQuestion[]>("query", own, weightOf(own));
    const threads = Array.from({ length }, getReady);
    for (const thread of threads) thread.catch(() => this.endRehearsal());
    await Promise.allSettled(threads);
    const found = await Promise.all(threads);
    return found.find(isDamage) ?? found[0]!;
  }

  /** Within milliseconds its threads are free. */
  endRehearsal(): void {
    clearTimeout(this.#rehearsalEnd);
    this.#rehearsal.stop();
  }

  writeExport(task: ExportTask, userId: number): Promise<Written | DamageFound> {
    return this.#parts.pool.run("export", task, this.#weightOf({ ...task, kind: "export" }), `exports of ${userId}`);
  }

  #weightOf(task: WeighedTask): TaskWeight {
    const weight = weightOf(task);
    // Nobody waits for the patterns, which are looked up at a start.
    if (weight === "heavy" && task.kind !== "patterns") this.endRehearsal();
    return weight;
  }

  #answerHeavy(task: QueryTask, owner: Owner | undefined, mayPreempt = true): Promise<EncodedAnswer | DamageFound> {
    const { pool, records } = this.#parts;
    const isAlone = requireKind(task.type).isAnsweredAlone?.(task.params) === true;
    const helpers = isAlone ? 0 : Math.min(records.threads - 1, helpersMax);
    const preempting = !mayPreempt || this.#long.has(task) ? undefined : this.#preemptingOf(task);
    if (helpers === 0) return pool.run("query", task, "heavy", owner, { preempting });
    const team = createTeam(task.snapshot.segments.length, helpers);
    const answer = pool.run<EncodedAnswer | DamageFound>("query", { ...task, team: team.task }, "heavy", owner, {
      preempting,
      help: {
        ports: team.task.found,
        tasks: team.helpers.map((helper) => ({
          task: { ...task, kind: "help", team: helper } satisfies ThreadTask,
          ports: [helper.found],
        })),
        leave: () => leaveTeam(team),
        lost: () => loseHelper(team),
      },
    });
    return answer.catch((error: unknown) => {
      // What helpers hold, or found, may be what was too much.
      if (!(error instanceof AppError) || error.code !== "too_large" || !hadHelp(team)) throw error;
      leaveTeam(team);
      return pool.run("query", task, "heavy", owner);
    });
  }

  #preemptingOf(task: QueryTask): Preempting {
    const { budgetMs } = this.#parts;
    return {
      task: { ...task, budgetMs },
      isGivenUp: (answer) => {
        if (!isGivenUp(answer)) return false;
        if (answer.isLong) this.#long.add(task, answer.givenUpAt);
        return true;
      },
      // Its thread may have answered others meanwhile.
      took: (milliseconds) => {
        if (milliseconds > 2 * longestTimes * budgetMs) this.#long.add(task, 1);
      },
    };
  }
}

/**
 * Threads that share a question with the one that answers it; merging the findings of more takes longer than they save.
 */
const helpersMax = 3;
