import { firstNotBelow, RowBits, RowSet } from "./row-set.ts";

/** Rows of one segment, chosen step by step: those from `start` to before `end` that have no 0 in `flags`. */
export class Selection {
  #flags: Uint8Array | undefined;
  /** Used instead of flags, which are made from it only on demand. */
  #set: RowSet | undefined;
  /** The row of the set that is row 0 here; the rows from there on. */
  #offset = 0;
  #rows = 0;

  constructor(
    public start: number,
    public end: number,
  ) {}

  static of(set: RowSet): Selection {
    const selection = new Selection(0, set.rows);
    selection.keepOnly(set);
    return selection;
  }

  /** One byte a row, 1 for chosen; undefined while all from `start` to `end` are. */
  get flags(): Uint8Array | undefined {
    if (this.#set) this.flags = this.#set.flags(this.#offset, this.#offset + this.#rows);
    return this.#flags;
  }

  set flags(flags: Uint8Array | undefined) {
    this.#flags = flags;
    this.#set = undefined;
  }

  /** Number of chosen rows. */
  get count(): number {
    return this.countIn(this.start, this.end);
  }

  /** Chosen rows from `from` to before `to`. */
  countIn(from: number, to: number): number {
    const start = Math.max(from, this.start);
    const end = Math.min(to, this.end);
    if (this.#set) return this.#set.countIn(this.#offset + start, this.#offset + end);
    if (!this.#flags) return Math.max(0, end - start);
    let count = 0;
    for (let row = start; row < end; row++) count += this.#flags[row]!;
    return count;
  }

  has(row: number): boolean {
    if (row < this.start || row >= this.end) return false;
    if (this.#set) return this.#set.has(this.#offset + row);
    return this.#flags === undefined || this.#flags[row] === 1;
  }

  /** The first chosen row at or behind one; `end` when there is none. */
  next(row: number): number {
    const from = Math.max(row, this.start);
    if (this.#set) return Math.min(this.end, this.#set.next(this.#offset + from) - this.#offset);
    if (!this.#flags) return Math.min(this.end, from);
    const found = this.#flags.indexOf(1, from);
    return found < 0 ? this.end : Math.min(this.end, found);
  }

  /**
   * Writes the chosen rows from `from` to before `to` into `into`, which must have room for them, and returns their
   * number.
   */
  list(from: number, to: number, into: Uint32Array): number {
    const start = Math.max(from, this.start);
    const end = Math.min(to, this.end);
    const flags = this.#flags;
    let used = 0;
    if (this.#set) {
      used = this.#set.list(this.#offset + start, Math.max(this.#offset + start, this.#offset + end), into);
      if (this.#offset > 0) for (let i = 0; i < used; i++) into[i]! -= this.#offset;
    } else if (flags) {
      for (let row = start; row < end; row++) {
        into[used] = row;
        used += flags[row]!;
      }
    } else for (let row = start; row < end; row++) into[used++] = row;
    return used;
  }

  /** Writes into `into` the places of those among the rising `rows` that are chosen, and returns their number. */
  places(rows: Uint32Array, into: Uint32Array): number {
    const begin = firstNotBelow(rows, this.start);
    const inside = rows.subarray(begin, firstNotBelow(rows, this.end));
    const flags = this.#flags;
    let used = 0;
    if (this.#set) used = this.#set.places(inside, this.#offset, into);
    else
      for (let place = 0; place < inside.length; place++) {
        into[used] = place;
        used += flags ? flags[inside[place]!]! : 1;
      }
    if (begin > 0) for (let i = 0; i < used; i++) into[i]! += begin;
    return used;
  }

  /** Every row from `start` to before `end` is chosen. */
  get isRange(): boolean {
    return this.#set === undefined && this.#flags === undefined;
  }

  /** Any chosen row from `from` to before `to`? */
  hasAny(from: number, to: number): boolean {
    const start = Math.max(from, this.start);
    const end = Math.min(to, this.end);
    if (start >= end) return false;
    if (this.#set) return this.#set.next(this.#offset + start) < this.#offset + end;
    if (!this.#flags) return true;
    const found = this.#flags.indexOf(1, start);
    return found >= 0 && found < end;
  }

  /** The selection among some rows, counted from the first of them. */
  slice(from: number, to: number): Selection {
    const start = Math.max(this.start, from);
    const part = new Selection(start - from, Math.max(start, Math.min(this.end, to)) - from);
    part.#flags = this.#flags?.subarray(from, to);
    part.#set = this.#set;
    part.#offset = this.#offset + from;
    part.#rows = to - from;
    return part;
  }

  clear(): void {
    this.end = this.start;
  }

  /** Deselects rows that are not in the set, which covers the whole segment. */
  keepOnly(set: RowSet): void {
    if (set.count === set.rows) return;
    this.start = Math.max(this.start, set.start);
    this.end = Math.max(this.start, Math.min(this.end, set.end));
    if (this.#flags) {
      const kept = set.flags(this.start, this.end);
      for (let row = this.start; row < this.end; row++) this.#flags[row]! &= kept[row - this.start]!;
    } else {
      this.#set = this.#set ? this.#set.and(set) : set;
      this.#rows = set.rows;
    }
  }

  /** Deselects those of these rows that fail `holds`. For tests that read rows one by one. */
  keepWhere(among: RowSet, tick: () => void, holds: (row: number) => boolean): void {
    const { rows } = among;
    const asked = new Selection(this.start, this.end);
    if (!this.isRange) asked.keepOnly(this.toSet(rows));
    asked.keepOnly(among);
    const failed = new RowBits(rows);
    const some = new Uint32Array(rowsAtOnce);
    for (let from = asked.start; from < asked.end; from += rowsAtOnce) {
      const count = asked.list(from, Math.min(asked.end, from + rowsAtOnce), some);
      for (let i = 0; i < count; i++) {
        const row = some[i]!;
        // A row of texts that must be assembled first may take 50 us.
        if ((i & 0x3f) === 0) tick();
        if (!holds(row)) failed.add(row);
      }
    }
    this.keepOnly(failed.others());
  }

  /** All of the segment's `rows` that are chosen. */
  toSet(rows: number): RowSet {
    if (this.#set && this.start <= this.#set.start && this.end >= this.#set.end) return this.#set;
    if (this.start === 0 && this.end === rows) {
      const { flags } = this;
      return flags ? RowSet.ofFlags(flags) : RowSet.all(rows);
    }
    const all = new Uint8Array(rows);
    const { flags } = this;
    if (flags) all.set(flags.subarray(this.start, this.end), this.start);
    else all.fill(1, this.start, this.end);
    return RowSet.ofFlags(all);
  }

  /** The flags, made when there are none yet. */
  writable(rows: number): Uint8Array {
    const known = this.flags;
    if (known) return known;
    const flags = new Uint8Array(rows);
    flags.fill(1, this.start, this.end);
    this.flags = flags;
    return flags;
  }
}

/** A row of texts can take some microseconds. */
const rowsAtOnce = 1_024;
