import { conditionKey, sortedKeys } from "../../filter/condition/condition-key.ts";
import { cachedPageRowsMax } from "../limits.ts";
import type { ChosenRows, SharedPass } from "../query-kind.ts";
import { type OfferRules, offerRows } from "./offer-rows.ts";
import type { PagePlace, PageQuestion, PageSearch } from "./page-search.ts";
import { keyRange, type SortOrder } from "./search-order.ts";
import { SkippedSlices, skippedSlices } from "./skipped-slices.ts";
import { type SegmentRows, TopRows } from "./top-rows.ts";

/**
 * Finds a page in one pass: sorts all rows from the first to the page's last as they come. Without conditions, whole
 * slices before a page further down are passed over unread.
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

  constructor(question: PageQuestion, order: SortOrder, place: PagePlace) {
    this.#question = question;
    this.#order = order;
    this.#place = place;
    this.#best = new TopRows(place.offset + place.size);
  }

  wants(): boolean {
    return true;
  }

  add(chosen: ChosenRows, count: number | undefined): void {
    if (!this.#skipped) this.#skipBefore(chosen);
    const best = this.#best;
    best.trim();
    if (keyRange(this.#order, [chosen.handle])[0] > best.worstKey) return;
    // When rows may be skipped, a segment's cached rows are not the ones to offer.
    const own = this.#isSkipping ? undefined : this.#ownRows(chosen, count);
    if (own) best.offerAll(own, chosen.index);
    else offerRows(chosen, best, count, this.#rules);
  }

  get share(): SharedPass {
    return {
      handOver: () => [Float64Array.of(this.#skippedRows ?? -1), ...this.#best.handOver()],
      takeOver: ([skipped, ...best]) => {
        if (skipped![0]! >= 0) this.#setSkipped(skipped![0]!);
        this.#best.takeOver(best);
      },
    };
  }

  endPass(): boolean {
    return false;
  }

  rows(): { segment: number; row: number }[] {
    return this.#best.list(this.#place.offset - (this.#skippedRows ?? 0));
  }

  #skipBefore({ conditions }: ChosenRows): void {
    const { offset } = this.#place;
    const canSkip = this.#best.limit > cachedPageRowsMax && conditions.length === 0 && this.#order.by !== "counter";
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

  get #rules(): OfferRules {
    return { order: this.#order, tick: this.#question.tick, skipped: this.#isSkipping ? this.#skipped : undefined };
  }

  /**
   * The best rows of a sealed segment that lies within the span, cached for the next request for a page. Undefined once
   * the page is full: then only slices that may have better rows are read, which takes less.
   */
  #ownRows(chosen: ChosenRows, count: number | undefined): SegmentRows | undefined {
    const { wholeCache, conditions } = chosen;
    const { limit, worstKey } = this.#best;
    if (!wholeCache || limit > cachedPageRowsMax) return undefined;
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
