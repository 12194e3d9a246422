import type { MessagePort } from "node:worker_threads";
import { Piscina } from "piscina";
import { AppError, messageOf } from "../lib/errors.ts";
import { hasSpareDescriptors } from "../runtime/descriptor-limit.ts";
import type { Share } from "../runtime/memory-queue.ts";
import type { MailboxAddress } from "../runtime/preemption-mailbox.ts";
import { descriptorsRetryMs, threadStartMs } from "./limits.ts";
import type { TaskOutcome } from "./task-outcome.ts";

export interface LaneTask {
  entry: string;
  task: unknown;
  /** In the task; they go to the thread. */
  ports: readonly MessagePort[];
  /** Memory that it may take while it runs. */
  memory?: Share | undefined;
  resolve: (outcome: TaskOutcome<unknown>) => void;
  reject: (error: unknown) => void;
}

export interface ThreadOptions {
  /** Plain data that each thread finds as `workerData`. */
  threadData: unknown;
  /** A thread that had nothing to do for so long ends. */
  idleMs: number;
}

/**
 * Some equal threads and their tasks. A lane gets a task only when one of its threads is free. The only place that
 * knows Piscina: Piscina's own queue has no weights and no owners, and its way to remove a task sometimes ends the
 * thread of a neighbour (its issues 805, 934, 788).
 */
export class ThreadLane<Task extends LaneTask> {
  readonly running = new Set<Task>();
  /** Tasks at a time, at most, since this was set to 0. */
  mostRunning = 0;
  #piscina: Piscina;
  #toKeep: string | undefined;
  #kept: string | undefined;
  #alarm: ReturnType<typeof setTimeout> | undefined;
  /** There while a thread cannot start because too much is open. */
  #askAgain: ReturnType<typeof setTimeout> | undefined;
  #isClosing = false;
  /** Idle threads that still have to do what `askIdle` asked of them. */
  #asked = 0;
  /** Asked meanwhile; a task that begins makes it void. */
  #askNext: (() => void) | undefined;
  #lastError: unknown;

  readonly #threads: ThreadOptions;
  readonly #onFree: () => void;
  readonly #onMailbox: (mailbox: MailboxAddress) => void;

  /**
   * `onFree` is called when a task has left its thread, `onMailbox` when a thread has started that can be preempted.
   */
  constructor(
    readonly threadsMax: number,
    threads: ThreadOptions,
    onFree: () => void,
    onMailbox: (mailbox: MailboxAddress) => void,
  ) {
    this.#threads = threads;
    this.#onFree = onFree;
    this.#onMailbox = onMailbox;
    this.#piscina = this.#open();
  }

  /** All threads have tasks; one that has none, and is not free either, will be in a moment. */
  get isFull(): boolean {
    return this.running.size >= this.threadsMax;
  }

  get hasFree(): boolean {
    if (this.isFull) return false;
    // Piscina would start another thread, which takes longer than what the idle ones still have to do.
    if (this.#asked > 0 && this.running.size + this.#asked >= this.threads) return false;
    if (this.running.size < this.threads || hasSpareDescriptors()) return true;
    this.#askAgain ??= setTimeout(() => {
      this.#askAgain = undefined;
      this.#onFree();
    }, descriptorsRetryMs);
    return false;
  }

  get threads(): number {
    return this.#piscina.threads.length;
  }

  /** From now on, or once the running tasks have ended, one thread always stays with this entry loaded. */
  keepOne(entry: string): void {
    this.#toKeep = entry;
    this.#keepWhenIdle();
  }

  start(task: Task): void {
    this.running.add(task);
    this.mostRunning = Math.max(this.mostRunning, this.running.size);
    this.#askNext = undefined;
    this.#watchStart();
    this.#piscina
      .run(task.task, { filename: task.entry, transferList: [...task.ports] as TransferList })
      .then(task.resolve, (error) => task.reject(poolError(error, task)))
      .finally(() => this.#letGo(task));
  }

  /** Gives each idle thread, or so many at most, this task: when all have done the one of the call before. */
  askIdle(entry: string, task: unknown, threadsMost = Number.POSITIVE_INFINITY): void {
    if (this.#isClosing) return;
    if (this.#asked > 0) {
      this.#askNext = () => this.askIdle(entry, task, threadsMost);
      return;
    }
    for (let left = Math.min(this.threads - this.running.size, threadsMost); left > 0; left--) {
      this.#asked++;
      const letGo = () => this.#letAskedGo();
      this.#piscina.run(task, { filename: entry }).then(letGo, letGo);
    }
  }

  async destroy(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#alarm);
    clearTimeout(this.#askAgain);
    await this.#piscina.destroy();
  }

  #open(): Piscina {
    const piscina = new Piscina({
      minThreads: this.#kept === undefined ? 0 : 1,
      filename: this.#kept ?? null,
      maxThreads: this.threadsMax,
      idleTimeout: this.#threads.idleMs,
      workerData: this.#threads.threadData,
    });
    // Only threads that had no task come here; without a listener the process would end.
    piscina.on("error", (error) => this.#onThreadLost(piscina, error));
    // A thread that ends while starting reports nothing more than this.
    piscina.on("workerDestroy", () => this.#onThreadLost(piscina, undefined));
    piscina.on("message", ({ mailbox }: { mailbox: MailboxAddress }) => this.#onMailbox(mailbox));
    piscina.on("workerCreate", () => clearTimeout(this.#alarm));
    return piscina;
  }

  #keepWhenIdle(): void {
    if (this.#toKeep === this.#kept || this.running.size > 0 || this.#isClosing) return;
    this.#kept = this.#toKeep;
    void this.#piscina.destroy();
    this.#piscina = this.#open();
  }

  #letGo(task: Task): void {
    if (!this.running.delete(task)) return;
    task.memory?.release();
    this.#keepWhenIdle();
    this.#onFree();
  }

  #letAskedGo(): void {
    this.#asked--;
    this.#onFree();
    if (this.#asked > 0) return;
    const next = this.#askNext;
    this.#askNext = undefined;
    next?.();
  }

  /** When not even one thread can start, Piscina would leave its tasks waiting for ever. */
  #onThreadLost(piscina: Piscina, error: unknown): void {
    this.#lastError = error ?? this.#lastError;
    // A turn later: tasks that the thread had are rejected by Piscina itself, and a new thread may be on its way.
    setImmediate(() => {
      if (piscina !== this.#piscina || piscina.threads.length > 0) return;
      const reason = this.#lastError === undefined ? "" : `: ${messageOf(this.#lastError)}`;
      this.#giveUp(new Error(`it could not start${reason}`, { cause: this.#lastError }));
    });
  }

  #watchStart(): void {
    if (this.#piscina.threads.length > 0) return;
    clearTimeout(this.#alarm);
    this.#alarm = setTimeout(() => {
      this.#giveUp(new Error(`it did not start within ${threadStartMs / 1000} s`));
    }, threadStartMs);
    this.#alarm.unref();
  }

  /** Rejects the tasks that Piscina has; later tasks start with a fresh pool. */
  #giveUp(error: unknown): void {
    this.#lastError = undefined;
    if (this.#isClosing || this.running.size === 0) return;
    void this.#piscina.destroy().catch(() => undefined);
    this.#piscina = this.#open();
    for (const task of [...this.running]) {
      task.reject(poolError(error, task));
      this.#letGo(task);
    }
  }
}

/** Piscina finds its name for it in types that Bun declares otherwise. */
type TransferList = NonNullable<NonNullable<Parameters<Piscina["run"]>[1]>["transferList"]>;

/** Piscina's own rejections stem from outside the worker's function. */
function poolError(error: unknown, { entry }: LaneTask): Error {
  if (error instanceof Error && error.name === "DataCloneError")
    return new Error(`A task or an answer of ${entry} cannot cross threads: ${error.message}`, { cause: error });
  return new AppError("unavailable", `The thread of ${entry} ended: ${messageOf(error)}`, {}, { cause: error });
}
