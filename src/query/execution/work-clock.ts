import { ControlWords } from "../../runtime/control-words.ts";
import { mailboxOfThread, type PreemptionMailbox } from "../../runtime/preemption-mailbox.ts";
import { BudgetSpent, type Trial } from "./preemption-budget.ts";

/** The reader of a task wants no more work on it. */
export class StopRequested extends Error {
  override readonly name = "StopRequested";
}

/** The thread's side of a task's control words. */
export class Pace {
  readonly #control: ControlWords;
  #pass = 0;
  #passes = 1;
  #share = 0;

  readonly #trial: Trial | undefined;
  readonly #desk: Pick<PreemptionMailbox, "look" | "mustLeave"> | undefined;

  /** Tells who waits that the work has begun, but not of a `trial`: that may be for nothing. */
  constructor(
    control: SharedArrayBuffer,
    trial?: Trial,
    desk: Pick<PreemptionMailbox, "look" | "mustLeave"> | undefined = mailboxOfThread(),
  ) {
    this.#trial = trial;
    this.#desk = desk;
    this.#control = new ControlWords(control);
    if (trial === undefined) this.#control.begin();
  }

  /**
   * Throws StopRequested once the stop flag is set, and BudgetSpent. Meanwhile another question may be answered in this
   * thread.
   */
  tick(): void {
    if (this.#control.isStopped) throw new StopRequested();
    if (this.#trial === undefined) this.#desk?.look(this.#isStopped);
    else if (this.#desk?.mustLeave) this.giveUp();
    else this.#trial.look(this.#share);
  }

  /** Of a trial, for the sake of others: nothing is known of the question. */
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
    if (this.#trial === undefined) this.#control.raiseProgress(Math.min(99, Math.floor(100 * this.#share)));
  }

  readonly #isStopped = () => this.#control.isStopped;
}
