import type { Segment, SegmentSlices } from "../../eventstore/segment.ts";
import type { Selection } from "../../filter/rows/selection.ts";
import type { ChosenRows } from "../query-kind.ts";
import { recallRows } from "./page-events.ts";
import { keyRange, type SortOrder } from "./search-order.ts";
import type { SkippedSlices } from "./skipped-slices.ts";
import type { TopRows } from "./top-rows.ts";

/** Which of the rows that a filter chose are offered, and in what order. */
export interface OfferRules {
  readonly order: SortOrder;
  /** Called at least every few thousand rows; throws when the work should end. */
  tick(): void;
  /** How many matches a segment of so many rows has if it is like those before it; infinite: too few were read. */
  expectedIn?(rows: number): number;
  /** These are passed over unread. */
  readonly skipped?: SkippedSlices | undefined;
  /**
   * True: these rows are all before the page and are passed over unread. `high`: none of them has a higher key;
   * `lowOfRest`: none that is left in the segment has a lower one.
   */
  passesOver?(best: TopRows, rows: number, high: number, lowOfRest: number): boolean;
  /** False: the row lies before the page and is passed over. */
  isReached?(key: number, tiebreak: number): boolean;
}

/**
 * Offers the rows of a segment that the filter chose to `best`; slices that cannot have a better one are not opened.
 * Parameters: `count` says how many there are; undefined: that was not asked.
 */
export function offerRows(chosen: ChosenRows, best: TopRows, count: number | undefined, rules: OfferRules): void {
  const { order, skipped, isReached } = rules;
  if (skipped?.has(chosen.index, undefined)) return;
  // For rare matches the rows are found first, so that slices without any are skipped.
  const isRare = count !== undefined && count * rareShare < chosen.segment.rows;
  const selected = isRare ? chosen.selection : chosen.selected;
  const recalled = selected && !skipped && recallRows(chosen.segment, selected);
  if (recalled) {
    const keyOf = order.keysOf(recalled.times);
    for (const [i, row] of recalled.rows.entries()) {
      const tiebreak = order.tiebreakOf(recalled.ids[i]!);
      if (isReached?.(keyOf(i), tiebreak) ?? true) best.offer(keyOf(i), tiebreak, chosen.index, row);
    }
  } else if (chosen.segment.slices) offerSlices(chosen, selected, best, count, rules);
  else offerEach({ ...chosen, from: 0, slice: chosen.segment }, chosen.selection, best, rules);
}

function offerSlices(
  chosen: ChosenRows,
  selected: Selection | undefined,
  best: TopRows,
  count: number | undefined,
  rules: OfferRules,
): void {
  const { order, skipped, tick } = rules;
  const slices = chosen.segment.slices!;
  const found = () => best.passed + best.length;
  const before = found();
  const lowsOfRest = rules.passesOver && lowsFrom(slices, order);
  let asked = 0;
  const expected = count ?? rules.expectedIn?.(chosen.segment.rows) ?? Number.POSITIVE_INFINITY;
  let known = selected ?? (isTooFew(best, expected) ? chosen.selection : undefined);
  for (let i = 0; i < slices.count; i++) {
    tick();
    if (asked === slicesAskedAlone && isTooFew(best, ((found() - before) * (slices.count - i)) / asked))
      known = chosen.selection;
    const { at, low, high } = sliceInOrder(slices, order, i);
    best.trim();
    if (low > best.worstKey || skipped?.has(chosen.index, at)) continue;
    const from = slices.firstRow(at);
    const own = known?.slice(from, slices.firstRow(at + 1));
    if (own && !own.hasAny(own.start, own.end)) continue;
    if (!own) asked++;
    const selection = own ?? chosen.selectOf(slices.open(at));
    if (lowsOfRest && rules.passesOver!(best, selection.count, high, lowsOfRest[i + 1]!)) continue;
    offerEach({ index: chosen.index, from, slice: slices.open(at) }, selection, best, rules);
  }
}

/** By how many slices were read: the lowest key that the others may have. */
function lowsFrom(slices: SegmentSlices, order: SortOrder): Float64Array {
  const lows = new Float64Array(slices.count + 1).fill(Number.POSITIVE_INFINITY);
  for (let i = slices.count - 1; i >= 0; i--) lows[i] = Math.min(sliceInOrder(slices, order, i).low, lows[i + 1]!);
  return lows;
}

/** The slice that is read as the `i`th, and between which keys its rows lie. */
function sliceInOrder(slices: SegmentSlices, order: SortOrder, i: number): { at: number; low: number; high: number } {
  const at = order.descending ? slices.count - 1 - i : i;
  const [low, high] = keyRange(order, [{ minTime: slices.minTime(at), maxTime: slices.maxTime(at) }]);
  return { at, low, high };
}

/**
 * Whether the page, as it fills, takes more than a third of the slices that are left: then asking the whole segment is
 * quicker. `expected`: matches in them.
 */
function isTooFew({ length, limit }: TopRows, expected: number): boolean {
  return (limit - length) * 3 > Math.max(0, expected);
}

/** After this many slices were asked one by one, the number of their matches decides how to continue. */
const slicesAskedAlone = 3;

/** Neighbouring rows that are read together; `from`: the first of them in the whole segment. */
interface OfferedRows {
  index: number;
  from: number;
  slice: Segment;
}

function offerEach(offered: OfferedRows, selection: Selection, best: TopRows, rules: OfferRules): void {
  const { index, from, slice } = offered;
  const { order, tick, isReached } = rules;
  const { start, end, flags } = selection;
  if (!selection.hasAny(start, end)) return;
  const times = slice.times();
  const keyOf = order.keysOf(times);
  const ids = slice.ids();
  const last = start + end - 1;
  // When each event happened once and rows are in order, no better row follows one that is too bad.
  const isRising = times.single && times.sorted;
  for (let i = start; i < end; i++) {
    if ((i & 0xfff) === 0) tick();
    // In a descending order the last rows of a segment are the best; the sooner they are in, the fewer are sorted.
    const row = order.descending ? last - i : i;
    if (flags && flags[row] === 0) continue;
    const key = keyOf(row);
    if (key > best.worstKey) {
      if (isRising) return;
      continue;
    }
    const tiebreak = order.tiebreakOf(ids[row]!);
    if (isReached === undefined || isReached(key, tiebreak)) best.offer(key, tiebreak, index, from + row);
  }
}

/**
 * Matches are rare when there are more rows than this for each: then most slices that are searched for a page have
 * none.
 */
const rareShare = 4_096;
