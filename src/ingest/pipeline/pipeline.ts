import { EventDraft } from "../../eventstore/build/event-draft.ts";
import { DiskFullError } from "../../eventstore/errors.ts";
import type { EventStore, LossCause, Origin, StoreStatus } from "../../eventstore/event-store.ts";
import type { Clock } from "../../lib/clock.ts";
import { AppError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log.ts";
import type { EventRules } from "../../parser-rules/run/event-rules.ts";
import { freeArrays } from "../../runtime/free-arrays.ts";
import type { TriggerMatcher } from "../../triggers/matching/trigger-matcher.ts";
import { CommitGroup } from "../commit/commit-group.ts";
import type { Dedup } from "../commit/dedup.ts";
import { Losses } from "../commit/losses.ts";
import { MustWait } from "../commit/must-wait.ts";
import { FastEvents } from "../fast/fast-events.ts";
import { type Delivery, originOf, type Receipt } from "../intake.ts";
import {
  crowdedWaitMs,
  failureToldEveryMs,
  groupEventsMax,
  groupMs,
  largeTurnMs,
  leastGroupMs,
  sliceMs,
} from "../limits.ts";
import { answerOf, batchKey, resultOf } from "./delivery-answer.ts";
import { Reading } from "./delivery-progress.ts";
import { DeliveryQueue, type Settle, type Waiting } from "./delivery-queue.ts";
import { readDelivery } from "./read-delivery.ts";

export interface PipelineOptions {
  store: Pick<
    EventStore,
    "nextId" | "isSyncing" | "isCrowded" | "answerFor" | "write" | "whenDurable" | "flush" | "status"
  >;
  dedup: Dedup;
  /** 0: all days are kept. */
  retentionDays: number;
  rules: EventRules;
  triggers: TriggerMatcher;
  clock: Clock;
  log?: Logger;
  /** A body of so many bytes is read while others are taken. */
  largeBytes?: number;
  /** See limits.ts. */
  crowdedWaitMs?: number;
}

/**
 * The road of an event: delivery → decode → read → map → de-duplicate → group → write → on disk → receipt. Worked off
 * in slices, so that its thread can answer others in between; while the disk works the next group is read. Small
 * deliveries are grouped and written while a large one is read, which is a group of its own and counts as come when it
 * is written. The one caller is the loop of the thread that owns the store.
 */
export class Pipeline {
  private readonly queue: DeliveryQueue;
  private readonly quick: FastEvents;
  private readonly draft = new EventDraft();
  private small: Lane;
  /** Made when the first large delivery comes. */
  private largeDraft: EventDraft | undefined;
  private large: Lane | undefined;
  /** How long the large one may go on before small ones that wait. */
  private largeLeftMs = 0;
  /** Small ones that wait for the large one. */
  private readonly behind: Waiting[] = [];
  /** One did: the others are read one by one, so that none is read more than twice. */
  private isCareful = false;
  private groupStartMs = 0;
  /** What the last commit of small ones took. */
  private commitMs = 0;
  /** Of the groups that are written and not on disk yet, the oldest first. */
  private readonly written: Answer[][] = [];
  private readonly carried = new Losses();
  private flushCarried = false;
  private failureToldMs = Number.NEGATIVE_INFINITY;
  private isFinishing = false;
  /** Since when the large one that is next waits for a seal. */
  private crowdedSinceMs: number | undefined;

  constructor(private readonly options: PipelineOptions) {
    this.queue = new DeliveryQueue(options.largeBytes);
    this.quick = new FastEvents(options.dedup, options.rules, options.triggers);
    this.small = this.newLane();
  }

  deliver(delivery: Delivery, settle: Settle): void {
    this.queue.push({ delivery, settle });
  }

  noteLoss(origin: Origin, cause: LossCause, count: number): void {
    this.carried.of(origin).lose(cause, count);
    this.flushCarried = true;
  }

  /**
   * Works for about `budgetMs` or up to the next commit. True while there is more to do. A commit that cannot be
   * written is refused, whatever the reason: its senders are told, and the next one may go well.
   */
  work(budgetMs: number): boolean {
    const deadline = performance.now() + budgetMs;
    do {
      if (this.isTurnOfLarge) {
        if (this.workLarge(deadline)) return this.hasMore;
      } else if (this.small.reading === undefined && !this.openSmall()) {
        if (!this.hasMore && this.options.store.isSyncing) return false;
        this.commitSmall();
        return this.hasMore;
      } else if (this.small.reading !== undefined) this.readSmall(this.small.reading, deadline);
    } while (performance.now() < deadline);
    return true;
  }

  /** Whether `work` has something to do. A large delivery that waits for a seal is nothing to do. */
  get hasMore(): boolean {
    return this.queue.smallCount > 0 || this.large !== undefined || this.mayOpenLarge();
  }

  status(): StoreStatus {
    const status = this.options.store.status();
    const { received, causes } = this.carried;
    const loss = { ...status.loss };
    for (const [cause, count] of Object.entries(causes)) loss[cause as LossCause] += count;
    const origins = Losses.of(status.origins).plus(this.carried).origins;
    return { ...status, received: status.received + received, loss, origins };
  }

  /**
   * Works off what was delivered, about so long at most, and waits for the disk. What is left is refused as a whole:
   * nobody was told that it is stored.
   */
  finish(budgetMs = Number.POSITIVE_INFINITY): void {
    this.flushCarried = !this.carried.isEmpty;
    this.isFinishing = true;
    const deadline = performance.now() + budgetMs;
    while (this.work(sliceMs)) if (performance.now() >= deadline) break;
    while (this.small.reading !== undefined) this.readSmall(this.small.reading, Number.POSITIVE_INFINITY);
    this.commitSmall();
    this.options.store.flush();
    this.abandon(new AppError("unavailable", "The service is stopping. Nothing of this was taken; try again."));
  }

  /** Nothing more is stored: whoever still waits is told. */
  abandon(error: Error): void {
    const lanes = this.large === undefined ? [this.small] : [this.small, this.large];
    const reading = lanes.flatMap((lane) => lane.reading?.waiting ?? []);
    const answers = [...this.written.splice(0).flat(), ...lanes.flatMap((lane) => lane.answers.splice(0))];
    const waiting = [...reading, ...this.behind.splice(0), ...this.queue.takeAll()];
    for (const lane of lanes) lane.reading = undefined;
    for (const { settle } of [...answers, ...waiting]) settle(error);
  }

  private mayOpenLarge(): boolean {
    if (!this.queue.hasLarge) return false;
    const { store, crowdedWaitMs: waitMs = crowdedWaitMs } = this.options;
    if (this.isFinishing || !store.isCrowded) return true;
    const nowMs = performance.now();
    this.crowdedSinceMs ??= nowMs;
    return nowMs - this.crowdedSinceMs >= waitMs;
  }

  /** Never between the first event of small ones and their commit. */
  private get isTurnOfLarge(): boolean {
    const { small, queue } = this;
    if (small.taken.length > 0 || (this.large === undefined && !this.mayOpenLarge())) return false;
    return queue.smallCount === 0 || this.largeLeftMs > 0;
  }

  /** False when the group has to be committed first, or nothing waits. */
  private openSmall(): boolean {
    if (this.isFull) return false;
    const next = this.queue.takeSmall();
    if (next === undefined) return false;
    const { small } = this;
    if (small.taken.length === 0) {
      this.groupStartMs = performance.now();
      this.begin(small);
    }
    small.taken.push(next);
    this.tryTo(next, () => this.guard(small, next, () => this.open(small, next)));
    return true;
  }

  private get isFull(): boolean {
    const { taken, group } = this.small;
    const { smallCount } = this.queue;
    if (taken.length === 0) return false;
    if (this.isCareful || group.size >= groupEventsMax) return true;
    const collectedMs = performance.now() - this.groupStartMs;
    return collectedMs >= groupMs || (taken.length >= smallCount && collectedMs >= this.leastGroupMs());
  }

  // Commits when the group holds as many deliveries as are queued: those senders continue while the rest is read.
  // Where a commit takes long, a larger group pays.
  private leastGroupMs(): number {
    return Math.max(leastGroupMs, this.commitMs);
  }

  private readSmall(reading: Reading, deadline: number): void {
    this.tryTo(reading.waiting, () => this.read(this.small, reading, deadline));
  }

  /** When the delivery has to wait for the large one, the group is read anew without it. */
  private tryTo(waiting: Waiting, step: () => void): void {
    try {
      step();
    } catch (error) {
      if (!(error instanceof MustWait)) throw error;
      const { taken, group } = this.small;
      group.abandon();
      this.behind.push(waiting);
      this.queue.putBack(taken.filter((one) => one !== waiting));
      this.isCareful = true;
      this.small = this.newLane();
    }
  }

  private commitSmall(): void {
    const { small } = this;
    if (small.answers.length === 0 && !this.flushCarried) return;
    this.begin(small);
    const begin = performance.now();
    try {
      this.commit(small);
    } finally {
      this.commitMs = performance.now() - begin;
      this.largeLeftMs = largeTurnMs;
      this.small = this.newLane();
    }
  }

  /** Opens the next large delivery, reads on in the open one, or commits one that is read: then true. */
  private workLarge(deadline: number): boolean {
    const begin = performance.now();
    const { large } = this;
    if (large === undefined) this.openLarge();
    else {
      this.begin(large);
      if (large.reading !== undefined) this.readLarge(large, large.reading, deadline);
      else this.commitLarge(large);
    }
    this.largeLeftMs -= performance.now() - begin;
    return large !== undefined && this.large === undefined;
  }

  private openLarge(): void {
    const next = this.queue.takeLarge()!;
    this.crowdedSinceMs = undefined;
    this.largeDraft ??= new EventDraft(true);
    const { store, dedup, triggers } = this.options;
    const large = new Lane(new CommitGroup(store, dedup, this.largeDraft, triggers, firstProvisionalId));
    this.large = large;
    this.small = this.newLane();
    this.begin(large);
    this.guard(large, next, () => this.open(large, next));
    const { idempotencyKey } = next.delivery;
    if (idempotencyKey !== "" && large.reading !== undefined) large.group.claim(batchKey(next.delivery));
  }

  private readLarge(large: Lane, reading: Reading, deadline: number): void {
    const { bytes, isOwn } = reading.waiting.delivery;
    this.read(large, reading, deadline);
    // Its events are columns by now, and writing these takes memory, too.
    if (large.reading === undefined && isOwn) freeArrays([bytes]);
  }

  private commitLarge(large: Lane): void {
    try {
      this.commit(large);
    } finally {
      this.large = undefined;
      this.largeLeftMs = 0;
      this.isCareful = false;
      this.queue.putBack(this.behind.splice(0));
      this.small = this.newLane();
    }
  }

  /** What is done from here on is done for this lane. */
  private begin(lane: Lane): void {
    const isLarge = lane === this.large;
    const commit = isLarge ? "long" : "other";
    this.options.dedup.placeFor(commit);
    this.options.triggers.fireFor(commit, !isLarge && this.large !== undefined);
  }

  private open(lane: Lane, waiting: Waiting): void {
    if (this.answerRetry(lane, waiting)) return;
    const { clock, retentionDays, rules } = this.options;
    const arrival = Math.round(clock() * 1000);
    const oldest = retentionDays === 0 ? 0 : Math.max(0, arrival - retentionDays * 86_400_000_000);
    const reader = readDelivery(waiting.delivery, arrival, oldest);
    lane.reading = new Reading(waiting, reader, lane.group, this.quick, rules);
  }

  /** A batch that came before is acknowledged again. */
  private answerRetry({ group, answers }: Lane, { delivery, settle }: Waiting): boolean {
    if (delivery.idempotencyKey === "") return false;
    const answer = group.answerFor(batchKey(delivery));
    if (answer === undefined) return false;
    // With the group: the first of the two may still be in it.
    // Of before an update it may lack these.
    const older = { cut: 0, outOfTime: 0, withoutTime: 0 };
    const result = { ...older, ...(JSON.parse(answer) as Omit<Receipt, keyof typeof older>) };
    answers.push({ settle, result });
    return true;
  }

  private read(lane: Lane, reading: Reading, deadline: number): void {
    let isWhole = false;
    this.guard(lane, reading.waiting, () => {
      isWhole = reading.goOn(deadline);
    });
    if (!isWhole) return;
    lane.reading = undefined;
    lane.answers.push({ settle: reading.waiting.settle, result: resultOf(reading, lane.group) });
  }

  /** A body that is unusable as a whole is answered with its error and leaves nothing behind. */
  private guard(lane: Lane, { settle, delivery }: Waiting, step: () => void): void {
    try {
      step();
    } catch (error) {
      if (error instanceof MustWait) throw error;
      lane.reading = undefined;
      lane.group.countFor(originOf(delivery));
      lane.group.addLoss("rejected", 1);
      lane.answers.push({ settle, result: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  private commit({ group, answers }: Lane): void {
    this.flushCarried = false;
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

  /** Why nothing could be written; not with each commit that meets it. */
  private tellFailure(failure: unknown): void {
    const nowMs = performance.now();
    if (nowMs - this.failureToldMs < failureToldEveryMs) return;
    this.failureToldMs = nowMs;
    this.options.log?.error({ err: failure }, "events cannot be written to the intake log");
  }

  private answerWhenDurable(answers: Answer[]): void {
    this.written.push(answers);
    this.options.store.whenDurable(() => {
      this.written.shift();
      for (const { settle, result } of answers) settle(result);
    });
  }

  private newLane(): Lane {
    const { store, dedup, triggers } = this.options;
    return new Lane(new CommitGroup(store, dedup, this.draft, triggers, store.nextId, this.large?.group));
  }
}

/** Deliveries on their way into one commit. */
class Lane {
  /** All that were begun, in their order; of the small ones. */
  readonly taken: Waiting[] = [];
  reading: Reading | undefined;
  readonly answers: Answer[] = [];

  constructor(readonly group: CommitGroup) {}
}

interface Answer {
  settle: Settle;
  result: Receipt | Error;
}

/**
 * Stand-ins for ids of events whose commit still grows: beyond all ids, and as long, so that ids fit in their place.
 */
const firstProvisionalId = 2 ** 52;
