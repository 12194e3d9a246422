import { firstAtOrAfter, isRising, sumOf } from "../../eventstore/format/number-arrays.ts";
import { PairTable, tooManyPairs } from "../counting/pair-table.ts";
import { noNumber } from "../counting/row-numbers.ts";
import type { PackedArray } from "../execution/team.ts";
import { countedPairsMax, waitingNumbersMax } from "../limits.ts";
import { mergeRuns, type NumberRuns, refineRuns, regroupRuns, startsOf } from "./number-runs.ts";
import { giveBackWaitingNumbers, takeWaitingNumbers, type WaitingNumbers } from "./waiting-numbers.ts";

/**
 * How often each number occurs in each group. Numbers of up to three decimals below two million or more, as
 * measurements mostly are, wait as whole numbers until they are sorted and joined; all others are counted in a table.
 * Of either there can be `countedPairsMax` different ones.
 */
export class ValueCounts {
  /** Whole numbers are the real ones times this. */
  #scale = 1;
  #largest = 0;
  #waiting: WaitingNumbers | undefined;
  /** Each has at least twice as many numbers as the next one. */
  #runs: NumberRuns[] = [];
  readonly #others = new PairTable(what);
  /** Occurrences that were added. */
  #total = 0;
  #starts: Uint32Array | undefined;
  #last: Sorted | undefined;

  /** Throws AppError when there are too many different pairs. */
  add(group: number, value: number, count: number): void {
    this.#begin(count);
    const unit = this.#unitOf(value);
    if (unit === undefined || this.#total > countMax) this.#others.add(group, value, count);
    else this.#roomFor(1).push(group, unit, count);
  }

  /** Adds `length` numbers; NaN is none. */
  addMany(groups: Uint32Array, values: Float64Array, counts: Uint32Array, length: number): void {
    for (let i = 0; i < length; i++) if (!Number.isNaN(values[i]!)) this.add(groups[i]!, values[i]!, counts[i]!);
  }

  /**
   * Adds at most `batchRows` whole numbers, each the real number times `scale`; `noNumber` is none. The loop of
   * millions of rows.
   */
  addWhole(groups: Uint32Array, units: Int32Array, scale: number, counts: Uint32Array, length: number): void {
    this.#begin(sumOf(counts.subarray(0, length)));
    if (scale > this.#scale) this.#refine(scale);
    const factor = this.#scale / scale;
    const most = factor < 1 || this.#total > countMax ? -1 : Math.floor(unitMax / factor);
    const waiting = this.#roomFor(length);
    const { columns } = waiting;
    let used = waiting.length;
    for (let i = 0; i < length; i++) {
      const unit = units[i]!;
      if (unit >= 0 && unit <= most) {
        const own = unit * factor;
        if (own > this.#largest) this.#largest = own;
        columns.groups[used] = groups[i]!;
        columns.units[used] = own;
        columns.counts[used++] = counts[i]!;
      } else if (unit !== noNumber) {
        // It may be stopped there.
        waiting.length = used;
        this.#others.add(groups[i]!, unit / scale, counts[i]!);
      }
    }
    waiting.length = used;
  }

  /** Undefined for a group that has none. */
  sorted(group: number): Sorted | undefined {
    if (this.#last?.group === group) return this.#last;
    const { values, counts } = this.#entries(group);
    if (values.length === 0) return undefined;
    if (!isRising(values)) sortTogether(values, counts);
    for (let i = 1; i < counts.length; i++) counts[i]! += counts[i - 1]!;
    this.#last = { group, values, cumulated: counts };
    return this.#last;
  }

  /** All of it for another one's `merge`. */
  pack(): PackedArray[] {
    return [...packRuns(this.#whole()), ...this.#others.pack()];
  }

  /** `groupOf`: what is here the group of one there. */
  merge(packed: readonly PackedArray[], groupOf: (group: number) => number, tick: () => void): void {
    const [scale, lengths, units, counts, groups, values, times] = packed as [
      Uint32Array,
      Uint32Array,
      Uint32Array,
      Uint8Array | Uint32Array,
      ...PackedArray[],
    ];
    this.#mergeRuns({ scale: scale[0]!, lengths, units, counts }, groupOf, tick);
    for (let i = 0; i < groups!.length; i++) {
      if ((i & 0x3fff) === 0) tick();
      this.add(groupOf(groups![i]!), values![i]!, times![i]!);
    }
  }

  #mergeRuns(runs: NumberRuns, groupOf: (group: number) => number, tick: () => void): void {
    if (sizeOf(runs) === 0) return;
    if (runs.scale > this.#scale) this.#refine(runs.scale);
    const factor = this.#scale / runs.scale;
    const largest = largestOf(runs.units) * factor;
    const total = this.#total + sumOf(runs.counts);
    if (factor < 1 || largest > unitMax || total > countMax) {
      this.#addOneByOne(runs, groupOf, tick);
      return;
    }
    tick();
    this.#last = undefined;
    this.#total = total;
    this.#largest = Math.max(this.#largest, largest);
    // To join few numbers with all would take as long as all groups that are known.
    const regrouped = sizeOf(runs) >= joinedAtOnceMin ? regroupRuns(runs, groupOf) : undefined;
    if (regrouped) this.#addRuns(factor === 1 ? regrouped : refineRuns(regrouped, factor));
    else this.#addToWaiting(runs, groupOf, factor);
  }

  #addToWaiting({ lengths, units, counts }: NumberRuns, groupOf: (group: number) => number, factor: number): void {
    for (let group = 0, i = 0; group < lengths.length; group++) {
      const end = i + lengths[group]!;
      if (i === end) continue;
      const own = groupOf(group);
      for (; i < end; i++) this.#roomFor(1).push(own, units[i]! * factor, counts[i]!);
    }
  }

  #addOneByOne({ scale, lengths, units, counts }: NumberRuns, groupOf: (group: number) => number, tick: () => void) {
    const starts = startsOf(lengths);
    for (let group = 0; group < lengths.length; group++)
      for (let i = starts[group]!; i < starts[group + 1]!; i++) {
        if ((i & 0x3fff) === 0) tick();
        this.add(groupOf(group), units[i]! / scale, counts[i]!);
      }
  }

  #begin(occurrences: number): void {
    this.#last = undefined;
    this.#total += occurrences;
  }

  /** Undefined if it cannot be kept as a whole number. */
  #unitOf(value: number): number | undefined {
    const scale = scaleOf(value, this.#scale);
    if (scale === undefined || (scale > this.#scale && !this.#refine(scale))) return undefined;
    const unit = Math.round(value * this.#scale);
    if (unit < 0 || unit > unitMax) return undefined;
    if (unit > this.#largest) this.#largest = unit;
    return unit;
  }

  /** False when the largest number would be too large. */
  #refine(scale: number): boolean {
    const factor = scale / this.#scale;
    if (this.#largest * factor > unitMax) return false;
    this.#runs = this.#runs.map((runs) => refineRuns(runs, factor));
    this.#waiting?.refine(factor);
    this.#largest *= factor;
    this.#scale = scale;
    return true;
  }

  #roomFor(more: number): WaitingNumbers {
    this.#waiting ??= takeWaitingNumbers();
    if (!this.#waiting.makeRoom(more)) {
      this.#addRuns(this.#waiting.sort(this.#scale));
      this.#waiting.length = 0;
      this.#waiting.makeRoom(more);
    }
    return this.#waiting;
  }

  /** Changes nothing when it is stopped half way: the question still answers with what was counted. */
  #addRuns(added: NumberRuns): void {
    if (sizeOf(added) === 0) return;
    const runs = [...this.#runs, added];
    for (let last = runs.length - 1; last > 0 && sizeOf(runs[last - 1]!) < 2 * sizeOf(runs[last]!); last--)
      runs.splice(last - 1, 2, merged(runs[last - 1]!, runs[last]!));
    this.#runs = runs;
    this.#starts = undefined;
  }

  /** All whole numbers that came. */
  #whole(): NumberRuns {
    if (this.#waiting) {
      this.#addRuns(this.#waiting.sort(this.#scale));
      giveBackWaitingNumbers(this.#waiting);
      this.#waiting = undefined;
    }
    if (this.#runs.length > 1) this.#runs = [this.#runs.reduceRight((later, runs) => merged(runs, later))];
    return this.#runs[0] ?? noRuns(this.#scale);
  }

  #entries(group: number): { values: Float64Array; counts: Float64Array } {
    const { lengths, units, counts: times } = this.#whole();
    this.#starts ??= startsOf(lengths);
    const from = this.#starts[group] ?? 0;
    const taken = lengths[group] ?? 0;
    const others = this.#others.of(group);
    const values = new Float64Array(taken + others.numbers.length);
    const counts = new Float64Array(values.length);
    for (let i = 0; i < taken; i++) {
      values[i] = units[from + i]! / this.#scale;
      counts[i] = times[from + i]!;
    }
    values.set(others.numbers, taken);
    counts.set(others.counts, taken);
    return { values, counts };
  }
}

const what = "values by group";

function sortTogether(values: Float64Array, counts: Float64Array): void {
  const order = Uint32Array.from(values, (_, i) => i).sort((a, b) => values[a]! - values[b]!);
  values.set(Float64Array.from(order, (i) => values[i]!));
  counts.set(Float64Array.from(order, (i) => counts[i]!));
}

function sizeOf({ units }: NumberRuns): number {
  return units.length;
}

function merged(a: NumberRuns, b: NumberRuns): NumberRuns {
  const both = mergeRuns(a, b);
  if (sizeOf(both) > countedPairsMax) throw tooManyPairs(what);
  return both;
}

function noRuns(scale: number): NumberRuns {
  return { scale, lengths: new Uint32Array(0), units: new Uint32Array(0), counts: new Uint32Array(0) };
}

function largestOf(units: Uint32Array): number {
  let largest = 0;
  for (let i = 0; i < units.length; i++) if (units[i]! > largest) largest = units[i]!;
  return largest;
}

/** Counts of numbers by group as `ValueCounts` packs them, when these are all there are. */
export function packPairs(runs: NumberRuns): PackedArray[] {
  return [...packRuns(runs), new Uint32Array(0), new Float64Array(0), new Float64Array(0)];
}

function packRuns({ scale, lengths, units, counts }: NumberRuns): PackedArray[] {
  return [Uint32Array.of(scale), lengths, units, counts];
}

/** The numbers of a group, ascending; one can stand there twice. */
export interface Sorted {
  readonly group: number;
  readonly values: Float64Array;
  /** Occurrences of the number and of all before it. */
  readonly cumulated: Float64Array;
}

/**
 * A whole percentile by nearest rank: the smallest number of the group that at least `percent` percent of its
 * occurrences do not exceed.
 */
export function percentileOf({ values, cumulated }: Sorted, percent: number): number {
  const rank = Math.max(1, Math.ceil((percent * cumulated.at(-1)!) / 100));
  return values[firstAtOrAfter(cumulated, rank)]!;
}

const countMax = 2 ** 31 - 1;
/** Of fewer, each waits with the others. */
const joinedAtOnceMin = waitingNumbersMax / 4;
const unitMax = 2 ** 31 - 1;

/** The smallest power of ten from `least` up to a thousand of which the number is a multiple's part. */
function scaleOf(value: number, least: number): number | undefined {
  for (let scale = least; scale <= 1_000; scale *= 10) if (Math.round(value * scale) / scale === value) return scale;
  return undefined;
}
