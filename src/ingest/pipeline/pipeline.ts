import type { LossCause, Origin, RefusalCause, StoreStatus, Uncounted } from "../../eventstore/event-store.ts";
import { AppError } from "../../lib/errors.ts";
import { FastEvents } from "../fast/fast-events.ts";
import type { Delivery } from "../intake.ts";
import { heldBackLookMs, largeTurnMs, sliceMs } from "../limits.ts";
import { countRefused } from "./count-refused.ts";
import { DeliveryQueue, type Settle, type Waiting } from "./delivery-queue.ts";
import { GroupWriter } from "./group-writer.ts";
import { LargeDelivery } from "./large-delivery.ts";
import type { PipelineOptions } from "./pipeline-options.ts";
import { SealBackpressure } from "./seal-backpressure.ts";
import { SmallGroups } from "./small-groups.ts";

/**
 * The path of an event: delivery → decode → read → map → de-duplicate → group → write → on disk → receipt. It works in
 * slices, so that its thread can answer others in between; while the disk works, the next group is read. Small
 * deliveries are grouped and written while a large one is read; that one is a group of its own and counts as arrived
 * when it is written. The one caller is the loop of the thread that owns the store.
 */
export class Pipeline {
  private readonly queue: DeliveryQueue;
  private readonly writer: GroupWriter;
  private readonly small: SmallGroups;
  private readonly large: LargeDelivery;
  private readonly holdBack: SealBackpressure;
  /** How long the large one may continue before waiting small ones. */
  private largeLeftMs = 0;

  constructor(private readonly options: PipelineOptions) {
    const { dedup, rules, triggers, largeBytes, fast = new FastEvents(dedup, rules, triggers) } = options;
    this.queue = new DeliveryQueue(largeBytes);
    this.writer = new GroupWriter(options);
    this.small = new SmallGroups(options, fast, this.queue, this.writer);
    this.large = new LargeDelivery(options, fast, this.queue, this.writer);
    this.holdBack = new SealBackpressure(options, this.queue, this.writer);
  }

  deliver(delivery: Delivery, settle: Settle): void {
    this.queue.push({ delivery, settle });
  }

  /** From now on, events older than this come too late; 0: none does. */
  setRetentionDays(days: number): void {
    this.options.retentionDays = days;
  }

  countLoss(origin: Origin, cause: LossCause, count: number): void {
    this.writer.countLoss(origin, cause, count);
  }

  countUncounted(origin: Origin, cause: RefusalCause, refused: Uncounted): void {
    this.writer.countUncounted(origin, cause, refused);
  }

  /** Works for about `budgetMs` or up to the next commit. True while there is more to do. */
  work(budgetMs: number): boolean {
    const deadline = performance.now() + budgetMs;
    do {
      if (this.isTurnOfLarge) {
        if (this.workLarge(deadline)) return this.hasMore;
      } else if (this.small.isReading || (this.mayTakeSmall() && this.small.open())) this.small.read(deadline);
      else {
        if (!this.hasMore && this.options.store.isSyncing) return false;
        this.commitSmall();
        return this.hasMore;
      }
    } while (performance.now() < deadline);
    return true;
  }

  /** Whether `work` has something to do. A delivery that waits for a seal does not count. */
  get hasMore(): boolean {
    return this.large.isOpen || this.mayOpenLarge() || (this.queue.smallCount > 0 && this.mayTakeSmall());
  }

  /** Milliseconds until `work` should be called even if nothing comes; undefined: never. */
  get nextMs(): number | undefined {
    return this.queue.isEmpty ? undefined : heldBackLookMs;
  }

  status(): StoreStatus {
    return this.writer.status();
  }

  /**
   * Works through the queue for about `budgetMs` at most, and waits for the disk. Refuses the remaining deliveries as a
   * whole: nobody was told that they are stored. With a budget, compressed ones are refused at once: one is unpacked in
   * one go, which may take longer, and its sender's request has ended.
   */
  finish(budgetMs = Number.POSITIVE_INFINITY): void {
    this.writer.writeAllLosses();
    this.large.isLast = true;
    this.holdBack.isLast = true;
    const stopping = new AppError("unavailable", "The service is stopping. Nothing was stored; try again.");
    const deadline = performance.now() + budgetMs;
    do {
      if (deadline !== Number.POSITIVE_INFINITY) this.refuse(this.queue.takeCompressed(), stopping);
    } while (this.work(sliceMs) && performance.now() < deadline);
    while (this.small.isReading) this.small.read(Number.POSITIVE_INFINITY);
    this.refuse(this.queue.takeAll(), stopping);
    this.commitSmall();
    this.options.store.flush();
    this.options.triggers.tellLast();
    this.abandon(stopping);
  }

  /** Nothing more is stored: tells every sender that still waits. */
  abandon(error: Error): void {
    const groups = [...this.writer.release(), ...this.small.release(), ...this.large.release()];
    const queued = this.queue.takeAll().map(({ settle }) => settle);
    for (const settle of [...groups, ...queued]) settle(error);
  }

  /** Written with the last commit. */
  private refuse(refused: readonly Waiting[], error: AppError): void {
    for (const { delivery, settle } of refused) {
      countRefused(this.writer, delivery);
      settle(error);
    }
  }

  /** Never between the first event of small ones and their commit. */
  private get isTurnOfLarge(): boolean {
    const { small, large, queue } = this;
    if (small.isBegun || (!large.isOpen && !this.mayOpenLarge())) return false;
    return queue.smallCount === 0 || this.largeLeftMs > 0;
  }

  private mayOpenLarge(): boolean {
    return this.queue.hasLarge && !this.holdBack.isOn() && this.large.mayOpen();
  }

  /** A group that has begun is always finished. */
  private mayTakeSmall(): boolean {
    return this.small.isBegun || !this.holdBack.isOn();
  }

  private commitSmall(): void {
    if (this.small.commit()) this.largeLeftMs = largeTurnMs;
  }

  /** Opens the next large delivery, reads on in the open one, or commits a finished one, returning true. */
  private workLarge(deadline: number): boolean {
    const begin = performance.now();
    const wasOpen = this.large.isOpen;
    if (wasOpen) this.continueLarge(deadline);
    else this.large.open((group) => this.small.overtake(group));
    this.largeLeftMs -= performance.now() - begin;
    return wasOpen && !this.large.isOpen;
  }

  private continueLarge(deadline: number): void {
    try {
      this.large.goOn(deadline);
    } finally {
      if (!this.large.isOpen) {
        this.largeLeftMs = 0;
        this.small.stopOvertaking();
      }
    }
  }
}
