import { grown } from "../../eventstore/format/byte-dictionary.ts";
import type { DedupTable } from "./dedup-table.ts";

/** The earlier contents of changed slots of the table, as numbers; for a commit that could not be stored. */
export class DedupUndo {
  private count = 0;
  private slots = new Int32Array(256);
  /** 1: the slot was free. */
  private free = new Uint8Array(256);
  private keys = new Uint32Array(1024);
  /** Id, first, last, counter. */
  private values = new Float64Array(1024);

  /** Whether each slot was noted; created on the first query after a change. */
  private noted: Uint8Array | undefined;

  constructor(private readonly table: DedupTable) {}

  /** Whether the slot was noted. */
  holds(slot: number): boolean {
    if (this.count === 0) return false;
    if (this.noted === undefined) {
      this.noted = new Uint8Array(this.table.capacity);
      for (let at = 0; at < this.count; at++) this.noted[this.slots[at]!] = 1;
    }
    return this.noted[slot] === 1;
  }

  /** Slots whose event has an id beyond this one, in the order of the ids. */
  slotsBeyond(id: number): number[] {
    const { table } = this;
    const found: number[] = [];
    let isRising = true;
    let last = id;
    for (let at = 0; at < this.count; at++) {
      const slot = this.slots[at]!;
      const own = table.idOf(slot);
      if (own <= id) continue;
      if (own > last) last = own;
      // A slot is noted again with each occurrence of its event.
      else if (holdsId(found, own, table)) continue;
      else isRising = false;
      found.push(slot);
    }
    return isRising ? found : [...new Set(found)].sort((a, b) => table.idOf(a) - table.idOf(b));
  }

  /** Events noted with ids from `firstId` on have got others. */
  renumber(firstId: number, difference: number): void {
    const { table } = this;
    for (let at = 0; at < this.count; at++) {
      const slot = this.slots[at]!;
      const id = table.idOf(slot);
      if (id < firstId) continue;
      table.set(slot, id + difference, table.firstOf(slot), table.lastOf(slot), table.counterOf(slot));
    }
  }

  /** Notes a slot that is about to change. */
  record(slot: number, isFree: boolean): void {
    const at = this.count++;
    if (at >= this.slots.length) this.widen();
    const { table, values } = this;
    this.slots[at] = slot;
    if (this.noted !== undefined) this.noted[slot] = 1;
    this.free[at] = isFree ? 1 : 0;
    if (isFree) return;
    table.copyKey(slot, this.keys, at * 4);
    values[at * 4] = table.idOf(slot);
    values[at * 4 + 1] = table.firstOf(slot);
    values[at * 4 + 2] = table.lastOf(slot);
    values[at * 4 + 3] = table.counterOf(slot);
  }

  forget(): void {
    this.count = 0;
    this.noted = undefined;
    if (this.slots.length <= entriesKept) return;
    this.slots = new Int32Array(256);
    this.free = new Uint8Array(256);
    this.keys = new Uint32Array(1024);
    this.values = new Float64Array(1024);
  }

  /** Puts everything back, the last change first. */
  undo(): void {
    const { table, values } = this;
    for (let at = this.count - 1; at >= 0; at--) {
      const slot = this.slots[at]!;
      const wasFree = this.free[at] === 1;
      const key = this.keys.subarray(at * 4, at * 4 + 4);
      const changedHands = wasFree || table.find(key) !== slot;
      if (changedHands) table.remove(slot);
      if (wasFree) continue;
      // The slot freed last is the next one given.
      if (changedHands) table.add(key);
      table.set(slot, values[at * 4]!, values[at * 4 + 1]!, values[at * 4 + 2]!, values[at * 4 + 3]!);
      // It may have changed because the event was gone.
      table.setChecked(slot, 0);
    }
    this.forget();
  }

  /**
   * Undoes the changes that are still in place, after other commits were kept, which stay: new events with ids from
   * `firstId` on are removed. Entries evicted for them are not restored: the event may have begun again, and its slot
   * may be taken.
   */
  drop(firstId: number): void {
    const { table, values } = this;
    for (let at = this.count - 1; at >= 0; at--) {
      const slot = this.slots[at]!;
      const id = table.idOf(slot);
      const isOld = id < firstId;
      const isThere = this.free[at] === 0 && table.find(this.keys.subarray(at * 4, at * 4 + 4)) === slot;
      if (isThere && (!isOld || id === values[at * 4]!)) {
        table.set(slot, values[at * 4]!, values[at * 4 + 1]!, values[at * 4 + 2]!, values[at * 4 + 3]!);
        table.setChecked(slot, 0);
      } else if (!isOld) {
        // It may stand here more than once.
        table.set(slot, 0, 0, 0, 0);
        table.remove(slot);
      }
    }
    this.forget();
  }

  private widen(): void {
    const wanted = this.slots.length * 2;
    this.slots = grown(this.slots, wanted);
    this.free = grown(this.free, wanted);
    this.keys = grown(this.keys, wanted * 4);
    this.values = grown(this.values, wanted * 4);
  }
}

/** A huge commit must not keep its memory for ever. */
const entriesKept = 65_536;

/** `slots`: in the order of their ids. */
function holdsId(slots: readonly number[], id: number, table: DedupTable): boolean {
  let low = 0;
  for (let high = slots.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (table.idOf(slots[middle]!) < id) low = middle + 1;
    else high = middle;
  }
  return low < slots.length && table.idOf(slots[low]!) === id;
}
