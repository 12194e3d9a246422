import type { Micros } from "../eventstore/event.ts";
import type { EventDraft } from "../eventstore/event-draft.ts";
import type { Commit, EventStore, LossCause } from "../eventstore/event-store.ts";
import type { TriggerMatcher } from "../triggers/trigger-matcher.ts";
import type { Dedup } from "./dedup.ts";
import type { MappedEvent } from "./finish-event.ts";
import { Losses } from "./losses.ts";

/**
 * Deliveries that are committed together, each whole or not at all. It collects what one `EventStore.write` makes
 * durable; nothing is visible or remembered before `commit`.
 */
export class CommitGroup {
  /** Events that the commit will store, new ones and repeats. */
  size = 0;
  private readonly repeats: Commit["repeats"] = [];
  private readonly keys = new Map<string, string>();
  private readonly losses = new Losses();

  constructor(
    private readonly store: Pick<EventStore, "nextId" | "answerFor" | "write">,
    private readonly dedup: Dedup,
    /** Of the group alone while there is one. */
    readonly draft: EventDraft,
    private readonly triggers: TriggerMatcher,
  ) {
    draft.begin(store.nextId);
  }

  /** Takes an event in. False: it is a repeat, or `key` (retry key, "" for none) was seen before and it is stored already. */
  add({ row, cut, outOfTime }: MappedEvent, key: string): boolean {
    if (key !== "") {
      if (this.answerFor(key) !== undefined) return false;
      this.keys.set(key, "");
    }
    this.count();
    if (cut) this.losses.add("cut", 1);
    if (outOfTime) this.losses.add("out_of_time", 1);
    const fired = this.triggers.fire(row);
    const newId = this.draft.nextId;
    const id = this.dedup.place(row, newId);
    if (fired !== undefined) this.triggers.note(fired, row, id ?? newId);
    if (id === undefined) this.draft.add(row);
    else this.addOccurrence(id, row.times[0]!, fired?.set);
    return id === undefined;
  }

  /** An event comes that is not handed over as an object. */
  count(): void {
    this.size++;
    this.losses.received++;
  }

  /** Another occurrence of an event of this group or of the store. */
  addOccurrence(id: number, time: Micros, fired?: string): void {
    if (this.draft.addOccurrence(id, time, fired)) return;
    this.repeats.push(fired === undefined ? { id, time } : { id, time, fired });
  }

  /** Events that came and are not stored. */
  addLoss(cause: LossCause, count: number): void {
    this.losses.lose(cause, count);
  }

  remember(key: string, answer: string): void {
    this.keys.set(key, answer);
  }

  /** What was answered to this retry key, in this group too. */
  answerFor(key: string): string | undefined {
    return this.keys.get(key) ?? this.store.answerFor(key);
  }

  /**
   * Writes the group and what `carried` holds from before. Throws what `write` throws; then nothing was stored and
   * nothing forgotten of `carried`.
   */
  commit(carried: Losses): void {
    const { repeats } = this;
    const keys = Array.from(this.keys, ([key, answer]) => ({ key, answer }));
    const { received, causes } = this.losses.plus(carried);
    try {
      this.store.write({ events: this.draft.finish(), repeats, keys, losses: causes, received });
    } catch (error) {
      this.dedup.undo();
      this.triggers.undo();
      throw error;
    }
    this.dedup.keep();
    this.triggers.keep();
    carried.clear();
  }

  /** Counts the group, which found no room, for the commit that will find some. */
  loseTo(carried: Losses): void {
    carried.lose("disk_full", this.size);
    for (const cause of ["rejected", "rule_dropped"] as const) carried.lose(cause, this.losses.causes[cause] ?? 0);
  }
}
