import { conditionKey, sortedKeys } from "../../filter/condition/condition-key.ts";
import { cachedPageRowsMax } from "../limits.ts";
import type { ChosenRows } from "../query-kind.ts";
import { type OfferRules, offerRows } from "./offer-rows.ts";
import type { PagePlace, PageQuestion, PageSearch } from "./page-search.ts";
import { keyRange, type SortOrder } from "./search-order.ts";
import { SkippedSlices, skippedSlices } from "./skipped-slices.ts";
import { type SegmentRows, TopRows } from "./top-rows.ts";

/**
 * Finds a page in one pass: all rows from the first one to the page's last are sorted as they come. Without conditions
 * whole slices before a page further down are passed over unread.
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
    // What is cached of a segment is not what is offered of it when rows of it may be passed over.
    const own = this.#isSkipping ? undefined : this.#ownRows(chosen, count);
    if (own) best.offerAll(own, chosen.index);
    else offerRows(chosen, best, count, this.#rules);
  }

  endPass(): boolean {
    return false;
  }

  rows(): { segment: number; row: number }[] {
    return this.#best.list(this.#place.offset - (this.#skipped?.rows ?? 0));
  }

  #skipBefore({ conditions }: ChosenRows): void {
    const { offset, size } = this.#place;
    const canSkip = this.#best.limit > cachedPageRowsMax && conditions.length === 0 && this.#order.by !== "counter";
    this.#skipped = canSkip ? skippedSlices(this.#question, this.#order, offset) : new SkippedSlices([]);
    if (this.#isSkipping) this.#best = new TopRows(offset - this.#skipped.rows + size);
  }

  get #isSkipping(): boolean {
    return this.#skipped !== undefined && this.#skipped.rows > 0;
  }

  get #rules(): OfferRules {
    return { order: this.#order, tick: this.#question.tick, skipped: this.#isSkipping ? this.#skipped : undefined };
  }

  /**
   * The best of a sealed segment that lies within the span, cached for who asks for a page again. Undefined: where
   * the page is full already, those slices that may have better rows are less than these would take.
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
