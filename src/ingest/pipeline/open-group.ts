import { microsPerDay } from "../../eventstore/event/days.ts";
import { AppError } from "../../lib/errors.ts";
import type { CommitGroup } from "../commit/commit-group.ts";
import { MustWait } from "../commit/dedup.ts";
import { keyOfDelivery } from "../commit/retry-keys.ts";
import type { FastPath } from "../fast/fast-events.ts";
import { originOf, type Receipt } from "../intake.ts";
import { resultOf } from "./delivery-answer.ts";
import { Reading } from "./delivery-progress.ts";
import type { Settle, Waiting } from "./delivery-queue.ts";
import type { PipelineOptions } from "./pipeline-options.ts";
import { readDelivery } from "./read-delivery.ts";

export interface Answer {
  settle: Settle;
  result: Receipt | Error;
}

/** A group that deliveries are read into, one after the other, until it is committed. */
export class OpenGroup {
  /** The delivery that is being read. */
  reading: Reading | undefined;
  /** Answers to the deliveries read so far, in order. */
  readonly answers: Answer[] = [];

  constructor(
    readonly group: CommitGroup,
    private readonly options: Pick<PipelineOptions, "clock" | "retentionDays" | "rules" | "log">,
    private readonly fast: FastPath,
  ) {}

  /** Begins to read a delivery; answers one that came before at once. Throws MustWait. */
  open(waiting: Waiting): void {
    this.guard(waiting, () => {
      if (this.answerRetry(waiting)) return;
      const { clock, retentionDays, rules } = this.options;
      const arrival = Math.round(clock() * 1000);
      const oldest = retentionDays === 0 ? 0 : Math.max(0, arrival - retentionDays * microsPerDay);
      const reader = readDelivery(waiting.delivery, arrival, oldest);
      this.reading = new Reading(waiting, reader, this.group, this.fast, rules);
    });
  }

  /** Reads on until about the deadline. Throws MustWait. */
  read(reading: Reading, deadline: number): void {
    let isWhole = false;
    this.guard(reading.waiting, () => {
      isWhole = reading.goOn(deadline);
    });
    if (!isWhole) return;
    this.reading = undefined;
    this.answers.push({ settle: reading.waiting.settle, result: resultOf(reading, this.group) });
  }

  /** Takes out all senders that wait for this group. */
  release(): Settle[] {
    const reading = this.reading ? [this.reading.waiting] : [];
    this.reading = undefined;
    return [...this.answers.splice(0), ...reading].map(({ settle }) => settle);
  }

  /** A delivery that came before is acknowledged again. */
  private answerRetry({ delivery, settle }: Waiting): boolean {
    if (delivery.idempotencyKey === "") return false;
    const answer = this.group.answerFor(keyOfDelivery(delivery));
    if (answer === undefined) return false;
    // Answered with the group: the first of the two may still be in it. Keys from before an update may lack these
    // counts.
    const older = { cut: 0, outOfTime: 0, withoutTime: 0 };
    const result = { ...older, ...(JSON.parse(answer) as Omit<Receipt, keyof typeof older>) };
    this.answers.push({ settle, result });
    return true;
  }

  /** A body that is unusable as a whole is answered with its error and leaves nothing behind. */
  private guard({ settle, delivery }: Waiting, step: () => void): void {
    try {
      step();
    } catch (error) {
      if (error instanceof MustWait) throw error;
      this.reading = undefined;
      this.group.countFor(originOf(delivery));
      const result = error instanceof AppError ? error : this.ownFault(error);
      this.group.refuse(result.code === "too_large" ? "too_large" : "rejected", delivery.bytes.length);
      this.answers.push({ settle, result });
    }
  }

  /** The body would fail again, so whoever holds it need not offer it again. */
  private ownFault(error: unknown): AppError {
    this.options.log?.error({ err: error }, "a delivery could not be read");
    const message = "The body could not be read: a fault of vigie's own, which its log tells.";
    return new AppError("internal", message, {}, { cause: error });
  }
}
