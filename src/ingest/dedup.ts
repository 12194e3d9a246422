import type { EventRow, Micros, StoredEvent } from "../eventstore/event.ts";
import { DedupTable } from "./dedup-table.ts";
import { dedupEventsMax, maxOccurrences } from "./limits.ts";

/**
 * Which events are occurrences of an event that there is already: the same (host, program, severity, facility, message,
 * user tags), as long as the span from its first to its last occurrence, by the events' own times and in whatever order
 * they come, stays within the window, and its counter within 65,535. Else a new event begins. Knows ids only, so it does not matter
 * whether the event is sealed. Used by the one thread that writes.
 */
export interface Dedup {
  /**
   * The id of the event that this is an occurrence of, now counted there; or undefined, then it is a new event and
   * gets `newId`. The row must have one time.
   */
  place(row: EventRow, newId: number): number | undefined;
  /** What was placed is on disk. */
  keep(): void;
  /** What was placed since the last `keep` could not be stored: the memory is as before, but for the order of forgetting. */
  undo(): void;
  /** After a start: events of the store in id order. */
  rebuild(events: Iterable<StoredEvent>): void;
  readonly size: number;
}

/** `windowMicros` 0: every event is a new one. `seed` keeps senders from choosing messages that collide. */
export function createDedup(
  windowMicros: Micros,
  seed: bigint = crypto.getRandomValues(new BigUint64Array(1))[0]!,
  capacity = dedupEventsMax,
): Dedup {
  if (windowMicros === 0) return off;
  return new Memory(windowMicros, seed, capacity);
}

const off: Dedup = {
  size: 0,
  place: () => undefined,
  keep: () => undefined,
  undo: () => undefined,
  rebuild: () => undefined,
};

/** How a slot was before a change; without a key it was free. */
interface Before {
  slot: number;
  key?: Uint32Array;
  id: number;
  first: Micros;
  last: Micros;
  counter: number;
}

class Memory implements Dedup {
  private readonly table: DedupTable;
  private readonly journal: Before[] = [];
  private readonly hashes = new BigUint64Array(2);
  private readonly key = new Uint32Array(this.hashes.buffer);

  constructor(
    private readonly windowMicros: Micros,
    private readonly seed: bigint,
    capacity: number,
  ) {
    this.table = new DedupTable(capacity);
  }

  get size(): number {
    return this.table.size;
  }

  place(row: EventRow, newId: number): number | undefined {
    const { table } = this;
    const time = row.times[0]!;
    const slot = this.find(row);
    if (slot < 0) {
      this.remember(newId, time, time, 1);
      return undefined;
    }
    this.journal.push(this.before(slot));
    table.touch(slot);
    const first = Math.min(table.first[slot]!, time);
    const last = Math.max(table.last[slot]!, time);
    if (last - first > this.windowMicros || table.counter[slot]! >= maxOccurrences) {
      this.set(slot, newId, time, time, 1);
      return undefined;
    }
    this.set(slot, table.id[slot]!, first, last, table.counter[slot]! + 1);
    return table.id[slot];
  }

  keep(): void {
    this.journal.length = 0;
  }

  undo(): void {
    const { table } = this;
    for (let before = this.journal.pop(); before !== undefined; before = this.journal.pop()) {
      const { slot, key, id, first, last, counter } = before;
      const changedHands = key === undefined || table.find(key) !== slot;
      if (changedHands) table.remove(slot);
      if (key === undefined) continue;
      // The slot freed last is the one that is given next.
      if (changedHands) table.add(key);
      this.set(slot, id, first, last, counter);
    }
  }

  rebuild(events: Iterable<StoredEvent>): void {
    for (const event of events) {
      const { id, times } = event;
      const [first, last] = [times[0]!, times[times.length - 1]!];
      const slot = this.find(event);
      if (slot < 0) this.remember(id, first, last, times.length);
      else {
        this.table.touch(slot);
        this.set(slot, id, first, last, times.length);
      }
    }
    this.keep();
  }

  /** Leaves the row's key in `key`. */
  private find(row: EventRow): number {
    const identity = identityOf(row);
    this.hashes[0] = Bun.hash.wyhash(identity, this.seed);
    this.hashes[1] = Bun.hash.wyhash(identity, this.seed ^ otherHalf);
    return this.table.find(this.key);
  }

  private remember(id: number, first: Micros, last: Micros, counter: number): void {
    const evicted = this.table.nextEvicted();
    const before = evicted < 0 ? undefined : this.before(evicted);
    const slot = this.table.add(this.key);
    this.journal.push(before ?? { slot, id: 0, first: 0, last: 0, counter: 0 });
    this.set(slot, id, first, last, counter);
  }

  private before(slot: number): Before {
    const { table } = this;
    return {
      slot,
      key: table.keyOf(slot),
      id: table.id[slot]!,
      first: table.first[slot]!,
      last: table.last[slot]!,
      counter: table.counter[slot]!,
    };
  }

  private set(slot: number, id: number, first: Micros, last: Micros, counter: number): void {
    const { table } = this;
    table.id[slot] = id;
    table.first[slot] = first;
    table.last[slot] = last;
    table.counter[slot] = counter;
  }
}

const otherHalf = 0x9e3779b97f4a7c15n;

/** What makes two events the same, as one text. The lengths in front keep "ab" + "c" from being "a" + "bc". */
function identityOf({ host, program, severity, facility, message, tags }: EventRow): string {
  let lengths = `${host.length},${program.length},${severity},${facility}`;
  let texts = host + program;
  for (const text of tags) {
    lengths += `,${text.length}`;
    texts += text;
  }
  return `${lengths};${texts}${message}`;
}
