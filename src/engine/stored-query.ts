import type { Clock } from "../lib/clock.ts";
import { AppError, notFound } from "../lib/errors.ts";
import { sameMembers } from "../lib/same-members.ts";
import { isRelative, type TimeRange } from "../query/time/time-range.ts";
import { Evaluation, type QueryEngine, type Shape } from "./evaluation.ts";
import { defaultPageSize, pagingHoldMs } from "./limits.ts";
import type { QueryRun } from "./query-run.ts";

/** The question as it was stored; never changes. */
export interface Definition {
  qid: string;
  ownerId: number;
  /** In the spelling it was asked in. */
  askedType: string;
  /** Without the ending "Query". */
  type: string;
  /** Normalised, defaults filled in. */
  params: Record<string, unknown>;
  /** False when the zone in `params` is the service's because the question named none. */
  namesTimezone: boolean;
  /** It is asked for dashboards that are watched: it takes turns of its own, so its owner's own questions go on. */
  isWatched?: boolean;
}

/** How a reader wants a search shown; missing numbers come from the params. Other kinds ignore it. */
export interface ReadRequest {
  page?: number;
  pageSize?: number;
  offset?: number;
  actionsHint?: boolean;
  addTriggerData?: boolean;
}

/** One reading of one evaluation, which a record is made of. */
export interface View {
  evaluation: Evaluation;
  shape: Shape;
  run: QueryRun;
}

/**
 * One stored question and its current evaluation. Everything a record shows (state, base_time, results) is of one
 * evaluation, so a poller never sees the results of one instant beside the base_time of another.
 *
 * When does a reader's GET show the current evaluation, and when does it start a new one against now?
 * - In work: it joins; reading never starts work over.
 * - STOPPED stays until `recalculate`. So does FAILURE, with two exceptions: readers of another page or size may
 *   succeed, and failures for lack of room are tried again once they were seen.
 * - SUCCESS with `freeze_time` or absolute bounds stays.
 * - SUCCESS with a relative range is evaluated again, with three exceptions: a `page` or `offset` stays on the instant
 *   for a minute after the first answer; an outcome that nobody has seen yet is shown first (or a poller of a slow
 *   query would never see it end); and an evaluation that took long is shown for as long as it took (or one of two
 *   pollers would never see one).
 * - An evaluation made under other host limits than the owner has now is never shown.
 */
export class StoredQuery {
  #hosts: readonly string[];
  #view: View;
  readonly #exports = new Set<(reason: AppError) => void>();

  readonly #engine: QueryEngine;

  /** Begins to answer at once. */
  constructor(
    readonly definition: Definition,
    hosts: readonly string[],
    engine: QueryEngine,
  ) {
    this.#engine = engine;
    this.#hosts = hosts;
    this.#view = this.#evaluate(this.#now, this.#shapeOf({}));
  }

  /** The view that was read last. */
  get view(): View {
    return this.#view;
  }

  /** Bytes of finished results. */
  get resultBytes(): number {
    let sum = 0;
    for (const run of this.#view.evaluation.runs) sum += run.results?.byteLength ?? 0;
    return sum;
  }

  /** No reader waits for an answer of it any more. */
  get isFinished(): boolean {
    for (const run of this.#view.evaluation.runs) if (!run.finished) return false;
    return true;
  }

  /** An export reads it. */
  get isExported(): boolean {
    return this.#exports.size > 0;
  }

  /** Call it with the owner's limits before showing anything; changed limits mean a new evaluation. */
  limitHosts(hosts: readonly string[]): void {
    if (sameMembers(this.#hosts, hosts)) return;
    this.#hosts = hosts;
    this.#replace(this.#renewedBaseTime, this.#shapeOf({}));
  }

  /** Throws `not_found` for a page known to be past the end, `too_many` when too many pages are in work. */
  read(request: ReadRequest): View {
    const shape = this.#shapeOf(request);
    const run = this.#current(shape, isLeafing(request) && shape.page !== undefined);
    if (run === undefined) this.#replace(this.#renewedBaseTime, shape);
    else this.#view = { evaluation: this.#view.evaluation, shape, run };
    return this.#view;
  }

  /** From any state back to PENDING, against now. */
  recalculate(): View {
    this.#replace(this.#now, this.#shapeOf({}));
    return this.#view;
  }

  /** Stops a query; of a finished one, only its exports. */
  stop(): View {
    this.#view.evaluation.stop();
    this.#stopExports(() => new AppError("invalid", "The export was stopped."));
    return this.#view;
  }

  /** Ends all work, exports too, and gives the leases back. */
  close(): void {
    this.#view.evaluation.close();
    this.#stopExports(notFound);
  }

  /** Calls `stop` with the reason when the query is stopped or removed, until the returned function is called. */
  addExport(stop: (reason: AppError) => void): () => void {
    this.#exports.add(stop);
    return () => this.#exports.delete(stop);
  }

  dropResults(): void {
    this.#view.evaluation.dropResults();
  }

  /** The run that answers from the current evaluation; undefined when a new one is needed. */
  #current(shape: Shape, leafing: boolean): QueryRun | undefined {
    const { evaluation } = this.#view;
    const { first } = evaluation;
    if (first.status === "FAILURE" && first.canRetry && first.delivered) return undefined;
    if (first.status === "FAILURE") return evaluation.find(shape);
    if (first.status === "STOPPED") return this.#stoppedRun(shape, leafing);
    if (first.finished && this.moves && !leafing) return this.#stillShown(shape);
    if (leafing && evaluation.open && isPastEnd({ shape, run: first })) throw notFound(invalidPage);
    return evaluation.find(shape) ?? (evaluation.open ? evaluation.read(shape) : undefined);
  }

  /** A stopped query keeps the pages that were begun and gets no others. */
  #stoppedRun(shape: Shape, leafing: boolean): QueryRun {
    const { evaluation } = this.#view;
    const run = evaluation.find(shape);
    if (run === undefined && leafing) throw notFound(invalidPage);
    return run ?? evaluation.first;
  }

  /** The last evaluation of a moving range, while it is still recent enough to show. */
  #stillShown(shape: Shape): QueryRun | undefined {
    const run = this.#view.evaluation.find(shape);
    if (run?.finishedMs === undefined || run.unseen) return run;
    const tookMs = run.finishedMs - run.startedMs;
    const shownForMs = tookMs > this.#engine.answerWaitMs ? Math.min(tookMs, pagingHoldMs) : 0;
    return run.ageMs < shownForMs ? run : undefined;
  }

  #stopExports(reason: () => AppError): void {
    for (const stop of [...this.#exports]) stop(reason());
  }

  #replace(baseTime: number, shape: Shape): void {
    this.#view.evaluation.close();
    this.#view = this.#evaluate(baseTime, shape);
  }

  #evaluate(baseTime: number, shape: Shape): View {
    const { type, params, ownerId: userId, isWatched } = this.definition;
    const question = { type, params, baseTime, userId, hosts: this.#hosts, isWatched };
    const evaluation = new Evaluation(question, shape, this.#engine);
    return { evaluation, shape, run: evaluation.first };
  }

  #shapeOf(request: ReadRequest): Shape {
    const { type } = this.definition;
    if (type !== "Search" && type !== "Around") return {};
    const shown = {
      actionsHint: request.actionsHint ?? false,
      addTriggerData: request.addTriggerData ?? false,
    };
    if (type === "Around") return shown;
    const params = this.definition.params as { page?: number; page_size?: number; offset?: number };
    const size = request.pageSize ?? params.page_size ?? defaultPageSize;
    const asked = isLeafing(request) ? request : params;
    const offset = asked.offset ?? ((asked.page ?? 1) - 1) * size;
    return { page: { offset, size }, ...shown };
  }

  get #renewedBaseTime(): number {
    return this.moves ? this.#now : this.#view.evaluation.question.baseTime;
  }

  /** True when the range moves with the clock. */
  get moves(): boolean {
    const { params } = this.definition;
    if (params.freeze_time === true) return false;
    const base = (params.base ?? { shift: 0 }) as Partial<TimeRange> & { shift?: number };
    return (
      isRelative((params.time_range ?? {}) as Partial<TimeRange>) || (base.shift === undefined && isRelative(base))
    );
  }

  get #now(): number {
    return nextSecond(this.#engine.time.wallMs);
  }
}

export const invalidPage = "Invalid page.";

export function isLeafing(request: ReadRequest): boolean {
  return request.page !== undefined || request.offset !== undefined;
}

/** Whether the rows begin behind the last event; false while unknown. The first page never does. */
export function isPastEnd({ shape, run }: Pick<View, "shape" | "run">): boolean {
  const offset = shape.page?.offset ?? 0;
  return run.itemCount !== undefined && offset > 0 && offset >= run.itemCount;
}

/**
 * Base time of an evaluation: the next whole second, since ranges that end "now" are half-open and must include what
 * was accepted a microsecond ago.
 */
export function nextSecond(wallMs: Clock): number {
  return Math.floor(wallMs() / 1000) + 1;
}
