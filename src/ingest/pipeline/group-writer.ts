import { DiskFullError } from "../../eventstore/errors.ts";
import type { LossCause, Origin, RefusalCause, StoreStatus, Uncounted } from "../../eventstore/event-store.ts";
import { Losses } from "../commit/losses.ts";
import { failureToldEveryMs } from "../limits.ts";
import { answerOf } from "./delivery-answer.ts";
import type { Settle } from "./delivery-queue.ts";
import type { Answer, OpenGroup } from "./open-group.ts";
import type { PipelineOptions } from "./pipeline-options.ts";

/**
 * Writes groups, and answers their senders once they are on disk. A group that cannot be written is refused, whatever
 * the reason: its senders are told, and the next one may succeed.
 */
export class GroupWriter {
  /** Answers of groups that are written and not on disk yet, oldest first. */
  private readonly written: Answer[][] = [];
  /** Losses that the next group writes together with its own. */
  private readonly carried = new Losses();
  private mustWrite = false;
  private failureToldMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: Pick<PipelineOptions, "store" | "log">) {}

  /** Has losses outside any group written, if need be with an empty group. */
  get hasLosses(): boolean {
    return this.mustWrite;
  }

  countLoss(origin: Origin, cause: LossCause, count: number): void {
    this.carried.of(origin).lose(cause, count);
    this.mustWrite = true;
  }

  countUncounted(origin: Origin, cause: RefusalCause, refused: Uncounted): void {
    this.carried.of(origin).refuse(cause, refused);
    this.mustWrite = true;
  }

  /** No other group comes: losses of refused groups stop waiting for one. */
  writeAllLosses(): void {
    this.mustWrite = !this.carried.isEmpty;
  }

  write({ group, answers }: OpenGroup): void {
    this.mustWrite = false;
    let failure: unknown;
    try {
      group.commit(this.carried);
    } catch (error) {
      failure = error;
    }
    if (failure === undefined) {
      this.answerWhenDurable(answers);
      return;
    }
    group.loseTo(this.carried);
    for (const { settle, result } of answers) settle(answerOf(result, failure));
    if (!(failure instanceof DiskFullError)) this.tellFailure(failure);
  }

  /** The store's ledger, plus the losses that are not written yet. */
  status(): StoreStatus {
    const status = this.options.store.status();
    const { received, causes } = this.carried;
    const loss = { ...status.loss };
    for (const [cause, count] of Object.entries(causes)) loss[cause as LossCause] += count;
    const origins = Losses.of(status.origins).plus(this.carried).origins;
    return { ...status, received: status.received + received, loss, origins };
  }

  /** Takes out all senders that wait for the disk. */
  release(): Settle[] {
    return this.written
      .splice(0)
      .flat()
      .map(({ settle }) => settle);
  }

  private answerWhenDurable(answers: Answer[]): void {
    this.written.push(answers);
    this.options.store.whenDurable(() => {
      this.written.shift();
      for (const { settle, result } of answers) settle(result);
    });
  }

  /** Logs why nothing could be written, but not for each failed commit. */
  private tellFailure(failure: unknown): void {
    const nowMs = performance.now();
    if (nowMs - this.failureToldMs < failureToldEveryMs) return;
    this.failureToldMs = nowMs;
    this.options.log?.error({ err: failure }, "events cannot be written to the intake log");
  }
}
