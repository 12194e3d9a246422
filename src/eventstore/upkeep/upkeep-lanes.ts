import type { Day } from "../catalog/day.ts";
import {
  type Lane,
  type Upkeep,
  type UpkeepAnswer,
  UpkeepError,
  type UpkeepStep,
  type UpkeepWork,
} from "../catalog/upkeep-jobs.ts";
import { closeStopMs, worksAtOnceMax } from "../limits.ts";
import type { WorkName } from "./parked-jobs.ts";

/** Work on the files of a day ends when the day is set aside or removed. */
export interface DayWork {
  name: WorkName;
  work: UpkeepWork;
  day: Day | undefined;
  /** The subject of the job, when it is not a day or the day is gone. */
  of?: string;
}

export interface LaneRules {
  /** The next work of a free lane, if any. */
  next(lane: Lane): DayWork | undefined;
  /** Work on a day that is gone ends. */
  isGone(day: Day | undefined): boolean;
  failed(error: unknown, work: DayWork): void;
  /** Monotonic milliseconds. */
  now(): number;
}

/** The work that is under way in each lane: it goes on when its answer comes. */
export class UpkeepLanes {
  private readonly current = new Map<Lane, DayWork>();
  /** Found by `canMoveOn`. */
  private readonly found = new Map<Lane, DayWork>();
  /** A change is computed from the changes before it, so only one is under way at a time. */
  private applying: Lane | undefined;
  /** Lanes whose job did not end in time: its answer is ignored. */
  private readonly abandoned = new Set<Lane>();
  private held: { lane: Lane; step: Exclude<UpkeepStep, { kind: string }> } | undefined;

  constructor(
    private readonly upkeep: Upkeep,
    private readonly rules: LaneRules,
  ) {}

  get isWaiting(): boolean {
    return this.current.size > 0;
  }

  isBusy(lane: Lane): boolean {
    return this.current.has(lane);
  }

  canMoveOn(): boolean {
    for (const lane of lanes) {
      if (this.current.has(lane) || this.found.has(lane)) continue;
      const next = this.rules.next(lane);
      if (next) this.found.set(lane, next);
    }
    return this.found.size > 0;
  }

  /**
   * Takes up all answers, and begins the next work in lanes that are free. Bounds how much work without a job one turn
   * begins: the rules may have endless amounts of it.
   */
  moveOn(): void {
    this.takeAnswers();
    for (const lane of lanes)
      for (let begun = 0; begun < worksAtOnceMax && !this.current.has(lane); begun++) {
        const next = this.found.get(lane) ?? this.rules.next(lane);
        this.found.delete(lane);
        if (!next) break;
        this.start(lane, next);
      }
  }

  /** Ends the lane's work where it stands, or where it may end. */
  stop(lane: Lane): void {
    this.found.delete(lane);
    const end = performance.now() + closeStopMs;
    while (this.current.has(lane) && performance.now() < end) {
      if (this.held?.lane === lane) this.dropHeld(lane);
      else {
        this.upkeep.stop(lane);
        this.drainOne(end - performance.now());
      }
    }
    if (!this.current.delete(lane)) return;
    if (this.held?.lane === lane) this.held = undefined;
    else this.abandoned.add(lane);
  }

  private dropHeld(lane: Lane): void {
    this.held = undefined;
    this.resume(lane, { lane, failure: { kind: "stopped", message: "it had not begun" } });
  }

  /** Drives the lane's work until it is over; false when the time ran out first. */
  drain(lane: Lane, timeoutMs: number): boolean {
    const end = this.rules.now() + timeoutMs;
    while (this.current.has(lane)) {
      const left = end - this.rules.now();
      if (left <= 0) return false;
      this.drainOne(left);
    }
    return true;
  }

  /** Drives this work alone. Throws what it throws. */
  finish(lane: Lane, work: UpkeepWork, timeoutMs: number): boolean {
    let failure: unknown;
    function* guarded(): UpkeepWork {
      try {
        yield* work;
      } catch (error) {
        failure = error;
      }
    }
    this.start(lane, { name: "upkeep", work: guarded(), day: undefined });
    const isOver = this.drain(lane, timeoutMs);
    if (!isOver) this.stop(lane);
    else if (failure !== undefined) throw failure;
    return isOver;
  }

  private drainOne(timeoutMs: number): void {
    this.upkeep.wait(timeoutMs);
    this.takeAnswers();
  }

  private takeAnswers(): void {
    for (let answer = this.upkeep.take(); answer; answer = this.upkeep.take()) {
      if (this.applying === answer.lane) this.applying = undefined;
      if (!this.abandoned.delete(answer.lane)) this.resume(answer.lane, answer);
      if (this.held && !this.applying) {
        const { lane, step } = this.held;
        this.held = undefined;
        this.give(lane, step);
      }
    }
  }

  private start(lane: Lane, next: DayWork): void {
    this.current.set(lane, next);
    if (this.rules.isGone(next.day)) this.current.delete(lane);
    else this.advance(lane, (work) => work.next());
  }

  private resume(lane: Lane, answer: UpkeepAnswer): void {
    this.advance(lane, (work) =>
      "failure" in answer ? work.throw(new UpkeepError(answer.failure)) : work.next(answer.value),
    );
  }

  private advance(lane: Lane, go: (work: UpkeepWork) => IteratorResult<UpkeepStep, void>): void {
    const current = this.current.get(lane)!;
    try {
      const { done, value } = go(current.work);
      if (done) this.current.delete(lane);
      else this.give(lane, value);
    } catch (error) {
      this.current.delete(lane);
      this.rules.failed(error, current);
    }
  }

  private give(lane: Lane, step: UpkeepStep): void {
    if (typeof step !== "function") this.upkeep.begin(lane, step);
    else if (this.applying) this.held = { lane, step };
    else this.applyNow(lane, step);
  }

  private applyNow(lane: Lane, step: Exclude<UpkeepStep, { kind: string }>): void {
    let job: ReturnType<typeof step>;
    try {
      job = step();
    } catch (error) {
      this.advance(lane, (work) => work.throw(error));
      return;
    }
    this.applying = lane;
    this.upkeep.begin(lane, job);
  }
}

const lanes: readonly Lane[] = ["urgent", "background"];
