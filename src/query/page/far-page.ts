import type { SegmentHandle } from "../../eventstore/snapshot.ts";
import type { ChosenRows } from "../query-kind.ts";
import { DeepPageSearch } from "./deep-page-search.ts";
import { offerRows } from "./offer-rows.ts";
import type { PagePlace, PageQuestion, PageSearch } from "./page-search.ts";
import { keyRange, type SortOrder } from "./search-order.ts";
import { TopRows } from "./top-rows.ts";

/**
 * Finds a page so far down that the rows before it are too many to sort: passes over the segments find a row not far
 * before it (DeepPageSearch), and the last pass sorts from there. So memory does not grow with the offset.
 */
export class FarPage implements PageSearch {
  readonly passes = 4;
  readonly looksAtAll = true;
  readonly isSettled = false;
  readonly #question: PageQuestion;
  readonly #place: PagePlace;
  readonly #order: SortOrder;
  readonly #search: DeepPageSearch;
  #isFirstPass = true;
  /** Best rows of the last pass. */
  #best: TopRows | undefined;

  constructor(question: PageQuestion, order: SortOrder, place: PagePlace) {
    const { segments } = question;
    this.#question = question;
    this.#order = order;
    this.#place = place;
    this.#search = new DeepPageSearch(place.offset, keyRange(order, segments), tiebreakRange(order, segments));
  }

  wants(handle: SegmentHandle): boolean {
    if (this.#isFirstPass) return true;
    const [low, high] = keyRange(this.#order, [handle]);
    if (!this.#best) return this.#search.wants(low, high);
    return low <= this.#best.worstKey && this.#search.isReached(high, Number.NEGATIVE_INFINITY);
  }

  add(chosen: ChosenRows, count: number | undefined): void {
    if (count === 0) return;
    if (this.#best) this.#offer(chosen, this.#best, count);
    else this.#measure(chosen);
  }

  endPass(count: number): boolean {
    const { offset, size } = this.#place;
    this.#isFirstPass = false;
    if (this.#best || offset >= count) return false;
    if (this.#search.narrow()) this.#best = new TopRows(offset - this.#search.skipped + size);
    return true;
  }

  rows(): { segment: number; row: number }[] {
    return this.#best?.list(this.#place.offset - this.#search.skipped) ?? [];
  }

  #offer(chosen: ChosenRows, best: TopRows, count: number | undefined): void {
    best.trim();
    if (keyRange(this.#order, [chosen.handle])[0] > best.worstKey) return;
    const isReached = (key: number, tiebreak: number) => this.#search.isReached(key, tiebreak);
    offerRows(chosen, best, count, { order: this.#order, tick: this.#question.tick, isReached });
  }

  #measure({ segment, selection }: ChosenRows): void {
    const keyOf = this.#order.keysOf(segment.times());
    const ids = segment.ids();
    for (let row = selection.start; row < selection.end; row++) {
      if ((row & 0xfff) === 0) this.#question.tick();
      if (selection.has(row)) this.#search.add(keyOf(row), this.#order.tiebreakOf(ids[row]!));
    }
  }
}

function tiebreakRange(order: SortOrder, handles: readonly SegmentHandle[]): [low: number, high: number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { minId, maxId } of handles)
    for (const tiebreak of [order.tiebreakOf(minId), order.tiebreakOf(maxId)]) {
      low = Math.min(low, tiebreak);
      high = Math.max(high, tiebreak);
    }
  return [low, high];
}
