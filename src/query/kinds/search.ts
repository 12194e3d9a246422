import * as z from "zod";
import type { EventObject } from "../../eventstore/event/event-object.ts";
import type { SegmentHandle } from "../../eventstore/snapshot.ts";
import { countCachedRows } from "../../filter/select/row-count-cache.ts";
import { pageSizeMax, sortedRowsMax } from "../limits.ts";
import { FarPage } from "../page/far-page.ts";
import { NearPage } from "../page/near-page.ts";
import { readEvents } from "../page/page-events.ts";
import type { PagePlace, PageSearch } from "../page/page-search.ts";
import { orderOf, type SearchSort, searchSorts } from "../page/search-order.ts";
import { wholeNumber } from "../parameters.ts";
import { type Accumulation, type ChosenRows, type OpenQuestion, queryKind, type SharedPass } from "../query-kind.ts";

/**
 * Events themselves, a page of them, and how many there are. Among events that sort alike the younger (higher id) goes
 * first; in an ascending order, which is the descending one reversed, the older.
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
  // A page alone is mostly found in the newest segments, so reading the others at once would be wasted.
  isAnsweredAlone: ({ count }) => !count,
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
 * Counts all chosen rows and finds the page: NearPage does so when the page's rows and those before it are at most
 * `sortedRowsMax`, FarPage further down.
 */
class SearchAccumulation implements Accumulation {
  readonly #question: OpenQuestion<SearchParams>;
  readonly #place: PagePlace;
  readonly #page: PageSearch;
  /** Read as soon as the page is settled: other threads may still count. */
  #events: EventObject[] | undefined;
  #count = 0;
  #isFirstPass = true;
  /** False: some matches were not counted, as the question allows. */
  #isCounted = true;

  constructor(question: OpenQuestion<SearchParams>) {
    const { params, page } = question;
    const size = page?.size ?? params.page_size;
    const offset = page?.offset ?? params.offset ?? (params.page - 1) * size;
    const Page = offset + size <= sortedRowsMax ? NearPage : FarPage;
    this.#question = question;
    this.#place = { offset, size };
    this.#page = new Page(question, orderOf(params.sort), this.#place);
  }

  get passes(): number {
    return this.#page.passes;
  }

  wants(handle: SegmentHandle): boolean {
    return this.#page.wants(handle);
  }

  add(chosen: ChosenRows): void {
    this.#page.add(chosen, this.#isFirstPass ? this.#countChosen(chosen) : undefined);
    if (!this.#question.isHelper && !this.#events && this.#page.isSettled) this.#events = this.#readPage();
  }

  get share(): SharedPass | undefined {
    const { share } = this.#page;
    if (share === undefined || !this.#question.params.count) return undefined;
    return {
      handOver: () => [Float64Array.of(this.#count), ...share.handOver()],
      takeOver: ([count, ...found]) => {
        this.#count += count![0]!;
        share.takeOver(found);
      },
    };
  }

  endPass(): boolean {
    this.#isFirstPass = false;
    return this.#page.endPass(this.#count);
  }

  results(): Record<string, unknown> {
    const { span } = this.#question;
    const { offset, size } = this.#place;
    const objects = this.#events ?? this.#readPage();
    // A page that is not full ends the list.
    const isLast = objects.length < size && (objects.length > 0 || offset === 0);
    const count = this.#isCounted ? this.#count : isLast ? offset + objects.length : null;
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

  /** Undefined: not counted. */
  #countChosen(chosen: ChosenRows): number | undefined {
    const { params, span, tick } = this.#question;
    const countRows = params.count || this.#page.looksAtAll ? () => chosen.selection.count : undefined;
    const count = countCachedRows(chosen, chosen.conditions, span, tick, countRows);
    if (count === undefined) this.#isCounted = false;
    else this.#count += count;
    return count;
  }

  /** Reads segment by segment, so that each block of text is unpacked once. */
  #readPage(): EventObject[] {
    const { segments, open, cache, params, span } = this.#question;
    const listed = this.#page.rows();
    const order = listed.map((_, i) => i);
    order.sort((a, b) => listed[a]!.segment - listed[b]!.segment || listed[a]!.row - listed[b]!.row);
    const objects = new Array<EventObject>(listed.length);
    for (let from = 0; from < order.length; ) {
      const { segment } = listed[order[from]!]!;
      let to = from + 1;
      while (to < order.length && listed[order[to]!]!.segment === segment) to++;
      const places = order.slice(from, to);
      const handle = segments[segment]!;
      const source = { cache: cache(handle), open: () => open(handle) };
      const rows = places.map((place) => listed[place]!.row);
      for (const [i, event] of readEvents(source, rows, params.time_range.timezone, span).entries())
        objects[places[i]!] = event;
      from = to;
    }
    return objects;
  }
}
