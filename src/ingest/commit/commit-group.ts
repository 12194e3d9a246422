import { type BuiltEvents, type EventDraft, renumber } from "../../eventstore/build/event-draft.ts";
import type { Micros } from "../../eventstore/event/event.ts";
import {
  addUncounted,
  type Commit,
  type EventStore,
  type LossCause,
  type Origin,
  type RefusalCause,
} from "../../eventstore/event-store.ts";
import type { TriggerMatcher } from "../../triggers/matching/trigger-matcher.ts";
import type { MappedEvent } from "../event/finish-event.ts";
import { isHeld } from "../intake.ts";
import type { Dedup } from "./dedup.ts";
import { MustWait } from "./dedup.ts";
import { Losses, OriginLosses } from "./losses.ts";
import { answerAt, knownAnswer, type RetryKey } from "./retry-keys.ts";

/**
 * Deliveries that are committed together, each whole or not at all. The group collects the content of one
 * `EventStore.write`; nothing is visible or remembered before `commit`. A group that grows while others are written
 * numbers its events provisionally and gives them ids when it is written.
 */
export class CommitGroup {
  /** Events that the commit will store, new ones and repeats. */
  size = 0;
  private readonly repeats: Commit["repeats"] = [];
  private readonly keys = new Map<string, string>();
  private readonly losses = new Losses();
  /** Origin of the events added next. */
  private from = new OriginLosses(unknownOrigin);
  private claimed = "";

  /** Parameters: the parts of the pipeline that one group of deliveries works with. */
  constructor(
    private readonly store: Pick<EventStore, "nextId" | "answerFor" | "write">,
    private readonly dedup: Dedup,
    /** Counts this group only, while there is one. */
    readonly draft: EventDraft,
    private readonly triggers: TriggerMatcher,
    firstId: number = store.nextId,
    /**
     * A group that grows meanwhile and is written later; events and deliveries with one of its keys have to wait for
     * it.
     */
    private readonly overtaken?: CommitGroup,
  ) {
    draft.begin(firstId);
  }

  /** Sets the origin of all events and losses from now on. */
  countFor(origin: Origin): void {
    this.from = this.losses.of(origin);
  }

  /**
   * Adds an event. False: it is a repeat, or its retry key was seen before and it is stored already. Throws MustWait.
   */
  add({ row, cut, outOfTime, withoutTime, isOverwritten }: MappedEvent, key?: RetryKey): boolean {
    if (key !== undefined) {
      if (this.answerFor(key) !== undefined) return false;
      this.remember(key, "");
    }
    this.count();
    if (cut) this.from.add("cut", 1);
    if (outOfTime) this.from.add("out_of_time", 1);
    if (withoutTime) this.from.add("without_time", 1);
    if (isOverwritten) this.from.add("rule_overwrote", 1);
    const fired = this.triggers.fire(row);
    const newId = this.draft.nextId;
    const id = this.dedup.place(row, newId);
    if (fired !== undefined) this.triggers.note(fired, row, id ?? newId);
    if (id === undefined) this.draft.add(row);
    else this.addOccurrence(id, row.times[0]!, fired?.set);
    return id === undefined;
  }

  /** Announces an event that is not passed as an object. */
  count(): void {
    this.size++;
    this.from.store();
  }

  /** Another occurrence of an event of this group or of the store. */
  addOccurrence(id: number, time: Micros, fired?: string): void {
    if (this.draft.addOccurrence(id, time, fired)) return;
    this.repeats.push(fired === undefined ? { id, time } : { id, time, fired });
  }

  /** Events that came and are not stored. */
  addLoss(cause: LossCause, count: number): void {
    if (count > 0) this.from.lose(cause, count);
  }

  /** A delivery turned out to be unusable as a whole, before its events were counted. */
  refuse(cause: RefusalCause, bytes: number): void {
    this.from.refuse(cause, { deliveries: 1, bytes });
  }

  remember(key: RetryKey, answer: string): void {
    this.keys.set(key.key, answerAt(key, answer));
  }

  /** Announces that this retry key will have an answer when the group is written. */
  claim({ key }: RetryKey): void {
    this.claimed = key;
  }

  /**
   * The earlier answer to this retry key, also within this group. Throws MustWait when a group that was overtaken has
   * to decide.
   */
  answerFor(retry: RetryKey): string | undefined {
    const { key } = retry;
    if (this.overtaken?.knows(key)) throw new MustWait();
    return knownAnswer(retry, this.keys.get(key) ?? this.store.answerFor(key));
  }

  private knows(key: string): boolean {
    return this.claimed === key || this.keys.has(key);
  }

  /** Nothing of the delivery is stored, now or later. */
  abandon(): void {
    this.dedup.undo();
    this.triggers.rewind();
  }

  /**
   * Writes the group and the earlier losses in `carried`. Throws the errors of `write`; then nothing was stored, and
   * `carried` still holds its losses.
   */
  commit(carried: Losses): void {
    const { firstId } = this.draft;
    const events = this.draft.finish();
    const movedBy = this.store.nextId - firstId;
    const repeats = this.moveBy(movedBy, events);
    const keys = Array.from(this.keys, ([key, answer]) => ({ key, answer }));
    const { received, causes, origins } = this.losses.plus(carried);
    try {
      this.store.write({ events, repeats, keys, losses: causes, received, origins });
    } catch (error) {
      this.dedup.undo(firstId);
      this.triggers.undo();
      throw error;
    }
    this.dedup.keep(firstId, movedBy);
    this.triggers.keep(firstId, movedBy);
    carried.clear();
  }

  /** Gives its events the store's next ids. */
  private moveBy(difference: number, { segments }: BuiltEvents): Commit["repeats"] {
    const { repeats } = this;
    if (difference === 0) return repeats;
    for (const segment of segments) renumber(segment, difference);
    const { firstId } = this.draft;
    return repeats.map((repeat) => (repeat.id < firstId ? repeat : { ...repeat, id: repeat.id + difference }));
  }

  /**
   * Counts a group that found no space; the next commit that finds some writes the counts. Held deliveries come again.
   */
  loseTo(carried: Losses): void {
    for (const counts of this.losses.origins.filter(({ protocol }) => !isHeld(protocol))) {
      const target = carried.of(counts);
      target.lose("disk_full", counts.stored);
      for (const cause of ["rejected", "rule_dropped", "too_large", "over_quota"] as const)
        target.lose(cause, counts.loss[cause] ?? 0);
      addUncounted(target.uncounted, counts.uncounted);
    }
  }
}

const unknownOrigin: Origin = { protocol: "", source: "", tokenId: 0 };
