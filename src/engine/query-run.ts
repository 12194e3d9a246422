import { AppError } from "../lib/errors.ts";
import type { EncodedAnswer } from "../query/answer/encode-answer.ts";
import type { Remark } from "../query/execution/task.ts";
import type { SharedJson } from "../query/shared-json.ts";
import { ControlWords } from "../runtime/control-words.ts";
import { pagingHoldMs, watchAfterMs, workMsMax } from "./limits.ts";
import type { TimeSource } from "./time-source.ts";

export type QueryStatus = "PENDING" | "IN_PROGRESS" | "SUCCESS" | "FAILURE" | "STOPPED";

/** Answers one task in a worker thread that watches and moves the control words. */
export type Perform = (control: SharedArrayBuffer) => Promise<EncodedAnswer>;

/**
 * One task of the pool and its outcome: a page of a search, or the whole answer of another kind. PENDING until a thread
 * begins, then IN_PROGRESS, then for good SUCCESS, FAILURE or STOPPED. The thread is told to stop by a flag in shared
 * memory, so a run that is over for its readers may still occupy its thread: see `ended`.
 */
export class QueryRun {
  /**
   * Resolves when there is nothing more to wait for: finished, failed, out of time, or stopped and out of its thread.
   */
  readonly settled: Promise<void>;
  /** Resolves when the thread is free; the snapshot must be kept until then. */
  readonly ended: Promise<void>;
  /** True once a finished record was delivered. */
  delivered = false;
  /** Monotonic milliseconds. */
  readonly startedMs: number;
  finishedMs: number | undefined;
  error: string | null = null;
  /** It failed for lack of room or of a thread, which may be over by now. */
  canRetry = false;
  #final: "SUCCESS" | "FAILURE" | "STOPPED" | undefined;
  #answer: EncodedAnswer | undefined;
  readonly #control = new ControlWords();
  readonly #settle: () => void;
  #cancelAlarm: () => void = () => undefined;

  readonly #time: TimeSource;
  readonly #describeFailure: (error: unknown) => string;

  constructor(perform: Perform, time: TimeSource, describeFailure: (error: unknown) => string) {
    this.#time = time;
    this.#describeFailure = describeFailure;
    this.startedMs = time.monotonicMs();
    const settled = Promise.withResolvers<void>();
    this.settled = settled.promise;
    this.#settle = settled.resolve;
    this.#limitWork();
    this.ended = this.#carryOut(perform);
  }

  get status(): QueryStatus {
    return this.#final ?? (this.#control.hasBegun ? "IN_PROGRESS" : "PENDING");
  }

  get finished(): boolean {
    return this.#final !== undefined;
  }

  /** Finished a short while ago and not yet delivered. */
  get unseen(): boolean {
    return !this.delivered && this.ageMs < pagingHoldMs;
  }

  /** Since it finished. */
  get ageMs(): number {
    return this.finishedMs === undefined ? 0 : this.#time.monotonicMs() - this.finishedMs;
  }

  /** 0..100; stays where it was when the run was stopped or failed. */
  get progress(): number {
    if (this.#final === "SUCCESS") return 100;
    return this.#control.progress;
  }

  /** JSON text of the results; partial ones when it was stopped. */
  get results(): SharedJson | undefined {
    return this.#answer?.results;
  }

  /** Search only: how many events there are on all pages together. */
  get itemCount(): number | undefined {
    return this.#answer?.itemCount;
  }

  /** Fields that the question names and no event of its range has. */
  get remarks(): readonly Remark[] {
    return this.#answer?.remarks ?? [];
  }

  /** PENDING or IN_PROGRESS becomes STOPPED at once; the partial results follow when the thread lets go. */
  stop(): void {
    if (this.#final !== undefined) return;
    const begun = this.#control.hasBegun;
    this.#finish("STOPPED");
    if (!begun) this.#settle();
  }

  /** Forgets the results to make room; the state stays. */
  dropResults(): void {
    this.#answer = undefined;
  }

  async #carryOut(perform: Perform): Promise<void> {
    try {
      const answer = await perform(this.#control.shared);
      if (this.#final !== "FAILURE") this.#answer = answer;
      if (this.#final === undefined) this.#finish(answer.stopped ? "STOPPED" : "SUCCESS");
    } catch (error) {
      if (this.#final === undefined) {
        this.error = this.#describeFailure(error);
        this.canRetry = error instanceof AppError && (error.code === "too_many" || error.code === "unavailable");
        this.#finish("FAILURE");
      }
    } finally {
      this.#settle();
    }
  }

  /** The clock of the work starts when a thread begins, or when that is first looked at. */
  #limitWork(): void {
    const limit = () => {
      if (this.#final === undefined) this.#cancelAlarm = this.#time.after(workMsMax, () => this.#runOutOfTime());
    };
    // Waiting for the beginning wakes both threads, and most runs have ended by then.
    this.#cancelAlarm = this.#time.after(watchAfterMs, () => {
      if (this.#control.hasBegun) limit();
      else this.#control.whenBegun().then(limit);
    });
  }

  #runOutOfTime(): void {
    if (this.#final !== undefined) return;
    this.error = `The query was ended after ${workMsMax / 1000} s of work. Ask for a shorter time range or a narrower filter.`;
    this.#finish("FAILURE");
    this.#settle();
  }

  #finish(status: "SUCCESS" | "FAILURE" | "STOPPED"): void {
    this.#final = status;
    this.finishedMs = this.#time.monotonicMs();
    this.#cancelAlarm();
    this.#control.stop();
  }
}
