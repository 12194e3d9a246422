import type { MessagePort } from "node:worker_threads";
import { AppError } from "../lib/errors.ts";
import type { MailboxAddress } from "../runtime/preemption-mailbox.ts";
import { type WorkerName, workerEntry } from "../runtime/worker-entry.ts";
import { closeGraceMs, guestAfterMs, guestRetryMs, helpersAfterMs, lightThreads, waitingTasksMax } from "./limits.ts";
import { GuestDesks } from "./preemption/guest-desks.ts";
import { givingWay, type LaneData } from "./preemption/lane-data.ts";
import { readOutcome, type TaskOutcome } from "./task-outcome.ts";
import { type LaneTask, ThreadLane } from "./thread-lane.ts";

/** Heavy tasks have threads of their own, so light ones do not wait for them. */
export type TaskWeight = "light" | "heavy";

/** The threads of the service for work that outlives a moment. Called from the main thread only. */
export interface WorkerPool {
  /**
   * Has the thread entry `workers/<worker>.ts` answer a task; both are plain data that can be cloned. Tasks of one
   * owner begin in order of coming; of several owners the one with the fewest tasks in work comes first, and none has
   * all threads for heavy tasks. A heavy task that has to wait is tried meanwhile by a thread that is at another one.
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
  /** Has threads that have nothing to do give memory back, as far as the watch of each finds it short. */
  rest(): void;
  status(): PoolStatus;
  /** Refuses what waits, lets what runs end for a second, then ends the threads. Set the stop flags before. */
  close(): Promise<void>;
}

/** Whose task it is. Two that are not equal are others to each other. */
export type Owner = number | string;

/** How else a heavy task can be done. */
export interface Also {
  help?: Help | undefined;
  trial?: Trial | undefined;
}

/** The same task, given up when it takes long: then it waits on, at its old place, and is not tried again. */
export interface Trial {
  /** Without ports. */
  task: unknown;
  isGivenUp(answer: unknown): boolean;
  /** The task was not tried, and took so long. */
  took(milliseconds: number): void;
}

/** Plain data, and the ports in it, which go to the thread. */
export interface TaskWithPorts {
  task: unknown;
  ports: readonly MessagePort[];
}

/** How idle threads for heavy tasks can help with a task that is not done soon (`helpersAfterMs`). */
export interface Help {
  /** In the task that is helped; they go to its thread. */
  ports: readonly MessagePort[];
  /** What each of them gets for its entry. */
  tasks: readonly TaskWithPorts[];
  /** Tells them to let go soon: somebody else needs the thread. */
  leave(): void;
  /** One of them failed or died. */
  lost(): void;
}

export interface PoolStatus {
  threads: number;
  running: Record<TaskWeight, number>;
  waiting: Record<TaskWeight, number>;
}

export interface WorkerPoolOptions {
  /** Heavy tasks that run at the same time. Each thread keeps the memory of its largest task: this bounds it. */
  threads: number;
  /** Plain data that each thread finds as `workerData` of node:worker_threads. */
  threadData?: Record<TaskWeight, object>;
  /** Where `workers/` lies; tests have their own. */
  entryOf?: (worker: WorkerName) => string;
  helpAfterMs?: number;
  /** Called with each task that comes. */
  onTask?: () => void;
}

/** Threads start when they are needed, but for one that is kept ready. */
export function openWorkerPool(options: WorkerPoolOptions): WorkerPool {
  return new LanePool(options);
}

interface PoolTask extends LaneTask {
  owner: Owner | undefined;
  /** Not asked for yet. */
  help?: Help | undefined;
  /** When it came. */
  sinceMs?: number;
  /** Not begun yet. */
  trial?: Trial | undefined;
  /** It waits, but may be done before its turn comes. */
  isOnTrial?: boolean;
  /** It has been in work for a while. */
  isLong?: boolean;
  /** Only of one that helps another: what makes it let go. */
  leave?: () => void;
}

class LanePool implements WorkerPool {
  readonly #lanes: Record<TaskWeight, ThreadLane<PoolTask>>;
  readonly #waiting: Record<TaskWeight, PoolTask[]> = { light: [], heavy: [] };
  readonly #entryOf: (worker: WorkerName) => string;
  readonly #helpAfterMs: number;
  readonly #onTask: (() => void) | undefined;
  readonly #desks = new GuestDesks(() => this.#onFree());
  #retryAlarm: ReturnType<typeof setTimeout> | undefined;
  #closing: Promise<void> | undefined;
  #becameIdle: () => void = () => undefined;

  constructor({ threads, threadData, entryOf = workerEntry, helpAfterMs = helpersAfterMs, onTask }: WorkerPoolOptions) {
    const onFree = () => this.#onFree();
    const onHeavyFree = () => {
      // What no thread has looked at may have one of its own now.
      this.#desks.takeBack();
      this.#onFree();
    };
    const onDesk = (desk: MailboxAddress) => this.#desks.add(desk);
    const heavyLane: LaneData = { ...givingWay(), takesGuests: true };
    this.#lanes = {
      light: new ThreadLane<PoolTask>(Math.max(lightThreads, threads), threadData?.light, onFree, onDesk),
      heavy: new ThreadLane<PoolTask>(threads, { ...threadData?.heavy, ...heavyLane }, onHeavyFree, onDesk),
    };
    this.#entryOf = entryOf;
    this.#helpAfterMs = helpAfterMs;
    this.#onTask = onTask;
  }

  async run<Answer>(
    worker: WorkerName,
    task: unknown,
    weight: TaskWeight,
    owner?: Owner,
    { help, trial }: Also = {},
  ): Promise<Answer> {
    if (this.#closing) throw closingError();
    this.#onTask?.();
    const waiting = this.#waiting[weight];
    if (waiting.length >= waitingTasksMax)
      throw new AppError("too_many", `${waitingTasksMax} tasks wait for a thread already. Try again shortly.`, {
        headers: { "Retry-After": "2" },
      });
    const outcome = await new Promise<TaskOutcome<unknown>>((resolve, reject) => {
      const ports = help?.ports ?? [];
      const sinceMs = performance.now();
      waiting.push({
        entry: this.#entryOf(worker),
        task,
        ports,
        owner,
        help,
        trial,
        sinceMs,
        resolve,
        reject,
      });
      this.#startWaiting(weight);
    });
    return readOutcome(outcome as TaskOutcome<Answer>);
  }

  keepReady(worker: WorkerName): void {
    this.#lanes.light.keepOne(this.#entryOf(worker));
  }

  rest(): void {
    if (this.#closing === undefined) for (const lane of Object.values(this.#lanes)) lane.rest(this.#entryOf("rest"));
  }

  status(): PoolStatus {
    const { light, heavy } = this.#lanes;
    return {
      threads: light.threads + heavy.threads,
      running: { light: light.running.size, heavy: heavy.running.size },
      waiting: { light: this.#waiting.light.length, heavy: this.#waiting.heavy.length },
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  #onFree(): void {
    if (this.#closing === undefined) for (const weight of weights) this.#startWaiting(weight);
    if (this.#isIdle) this.#becameIdle();
  }

  #startWaiting(weight: TaskWeight): void {
    const lane = this.#lanes[weight];
    for (let next = this.#next(weight); next !== undefined; next = this.#next(weight)) {
      if (!lane.hasFree) break;
      this.#waiting[weight].splice(this.#waiting[weight].indexOf(next), 1);
      if (next.trial !== undefined) timeTask(next, next.trial);
      lane.start(next);
      if (next.help !== undefined) this.#helpLater(next);
    }
    if (weight === "light") return;
    this.#startTrials();
    // Who is on trial may be done before a helper has let go.
    if (this.#next("heavy") !== undefined) for (const { leave } of lane.running) leave?.();
    else this.#startHelpers();
  }

  #startTrials(): void {
    const { heavy } = this.#waiting;
    for (;;) {
      const untried = heavy.filter(isUntried);
      const next = fairest(untried.filter(isLate), heavy.filter(isOnTrial));
      if (next !== undefined && this.#try(next, next.trial!)) continue;
      if (untried.length > 0) this.#tryLater();
      return;
    }
  }

  /** Meanwhile it keeps its place; when that does not come to an answer, its turn comes as if it had not been tried. */
  #try(job: PoolTask, { task, isGivenUp }: Trial): boolean {
    const waiting = this.#waiting.heavy;
    const waitOn = () => {
      job.isOnTrial = false;
    };
    const end = () => {
      if (waiting.includes(job)) waiting.splice(waiting.indexOf(job), 1);
    };
    job.isOnTrial = this.#desks.offer({
      task,
      resolve: (outcome) => {
        if ("value" in outcome && isGivenUp(outcome.value)) {
          job.trial = undefined;
          return waitOn();
        }
        end();
        job.resolve(outcome);
      },
      reject: (error) => {
        end();
        job.reject(error);
      },
      sendBack: waitOn,
    });
    return job.isOnTrial;
  }

  #tryLater(): void {
    this.#retryAlarm ??= setTimeout(() => {
      this.#retryAlarm = undefined;
      if (this.#closing === undefined) this.#startWaiting("heavy");
    }, guestRetryMs);
    this.#retryAlarm.unref();
  }

  #helpLater(job: PoolTask): void {
    const alarm = setTimeout(() => {
      job.isLong = true;
      if (this.#closing === undefined) this.#startHelpers();
    }, this.#helpAfterMs);
    alarm.unref();
  }

  /** Gives threads that nobody may have now to long tasks that were not helped yet. */
  #startHelpers(): void {
    const lane = this.#lanes.heavy;
    for (const job of [...lane.running]) {
      const { help, entry } = job;
      if (help === undefined || !job.isLong || !lane.hasFree) continue;
      job.help = undefined;
      const { tasks, leave, lost } = help;
      for (const { task, ports } of tasks)
        if (lane.hasFree)
          lane.start({
            entry,
            task,
            ports,
            owner: undefined,
            leave,
            resolve: lostUnlessDone(lost),
            reject: lost,
          });
    }
  }

  /** Of the tasks that may begin now, if a thread is free. */
  #next(weight: TaskWeight): PoolTask | undefined {
    const { running, threadsMax } = this.#lanes[weight];
    // The last thread for heavy tasks is for others than who has the rest.
    const ownMax = weight === "heavy" ? Math.max(1, threadsMax - 1) : threadsMax;
    return fairest(this.#waiting[weight].filter(isInLine), running, ownMax);
  }

  async #shutDown(): Promise<void> {
    for (const waiting of Object.values(this.#waiting)) for (const job of waiting.splice(0)) job.reject(closingError());
    for (const { leave } of this.#lanes.heavy.running) leave?.();
    await this.#idleOrLate();
    for (const lane of Object.values(this.#lanes)) for (const job of lane.running) job.reject(closingError());
    await Promise.all(Object.values(this.#lanes).map((lane) => lane.destroy()));
  }

  #idleOrLate(): Promise<void> {
    if (this.#isIdle) return Promise.resolve();
    return new Promise((resolve) => {
      const alarm = setTimeout(resolve, closeGraceMs);
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

function timeTask(job: PoolTask, trial: Trial): void {
  const beganMs = performance.now();
  const { resolve } = job;
  job.resolve = (outcome) => {
    trial.took(performance.now() - beganMs);
    resolve(outcome);
  };
}

function lostUnlessDone(lost: () => void): (outcome: TaskOutcome<unknown>) => void {
  return (outcome) => {
    if (!("value" in outcome)) lost();
  };
}

/** That of the owner with the fewest in work, as a rule fewer than `ownMax`; the one that came first. */
function fairest(
  tasks: Iterable<PoolTask>,
  running: Iterable<PoolTask>,
  ownMax = Number.POSITIVE_INFINITY,
): PoolTask | undefined {
  const inWork = new Map<Owner, number>();
  for (const { owner, leave } of running)
    if (owner !== undefined && leave === undefined) inWork.set(owner, (inWork.get(owner) ?? 0) + 1);
  let best: PoolTask | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const job of tasks) {
    const own = job.owner === undefined ? 0 : (inWork.get(job.owner) ?? 0);
    if (own >= fewest || own >= ownMax) continue;
    best = job;
    fewest = own;
  }
  return best;
}

function isOnTrial(job: PoolTask): boolean {
  return job.isOnTrial === true;
}

function isUntried(job: PoolTask): boolean {
  return job.trial !== undefined && isInLine(job);
}

/** It has waited as long as it takes some others to be done. */
function isLate({ sinceMs = 0 }: PoolTask): boolean {
  return performance.now() - sinceMs >= guestAfterMs;
}

function isInLine(job: PoolTask): boolean {
  return !isOnTrial(job);
}

const weights = ["heavy", "light"] as const;

function closingError(): AppError {
  return new AppError("unavailable", "The service is stopping.", { headers: { "Retry-After": "5" } });
}
