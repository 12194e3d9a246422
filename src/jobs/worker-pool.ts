import { Piscina } from "piscina";
import { AppError, messageOf } from "../lib/errors.ts";
import { type WorkerName, workerEntry } from "../lib/worker-entry.ts";
import { CLOSE_GRACE_MS, IDLE_THREAD_MS, LIGHT_THREADS, WAITING_TASKS_MAX } from "./limits.ts";
import { readOutcome, type TaskOutcome } from "./task-outcome.ts";

/** Heavy tasks never take every thread, so light ones do not wait for them. */
export type TaskWeight = "light" | "heavy";

/** The threads of the service for work that outlives a moment. Called from the main thread only. */
export interface WorkerPool {
  /**
   * Has the thread entry `workers/<worker>.ts` answer a task; both are plain data that can be cloned. A task begins in order of coming
   * among those of its weight. To end one early, set the stop flag in shared memory that it watches: threads are never killed.
   * Rejects with what the worker threw (an AppError keeps its code and details), with `too_many` when too many tasks wait,
   * with `unavailable` when the thread died or the pool is closing.
   */
  run<Answer>(worker: WorkerName, task: unknown, weight: TaskWeight): Promise<Answer>;
  status(): PoolStatus;
  /** Refuses what waits, lets what runs end for a second, then ends the threads. Set the stop flags before. */
  close(): Promise<void>;
}

export interface PoolStatus {
  threads: number;
  running: Record<TaskWeight, number>;
  waiting: Record<TaskWeight, number>;
}

export interface WorkerPoolOptions {
  /** Tasks that run at the same time, however heavy. Each thread keeps the memory of its largest task: this bounds it. */
  threads: number;
  /** Plain data that each thread finds as `workerData` of node:worker_threads. */
  threadData?: unknown;
  /** Where `workers/` lies; tests have their own. */
  entryOf?: (worker: WorkerName) => string;
}

/** The only place that knows Piscina. Threads start when they are needed. */
export function openWorkerPool(options: WorkerPoolOptions): WorkerPool {
  return new PiscinaPool(options);
}

interface Waiting {
  entry: string;
  task: unknown;
  resolve: (outcome: TaskOutcome<unknown>) => void;
  reject: (error: unknown) => void;
}

/**
 * The queue is ours and Piscina gets a task only when a thread is free for it: its own queue has no weights, and its way to take a task
 * out again ends the thread of a neighbour now and then (its issues 805, 934, 788).
 */
class PiscinaPool implements WorkerPool {
  readonly #piscina: Piscina;
  readonly #heavyMax: number;
  readonly #threadsMax: number;
  readonly #entryOf: (worker: WorkerName) => string;
  readonly #waiting: Record<TaskWeight, Waiting[]> = { light: [], heavy: [] };
  readonly #running: Record<TaskWeight, Set<Waiting>> = { light: new Set(), heavy: new Set() };
  #closing: Promise<void> | undefined;
  #becameIdle: () => void = () => undefined;

  constructor({ threads, threadData, entryOf = workerEntry }: WorkerPoolOptions) {
    this.#heavyMax = threads;
    this.#threadsMax = threads + LIGHT_THREADS;
    this.#entryOf = entryOf;
    this.#piscina = new Piscina({
      minThreads: 0,
      maxThreads: this.#threadsMax,
      idleTimeout: IDLE_THREAD_MS,
      workerData: threadData,
    });
    // Only threads that had no task come here; without a listener the process would end.
    this.#piscina.on("error", (error) => this.#onThreadLost(error));
  }

  async run<Answer>(worker: WorkerName, task: unknown, weight: TaskWeight): Promise<Answer> {
    if (this.#closing) throw closingError();
    const waiting = this.#waiting[weight];
    if (waiting.length >= WAITING_TASKS_MAX)
      throw new AppError("too_many", `${WAITING_TASKS_MAX} tasks wait for a thread already. Try again shortly.`, {
        headers: { "Retry-After": "2" },
      });
    const outcome = await new Promise<TaskOutcome<unknown>>((resolve, reject) => {
      waiting.push({ entry: this.#entryOf(worker), task, resolve, reject });
      this.#startWaiting();
    });
    return readOutcome(outcome as TaskOutcome<Answer>);
  }

  status(): PoolStatus {
    const { heavy, light } = this.#running;
    return {
      threads: this.#piscina.threads.length,
      running: { light: light.size, heavy: heavy.size },
      waiting: { light: this.#waiting.light.length, heavy: this.#waiting.heavy.length },
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  /** Heavy first: they leave LIGHT_THREADS free in any case, and so a stream of light ones cannot keep them out. */
  #startWaiting(): void {
    const { heavy, light } = this.#running;
    const hasThread = () => heavy.size + light.size < this.#threadsMax;
    while (this.#waiting.heavy.length > 0 && heavy.size < this.#heavyMax && hasThread()) this.#start("heavy");
    while (this.#waiting.light.length > 0 && hasThread()) this.#start("light");
  }

  #start(weight: TaskWeight): void {
    const job = this.#waiting[weight].shift()!;
    const running = this.#running[weight];
    running.add(job);
    this.#piscina
      .run(job.task, { filename: job.entry })
      .then(job.resolve, (error) => job.reject(poolError(error, job)))
      .finally(() => {
        running.delete(job);
        if (this.#closing === undefined) this.#startWaiting();
        if (this.#isIdle) this.#becameIdle();
      });
  }

  /** When not even one thread can start, Piscina would leave its tasks waiting for ever. */
  #onThreadLost(error: unknown): void {
    if (this.#piscina.threads.length > 0) return;
    for (const running of Object.values(this.#running)) for (const job of running) job.reject(poolError(error, job));
  }

  async #shutDown(): Promise<void> {
    for (const waiting of Object.values(this.#waiting)) for (const job of waiting.splice(0)) job.reject(closingError());
    await this.#idleOrLate();
    for (const running of Object.values(this.#running)) for (const job of running) job.reject(closingError());
    await this.#piscina.destroy();
  }

  #idleOrLate(): Promise<void> {
    if (this.#isIdle) return Promise.resolve();
    return new Promise((resolve) => {
      const alarm = setTimeout(resolve, CLOSE_GRACE_MS);
      this.#becameIdle = () => {
        clearTimeout(alarm);
        resolve();
      };
    });
  }

  get #isIdle(): boolean {
    return this.#running.heavy.size + this.#running.light.size === 0;
  }
}

function closingError(): AppError {
  return new AppError("unavailable", "The service is stopping.", { headers: { "Retry-After": "5" } });
}

/** What Piscina rejects with has happened outside of the worker's own function. */
function poolError(error: unknown, { entry }: Waiting): Error {
  if (error instanceof Error && error.name === "DataCloneError")
    return new Error(`A task or an answer of ${entry} cannot cross threads: ${error.message}`, { cause: error });
  return new AppError("unavailable", `The thread of ${entry} ended: ${messageOf(error)}`, {}, { cause: error });
}
