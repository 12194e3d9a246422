import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { freeArrays } from "../../runtime/free-arrays.ts";
import { eachRowBatch } from "../counting/row-batches.ts";
import { noNumber, type WholeNumbers } from "../counting/row-numbers.ts";
import type { OwnGroups } from "../groups/group-table.ts";
import { batchRows, pairPlacesMax } from "../limits.ts";
import type { ChosenRows } from "../query-kind.ts";
import type { NumberRuns } from "./number-runs.ts";

export interface CountedPairs extends NumberRuns {
  /** By the segment's own number of the group: those that have any, rising; the same order as `lengths`. */
  readonly groups: Uint32Array;
  /** Occurrences of each, also without a number. */
  readonly occurrences: Float64Array;
}

/**
 * Counts numbers by group where a segment numbers both itself: a row is one addition in an array with a place for each
 * pair. Undefined when there are too many places.
 */
export function countPairs(
  chosen: ChosenRows,
  own: OwnGroups,
  numbers: WholeNumbers,
  { span, tick }: { span: TimeSpan; tick(): void },
): CountedPairs | undefined {
  // The first place of a group is for rows without a number.
  const width = numbers.greatest - numbers.least + 2;
  const size = own.count * width;
  if (numbers.least < 0 || size > pairPlacesMax || chosen.segment.occurrences > countMax) return undefined;
  const places = takePlaces(size);
  const groups = new Uint32Array(batchRows);
  eachRowBatch(chosen, span, tick, ({ length, rows, counts }) => {
    own.numbersOf(rows, length, groups);
    addPairs(places, groups, numbers.of(rows, length), counts, { length, width, before: numbers.least - 1 });
  });
  const counted = collect(places, width, numbers);
  spare = places;
  return counted;
}

/** A place for each pair. Which runs of places have anything is noted: few chosen rows leave most of them empty. */
interface Places {
  readonly counts: Uint32Array;
  readonly usedRuns: Uint8Array;
  /** Room for a list of places. */
  list: Uint32Array;
}

/** Places of a run, as a power of two. */
const runBits = 6;

/**
 * All zero: to clear megabytes takes longer than to count a segment. A question that preempts another within its `tick`
 * takes its own, and those of a question that fails are not used again.
 */
let spare: Places | undefined;

function takePlaces(size: number): Places {
  const known = spare;
  spare = undefined;
  if (known !== undefined && known.counts.length >= size) return known;
  if (known !== undefined) freeArrays([known.counts, known.usedRuns, known.list]);
  const length = 2 ** Math.ceil(Math.log2(Math.max(size, 1 << runBits)));
  return {
    counts: new Uint32Array(length),
    usedRuns: new Uint8Array(length >>> runBits),
    list: new Uint32Array(0),
  };
}

/** For when memory runs short. */
export function forgetPlaces(): void {
  spare = undefined;
}

const countMax = 2 ** 31 - 1;

/** The loop of millions of rows. */
function addPairs(
  { counts: places, usedRuns }: Places,
  groups: Uint32Array,
  units: Int32Array,
  counts: Uint32Array,
  { length, width, before }: { length: number; width: number; before: number },
): void {
  for (let i = 0; i < length; i++) {
    const unit = units[i]!;
    const at = Math.imul(groups[i]!, width) + (unit === noNumber ? 0 : unit - before);
    places[at] = (places[at]! + counts[i]!) | 0;
    usedRuns[at >>> runBits] = 1;
  }
}

/** Leaves all places zero again. */
function collect(places: Places, width: number, { scale, least }: WholeNumbers): CountedPairs {
  const { counts, usedRuns } = places;
  const pairs = takenPlaces(places);
  const counted = split(pairs, counts, width, { scale, least });
  for (let i = 0; i < pairs.length; i++) counts[pairs[i]!] = 0;
  usedRuns.fill(0);
  return counted;
}

/** Those that have anything, rising; the list holds until the next call. */
function takenPlaces(places: Places): Uint32Array {
  const { counts, usedRuns } = places;
  const runs: number[] = [];
  for (let run = usedRuns.indexOf(1); run >= 0; run = usedRuns.indexOf(1, run + 1)) runs.push(run);
  if (places.list.length < runs.length << runBits) {
    freeArrays([places.list]);
    places.list = new Uint32Array(2 ** Math.ceil(Math.log2(runs.length << runBits)));
  }
  const taken = places.list;
  let used = 0;
  for (const run of runs)
    for (let place = run << runBits; place < (run + 1) << runBits; place++) {
      taken[used] = place;
      used += counts[place] === 0 ? 0 : 1;
    }
  return taken.subarray(0, used);
}

function split(
  pairs: Uint32Array,
  places: Uint32Array,
  width: number,
  { scale, least }: { scale: number; least: number },
): CountedPairs {
  const groups: number[] = [];
  const lengths: number[] = [];
  const occurrences: number[] = [];
  const units = new Uint32Array(pairs.length);
  const counts = new Uint32Array(pairs.length);
  let used = 0;
  let most = 0;
  let end = 0;
  for (let i = 0; i < pairs.length; i++) {
    const place = pairs[i]!;
    const count = places[place]!;
    if (place >= end) {
      const group = Math.floor(place / width);
      end = (group + 1) * width;
      groups.push(group);
      lengths.push(0);
      occurrences.push(0);
    }
    const at = groups.length - 1;
    occurrences[at]! += count;
    const unit = place - (end - width) + least - 1;
    if (unit < least) continue;
    lengths[at]!++;
    units[used] = unit;
    counts[used++] = count;
    if (count > most) most = count;
  }
  const own = counts.subarray(0, used);
  return {
    scale,
    lengths: Uint32Array.from(lengths),
    units: units.slice(0, used),
    counts: most < 256 ? Uint8Array.from(own) : own.slice(),
    groups: Uint32Array.from(groups),
    occurrences: Float64Array.from(occurrences),
  };
}
