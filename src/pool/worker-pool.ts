import { AppError } from "../lib/errors.ts";
import { StopTime, stopPoints } from "../lib/stop/stop-time.ts";
import { type Claim, MemoryQueue, type Share } from "../runtime/memory-queue.ts";
import type { MailboxAddress } from "../runtime/preemption-mailbox.ts";
import { type WorkerName, workerEntry } from "../runtime/worker-entry.ts";
import { fairest, isInLine } from "./fair-queue.ts";
import { dismissHelpers, startHelpers } from "./helpers.ts";
import {
  closeGraceMs,
  helperMemoryShare,
  helpersAfterMs,
  helpRetryMs,
  idleThreadMs,
  lightThreads,
  waitingTasksMax,
} from "./limits.ts";
import type { Also, Owner, PoolTask, TaskWeight } from "./pool-task.ts";
import { givingWay, type LaneData } from "./preemption/lane-worker-data.ts";
import { PreemptionMailboxes } from "./preemption/mailboxes.ts";
import { Preempter } from "./preemption/preempter.ts";
import { Rest } from "./rest.ts";
import { readOutcome, type TaskOutcome } from "./task-outcome.ts";
import { ThreadLane } from "./thread-lane.ts";
import { ThreadTimes } from "./thread-times.ts";

/** The threads of the service for work that outlives a moment. Called from the main thread only. */
export interface WorkerPool {
  /**
   * Has the thread entry `workers/<worker>.ts` answer a task; both are plain data that can be cloned. Tasks of one
   * owner begin in order of coming; of several owners the one with the fewest tasks in work comes first, among these
   * the one whose tasks had threads for the least time, and none has all threads for heavy tasks. A heavy task that has
   * to wait may interrupt a thread at work meanwhile.
   * To end one early, set the stop flag in shared memory that it watches: threads are never killed. Rejects with what
   * the worker threw (an AppError keeps its code and details), with `too_many` when too many tasks wait, with
   * `unavailable` when the thread died or could not start, or the pool is closing.
   */
  run<Answer>(worker: WorkerName, task: unknown, weight: TaskWeight, owner?: Owner, also?: Also): Promise<Answer>;
  /**
   * Loads a thread for light tasks of this worker and keeps it: without, the first task after a start or an idle minute
   * waits for one.
   */
  keepReady(worker: WorkerName): void;
  /** Asks idle threads to free memory, as far as each one's watch finds too little for the caller's need. */
  giveBack(wantedBytes: number): void;
  status(): PoolStatus;
  /**
   * Refuses waiting tasks, gives running ones a second to end, then ends the threads, and waits for all of that as long
   * as the stop has time. Set the stop flags first.
   */
  close(time?: StopTime): Promise<void>;
}

export interface PoolStatus {
  threads: number;
  running: Record<TaskWeight, number>;
  waiting: Record<TaskWeight, number>;
  /** Resources that large pieces of work share. */
  memory: ReturnType<MemoryQueue["status"]>;
}

export interface WorkerPoolOptions {
  /** Heavy tasks that run at the same time. Each thread keeps the memory of its largest task: this bounds it. */
  threads: number;
  /** Plain data that each thread finds as `workerData` of node:worker_threads. */
  threadData?: Record<TaskWeight, object>;
  /** Path of a worker's entry; tests have their own. */
  entryOf?: (worker: WorkerName) => string;
  helpAfterMs?: number;
  /** Memory shared with other large work, and how much of it each heavy task takes while it runs. */
  memory?: { shares: MemoryQueue; taskBytes: number };
  /** Called with each task that comes. */
  onTask?: () => void;
  /** A thread that had nothing to do for so long ends. */
  idleMs?: number;
}

/** Threads start on demand; one is kept ready. */
export function openWorkerPool(options: WorkerPoolOptions): WorkerPool {
  return new LanePool(options);
}

class LanePool implements WorkerPool {
  readonly #lanes: Record<TaskWeight, ThreadLane<PoolTask>>;
  readonly #waiting: Record<TaskWeight, PoolTask[]> = { light: [], heavy: [] };
  readonly #times: Record<TaskWeight, ThreadTimes> = { light: new ThreadTimes(), heavy: new ThreadTimes() };
  readonly #entryOf: (worker: WorkerName) => string;
  readonly #helpAfterMs: number;
  readonly #onTask: (() => void) | undefined;
  readonly #mailboxes = new PreemptionMailboxes(() => this.#onFree());
  readonly #preempter: Preempter;
  readonly #rest = new Rest((isLong) => this.#collectGarbage(isLong));
  readonly #shares: MemoryQueue;
  /** The next heavy task waits for memory as this. */
  readonly #claim: Claim;
  /** It has it already, and waits for a thread that collects garbage. */
  #nextMemory: Share | undefined;
  #helpRetry: Timer | undefined;
  #closing: Promise<void> | undefined;
  #becameIdle: () => void = () => undefined;

  constructor({
    threads,
    threadData,
    entryOf = workerEntry,
    helpAfterMs = helpersAfterMs,
    memory: { shares, taskBytes } = { shares: new MemoryQueue(Number.POSITIVE_INFINITY), taskBytes: 0 },
    onTask,
    idleMs = idleThreadMs,
  }: WorkerPoolOptions) {
    this.#shares = shares;
    this.#claim = { kind: "task", bytes: taskBytes, offer: () => this.#startWaiting("heavy") };
    const onFree = () => this.#onFree();
    const onHeavyFree = () => {
      // A task that no thread has looked at may now have a thread of its own.
      this.#mailboxes.takeBack();
      this.#onFree();
    };
    const onMailbox = (mailbox: MailboxAddress) => this.#mailboxes.add(mailbox);
    const heavyLane: LaneData = { ...givingWay(), isPreemptible: true };
    this.#lanes = {
      light: new ThreadLane<PoolTask>(
        Math.max(lightThreads, threads),
        { threadData: threadData?.light, idleMs },
        onFree,
        onMailbox,
      ),
      heavy: new ThreadLane<PoolTask>(
        threads,
        { threadData: { ...threadData?.heavy, ...heavyLane }, idleMs },
        onHeavyFree,
        onMailbox,
      ),
    };
    this.#preempter = new Preempter({
      waiting: this.#waiting.heavy,
      running: this.#lanes.heavy.running,
      times: this.#times.heavy,
      mailboxes: this.#mailboxes,
      again: () => this.#startWaiting("heavy"),
    });
    this.#entryOf = entryOf;
    this.#helpAfterMs = helpAfterMs;
    this.#onTask = onTask;
  }

  async run<Answer>(
    worker: WorkerName,
    task: unknown,
    weight: TaskWeight,
    owner?: Owner,
    { help, preempting }: Also = {},
  ): Promise<Answer> {
    if (this.#closing) throw closingError();
    this.#onTask?.();
    const waiting = this.#waiting[weight];
    if (waiting.length >= waitingTasksMax) throw queueFull();
    if (waiting.length === 0 && this.#lanes[weight].running.size === 0) this.#times[weight].forget();
    const entry = this.#entryOf(worker);
    const cameMs = performance.now();
    const outcome = await new Promise<TaskOutcome<unknown>>((resolve, reject) => {
      waiting.push({ entry, task, ports: help?.ports ?? [], owner, help, preempting, cameMs, resolve, reject });
      this.#startWaiting(weight);
    });
    return readOutcome(outcome as TaskOutcome<Answer>);
  }

  keepReady(worker: WorkerName): void {
    this.#lanes.light.keepOne(this.#entryOf(worker));
  }

  giveBack(wantedBytes: number): void {
    if (this.#closing !== undefined) return;
    for (const lane of Object.values(this.#lanes)) lane.askIdle(this.#entryOf("give-back"), { wantedBytes });
  }

  status(): PoolStatus {
    const { light, heavy } = this.#lanes;
    return {
      threads: light.threads + heavy.threads,
      running: { light: light.running.size, heavy: heavy.running.size },
      waiting: { light: this.#waiting.light.length, heavy: this.#waiting.heavy.length },
      memory: this.#shares.status(),
    };
  }

  close(time = new StopTime()): Promise<void> {
    this.#closing ??= this.#shutDown(time);
    return this.#closing;
  }

  #onFree(): void {
    for (const weight of weights) this.#startWaiting(weight);
    if (!this.#isIdle) return;
    this.#rest.begin();
    this.#becameIdle();
  }

  /** Only in as many threads as had tasks: one that is asked is not idle for Piscina, and would never end. */
  #collectGarbage(isLong: boolean): void {
    if (this.#closing !== undefined) return;
    for (const lane of Object.values(this.#lanes)) {
      lane.askIdle(this.#entryOf("collect-garbage"), { isLong }, lane.mostRunning);
      if (isLong) lane.mostRunning = 0;
    }
  }

  #startWaiting(weight: TaskWeight): void {
    if (this.#closing !== undefined) return;
    const lane = this.#lanes[weight];
    const waiting = this.#waiting[weight];
    for (let next = this.#next(weight); next !== undefined && this.#canStart(weight); next = this.#next(weight)) {
      if (weight === "heavy") {
        next.memory = this.#nextMemory;
        this.#nextMemory = undefined;
      }
      timeTask(next, this.#times[weight], waiting);
      waiting.splice(waiting.indexOf(next), 1);
      this.#rest.end();
      lane.start(next);
      if (next.help !== undefined) this.#helpLater(next);
    }
    if (weight === "light") return;
    if (this.#next("heavy") === undefined || lane.isFull) this.#leaveMemory();
    this.#preempter.offer();
    // An offered task may be done before a helper has let go.
    if (this.#next("heavy") !== undefined) dismissHelpers(lane);
    else this.#startHelpers();
  }

  /**
   * Memory comes before the thread: to wait for memory makes idle threads collect their garbage, and who left the line
   * meanwhile would lose his place to the next body, again and again.
   */
  #canStart(weight: TaskWeight): boolean {
    const lane = this.#lanes[weight];
    if (weight === "light" || lane.isFull) return lane.hasFree;
    this.#nextMemory ??= this.#shares.tryTake(this.#claim);
    return this.#nextMemory !== undefined && lane.hasFree;
  }

  /** No heavy task could begin. */
  #leaveMemory(): void {
    const memory = this.#nextMemory;
    this.#nextMemory = undefined;
    memory?.release();
    this.#shares.leave(this.#claim);
  }

  #startHelpers(): void {
    const takeMemory = () => this.#shares.tryTakeSpare(this.#claim.bytes * helperMemoryShare);
    const areLeft = startHelpers(this.#lanes.heavy, takeMemory);
    if (!areLeft || this.#helpRetry !== undefined) return;
    this.#helpRetry = setTimeout(() => {
      this.#helpRetry = undefined;
      if (this.#closing === undefined) this.#startHelpers();
    }, helpRetryMs).unref();
  }

  #helpLater(task: PoolTask): void {
    const alarm = setTimeout(() => {
      task.isLong = true;
      if (this.#closing === undefined) this.#startHelpers();
    }, this.#helpAfterMs);
    alarm.unref();
  }

  /** The next task that may begin, if a thread is free. */
  #next(weight: TaskWeight): PoolTask | undefined {
    const { running, threadsMax } = this.#lanes[weight];
    // The last thread for heavy tasks goes to another owner than the one that has all others.
    const ownMax = weight === "heavy" ? Math.max(1, threadsMax - 1) : threadsMax;
    return fairest(this.#waiting[weight].filter(isInLine), running, this.#times[weight], ownMax);
  }

  async #shutDown(time: StopTime): Promise<void> {
    for (const waiting of Object.values(this.#waiting))
      for (const task of waiting.splice(0)) task.reject(closingError());
    this.#leaveMemory();
    dismissHelpers(this.#lanes.heavy);
    await this.#idleOrLate(time.left(stopPoints.tasks, closeGraceMs));
    for (const lane of Object.values(this.#lanes)) for (const task of lane.running) task.reject(closingError());
    const ended = Promise.all(Object.values(this.#lanes).map((lane) => lane.destroy()));
    await time.wait(ended, stopPoints.threads);
  }

  #idleOrLate(graceMs: number): Promise<void> {
    if (this.#isIdle) return Promise.resolve();
    return new Promise((resolve) => {
      const alarm = setTimeout(resolve, graceMs);
      this.#becameIdle = () => {
        clearTimeout(alarm);
        resolve();
      };
    });
  }

  get #isIdle(): boolean {
    return this.#lanes.heavy.running.size + this.#lanes.light.running.size === 0;
  }
}

/** How long a task with a thread of its own takes is told, and counts for its owner. */
function timeTask(task: PoolTask, times: ThreadTimes, waiting: readonly PoolTask[]): void {
  const beganMs = performance.now();
  const { owner, preempting, resolve, reject } = task;
  times.begin(owner, waiting);
  task.resolve = (outcome) => {
    const milliseconds = performance.now() - beganMs;
    times.add(owner, milliseconds);
    preempting?.took(milliseconds);
    resolve(outcome);
  };
  task.reject = (error) => {
    times.add(owner, performance.now() - beganMs);
    reject(error);
  };
}

const weights = ["heavy", "light"] as const;

function queueFull(): AppError {
  return new AppError("too_many", `${waitingTasksMax} tasks wait for a thread already. Try again shortly.`, {
    headers: { "Retry-After": "2" },
  });
}

function closingError(): AppError {
  return new AppError("unavailable", "The service is stopping.", { headers: { "Retry-After": "5" } });
}
