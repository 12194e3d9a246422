import * as z from "zod";
import type { EventObject } from "../../eventstore/event/event-object.ts";
import type { Segment } from "../../eventstore/segment.ts";
import type { SegmentHandle } from "../../eventstore/snapshot.ts";
import { conditionKey, sortedKeys } from "../../filter/condition/condition-key.ts";
import type { Selection } from "../../filter/rows/selection.ts";
import { countCachedRows } from "../../filter/select/row-count-cache.ts";
import { pageSizeMax, rememberedRowsMax, sortedRowsMax } from "../limits.ts";
import { DeepPageSearch } from "../page/deep-page-search.ts";
import { readEvents, recallRows } from "../page/page-events.ts";
import { keyRange, orderOf, type SearchSort, type SortOrder, searchSorts } from "../page/search-order.ts";
import { SkippedSlices, skippedSlices } from "../page/skipped-slices.ts";
import { type SegmentRows, TopRows } from "../page/top-rows.ts";
import { wholeNumber } from "../parameters.ts";
import { type Accumulation, type OpenQuestion, queryKind, type SegmentPart } from "../query-kind.ts";

/**
 * Events themselves, a page of them, and how many there are. Of events that sort alike the younger (higher id) goes
 * first.
 */
export const search = queryKind({
  type: "Search",
  parameters: {
    sort: z.enum(searchSorts).default("-last_occurrence"),
    page: wholeNumber(1, Math.floor(Number.MAX_SAFE_INTEGER / pageSizeMax)).default(1),
    page_size: wholeNumber(1, pageSizeMax).default(100),
    offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
    count: z
      .boolean()
      .default(true)
      .describe("False: where counting all matches would take longer than finding the page, their number stays null."),
  },
  withSteps: false,
  isAnsweredAlone: true,
  begin: (question) => new SearchAccumulation(question),
});

interface SearchParams {
  sort: SearchSort;
  page: number;
  page_size: number;
  offset?: number;
  count: boolean;
}

/**
 * Counts all and keeps only what the page needs. Up to `sortedRowsMax` rows from the first one to the page's last are
 * sorted as they come, in one pass. For pages further down, passes before that find from which row on the sorting has
 * to begin: see DeepPageSearch. So memory does not grow with the offset.
 */
class SearchAccumulation implements Accumulation {
  readonly #question: OpenQuestion<SearchParams>;
  readonly #order: SortOrder;
  readonly #page: { offset: number; size: number };
  #ranks: DeepPageSearch | undefined;
  #best: TopRows | undefined;
  #skipped: SkippedSlices | undefined;
  #count = 0;
  #isFirstPass = true;
  /** False: some matches were not counted, as the question allows. */
  #isCounted = true;

  constructor(question: OpenQuestion<SearchParams>) {
    const { params, page } = question;
    const size = page?.size ?? params.page_size;
    this.#question = question;
    this.#order = orderOf(params.sort);
    this.#page = { size, offset: page?.offset ?? params.offset ?? (params.page - 1) * size };
    if (this.#page.offset + size <= sortedRowsMax) this.#best = new TopRows(this.#page.offset + size);
    else
      this.#ranks = new DeepPageSearch(
        this.#page.offset,
        keyRange(this.#order, question.segments),
        idRange(question.segments),
      );
  }

  get passes(): number {
    return this.#ranks ? 4 : 1;
  }

  wants(handle: SegmentHandle): boolean {
    if (this.#isFirstPass) return true;
    const [low, high] = keyRange(this.#order, [handle]);
    if (!this.#best) return this.#ranks!.wants(low, high);
    return low <= this.#best.worstKey && this.#ranks!.isReached(high, Number.NEGATIVE_INFINITY);
  }

  add(part: SegmentPart): void {
    const chosen = this.#isFirstPass ? this.#countChosen(part) : undefined;
    if (chosen === 0) return;
    if (this.#best && !this.#skipped) this.#best = this.#skipBefore(part, this.#best);
    if (this.#best) this.#offer(part, this.#best, chosen);
    else this.#measure(part, this.#ranks!);
  }

  endPass(): boolean {
    this.#isFirstPass = false;
    if (this.#best || this.#page.offset >= this.#count) return false;
    if (this.#ranks!.narrow()) this.#best = new TopRows(this.#page.offset - this.#ranks!.skipped + this.#page.size);
    return true;
  }

  results(): Record<string, unknown> {
    const { span } = this.#question;
    const { offset, size } = this.#page;
    const objects = this.#readPage();
    const count = this.#isCounted ? this.#count : null;
    return {
      totals: { ts_from: span.from / 1e6, ts_to: span.to / 1e6, count },
      events: {
        objects,
        item_count: count,
        page_count: count === null ? null : Math.max(1, Math.ceil(count / size)),
        page_number: Math.floor(offset / size) + 1,
        page_size: size,
        offset,
      },
    };
  }

  /** With the first segment: which slices lie before a page far down is known without their rows. */
  #skipBefore({ conditions }: SegmentPart, best: TopRows): TopRows {
    const { offset, size } = this.#page;
    const isFar = best.limit > rememberedRowsMax && !this.#ranks;
    const canSkip = isFar && conditions.length === 0 && this.#order.by !== "counter";
    this.#skipped = canSkip ? skippedSlices(this.#question, this.#order, offset) : new SkippedSlices([]);
    return this.#skipped.rows > 0 ? new TopRows(offset - this.#skipped.rows + size) : best;
  }

  /**
   * Then what is remembered of a segment is not what is offered of it: it has rows that are passed over, or lacks them.
   */
  get #isSkipping(): boolean {
    return this.#skipped !== undefined && this.#skipped.rows > 0;
  }

  /** Undefined: not counted. For pages far down every match has to be looked at anyhow. */
  #countChosen(part: SegmentPart): number | undefined {
    const { span, tick } = this.#question;
    const countRows = this.#question.params.count || !this.#best ? () => part.selection.count : undefined;
    const count = countCachedRows(part, part.conditions, span, tick, countRows);
    if (count === undefined) this.#isCounted = false;
    else this.#count += count;
    return count;
  }

  /** `chosen`: how many rows the filter chooses; undefined: that was not asked. */
  #offer(part: SegmentPart, best: TopRows, chosen: number | undefined): void {
    best.settle();
    if (keyRange(this.#order, [part.handle])[0] > best.worstKey) return;
    const own = this.#ranks || this.#isSkipping ? undefined : this.#ownRows(part, best, chosen);
    if (own) best.offerAll(own, part.index);
    else this.#offerChosen(part, best, chosen);
  }

  /**
   * The best of a sealed segment that lies within the span, remembered for who asks for a page again. Undefined: pages
   * far down have too many, and where the page is full already, those slices that may have better rows are less than
   * these would take.
   */
  #ownRows(part: SegmentPart, best: TopRows, chosen: number | undefined): SegmentRows | undefined {
    const { settled, conditions } = part;
    if (!settled || best.limit > rememberedRowsMax) return undefined;
    const { by, descending } = this.#order;
    const key = conditionKey(["best rows", by, descending, best.limit, sortedKeys(conditions)]);
    const known = settled.recall<SegmentRows>(key);
    if (known || best.worstKey < Number.POSITIVE_INFINITY) return known;
    const own = new TopRows(best.limit);
    this.#offerChosen(part, own, chosen);
    const rows = own.ofSegment();
    settled.keep(key, rows);
    return rows;
  }

  #offerChosen(part: SegmentPart, best: TopRows, chosen: number | undefined): void {
    if (this.#skipped?.has(part.index, undefined)) return;
    const { slices } = part.segment;
    // Of rare ones it is found out at once where they are, so that slices without them are passed over.
    const isRare = chosen !== undefined && chosen * rareShare < part.segment.rows;
    const selected = isRare ? part.selection : part.selected;
    const recalled = selected && !this.#isSkipping && recallRows(part.segment, selected);
    if (recalled) {
      const keyOf = this.#order.keysOf(recalled.times);
      for (const [i, row] of recalled.rows.entries())
        if (this.#ranks?.isReached(keyOf(i), recalled.ids[i]!) ?? true)
          best.offer(keyOf(i), recalled.ids[i]!, part.index, row);
      return;
    }
    if (!slices) {
      this.#offerRows(part, 0, part.segment, part.selection, best);
      return;
    }
    for (let i = 0; i < slices.count; i++) {
      this.#question.tick();
      const at = this.#order.descending ? slices.count - 1 - i : i;
      const bounds = { minTime: slices.minTime(at), maxTime: slices.maxTime(at) };
      best.settle();
      if (keyRange(this.#order, [bounds])[0] > best.worstKey || this.#skipped?.has(part.index, at)) continue;
      const from = slices.firstRow(at);
      const known = selected?.slice(from, slices.firstRow(at + 1));
      if (known && !known.hasAny(known.start, known.end)) continue;
      const slice = slices.open(at);
      this.#offerRows(part, from, slice, known ?? part.selectOf(slice), best);
    }
  }

  /** `from`: the first row of the slice. */
  #offerRows({ index }: SegmentPart, from: number, slice: Segment, selection: Selection, best: TopRows): void {
    const { start, end, flags } = selection;
    if (!selection.hasAny(start, end)) return;
    const times = slice.times();
    const keyOf = this.#order.keysOf(times);
    const ids = slice.ids();
    const last = start + end - 1;
    // Where each event happened once, in order, nothing better follows a row that is too bad.
    const isRising = times.single && times.sorted;
    for (let i = start; i < end; i++) {
      if ((i & 0xfff) === 0) this.#question.tick();
      // In a descending order the last rows of a segment are the best; the sooner they are in, the fewer are sorted.
      const row = this.#order.descending ? last - i : i;
      if (flags && flags[row] === 0) continue;
      const key = keyOf(row);
      if (key > best.worstKey) {
        if (isRising) return;
        continue;
      }
      if (!(this.#ranks?.isReached(key, ids[row]!) ?? true)) continue;
      best.offer(key, ids[row]!, index, from + row);
    }
  }

  #measure({ segment, selection }: SegmentPart, ranks: DeepPageSearch): void {
    const keyOf = this.#order.keysOf(segment.times());
    const ids = segment.ids();
    for (let row = selection.start; row < selection.end; row++) {
      if ((row & 0xfff) === 0) this.#question.tick();
      if (selection.has(row)) ranks.add(keyOf(row), ids[row]!);
    }
  }

  /** Reads segment by segment, so that each block of text is unpacked once. */
  #readPage(): EventObject[] {
    const { segments, open, memory, params } = this.#question;
    const listed = this.#best?.list(this.#page.offset - (this.#ranks?.skipped ?? this.#skipped?.rows ?? 0)) ?? [];
    const order = listed.map((_, i) => i);
    order.sort((a, b) => listed[a]!.segment - listed[b]!.segment || listed[a]!.row - listed[b]!.row);
    const objects = new Array<EventObject>(listed.length);
    for (let from = 0; from < order.length; ) {
      const { segment } = listed[order[from]!]!;
      let to = from + 1;
      while (to < order.length && listed[order[to]!]!.segment === segment) to++;
      const places = order.slice(from, to);
      const handle = segments[segment]!;
      const source = { memory: memory(handle), open: () => open(handle) };
      const rows = places.map((place) => listed[place]!.row);
      for (const [i, event] of readEvents(source, rows, params.time_range.timezone).entries())
        objects[places[i]!] = event;
      from = to;
    }
    return objects;
  }
}

/** Rows for each match that make it rare: then most slices that are searched for a page have none. */
const rareShare = 4_096;

function idRange(handles: readonly SegmentHandle[]): [low: number, high: number] {
  return [
    handles.reduce((low, { minId }) => Math.min(low, minId), Number.POSITIVE_INFINITY),
    handles.reduce((high, { maxId }) => Math.max(high, maxId), 0),
  ];
}
