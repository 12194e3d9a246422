import type { TimeSource } from "../engine/time-source.ts";
import { AppError } from "../lib/errors.ts";
import type { FingerprintedAnswer } from "./fingerprinted-answer.ts";
import { pauseFactor, pauseMsMax, standstillMsMax } from "./limits.ts";
import type { Source } from "./source.ts";
import { TurnSlices } from "./turn-slices.ts";

export interface Watcher {
  show(finding: FingerprintedAnswer): void;
  /** The last message it gets: nothing is left to see, or something broke. */
  fail(error: unknown): void;
}

/**
 * One question and its watchers. It is evaluated when something has woken it (a new watcher, new events, a change, the
 * end of a step), at most once per interval, and reports when it is due; the caller decides when to run it. It keeps no
 * results, only the fingerprint that each watcher has seen last.
 */
export class Feed {
  /** Watcher → fingerprint of the last answer shown. */
  readonly #watchers = new Map<Watcher, string | undefined>();
  readonly #end = new AbortController();
  #isAwake = false;
  #isDue = false;
  #wokenMs = 0;
  #pausedUntilMs = 0;
  #moves = true;
  #isOver = false;
  #cancelPause: () => void = () => undefined;
  #cancelMove: () => void = () => undefined;

  readonly #time: TimeSource;
  readonly #onDue: () => void;

  constructor(
    readonly source: Source,
    time: TimeSource,
    onDue: () => void,
  ) {
    this.#time = time;
    this.#onDue = onDue;
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }

  /** It failed and will not be evaluated again. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** A query with a fixed range is shown as it is, whatever comes in. */
  get followsEvents(): boolean {
    return this.source.followsEvents && this.#moves;
  }

  add(watcher: Watcher): void {
    this.#watchers.set(watcher, undefined);
    this.wake();
  }

  remove(watcher: Watcher): void {
    this.#watchers.delete(watcher);
  }

  /** The answer may have changed. */
  wake(): void {
    this.#wokenMs = this.#time.monotonicMs();
    if (this.#isAwake || this.#isOver) return;
    this.#isAwake = true;
    if (!this.#isDue) this.#pause();
  }

  /** Call it once after `onDue`. Never rejects. */
  async evaluate(): Promise<void> {
    this.#isAwake = false;
    this.#cancelMove();
    const startedMs = this.#time.monotonicMs();
    try {
      const finding = await this.source.evaluate(this.#end.signal);
      if (finding !== undefined && !this.#isOver) await this.#take(finding);
    } catch (error) {
      // A client that reads many pages of a stored query finishes soon.
      if (error instanceof AppError && error.code === "too_many") this.#isAwake = true;
      else if (!this.#isOver) this.#fail(error);
    }
    const pauseMs = Math.min(pauseMsMax, pauseFactor * (this.#time.monotonicMs() - startedMs));
    this.#pausedUntilMs = startedMs + Math.max(this.source.intervalMs, pauseMs);
    this.#isDue = false;
    if (this.#isAwake && !this.#isOver) this.#pause();
  }

  /** Ends the evaluation in progress; nobody is notified any more. */
  close(): void {
    this.#isOver = true;
    this.#cancelPause();
    this.#cancelMove();
    this.#end.abort();
  }

  #pause(): void {
    this.#isDue = true;
    const pauseMs = this.#pausedUntilMs - this.#time.monotonicMs();
    if (pauseMs <= 0) this.#onDue();
    else this.#cancelPause = this.#time.after(pauseMs, this.#onDue);
  }

  async #take(finding: FingerprintedAnswer): Promise<void> {
    const { fingerprint, succeeded, canRetry, movesAtMs, startedMs } = finding;
    this.#moves = movesAtMs !== undefined;
    if (movesAtMs !== undefined) this.#waitForMove(movesAtMs);
    // Another reader of a stored query may have found something before this feed woke up.
    if (canRetry || (succeeded && this.#moves && startedMs < this.#wokenMs)) this.#isAwake = true;
    if (canRetry) return;
    const slices = new TurnSlices();
    for (const watcher of [...this.#watchers.keys()]) {
      if (slices.isOver) await slices.next();
      if (this.#isOver) return;
      if (!this.#watchers.has(watcher) || this.#watchers.get(watcher) === fingerprint) continue;
      this.#watchers.set(watcher, fingerprint);
      watcher.show(finding);
    }
  }

  #waitForMove(atMs: number): void {
    const delayMs = Math.min(Math.max(atMs - this.#time.wallMs(), 0), standstillMsMax);
    this.#cancelMove = this.#time.after(delayMs, () => this.wake());
  }

  #fail(error: unknown): void {
    this.close();
    for (const watcher of [...this.#watchers.keys()]) watcher.fail(error);
  }
}
