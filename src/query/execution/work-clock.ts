import { ControlWords } from "../../runtime/control-words.ts";
import { mailboxOfThread, type PreemptionMailbox } from "../../runtime/preemption-mailbox.ts";
import { BudgetSpent, type PreemptionBudget } from "./preemption-budget.ts";

/** The task should end: its reader no longer wants it. */
export class StopRequested extends Error {
  override readonly name = "StopRequested";
}

/** The task that the thread works on at this moment. */
let working: WorkClock | undefined;

/**
 * For work that knows no clock and must not be preempted half done: the thread's reader calls it with each part that it
 * reads, since opening one column may take hundreds of parts, and a large table while it grows. Throws StopRequested
 * and BudgetSpent.
 */
export function tickAlone(): void {
  working?.tickAlone();
}

/** Does work that is not part of the task that the thread has interrupted for it. */
export function besideWork<Result>(work: () => Result): Result {
  return doAs(undefined, work);
}

function doAs<Result>(clock: WorkClock | undefined, work: () => Result): Result {
  const interrupted = working;
  working = clock;
  try {
    return work();
  } finally {
    working = interrupted;
  }
}

/** The thread's side of a task: looks whether it is to stop, lets others preempt it, and tells its progress. */
export class WorkClock {
  readonly #control: ControlWords;
  #pass = 0;
  #passes = 1;
  #share = 0;

  readonly #budget: PreemptionBudget | undefined;
  readonly #mailbox: Pick<PreemptionMailbox, "look" | "mustLeave"> | undefined;

  /** Says that the work has begun, unless it has a `budget`: that may be abandoned. */
  constructor(
    control: SharedArrayBuffer,
    budget?: PreemptionBudget,
    mailbox: Pick<PreemptionMailbox, "look" | "mustLeave"> | undefined = mailboxOfThread(),
  ) {
    this.#budget = budget;
    this.#mailbox = mailbox;
    this.#control = new ControlWords(control);
    if (budget === undefined) this.#control.begin();
  }

  /**
   * Throws StopRequested once the stop flag is set, and BudgetSpent. Meanwhile another question may be answered in this
   * thread.
   */
  tick(): void {
    if (this.#control.isStopped) throw new StopRequested();
    if (this.#budget === undefined) this.#mailbox?.look(this.#isStopped);
    else if (this.#mailbox?.mustLeave) this.giveUp();
    else this.#budget.look(this.#share);
  }

  /** `tick` without letting others in. */
  tickAlone(): void {
    if (this.#control.isStopped) throw new StopRequested();
    if (this.#budget !== undefined && this.#mailbox?.mustLeave) this.giveUp();
  }

  /** Has `tickAlone` look at this clock until the work is done. */
  during<Result>(work: () => Result): Result {
    return doAs(this, work);
  }

  /** Abandons a preempting question because its thread is needed; says nothing about how long the question is. */
  giveUp(): never {
    throw new BudgetSpent(this.#share, false);
  }

  beginPass(pass: number, passes: number): void {
    this.#pass = pass;
    this.#passes = Math.max(passes, pass + 1);
  }

  /** The share of this pass that is done, 0..1. Never says 100 %: that is said by the answer. */
  report(share: number): void {
    this.#share = (this.#pass + share) / this.#passes;
    if (this.#budget === undefined) this.#control.raiseProgress(Math.min(99, Math.floor(100 * this.#share)));
  }

  readonly #isStopped = () => this.#control.isStopped;
}
