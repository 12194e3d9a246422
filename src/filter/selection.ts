/** Rows of one segment, chosen step by step: those from `start` to before `end` that have no 0 in `flags`. */
export class Selection {
  /** One byte a row, 1 for chosen; undefined while all from `start` to `end` are. */
  flags: Uint8Array | undefined;

  constructor(
    public start: number,
    public end: number,
  ) {}

  /** Number of chosen rows. */
  get count(): number {
    if (!this.flags) return this.end - this.start;
    let count = 0;
    for (let row = this.start; row < this.end; row++) count += this.flags[row]!;
    return count;
  }

  has(row: number): boolean {
    return row >= this.start && row < this.end && (this.flags === undefined || this.flags[row] === 1);
  }

  /** Any chosen row from `from` to before `to`? */
  hasAny(from: number, to: number): boolean {
    const start = Math.max(from, this.start);
    const end = Math.min(to, this.end);
    if (!this.flags || start >= end) return start < end;
    const found = this.flags.indexOf(1, start);
    return found >= 0 && found < end;
  }

  /** The same of some rows, counted from the first of them. */
  slice(from: number, to: number): Selection {
    const start = Math.max(this.start, from);
    const part = new Selection(start - from, Math.max(start, Math.min(this.end, to)) - from);
    part.flags = this.flags?.subarray(from, to);
    return part;
  }

  clear(): void {
    this.end = this.start;
  }

  /** The flags, made when there are none yet. */
  writable(rows: number): Uint8Array {
    if (!this.flags) {
      this.flags = new Uint8Array(rows);
      this.flags.fill(1, this.start, this.end);
    }
    return this.flags;
  }
}
