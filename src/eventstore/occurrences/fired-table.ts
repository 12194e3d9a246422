import { decodeIntegers, decodeSeries, encodeIntegers, encodeSeries } from "../format/integers.ts";
import { firstAtOrAfter } from "../format/number-arrays.ts";
import { type FiredEntry, FormatError, type PartSink, type PartSource } from "../format/segment-format.ts";

/** For which occurrences of a segment triggers fired. Without any there is no table: then it costs nothing. */
export interface FiredTable {
  /** Texts of fired-set.ts, each once. Below, set n is `sets[n - 1]`, and 0 is none. */
  readonly sets: readonly string[];
  /** Rows with a firing, rising. The others below go by their place in here. */
  readonly rows: Uint32Array;
  /** The set that all occurrences of the row have; 0: each has its own. */
  readonly same: Uint32Array;
  /** Sets of the rows where each occurrence has its own, in the order of their times, one row after the other. */
  readonly each: Uint32Array;
  /** Start of each row's entries in `each`; one more than rows. */
  readonly starts: Uint32Array;
}

/** Collects rows in rising order. */
export class FiredTableBuilder {
  private readonly numbers = new Map<string, number>();
  private readonly rows: number[] = [];
  private readonly same: number[] = [];
  private readonly each: number[] = [];
  private readonly starts: number[] = [0];

  /** The number of a set; 0 for "". */
  numberOf(set: string): number {
    if (set === "") return 0;
    const known = this.numbers.get(set);
    if (known !== undefined) return known;
    this.numbers.set(set, this.numbers.size + 1);
    return this.numbers.size;
  }

  /** All occurrences of the row have this set. */
  addSame(row: number, set: number): void {
    if (set === 0) return;
    this.rows.push(row);
    this.same.push(set);
    this.starts.push(this.each.length);
  }

  /** One set for each occurrence, in the order of their times. */
  add(row: number, sets: ArrayLike<number>): void {
    const first = sets[0]!;
    for (let i = 1; i < sets.length; i++) {
      if (sets[i] === first) continue;
      this.rows.push(row);
      this.same.push(0);
      for (let at = 0; at < sets.length; at++) this.each.push(sets[at]!);
      this.starts.push(this.each.length);
      return;
    }
    this.addSame(row, first);
  }

  finish(): FiredTable | undefined {
    if (this.rows.length === 0) return undefined;
    return {
      sets: [...this.numbers.keys()],
      rows: Uint32Array.from(this.rows),
      same: Uint32Array.from(this.same),
      each: Uint32Array.from(this.each),
      starts: Uint32Array.from(this.starts),
    };
  }
}

/** Those of some neighbouring rows, which are counted from the first of them; undefined when nothing fired for them. */
export function firedOfRows(table: FiredTable, from: number, count: number): FiredTable | undefined {
  const begin = firstAtOrAfter(table.rows, from);
  const end = firstAtOrAfter(table.rows, from + count);
  if (begin === end) return undefined;
  return {
    sets: table.sets,
    rows: table.rows.subarray(begin, end).map((row) => row - from),
    same: table.same.subarray(begin, end),
    each: table.each,
    starts: table.starts.subarray(begin, end + 1),
  };
}

/** Place of the row in the table, or -1. */
export function placeOf({ rows }: FiredTable, row: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = rows[middle]!;
    if (at === row) return middle;
    if (at < row) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The numbers of the sets at a place, by occurrence; `count`: how many there are. */
export function numbersAt({ same, each, starts }: FiredTable, place: number, count: number): Uint32Array {
  const set = same[place]!;
  return set === 0 ? each.subarray(starts[place]!, starts[place + 1]!) : new Uint32Array(count).fill(set);
}

/** The sets of a row by occurrence; undefined when nothing fired. */
export function setsOfRow(table: FiredTable | undefined, row: number, count: number): string[] | undefined {
  const place = table === undefined ? -1 : placeOf(table, row);
  if (table === undefined || place < 0) return undefined;
  return Array.from(numbersAt(table, place, count), (set) => (set === 0 ? "" : table.sets[set - 1]!));
}

/** Sets that some occurrence at this place has, each once, none left out but 0. */
export function distinctNumbersAt({ same, each, starts }: FiredTable, place: number): number[] {
  if (same[place] !== 0) return [same[place]!];
  return [...new Set(each.subarray(starts[place]!, starts[place + 1]!))].filter((set) => set !== 0);
}

export function encodeFired(sink: PartSink, table: FiredTable): FiredEntry {
  return {
    sets: sink.add(new TextEncoder().encode(JSON.stringify(table.sets))),
    rows: encodeSeries(sink, Float64Array.from(table.rows)),
    same: encodeIntegers(sink, Float64Array.from(table.same)),
    each: table.each.length === 0 ? undefined : encodeIntegers(sink, Float64Array.from(table.each)),
    lengths: table.each.length === 0 ? undefined : encodeIntegers(sink, lengthsOf(table)),
  };
}

export function decodeFired(source: PartSource, entry: FiredEntry): FiredTable {
  const rows = Uint32Array.from(decodeSeries(source, entry.rows));
  const same = Uint32Array.from(decodeIntegers(source, entry.same));
  const each = entry.each ? Uint32Array.from(decodeIntegers(source, entry.each)) : new Uint32Array(0);
  const lengths = entry.lengths ? decodeIntegers(source, entry.lengths) : new Float64Array(rows.length);
  const starts = new Uint32Array(rows.length + 1);
  for (let place = 0; place < rows.length; place++) starts[place + 1] = starts[place]! + lengths[place]!;
  if (same.length !== rows.length || lengths.length !== rows.length || starts[rows.length] !== each.length)
    throw new FormatError("The triggers of a segment do not fit its rows.");
  return { sets: JSON.parse(new TextDecoder().decode(source.part(entry.sets))), rows, same, each, starts };
}

export function firedTableBytes({ sets, rows, each }: FiredTable): number {
  return rows.length * 12 + each.length * 4 + sets.reduce((sum, set) => sum + set.length, 0);
}

function lengthsOf({ rows, starts }: FiredTable): Float64Array {
  return Float64Array.from(rows, (_, place) => starts[place + 1]! - starts[place]!);
}
