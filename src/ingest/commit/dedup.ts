import type { EventRow, Micros, StoredEvent } from "../../eventstore/event/event.ts";
import { dedupEventsMax, occurrencesMax } from "../limits.ts";
import { DedupTable } from "./dedup-table.ts";
import { DedupUndo } from "./dedup-undo.ts";
import { Identity } from "./identity.ts";
import type { IdentityLog } from "./identity-log.ts";

/**
 * Decides which events are occurrences of an existing event: the same (host, program, severity, facility, message, user
 * tags), as long as the span from its first to its last occurrence, by the events' own times and in whatever order they
 * come, stays within the window, and its counter within 65,535. Otherwise a new event begins. It knows ids only, so
 * sealed events are no different. Used by the one thread that writes.
 */
export interface Dedup {
  /**
   * The id of the event that this is an occurrence of, counted there from now on; undefined: it is a new event and gets
   * `newId`. The row must have one time.
   */
  place(row: EventRow, newId: number): number | undefined;
  /**
   * The same for an event whose identity stands in `identity`. Throws MustWait, having changed nothing, when a commit
   * that grows long has it.
   */
  placeIdentity(time: Micros, newId: number): number | undefined;
  /**
   * Events placed from now on belong to the long commit, or to one that is made while it grows; `keep` and `undo` apply
   * to that one. Between the first event of another commit and its end, no event of the long one may be placed.
   */
  placeFor(commit: "long" | "other"): void;
  /** Builds an event's identity without creating an object; undefined when unused. */
  readonly identity: Identity | undefined;
  /** The events placed are on disk; ids from `firstId` on have grown by `difference`. */
  keep(firstId?: number, difference?: number): void;
  /**
   * The events placed since the last `keep`, new ones with ids from `firstId` on, could not be stored. Restores the
   * memory except for the order of eviction and, after a long commit, except for entries evicted for it.
   */
  undo(firstId?: number): void;
  /**
   * Stored events are not shown any more. From now on each is looked up at its next repeat; where it is gone, the
   * repeat begins a new event: as an occurrence of an event that nobody sees it would be lost.
   */
  doubt(): void;
  /** After a start: events of the store in id order. */
  rebuild(events: Iterable<StoredEvent>): void;
  /**
   * After a start: an event by the hash of its identity (four words of `keys`, under the same seed), with its times and
   * its counter. In id order, before any event that is rebuilt.
   */
  recall(keys: Uint32Array, at: number, event: Recalled): void;
  readonly size: number;
}

/** The store's data about an event. */
export interface Recalled {
  id: number;
  first: Micros;
  last: Micros;
  counter: number;
}

export interface DedupOptions {
  /** See EventStore. */
  shows?: (id: number) => boolean;
  /** Keeps the identity of each new event for the next start. */
  identities?: Pick<IdentityLog, "lastId" | "add">;
  /** Keeps senders from choosing messages that collide. */
  seed?: bigint;
  capacity?: number;
}

/** `windowMicros` 0: every event is a new one. */
export function createDedup(windowMicros: Micros, options: DedupOptions = {}): Dedup {
  return windowMicros === 0 ? off : new Memory(windowMicros, options);
}

const off: Dedup = {
  size: 0,
  place: () => undefined,
  placeIdentity: () => undefined,
  placeFor: () => undefined,
  identity: undefined,
  keep: () => undefined,
  undo: () => undefined,
  doubt: () => undefined,
  rebuild: () => undefined,
  recall: () => undefined,
};

class Memory implements Dedup {
  readonly identity: Identity;
  private readonly table: DedupTable;
  private readonly other: DedupUndo;
  private readonly long: DedupUndo;
  /** The undo list of the commit that events are placed for. */
  private changes: DedupUndo;
  private readonly shows: (id: number) => boolean;
  private readonly identities: DedupOptions["identities"];
  private readonly seed: bigint;
  private readonly otherSeed: bigint;
  /** One more with each doubt. */
  private doubts = 1;
  private readonly hashes = new BigUint64Array(2);
  private readonly key = new Uint32Array(this.hashes.buffer);

  constructor(
    private readonly windowMicros: Micros,
    { shows = () => true, identities, seed = randomSeed(), capacity = dedupEventsMax }: DedupOptions,
  ) {
    this.shows = shows;
    this.identities = identities;
    this.seed = seed;
    this.identity = new Identity(seed);
    this.table = new DedupTable(capacity);
    this.other = new DedupUndo(this.table);
    this.long = new DedupUndo(this.table);
    this.changes = this.other;
    this.otherSeed = seed ^ otherHalf;
  }

  get size(): number {
    return this.table.size;
  }

  place(row: EventRow, newId: number): number | undefined {
    this.identity.ofRow(row);
    return this.placeIdentity(row.times[0]!, newId);
  }

  placeIdentity(time: Micros, newId: number): number | undefined {
    const { table } = this;
    const slot = this.find();
    if (slot < 0) {
      this.remember(newId, time, time, 1);
      return undefined;
    }
    if (this.changes === this.other && this.long.holds(slot)) throw new MustWait();
    this.changes.record(slot, false);
    table.touch(slot);
    const first = Math.min(table.firstOf(slot), time);
    const last = Math.max(table.lastOf(slot), time);
    const isOver = last - first > this.windowMicros || table.counterOf(slot) >= occurrencesMax;
    if (isOver || this.isGone(slot)) {
      table.set(slot, newId, time, time, 1);
      table.setChecked(slot, this.doubts);
      return undefined;
    }
    table.set(slot, table.idOf(slot), first, last, table.counterOf(slot) + 1);
    return table.idOf(slot);
  }

  placeFor(commit: "long" | "other"): void {
    this.changes = this[commit];
  }

  keep(firstId = 0, difference = 0): void {
    if (difference !== 0) this.changes.renumber(firstId, difference);
    this.keepIdentities();
    this.changes.forget();
  }

  undo(firstId = 0): void {
    if (this.changes === this.long) this.long.drop(firstId);
    else this.other.undo();
  }

  doubt(): void {
    this.doubts++;
  }

  rebuild(events: Iterable<StoredEvent>): void {
    for (const event of events) {
      const { id, times } = event;
      const [first, last] = [times[0]!, times[times.length - 1]!];
      this.identity.ofRow(event);
      const slot = this.find();
      if (slot < 0) this.remember(id, first, last, times.length);
      else {
        this.changes.record(slot, false);
        this.table.touch(slot);
        this.table.set(slot, id, first, last, times.length);
      }
      this.keep();
    }
  }

  recall(keys: Uint32Array, at: number, { id, first, last, counter }: Recalled): void {
    this.key.set(keys.subarray(at, at + 4));
    const slot = this.table.find(this.key);
    if (slot < 0) this.remember(id, first, last, counter);
    else {
      this.table.touch(slot);
      this.table.set(slot, id, first, last, counter);
    }
    this.changes.forget();
  }

  private keepIdentities(): void {
    const { identities, table } = this;
    if (identities === undefined) return;
    for (const slot of this.changes.slotsBeyond(identities.lastId)) identities.add(table.idOf(slot), table, slot);
  }

  /** Puts the key of the identity into `key`. */
  private find(): number {
    const identity = this.identity.bytes();
    this.hashes[0] = Bun.hash.wyhash(identity, this.seed);
    this.hashes[1] = Bun.hash.wyhash(identity, this.otherSeed);
    return this.table.find(this.key);
  }

  private isGone(slot: number): boolean {
    const { table, doubts } = this;
    if (table.checkedOf(slot) === doubts) return false;
    if (!this.shows(table.idOf(slot))) return true;
    table.setChecked(slot, doubts);
    return false;
  }

  private remember(id: number, first: Micros, last: Micros, counter: number): void {
    const evicted = this.table.nextEvicted();
    if (evicted >= 0) this.changes.record(evicted, false);
    const slot = this.table.add(this.key);
    if (evicted < 0) this.changes.record(slot, true);
    this.table.set(slot, id, first, last, counter);
    this.table.setChecked(slot, this.doubts);
  }
}

function randomSeed(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0]!;
}

const otherHalf = 0x9e3779b97f4a7c15n;

/**
 * Thrown when an event of a small delivery would be an occurrence of an event in a large delivery, or has its retry
 * key: the small one, which was to be stored first, has to wait for the large one.
 */
export class MustWait extends Error {
  override readonly name = "MustWait";

  constructor() {
    super("The delivery has to wait for the large one that is being read.");
  }
}
