import { EventDraft } from "../../eventstore/build/event-draft.ts";
import { CommitGroup } from "../commit/commit-group.ts";
import { MustWait } from "../commit/dedup.ts";
import type { FastPath } from "../fast/fast-events.ts";
import { groupEventsMax, groupMs, leastGroupMs, smallReadMs } from "../limits.ts";
import type { DeliveryQueue, Settle, Waiting } from "./delivery-queue.ts";
import type { GroupWriter } from "./group-writer.ts";
import { OpenGroup } from "./open-group.ts";
import type { PipelineOptions } from "./pipeline-options.ts";

/**
 * Small deliveries: all waiting ones form one group, a few milliseconds apart. While a large delivery is read, they
 * overtake it; those with a key of the large one wait until it is written.
 */
export class SmallGroups {
  private readonly draft = new EventDraft();
  private current: OpenGroup;
  /** The deliveries that the group began with, in their order. */
  private taken: Waiting[] = [];
  private overtaken: CommitGroup | undefined;
  private readonly behind: Waiting[] = [];
  /** One had to wait: the others are read one by one, so that none is read more than twice. */
  private isCareful = false;
  /** So many deliveries were put back beside one that took long: they are read one by one, so that none is again. */
  private putBackCount = 0;
  private startMs = 0;
  /** How long the open delivery may still be read as a small one. */
  private leftMs = 0;
  /** The duration of the last commit. */
  private commitMs = 0;

  constructor(
    private readonly options: PipelineOptions,
    private readonly fast: FastPath,
    private readonly queue: DeliveryQueue,
    private readonly writer: GroupWriter,
  ) {
    this.current = this.newGroup();
  }

  /** True between the first delivery of a group and its commit. */
  get isBegun(): boolean {
    return this.taken.length > 0;
  }

  get isReading(): boolean {
    return this.current.reading !== undefined;
  }

  /** From now on small deliveries overtake the group of a large one; only between two groups. */
  overtake(large: CommitGroup): void {
    this.overtaken = large;
    this.renew();
  }

  /** The large one is written: deliveries that waited for it are next. */
  stopOvertaking(): void {
    this.overtaken = undefined;
    this.isCareful = false;
    this.queue.putBack(this.behind.splice(0));
    this.renew();
  }

  /** Opens the next delivery. False when the group has to be committed first, or nothing waits. */
  open(): boolean {
    if (this.isFull) return false;
    const next = this.queue.takeSmall();
    if (next === undefined) return false;
    if (!this.isBegun) {
      this.startMs = performance.now();
      this.begin();
    }
    this.taken.push(next);
    this.leftMs = this.options.smallReadMs ?? smallReadMs;
    this.unlessBehind(next, () => this.current.open(next));
    return true;
  }

  /** Reads on in the open delivery. One that turns out to be a lot of work is read again as a large one. */
  read(deadline: number): void {
    const { reading } = this.current;
    if (!reading) return;
    const { waiting } = reading;
    const begin = performance.now();
    this.unlessBehind(waiting, () => this.current.read(reading, Math.min(deadline, begin + this.leftMs)));
    this.leftMs -= performance.now() - begin;
    if (this.current.reading !== reading || this.leftMs > 0) return;
    this.putBackCount = this.taken.length - 1;
    this.readAgainWithout(waiting);
    this.queue.pushLarge(waiting);
  }

  /** False when there is nothing to commit. */
  commit(): boolean {
    if (this.current.answers.length === 0 && !this.writer.hasLosses) return false;
    this.begin();
    const begin = performance.now();
    try {
      this.writer.write(this.current);
    } finally {
      this.commitMs = performance.now() - begin;
      this.putBackCount = Math.max(0, this.putBackCount - this.taken.length);
      this.renew();
    }
    return true;
  }

  /** Takes out all senders that wait. Forgets the group that was begun: nobody would ever commit it. */
  release(): Settle[] {
    const all = [...this.current.release(), ...this.behind.splice(0).map(({ settle }) => settle)];
    if (this.isBegun) {
      this.current.group.abandon();
      this.renew();
    }
    return all;
  }

  private get isFull(): boolean {
    const { length } = this.taken;
    if (length === 0) return false;
    if (this.isCareful || this.putBackCount > 0 || this.current.group.size >= groupEventsMax) return true;
    const collectedMs = performance.now() - this.startMs;
    return collectedMs >= groupMs || (length >= this.queue.smallCount && collectedMs >= this.leastMs());
  }

  // Commits when the group holds as many deliveries as are queued: those senders continue while the rest is read.
  // Where a commit takes long, a larger group pays.
  private leastMs(): number {
    return Math.max(leastGroupMs, this.commitMs);
  }

  /** When the delivery has to wait for the large one, the group is read again without it. */
  private unlessBehind(waiting: Waiting, step: () => void): void {
    try {
      step();
    } catch (error) {
      if (!(error instanceof MustWait)) throw error;
      this.behind.push(waiting);
      this.isCareful = true;
      this.readAgainWithout(waiting);
    }
  }

  private readAgainWithout(waiting: Waiting): void {
    this.current.group.abandon();
    this.queue.putBack(this.taken.filter((one) => one !== waiting));
    this.renew();
  }

  /** Work from here on is for this group. */
  private begin(): void {
    this.options.dedup.placeFor("other");
    this.options.triggers.fireFor("other");
  }

  private renew(): void {
    this.taken = [];
    this.current = this.newGroup();
  }

  private newGroup(): OpenGroup {
    const { store, dedup, triggers } = this.options;
    const group = new CommitGroup(store, dedup, this.draft, triggers, store.nextId, this.overtaken);
    return new OpenGroup(group, this.options, this.fast);
  }
}
