import type { Written } from "../document/output.ts";
import type { DamagedDay, Snapshot, TimeSpan } from "../eventstore/snapshot.ts";
import type { ExportOrder } from "../export/write-export.ts";
import { AppError } from "../lib/errors.ts";
import type { Owner } from "../pool/pool-task.ts";
import type { DamageFound } from "../query/answer/damage.ts";
import type { EncodedAnswer } from "../query/answer/encode-answer.ts";
import type { EveryEventTask, Instant } from "../query/answer/every-event.ts";
import type { QueryTask } from "../query/execution/task.ts";
import { askUndamaged, type InstantSource, type Loan } from "./ask.ts";
import { pagesPerInstantMax, pagingHoldMs } from "./limits.ts";
import { QueryRun } from "./query-run.ts";
import type { TimeSource } from "./time-source.ts";

/** The parts of the engine that a query needs. */
export interface QueryEngine extends InstantSource {
  /** How long an answer waits for its query to finish. */
  readonly answerWaitMs: number;
  spanOf(type: string, params: Record<string, unknown>, baseTime: number): TimeSpan;
  /** Answers a task in a worker thread, which lets go soon after the control words say so. */
  answer(
    task: QueryTask,
    extras: { actionsHint: boolean; addTriggerData?: boolean; owner?: Owner },
  ): Promise<EncodedAnswer | DamageFound>;
  /** False for what is answered without a snapshot, by `answerService`. */
  isAboutEvents(type: string): boolean;
  answerService(question: Question): Promise<EncodedAnswer>;
  /** Writes an export of this user in a worker thread, which lets go soon after the control words say so. */
  writeExport(task: ExportTask, userId: number): Promise<Written | DamageFound>;
  /** Text for `error` in the record; logs internal errors as well. */
  describeFailure(error: unknown): string;
  time: TimeSource;
}

/** A question at one instant. */
export interface Question {
  /** Without the ending "Query". */
  type: string;
  /** Normalised. */
  params: Record<string, unknown>;
  /** Epoch seconds. */
  baseTime: number;
  /** The owner, whose "me" it is. */
  userId: number;
  /** Host patterns of the owner; empty: no limit. */
  hosts: readonly string[];
  /** See `Definition`. */
  isWatched?: boolean | undefined;
}

/** The task of `workers/export.ts`. */
export interface ExportTask {
  order: ExportOrder;
  /** Only of a search. */
  events: EveryEventTask | undefined;
}

/** In what form the answer is wanted; one evaluation can be read in several. */
export interface Shape {
  /** Search only. */
  page?: { offset: number; size: number };
  /** Search and Around: with what can be done with each field. */
  actionsHint?: boolean;
  addTriggerData?: boolean;
}

/**
 * A question answered from one instant of the store. The snapshot is taken once and its lease is given back exactly
 * once, when nothing reads it any longer. All pages come from it, so paging is stable while events stream in. A search
 * stays open for more pages for a minute after its first answer; the other kinds close when answered.
 */
export class Evaluation {
  /** The run that opened it; its state is the state of the query. */
  readonly first: QueryRun;
  /** Days that could not be read; known once the snapshot came. */
  warnings: readonly DamagedDay[] = [];
  /** Separates the events of this instant from later ones. Undefined until known. */
  instant: Instant | undefined;
  /** More than one only when days were found damaged; the last one is read. */
  readonly #snapshots: Promise<Snapshot>[] = [];
  readonly #runs = new Map<string, QueryRun>();
  #reading = 0;
  #open = true;
  #cancelAlarm: () => void = () => undefined;

  readonly #engine: QueryEngine;

  constructor(
    readonly question: Question,
    shape: Shape,
    engine: QueryEngine,
  ) {
    this.#engine = engine;
    if (engine.isAboutEvents(question.type)) this.#takeSnapshot();
    this.first = this.#start(shape);
    this.first.settled.then(() => this.#hold(shape.page !== undefined));
  }

  /** True while more pages can be read from the same instant. */
  get open(): boolean {
    return this.#open;
  }

  get runs(): Iterable<QueryRun> {
    return this.#runs.values();
  }

  /** The run that answers this page, if there is one whose results are still there or to come. */
  find(shape: Shape): QueryRun | undefined {
    return this.#runs.get(keyOf(shape));
  }

  /** The run that answers this page; begins it if there is none. Only while `open`. */
  read(shape: Shape): QueryRun {
    return this.find(shape) ?? this.#start(shape);
  }

  /** The instant the answer came from, for reading all of it; undefined when it is no longer kept. */
  async borrow(): Promise<Loan | undefined> {
    const latest = this.#snapshots.at(-1);
    if (!this.#open || latest === undefined) return undefined;
    this.#reading += 1;
    const giveBack = () => {
      this.#reading -= 1;
      this.#releaseWhenDone();
    };
    try {
      return { snapshot: await latest, giveBack };
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** Ends the work and keeps the results so far. */
  stop(): void {
    for (const run of this.#runs.values()) run.stop();
  }

  /** No more pages: stops what is in work and gives the lease back as soon as the last thread let go. */
  close(): void {
    this.stop();
    this.#shut();
  }

  /** Drops finished results to make room, except those about to be delivered. */
  dropResults(): void {
    for (const [key, run] of this.#runs) {
      if (!run.finished || run.unseen || run.results === undefined) continue;
      run.dropResults();
      this.#runs.delete(key);
    }
  }

  #start(shape: Shape): QueryRun {
    this.#makeRoom();
    const run = new QueryRun(
      (control) => this.#answer(shape, control),
      this.#engine.time,
      this.#engine.describeFailure,
    );
    this.#reading += 1;
    run.ended.then(() => {
      this.#reading -= 1;
      this.#releaseWhenDone();
    });
    this.#runs.set(keyOf(shape), run);
    return run;
  }

  async #answer(shape: Shape, control: SharedArrayBuffer): Promise<EncodedAnswer> {
    const { isWatched, ...question } = this.question;
    if (!this.#engine.isAboutEvents(question.type)) return this.#engine.answerService(question);
    let lent: Promise<Snapshot> | undefined;
    const lend = async () => {
      // The snapshot used before turned out damaged; meanwhile another page may have taken a new one.
      if (lent !== undefined && lent === this.#snapshots.at(-1)) this.#takeSnapshot();
      lent = this.#snapshots.at(-1)!;
      return { snapshot: await lent, giveBack: () => undefined };
    };
    const { answer } = await askUndamaged(this.#engine, lend, (snapshot) =>
      this.#engine.answer(
        { ...question, page: shape.page, snapshot, control },
        {
          actionsHint: shape.actionsHint ?? false,
          addTriggerData: shape.addTriggerData ?? false,
          owner: isWatched ? `watchers of ${question.userId}` : question.userId,
        },
      ),
    );
    return answer;
  }

  #takeSnapshot(): void {
    const snapshot = this.#askForSnapshot();
    this.#snapshots.push(snapshot);
    snapshot.then(
      ({ warnings, segments, commit }) => {
        this.warnings = warnings;
        this.instant = { commit, newestId: segments.reduce((newest, { maxId }) => Math.max(newest, maxId), 0) };
      },
      () => undefined,
    );
  }

  async #askForSnapshot(): Promise<Snapshot> {
    const { type, params, baseTime } = this.question;
    return this.#engine.snapshot(this.#engine.spanOf(type, params, baseTime));
  }

  #makeRoom(): void {
    if (this.#runs.size < pagesPerInstantMax) return;
    for (const [key, run] of this.#runs) {
      if (!run.finished || run === this.first) continue;
      this.#runs.delete(key);
      return;
    }
    throw new AppError("too_many", `At most ${pagesPerInstantMax} pages of a query are read at a time.`, {
      headers: { "Retry-After": "1" },
    });
  }

  /** After the first answer. A stopped or failed search has no further pages. */
  #hold(hasPages: boolean): void {
    if (!this.#open) return;
    if (!hasPages || this.first.status !== "SUCCESS") this.#shut();
    else this.#cancelAlarm = this.#engine.time.after(pagingHoldMs, () => this.#shut());
  }

  #shut(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#cancelAlarm();
    this.#releaseWhenDone();
  }

  #releaseWhenDone(): void {
    if (this.#open || this.#reading > 0) return;
    for (const snapshot of this.#snapshots.splice(0))
      snapshot.then(
        ({ lease }) => this.#engine.release(lease),
        () => undefined,
      );
  }
}

function keyOf(shape: Shape): string {
  return JSON.stringify([shape.page?.offset, shape.page?.size, shape.actionsHint, shape.addTriggerData]);
}
