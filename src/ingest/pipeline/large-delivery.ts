import { EventDraft } from "../../eventstore/build/event-draft.ts";
import { freeArrays } from "../../runtime/free-arrays.ts";
import { CommitGroup } from "../commit/commit-group.ts";
import { keyOfDelivery } from "../commit/retry-keys.ts";
import type { FastPath } from "../fast/fast-events.ts";
import { crowdedWaitMs } from "../limits.ts";
import type { Reading } from "./delivery-progress.ts";
import type { DeliveryQueue, Settle } from "./delivery-queue.ts";
import type { GroupWriter } from "./group-writer.ts";
import { OpenGroup } from "./open-group.ts";
import type { PipelineOptions } from "./pipeline-options.ts";

/**
 * The large delivery that is being read, one at a time: a group of its own, which small ones overtake until it is
 * written.
 */
export class LargeDelivery {
  /** Made for the first one. */
  private draft: EventDraft | undefined;
  private current: OpenGroup | undefined;
  /** Since when the next one waits for a seal. */
  private crowdedSinceMs: number | undefined;
  /** The service is stopping: no delivery waits for a seal. */
  isLast = false;

  constructor(
    private readonly options: PipelineOptions,
    private readonly fast: FastPath,
    private readonly queue: DeliveryQueue,
    private readonly writer: GroupWriter,
  ) {}

  get isOpen(): boolean {
    return this.current !== undefined;
  }

  /** False when none waits, or while it should wait for a seal. */
  mayOpen(): boolean {
    if (!this.queue.hasLarge) return false;
    const { store, crowdedWaitMs: waitMs = crowdedWaitMs } = this.options;
    if (this.isLast || !store.isCrowded) return true;
    const nowMs = performance.now();
    this.crowdedSinceMs ??= nowMs;
    return nowMs - this.crowdedSinceMs >= waitMs;
  }

  /** Opens the next one. `overtake` hears of its group before any event is in it. */
  open(overtake: (large: CommitGroup) => void): void {
    const next = this.queue.takeLarge()!;
    this.crowdedSinceMs = undefined;
    this.draft ??= new EventDraft(true);
    const { store, dedup, triggers } = this.options;
    const group = new CommitGroup(store, dedup, this.draft, triggers, firstProvisionalId);
    this.current = new OpenGroup(group, this.options, this.fast);
    overtake(group);
    this.begin();
    this.current.open(next);
    if (next.delivery.idempotencyKey !== "" && this.current.reading) group.claim(keyOfDelivery(next.delivery));
  }

  /** Reads on, or commits a delivery that was read to its end, which closes it. */
  goOn(deadline: number): void {
    const { current } = this;
    if (!current) return;
    this.begin();
    if (current.reading) readOn(current, current.reading, deadline);
    else this.commit(current);
  }

  /** Takes out all senders that wait for a large delivery. */
  release(): Settle[] {
    return this.current?.release() ?? [];
  }

  private commit(current: OpenGroup): void {
    try {
      this.writer.write(current);
    } finally {
      this.current = undefined;
    }
  }

  /** Work from here on is for this delivery. */
  private begin(): void {
    this.options.dedup.placeFor("long");
    this.options.triggers.fireFor("long");
  }
}

function readOn(current: OpenGroup, reading: Reading, deadline: number): void {
  const { bytes, isOwn } = reading.waiting.delivery;
  current.read(reading, deadline);
  // Its events are columns by now, and writing these takes memory, too.
  if (current.reading === undefined && isOwn) freeArrays([bytes]);
}

/**
 * Stand-ins for ids of events whose commit still grows: larger than all ids, and as long, so that ids fit in their
 * place.
 */
const firstProvisionalId = 2 ** 52;
