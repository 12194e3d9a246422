import { conditionKey, sortedKeys } from "../../filter/condition/condition-key.ts";
import { rememberedRowsMax } from "../limits.ts";
import type { SegmentPart } from "../query-kind.ts";
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

  add(part: SegmentPart, chosen: number | undefined): void {
    if (!this.#skipped) this.#skipBefore(part);
    const best = this.#best;
    best.settle();
    if (keyRange(this.#order, [part.handle])[0] > best.worstKey) return;
    // What is remembered of a segment is not what is offered of it when rows of it may be passed over.
    const own = this.#isSkipping ? undefined : this.#ownRows(part, chosen);
    if (own) best.offerAll(own, part.index);
    else offerRows(part, best, chosen, this.#rules);
  }

  endPass(): boolean {
    return false;
  }

  rows(): { segment: number; row: number }[] {
    return this.#best.list(this.#place.offset - (this.#skipped?.rows ?? 0));
  }

  #skipBefore({ conditions }: SegmentPart): void {
    const { offset, size } = this.#place;
    const canSkip = this.#best.limit > rememberedRowsMax && conditions.length === 0 && this.#order.by !== "counter";
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
   * The best of a sealed segment that lies within the span, remembered for who asks for a page again. Undefined: where
   * the page is full already, those slices that may have better rows are less than these would take.
   */
  #ownRows(part: SegmentPart, chosen: number | undefined): SegmentRows | undefined {
    const { settled, conditions } = part;
    const { limit, worstKey } = this.#best;
    if (!settled || limit > rememberedRowsMax) return undefined;
    const { by, descending } = this.#order;
    const key = conditionKey(["best rows", by, descending, limit, sortedKeys(conditions)]);
    const known = settled.recall<SegmentRows>(key);
    if (known || worstKey < Number.POSITIVE_INFINITY) return known;
    const own = new TopRows(limit);
    offerRows(part, own, chosen, this.#rules);
    const rows = own.ofSegment();
    settled.keep(key, rows);
    return rows;
  }
}
