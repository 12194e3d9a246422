import { randomUUID } from "node:crypto";
import type { RunName, RunStatus } from "../db/schema/runs.ts";
import type { OrderingTerm } from "../http/pagination.ts";
import { type Clock, nowSeconds, systemClock } from "../lib/clock.ts";
import { AppError } from "../lib/errors.ts";
import type { Logger } from "../lib/log.ts";
import { ControlWords } from "../runtime/control-words.ts";
import { runKeptSeconds, runResultBytesMax } from "./limits.ts";
import type { RunRepository, RunRow, RunState } from "./run-repository.ts";

export interface RunRequest {
  name: RunName;
  ownerId: number;
  /** Limit for the work itself; waiting for a thread does not count. */
  timeoutMs: number;
}

/**
 * Does the work, or lets a thread do it, and returns its result, which must be plain data. Calls `begin` when it
 * begins, sets the progress, and ends soon after `isStopped`; results and errors after that are ignored.
 */
export type RunWork = (control: ControlWords) => Promise<unknown>;

/**
 * The background runs of the service: PENDING → STARTED → SUCCESS | FAILURE | REVOKED. Only one run of each name at a
 * time on the whole service. Their records outlive the process; the runs do not: one that a restart cut off is a
 * FAILURE. Main thread.
 */
export interface Runs {
  /** Throws `conflict` while a run of that name has not ended, `unavailable` once the service is stopping. */
  start(request: RunRequest, work: RunWork): RunRow;
  find(uuid: string): RunRow | undefined;
  countOwn(ownerId: number): number;
  listOwn(ownerId: number, ordering: readonly OrderingTerm[], window: { limit: number; offset: number }): RunRow[];
  /** Stops it; no effect on one that has ended. */
  revoke(uuid: string): void;
  /** Stops all. */
  close(): void;
}

export interface RunsParts {
  repository: RunRepository;
  log: Logger;
  clock?: Clock;
  /** Aborted when the service begins to stop: all runs are stopped. */
  stopping?: AbortSignal | undefined;
}

export function openRuns({ repository, log, clock = systemClock, stopping }: RunsParts): Runs {
  const runs = new Map<string, Run>();
  const since = () => nowSeconds(clock) - runKeptSeconds;
  const openedAt = nowSeconds(clock);
  stopping?.addEventListener("abort", stopAll);
  tidyUp();

  return {
    start(request, work) {
      if (stopping?.aborted) throw stoppingError();
      const blocking = [...runs.values()].find((run) => run.name === request.name && run.isWorking);
      if (blocking) throw new AppError("conflict", `A run of "${request.name}" is in progress; one at a time.`);
      repository.removeOld(since());
      const uuid = randomUUID();
      const createdAt = nowSeconds(clock);
      repository.insert({ uuid, name: request.name, status: "PENDING", ownerId: request.ownerId, createdAt });
      const run = new Run(request, work, { save: (state) => save(uuid, state), log, clock });
      runs.set(uuid, run);
      run.ended.then(() => forgetSaved(uuid, run));
      return withState(repository.find(uuid, since())!);
    },
    find: (uuid) => {
      const row = repository.find(uuid, since());
      return row && withState(row);
    },
    countOwn: (ownerId) => repository.countOwn(ownerId, since()),
    listOwn: (ownerId, ordering, window) => repository.listOwn(ownerId, since(), ordering, window).map(withState),
    revoke: (uuid) => runs.get(uuid)?.finish("REVOKED", { error: "The run was revoked." }),
    close: stopAll,
  };

  function stopAll(): void {
    for (const run of runs.values()) run.finish("FAILURE", { error: "The service was stopped before the run ended." });
  }

  /** On a full disk the service starts all the same; `withState` then says what could not be written. */
  function tidyUp(): void {
    try {
      repository.failUnfinished(cutOff, openedAt);
      repository.removeOld(since());
    } catch (error) {
      log.warn({ err: error }, "records of earlier runs not tidied up");
    }
  }

  /** The record with changes that are only in memory yet. */
  function withState(row: RunRow): RunRow {
    const run = runs.get(row.uuid);
    if (run !== undefined) return { ...row, ...run.state };
    return row.finishedAt === null ? { ...row, status: "FAILURE", error: cutOff, finishedAt: openedAt } : row;
  }

  /** On a full disk the state stays in memory, where readers find it; false: not on disk. */
  function save(uuid: string, state: RunState): boolean {
    try {
      repository.update(uuid, state);
      return true;
    } catch (error) {
      log.warn({ err: error, run: uuid }, "state of a run not written");
      return false;
    }
  }

  /** One whose end could not be written is kept, so that it is not shown as running until the next start. */
  function forgetSaved(uuid: string, run: Run): void {
    if (run.isSaved || save(uuid, run.state)) runs.delete(uuid);
  }
}

const cutOff = "The service was restarted before the run ended.";

interface RunParts {
  save(state: RunState): boolean;
  log: Logger;
  clock: Clock;
}

class Run {
  readonly name: RunName;
  /** Resolves when the work has ended. */
  readonly ended: Promise<void>;
  isWorking = true;
  isSaved = true;
  readonly #control = new ControlWords();
  #status: RunStatus = "PENDING";
  #result: unknown = null;
  #error: string | null = null;
  #startedAt: number | null = null;
  #finishedAt: number | null = null;
  #alarm: ReturnType<typeof setTimeout> | undefined;

  readonly #request: RunRequest;
  readonly #parts: RunParts;

  constructor(request: RunRequest, work: RunWork, parts: RunParts) {
    this.#request = request;
    this.#parts = parts;
    this.name = request.name;
    void this.#control.whenBegun().then(() => this.#begin());
    this.ended = this.#carryOut(work);
  }

  get state(): RunState {
    const progress = this.#status === "SUCCESS" ? 100 : this.#control.progress;
    return {
      status: this.#status,
      progress,
      result: this.#result,
      error: this.#error,
      startedAt: this.#startedAt,
      finishedAt: this.#finishedAt,
    };
  }

  /** Final: later changes have no effect. */
  finish(status: "SUCCESS" | "FAILURE" | "REVOKED", { result = null, error = null }: Outcome): void {
    if (this.#finishedAt !== null) return;
    this.#begin();
    this.#status = status;
    this.#result = result;
    this.#error = error;
    this.#finishedAt = nowSeconds(this.#parts.clock);
    clearTimeout(this.#alarm);
    this.#control.stop();
    this.isSaved = this.#parts.save(this.state);
  }

  #begin(): void {
    if (this.#status !== "PENDING" || !this.#control.hasBegun) return;
    this.#status = "STARTED";
    this.#startedAt = nowSeconds(this.#parts.clock);
    const { timeoutMs } = this.#request;
    this.#alarm = setTimeout(() => this.finish("FAILURE", { error: tooLate(timeoutMs) }), timeoutMs);
    this.#parts.save(this.state);
  }

  async #carryOut(work: RunWork): Promise<void> {
    // A turn later, so that the starter of a run gets it as PENDING, however quick it is.
    await Promise.resolve();
    try {
      this.finish("SUCCESS", { result: requireSmall(await work(this.#control)) });
    } catch (error) {
      this.finish("FAILURE", { error: this.#describe(error) });
    } finally {
      this.isWorking = false;
    }
  }

  #describe(error: unknown): string {
    if (error instanceof AppError) return error.message;
    this.#parts.log.error({ err: error, run: this.name }, "run failed");
    return "Internal error: the run failed. See the service log.";
  }
}

interface Outcome {
  result?: unknown;
  error?: string | null;
}

function stoppingError(): AppError {
  return new AppError("unavailable", "The service is stopping.", { headers: { "Retry-After": "5" } });
}

function tooLate(timeoutMs: number): string {
  return `The run was ended after its timeout of ${timeoutMs / 1000} s.`;
}

function requireSmall(result: unknown): unknown {
  const bytes = Buffer.byteLength(JSON.stringify(result ?? null));
  if (bytes > runResultBytesMax)
    throw new AppError("too_large", `The result has ${bytes} bytes, more than can be kept.`);
  return result ?? null;
}
