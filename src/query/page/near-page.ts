import { type SegmentHandle, touches } from "../../eventstore/snapshot.ts";
import { conditionKey, sortedKeys } from "../../filter/condition/condition-key.ts";
import { isInside } from "../../filter/rows/select-times.ts";
import { cachedPageRowsMax } from "../limits.ts";
import type { ChosenRows, SharedPass } from "../query-kind.ts";
import { type OfferRules, offerRows } from "./offer-rows.ts";
import type { PagePlace, PageQuestion, PageSearch } from "./page-search.ts";
import { RowsBefore } from "./rows-before.ts";
import { keyRange, type SortOrder } from "./search-order.ts";
import { SkippedSlices, skippedSlices } from "./skipped-slices.ts";
import { type SegmentRows, TopRows } from "./top-rows.ts";

/**
 * Finds a page: sorts all rows from the first to the page's last as they come. Without conditions, whole slices before
 * a page further down are passed over unread; with conditions their matches are counted and not sorted, as long as the
 * slices come in order. One pass is enough but for what a helper puts off: it only counts segments that probably lie
 * behind the page, and the thread that answers sorts the ones that do not.
 */
export class NearPage implements PageSearch {
  readonly passes = 1;
  readonly looksAtAll = false;
  readonly #question: PageQuestion;
  readonly #place: PagePlace;
  readonly #order: SortOrder;
  #best: TopRows;
  /** Known with the first segment. */
  #skipped: SkippedSlices | undefined;
  /** Rows that are not among the best because they are passed over; known with the first segment of any thread. */
  #skippedRows: number | undefined;
  /** Whether the page and the rows before it are more than are cached by segment. */
  readonly #isFar: boolean;
  /** Positions of the segments that this thread need not look at any more. */
  readonly #read = new Set<number>();
  /** The segments in the span, by the lowest key that their rows may have; all before the cursor are read. */
  #byLow: { position: number; low: number }[] | undefined;
  #cursor = 0;
  #rowsBefore: RowsBefore | undefined;
  /** Of the segments inside the span that were looked through for the page. */
  readonly #lookedAt = { rows: 0, found: 0 };
  /** Of the segments that a helper has counted. */
  readonly #counted = { rows: 0, found: 0 };
  /** Positions of segments that a helper has only counted. */
  #putOff: number[] = [];
  /** Those of them that are sorted in the second pass. */
  #left: ReadonlySet<SegmentHandle> | undefined;

  constructor(question: PageQuestion, order: SortOrder, place: PagePlace) {
    this.#question = question;
    this.#order = order;
    this.#place = place;
    this.#best = new TopRows(place.offset + place.size);
    this.#isFar = place.offset + place.size > cachedPageRowsMax;
  }

  wants(handle: SegmentHandle): boolean {
    return this.#left?.has(handle) ?? true;
  }

  add(chosen: ChosenRows, count: number | undefined): void {
    if (!this.#skipped) this.#skipBefore(chosen);
    const { index, handle } = chosen;
    if (this.#question.isHelper && count !== undefined) {
      this.#counted.rows += handle.rows;
      this.#counted.found += count;
      if (count > 0 && this.#isProbablyBehind(handle)) {
        this.#putOff.push(index);
        return;
      }
    }
    const before = this.#found;
    if (count !== 0) this.#offer(chosen, count);
    this.#read.add(index);
    if (!isInside(handle, this.#question.span)) return;
    this.#lookedAt.rows += handle.rows;
    this.#lookedAt.found += Math.max(0, this.#found - before);
  }

  get isSettled(): boolean {
    this.#best.trim();
    return this.#best.worstKey < this.#lowOfUnread();
  }

  #offer(chosen: ChosenRows, count: number | undefined): void {
    const best = this.#best;
    best.trim();
    if (this.#isBehind(chosen.handle)) return;
    // When rows may be skipped, a segment's cached rows are not the ones to offer.
    const own = this.#isSkipping ? undefined : this.#ownRows(chosen, count);
    if (own) best.offerAll(own, chosen.index);
    else offerRows(chosen, best, count, this.#isPassingOver ? this.#passingRules(chosen.index) : this.#rules);
  }

  get share(): SharedPass {
    return {
      handOver: () => [
        Float64Array.of(this.#skippedRows ?? -1, this.#best.passed),
        Uint32Array.from(this.#putOff),
        ...this.#best.handOver(),
      ],
      takeOver: ([counts, putOff, ...best]) => {
        const [skipped, passed] = counts!;
        if (skipped! >= 0) this.#setSkipped(skipped!);
        this.#best.passOver(passed!);
        this.#best.takeOver(best);
        this.#putOff.push(...putOff!);
      },
    };
  }

  endPass(): boolean {
    const { segments } = this.#question;
    this.#best.cut();
    const left = this.#putOff.map((position) => segments[position]!).filter((handle) => !this.#isBehind(handle));
    this.#left = new Set(left);
    this.#putOff = [];
    return left.length > 0;
  }

  rows(): { segment: number; row: number }[] {
    return this.#best.list(this.#place.offset - (this.#skippedRows ?? 0) - this.#best.passed);
  }

  /** None of its rows can be on the page. */
  #isBehind(handle: SegmentHandle): boolean {
    return keyRange(this.#order, [handle])[0] > this.#best.worstKey;
  }

  /**
   * Whether the segments before this one have more than twice as many matches as the page and the rows before it, if
   * matches are as dense everywhere as in what this helper has counted.
   */
  #isProbablyBehind(handle: SegmentHandle): boolean {
    this.#rowsBefore ??= new RowsBefore(this.#segmentsInSpan());
    const before = this.#rowsBefore.of(keyRange(this.#order, [handle])[0]);
    const { rows, found } = this.#counted;
    const { offset, size } = this.#place;
    return (before * found) / rows > 2 * (offset + size);
  }

  #skipBefore({ conditions }: ChosenRows): void {
    const { offset } = this.#place;
    const canSkip = this.#isFar && conditions.length === 0 && this.#order.by !== "counter";
    this.#skipped = canSkip ? skippedSlices(this.#question, this.#order, offset) : new SkippedSlices([]);
    this.#setSkipped(this.#skipped.rows);
  }

  /** All threads that share a page pass over the same rows. */
  #setSkipped(rows: number): void {
    if (this.#skippedRows !== undefined) return;
    const { offset, size } = this.#place;
    this.#skippedRows = rows;
    if (rows > 0) this.#best = new TopRows(offset - rows + size);
  }

  get #isSkipping(): boolean {
    return this.#skipped !== undefined && this.#skipped.rows > 0;
  }

  get #isPassingOver(): boolean {
    return this.#isFar && this.#place.offset > 0 && !this.#isSkipping;
  }

  /**
   * Passes over slices whose last row is before the page: so many rows at most come before that as are known, when none
   * that is still to be read does.
   */
  #passingRules(index: number): OfferRules {
    let lowOfOthers: number | undefined;
    return {
      ...this.#rules,
      passesOver: (best, rows, high, lowOfRest) => {
        lowOfOthers ??= this.#lowOfUnread(index);
        const isKnown = high < Math.min(lowOfOthers, lowOfRest);
        if (!isKnown || best.countUpTo(high) + rows > best.limit - this.#place.size) return false;
        best.passOver(rows);
        return true;
      },
    };
  }

  /** The lowest key of rows in segments that are not read yet, the one of `index` left out. */
  #lowOfUnread(index?: number): number {
    this.#byLow ??= this.#segmentsInSpan().sort((a, b) => a.low - b.low);
    const byLow = this.#byLow;
    while (this.#cursor < byLow.length && this.#read.has(byLow[this.#cursor]!.position)) this.#cursor++;
    for (let at = this.#cursor; at < byLow.length; at++) {
      const { position, low } = byLow[at]!;
      if (position !== index && !this.#read.has(position)) return low;
    }
    return Number.POSITIVE_INFINITY;
  }

  #segmentsInSpan(): { position: number; rows: number; low: number; high: number }[] {
    const { segments, span } = this.#question;
    return segments.flatMap((handle, position) => {
      if (!touches(handle, span)) return [];
      const [low, high] = keyRange(this.#order, [handle]);
      return [{ position, rows: handle.rows, low, high }];
    });
  }

  get #rules(): OfferRules {
    const { rows, found } = this.#lookedAt;
    return {
      order: this.#order,
      tick: this.#question.tick,
      skipped: this.#isSkipping ? this.#skipped : undefined,
      // Less says little about a segment of so many rows.
      expectedIn: (wanted) => (rows < wanted ? Number.POSITIVE_INFINITY : (found / rows) * wanted),
    };
  }

  /** Rows that were found so far, as long as the page is not full. */
  get #found(): number {
    return this.#best.passed + this.#best.length;
  }

  /**
   * The best rows of a sealed segment that lies within the span, cached for the next request for a page. Undefined once
   * the page is full: then only slices that may have better rows are read, which takes less.
   */
  #ownRows(chosen: ChosenRows, count: number | undefined): SegmentRows | undefined {
    const { wholeCache, conditions } = chosen;
    const { limit, worstKey } = this.#best;
    if (!wholeCache || this.#isFar) return undefined;
    const { by, descending } = this.#order;
    const key = conditionKey(["best rows", by, descending, limit, sortedKeys(conditions)]);
    const known = wholeCache.recall<SegmentRows>(key);
    if (known || worstKey < Number.POSITIVE_INFINITY) return known;
    const own = new TopRows(limit);
    offerRows(chosen, own, count, this.#rules);
    const rows = own.ofSegment();
    wholeCache.keep(key, rows);
    return rows;
  }
}
