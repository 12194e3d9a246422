import type { Written } from "../document/output.ts";
import type { DamagedDay } from "../eventstore/snapshot.ts";
import type { ExportOrder } from "../export/write-export.ts";
import { AppError } from "../lib/errors.ts";
import { ControlWords } from "../runtime/control-words.ts";
import { askUndamaged, borrow } from "./ask.ts";
import { Evaluation, type QueryEngine, type Question } from "./evaluation.ts";
import type { Definition } from "./stored-query.ts";

/** Everything an answer says about itself besides its results. */
type Told = Pick<ExportOrder, "baseTime" | "span" | "itemCount" | "missingDays" | "isPartial" | "hasLater">;

/** An order without the results and their description. */
type OpenOrder = Omit<ExportOrder, "results" | keyof Told>;

/**
 * Writes what a finished evaluation found, as of its instant.
 *
 * - Kinds other than Search, and a stopped search: the stored results themselves.
 * - A search: all its events, from the snapshot that the evaluation holds for paging. When it no longer holds one, from
 *   a new snapshot at the same base time, without the events and occurrences that came since: the same rows, except
 *   those removed by retention. When not all of these occurrences are known any longer (`RepeatHistory`), the answer
 *   says so.
 * - Evaluated again at the same base time: results that were dropped to make room, and a preset that means another
 *   range in the zone of the export when the query named no zone of its own.
 */
export async function writeContent(
  engine: QueryEngine,
  evaluation: Evaluation,
  order: OpenOrder,
  control: SharedArrayBuffer,
): Promise<Written> {
  const { first, question } = evaluation;
  const isMoved = order.params !== question.params;
  if (first.status !== "STOPPED" && question.type === "Search")
    return writeEvents(
      engine,
      isMoved ? undefined : evaluation,
      { ...question, params: { ...order.params } },
      order,
      control,
    );
  const isStored = first.status === "STOPPED" || (!isMoved && first.results !== undefined);
  const results = isStored ? first.results : await answerAgain(engine, { ...question, params: order.params }, control);
  const told: Told = {
    ...instantOf(engine, question, order.params),
    itemCount: undefined,
    missingDays: daysOf(evaluation.warnings),
    isPartial: first.status === "STOPPED",
  };
  const written = await engine.writeExport(
    { order: { ...order, ...told, results }, events: undefined },
    question.userId,
  );
  if ("damaged" in written) throw new Error("stored results were found damaged");
  return written;
}

/** The params of a question as an export in this zone means them; the same object when that makes no difference. */
export function paramsIn(
  timezone: string,
  { namesTimezone }: Definition,
  { type, params, baseTime }: Question,
  engine: Pick<QueryEngine, "spanOf" | "isAboutEvents">,
): Record<string, unknown> {
  const range = params.time_range as { preset?: string; timezone: string } | undefined;
  if (namesTimezone || range?.preset === undefined || range.timezone === timezone) return params;
  const moved = { ...params, time_range: { ...range, timezone } };
  if (!engine.isAboutEvents(type)) return moved;
  const [before, after] = [engine.spanOf(type, params, baseTime), engine.spanOf(type, moved, baseTime)];
  return before.from === after.from && before.to === after.to ? params : moved;
}

async function writeEvents(
  engine: QueryEngine,
  evaluation: Evaluation | undefined,
  question: Question,
  order: OpenOrder,
  control: SharedArrayBuffer,
): Promise<Written> {
  const { type: _, userId: __, ...task } = question;
  let isFirst = true;
  const lend = async () => {
    const held = isFirst ? await evaluation?.borrow() : undefined;
    isFirst = false;
    return held ?? (await borrow(engine, engine.spanOf(question.type, question.params, question.baseTime), asOf));
  };
  const asOf = evaluation?.instant?.commit;
  const { answer } = await askUndamaged(engine, lend, (snapshot) => {
    const told: Told = {
      ...instantOf(engine, question, order.params),
      itemCount: evaluation?.first.itemCount,
      missingDays: daysOf(snapshot.warnings),
      isPartial: false,
      hasLater: snapshot.later?.isComplete === false,
    };
    const events = { ...task, snapshot, instant: evaluation?.instant, timezone: order.timezone, control };
    return engine.writeExport({ order: { ...order, ...told, results: undefined }, events }, question.userId);
  });
  return answer;
}

/** The range as it is read, with whole steps; none for questions that are not about events. */
function instantOf(
  engine: Pick<QueryEngine, "spanOf" | "isAboutEvents">,
  { type, baseTime }: Pick<Question, "type" | "baseTime">,
  params: Readonly<Record<string, unknown>>,
): Pick<Told, "baseTime" | "span"> {
  if (!engine.isAboutEvents(type)) return { baseTime, span: undefined };
  const { from, to } = engine.spanOf(type, params, baseTime);
  return { baseTime, span: { from: from / 1e6, to: to / 1e6 } };
}

function daysOf(warnings: readonly DamagedDay[]): string[] {
  return [...new Set(warnings.map(({ day }) => day))].sort();
}

/** Observes the stop flag of the export, which otherwise only a thread at work checks. */
async function answerAgain(
  engine: QueryEngine,
  question: Question,
  control: SharedArrayBuffer,
): Promise<Uint8Array | undefined> {
  const again = new Evaluation(question, {}, engine);
  const forget = new ControlWords(control).onStop(() => again.stop());
  await again.first.settled;
  const { status, results, error } = again.first;
  forget();
  again.close();
  if (status === "FAILURE") throw new AppError("invalid", error ?? "The query failed.");
  return results;
}
