import type { Written } from "../document/output.ts";
import type { Snapshot, TimeSpan } from "../eventstore/snapshot.ts";
import type { FormatName } from "../export/formats.ts";
import type { Principal } from "../http/access/principal.ts";
import { AppError, notFound } from "../lib/errors.ts";
import type { DamageFound } from "../query/answer/damage.ts";
import type { CheckedQuestion } from "../query/parse/parse-query.ts";
import type { SharedJson } from "../query/shared-json.ts";
import { ControlWords } from "../runtime/control-words.ts";
import type { OpenQuery } from "./access.ts";
import { askUndamaged, borrow, isDamage } from "./ask.ts";
import { Evaluation, type QueryEngine } from "./evaluation.ts";
import { paramsIn, writeContent } from "./export-content.ts";
import { answersAtOnce } from "./limits.ts";
import type { StoredQueries } from "./stored-queries.ts";
import { nextSecond, type StoredQuery } from "./stored-query.ts";

/** Signals to and from a report in progress. */
export interface AnswerControl {
  /** Two words for the threads: see `ControlWords`; the first is set together with the signal. */
  shared: SharedArrayBuffer;
  /** Aborted when the report is no longer wanted. */
  signal: AbortSignal;
  /** 0..100, of this part of the work. */
  onProgress(percent: number): void;
}

export interface AnswerOrder {
  /** Heads the document. */
  title: string;
  format: FormatName;
  timezone: string;
  path: string;
  minFreeBytes: number;
}

/** A question whose answer becomes a file. */
export interface WritableAnswer {
  /** Without the ending "Query". */
  type: string;
  /** The zone that the question names; undefined when it names none. */
  timezone: string | undefined;
  /** Limits that it is asked under. */
  hosts: readonly string[];
  write(order: AnswerOrder, control: AnswerControl): Promise<Written>;
}

/** Answers of several questions from one instant; an error's text where one could not be answered. */
export interface AnswersTogether {
  /** Epoch seconds. */
  baseTime: number;
  answers: { found: SharedJson | string; span: { from: number; to: number } | undefined }[];
  /** Days whose files could not be read. */
  missingDays: string[];
}

/** Questions as reports ask them: nobody polls them, and no list shows them. Main thread. */
export function createReportAnswers(queries: StoredQueries, open: OpenQuery) {
  const { engine } = queries;
  return {
    /** The results of a stored query, as of its own instant. Throws `not_found`, `forbidden`. */
    ofStored(qid: string, principal: Principal): WritableAnswer {
      const query = open(qid, principal);
      const { evaluation } = query.view;
      const { definition } = query;
      return {
        type: definition.type,
        timezone: zoneOf(definition.params),
        hosts: evaluation.question.hosts,
        async write({ timezone, ...order }, control) {
          const answered = await whenAnswered(qid, query, evaluation, control);
          const params = paramsIn(timezone, definition, answered.question, engine);
          return followWriting(
            writeContent(engine, answered, { ...order, timezone, type: definition.type, params }, control.shared),
            control,
          );
        },
      };
    },

    /** Evaluated again, as of when the writing begins. */
    ofQuestion(question: CheckedQuestion, { userId, hosts }: Pick<Principal, "userId" | "hosts">): WritableAnswer {
      const { type, params } = question;
      return {
        type,
        timezone: question.namesTimezone ? zoneOf(params) : undefined,
        hosts,
        async write({ timezone, ...order }, control) {
          const definition = { ...question, ownerId: userId, qid: "" };
          const baseTime = nextSecond(engine.time.wallMs);
          const asked = { type, params, baseTime, userId, hosts };
          const moved = paramsIn(timezone, definition, asked, engine);
          // Only the numbers of the first page of a search are needed: the events are written from the same instant.
          const shape = type === "Search" ? { page: { offset: 0, size: 1 } } : {};
          const evaluation = new Evaluation({ ...asked, params: moved }, shape, engine);
          try {
            await settled(evaluation, control);
            if (evaluation.first.status === "FAILURE") throw new AppError("invalid", failureOf(evaluation));
            return await followWriting(
              writeContent(engine, evaluation, { ...order, timezone, type, params: moved }, control.shared),
              control,
            );
          } finally {
            evaluation.close();
          }
        },
      };
    },

    /** Several questions, all answered from the same events at the same base time. */
    async together(
      questions: readonly CheckedQuestion[],
      { userId, hosts }: Pick<Principal, "userId" | "hosts">,
      control: AnswerControl,
    ): Promise<AnswersTogether> {
      const baseTime = nextSecond(engine.time.wallMs);
      const asked = questions.map(({ type, params }) => ({ type, params, baseTime, userId, hosts }));
      const { found, missingDays } = await answerOfOneInstant(engine, asked, control);
      const answers = found.map((one, index) => ({ found: one, span: spanInSeconds(engine, asked[index]!) }));
      return { baseTime, answers, missingDays };
    },
  };

  /** Waits for an evaluation that replaced a running one; a finished one stays as ordered. */
  async function whenAnswered(
    qid: string,
    query: StoredQuery,
    ordered: Evaluation,
    control: AnswerControl,
  ): Promise<Evaluation> {
    for (let evaluation = ordered; ; evaluation = query.view.evaluation) {
      await settled(evaluation, control);
      if (evaluation.first.status === "SUCCESS") return evaluation;
      if (queries.find(qid) !== query) throw notFound("The query was removed.");
      if (evaluation !== query.view.evaluation) continue;
      if (evaluation.first.status === "FAILURE") throw new AppError("invalid", failureOf(evaluation));
      return evaluation;
    }
  }
}

type Asked = ConstructorParameters<typeof Evaluation>[0];

type Found = SharedJson | string;

/** All questions about events from the same instant; takes no snapshot when none is about events. */
async function answerOfOneInstant(
  engine: QueryEngine,
  questions: readonly Asked[],
  control: AnswerControl,
): Promise<{ found: Found[]; missingDays: string[] }> {
  const span = spanOfAll(engine, questions);
  const { answer, snapshot } = await askUndamaged<Found[], Snapshot | undefined>(
    engine,
    async () => (span === undefined ? noLoan : borrow(engine, span)),
    (instant) => answerAll(engine, questions, instant, control),
  );
  return { found: answer, missingDays: snapshot?.warnings.map(({ day }) => day) ?? [] };
}

const noLoan = { snapshot: undefined, giveBack: () => undefined };

/** Some at a time, until all are answered or one met damage: then all must be asked again. */
async function answerAll(
  engine: QueryEngine,
  questions: readonly Asked[],
  snapshot: Snapshot | undefined,
  control: AnswerControl,
): Promise<Found[] | DamageFound> {
  const answers: Found[] = [];
  let next = 0;
  let done = 0;
  let damage: DamageFound | undefined;
  const work = async () => {
    while (next < questions.length && damage === undefined && !control.signal.aborted) {
      const index = next++;
      const answer = await answerOne(engine, questions[index]!, snapshot, control);
      if (isDamage(answer)) damage = answer;
      else answers[index] = answer;
      done += 1;
      control.onProgress((100 * done) / questions.length);
    }
  };
  await Promise.all(Array.from({ length: answersAtOnce }, work));
  control.signal.throwIfAborted();
  return damage ?? answers;
}

/** One that fails leaves the others. */
async function answerOne(
  engine: QueryEngine,
  question: Asked,
  snapshot: Snapshot | undefined,
  { shared }: AnswerControl,
): Promise<Found | DamageFound> {
  try {
    if (!engine.isAboutEvents(question.type)) return (await engine.answerService(question)).results;
    if (snapshot === undefined) throw new Error("a question about events was asked without a snapshot");
    const size = question.params.page_size as number | undefined;
    const page = question.type === "Search" && size !== undefined ? { page: { offset: 0, size } } : {};
    const answer = await engine.answer({ ...question, ...page, snapshot, control: shared }, { actionsHint: false });
    return "damaged" in answer ? answer : answer.results;
  } catch (error) {
    return engine.describeFailure(error);
  }
}

/** From the first to the last event that any of them reads; undefined when none is about events. */
function spanOfAll(engine: QueryEngine, questions: readonly Asked[]): TimeSpan | undefined {
  const spans = questions
    .filter(({ type }) => engine.isAboutEvents(type))
    .map(({ type, params, baseTime }) => engine.spanOf(type, params, baseTime));
  if (spans.length === 0) return undefined;
  return { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) };
}

function spanInSeconds(engine: QueryEngine, { type, params, baseTime }: Asked) {
  if (!engine.isAboutEvents(type)) return undefined;
  const { from, to } = engine.spanOf(type, params, baseTime);
  return { from: from / 1e6, to: to / 1e6 };
}

async function settled(evaluation: Evaluation, { signal, onProgress }: AnswerControl): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  aborted.catch(() => undefined);
  signal.throwIfAborted();
  signal.addEventListener("abort", onAbort, { once: true });
  const watch = setInterval(() => onProgress(evaluation.first.progress / 2), progressLookMs);
  try {
    await Promise.race([evaluation.first.settled, aborted]);
  } finally {
    clearInterval(watch);
    signal.removeEventListener("abort", onAbort);
  }
}

/** The second half of the work: the thread reports how many events of a search it has written. */
async function followWriting<Result>(
  writing: Promise<Result>,
  { shared, onProgress }: Pick<AnswerControl, "shared" | "onProgress">,
): Promise<Result> {
  const control = new ControlWords(shared);
  const tell = () => onProgress(50 + control.progress / 2);
  tell();
  const watch = setInterval(tell, progressLookMs);
  try {
    return await writing;
  } finally {
    clearInterval(watch);
  }
}

/** Interval between two reports of a question's progress. */
const progressLookMs = 250;

function failureOf({ first }: Evaluation): string {
  return first.error ?? "The query failed.";
}

function zoneOf(params: Record<string, unknown>): string | undefined {
  return (params.time_range as { timezone: string } | undefined)?.timezone;
}
