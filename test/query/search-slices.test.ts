import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { StoredEvent } from "../../src/eventstore/event/event.ts";
import { decodeSegment } from "../../src/eventstore/format/segment-bytes.ts";
import { totalsRowsMin } from "../../src/eventstore/limits.ts";
import { PendingRepeats } from "../../src/eventstore/occurrences/pending-repeats.ts";
import { PieceCache } from "../../src/eventstore/read/piece-cache.ts";
import { StoredSegment } from "../../src/eventstore/read/stored-segment.ts";
import type { Segment } from "../../src/eventstore/segment.ts";
import type { SegmentHandle } from "../../src/eventstore/snapshot.ts";
import { type Asked, ask, handleOf } from "../support/questions/event-question.ts";
import { sentFilter } from "../support/questions/naive-filter.ts";
import { naiveRate, naiveSearch, naiveTopN } from "../support/questions/naive-query.ts";
import { naiveConditions, storedEvents } from "../support/questions/random-events.ts";
import { buildSegment } from "../support/store/build-segment.ts";
import { fileSegment } from "../support/store/file-segment.ts";
import { cacheWithoutRows } from "../support/store/overwritten-buffers.ts";

const base = 1_700_000_000;
const spreadSeconds = 10;
/** At the beginning of a minute. */
const minuteBase = base + 40;

/** Each list of events as a segment of a file with slices of a few rows. */
function slicedOf(groups: readonly (readonly StoredEvent[])[], sliceRows: number, repeats: readonly Repeat[]): Asked {
  const opened = new Map<SegmentHandle, Segment>();
  const segments = groups.map((events): SegmentHandle => {
    const { directory, source } = decodeSegment(buildSegment(events, events[0]!.id), true);
    const pending = new PendingRepeats();
    for (const { id, time } of repeats) if (events.some((event) => event.id === id)) pending.add(id, time, 1);
    const cache = (sliceRows % 2 ? new PieceCache(1e6) : cacheWithoutRows(sliceRows % 4 ? 0 : 1e5)).of("");
    const sources = [{ view: new StoredSegment(directory, source) }];
    const view = fileSegment(sources, sliceRows, cache, pending.count > 0 ? pending : undefined);
    const handle = handleOf(view);
    opened.set(handle, view);
    return handle;
  });
  segments.sort((a, b) => b.maxTime - a.maxTime);
  return {
    snapshot: { lease: 1, eventsFolder: "", commit: 1, segments, warnings: [] },
    reader: { open: (handle) => opened.get(handle)!, cache: (handle) => opened.get(handle)!.cache },
  };
}

interface Repeat {
  id: number;
  time: number;
}

const worlds = fc
  .record({
    groups: fc.array(storedEvents(base * 1e6, spreadSeconds * 1e6, 16), { minLength: 1, maxLength: 3 }),
    sliceRows: fc.integer({ min: 1, max: 6 }),
    repeats: fc.array(
      fc.record({ id: fc.integer({ min: 1, max: 40 }), time: fc.integer({ min: 0, max: spreadSeconds * 1e6 }) }),
      { maxLength: 6 },
    ),
    conditions: naiveConditions(),
    from: fc.integer({ min: -1, max: spreadSeconds - 1 }),
    seconds: fc.integer({ min: 1, max: spreadSeconds + 2 }),
  })
  .map(({ groups, sliceRows, repeats, conditions, from, seconds }) => {
    let id = 0;
    const numbered = groups.map((events) => events.map((event) => ({ ...event, id: ++id })));
    const filter = sentFilter(conditions);
    const time_range = { ts_from: base + from, ts_to: base + from + seconds, timezone: "UTC", step: 1 };
    const bounds = [(base + from) * 1e6, (base + from + seconds) * 1e6];
    const added = repeats.map(({ id, time }) => ({ id, time: base * 1e6 + time }));
    const asked = slicedOf(numbered, sliceRows, added);
    const events = numbered.flat().map((event) => ({
      ...event,
      times: [...event.times, ...added.filter(({ id }) => id === event.id).map(({ time }) => time)].sort(
        (a, b) => a - b,
      ),
    }));
    return { events, asked, conditions, bounds, filter, time_range };
  });

/** Each event happened once, many at the very microsecond at which a step begins. */
const oftenAtBounds = fc
  .record({
    groups: fc.array(storedEvents(base * 1e6, spreadSeconds * 1e6, 24), { minLength: 1, maxLength: 3 }),
    sliceRows: fc.integer({ min: 1, max: 6 }),
    coarse: fc.constantFrom(1e6, 500_000, 1),
  })
  .map(({ groups, sliceRows, coarse }) => {
    let id = 0;
    const once = (event: StoredEvent) => ({
      ...event,
      id: ++id,
      times: [Math.floor(event.times[0]! / coarse) * coarse],
    });
    const numbered = groups.map((events) => events.map(once));
    return { events: numbered.flat(), asked: slicedOf(numbered, sliceRows, []) };
  });

/** So many events that a segment counts its minutes, each of which happened once. */
const overMinutes = fc
  .record({
    kinds: storedEvents(0, 60e6, 12),
    apart: fc.constantFrom(60e6, 30e6, 250_000),
    sliceRows: fc.integer({ min: 40, max: 400 }),
  })
  .map(({ kinds, apart, sliceRows }) => {
    const events = Array.from({ length: totalsRowsMin + 6 }, (_, i): StoredEvent => {
      const kind = kinds[i % kinds.length]!;
      return {
        ...kind,
        id: i + 1,
        times: [minuteBase * 1e6 + Math.floor(i / 9) * apart + (apart < 1e6 ? kind.times[0]! : 0)],
      };
    });
    return { events, asked: slicedOf([events], sliceRows, []) };
  });

interface Period {
  ts_from: number;
  ts_to: number;
  count: number;
  total_count: number;
}

afterEach(() => vi.restoreAllMocks());

describe("questions about segments that are read in slices", () => {
  test("when a page is searched, then it is that of a naive search, and so is its count, but for one that need not be", () => {
    const pages = fc.record({
      sort: fc.constantFrom(
        "first_occurrence",
        "-first_occurrence",
        "last_occurrence",
        "-last_occurrence",
        "counter",
        "-counter",
      ),
      page_size: fc.integer({ min: 1, max: 5 }),
      offset: fc.integer({ min: 0, max: 12 }),
      count: fc.boolean(),
    });
    fc.assert(
      fc.property(worlds, pages, ({ events, asked, conditions, bounds, filter, time_range }, page) => {
        const wanted = naiveSearch(events, { conditions, bounds }, page.sort);
        // The second time what the first one found is remembered.
        const first = ask(asked, { type: "Search", params: { filter, time_range, ...page } });
        const { results } = ask(asked, { type: "Search", params: { filter, time_range, ...page } });
        expect((results.events as { objects: unknown }).objects).toEqual(
          (first.results.events as { objects: unknown }).objects,
        );
        const found = results.events as { objects: { id: string }[]; item_count: number | null; page_count: unknown };
        expect(found.objects.map(({ id }) => id)).toEqual(wanted.slice(page.offset, page.offset + page.page_size));
        const pageCount = Math.max(1, Math.ceil(wanted.length / page.page_size));
        const counts = [found.item_count, found.page_count, (results.totals as { count: unknown }).count];
        // A page that is not full ends the list, so it tells the number, asked for or not.
        const { length } = found.objects;
        const isLast = length < page.page_size && (length > 0 || page.offset === 0);
        if (page.count || isLast || found.item_count !== null)
          expect(counts).toEqual([wanted.length, pageCount, wanted.length]);
        else expect(counts).toEqual([null, null, null]);
      }),
      { numRuns: 200 },
    );
  });

  test("when a rate is asked of part of the time, then each step has what a naive reader counts", () => {
    fc.assert(
      fc.property(worlds, ({ events, asked, conditions, bounds, filter, time_range }) => {
        const steps = Array.from({ length: (bounds[1]! - bounds[0]!) / 1e6 + 1 }, (_, i) => bounds[0]! + i * 1e6);
        const wanted = naiveRate(events, { conditions, bounds: steps });
        // The second time what the first one counted is remembered.
        for (let time = 0; time < 2; time++) {
          const { results } = ask(asked, { type: "EventRate", params: { filter, time_range } });
          expect((results.details as { count: number }[]).map(({ count }) => count)).toEqual(wanted);
        }
      }),
      { numRuns: 150 },
    );
  });

  test("when steps of other lengths or beginnings are asked after each other, then none takes what was counted for another", () => {
    const cuts = fc.array(
      fc.record({
        step: fc.constantFrom(1, 2, 3, 7, 86_400),
        shift: fc.integer({ min: -3, max: 3 }),
        far: fc.boolean(),
      }),
      { minLength: 2, maxLength: 5 },
    );
    fc.assert(
      fc.property(worlds, cuts, ({ events, asked, conditions, filter, time_range }, asks) => {
        for (const { step, shift, far } of asks) {
          const range = {
            ...time_range,
            ts_from: base + shift - (far && step > 7 ? 90_000 : 0),
            ts_to: base + 20 + shift,
            step,
          };
          const { results } = ask(asked, { type: "EventRate", params: { filter, time_range: range } });
          const details = results.details as { ts_from: number; ts_to: number; count: number }[];
          const bounds = [...details.map(({ ts_from }) => ts_from), details.at(-1)!.ts_to].map((at) => at * 1e6);
          expect(details.map(({ count }) => count)).toEqual(naiveRate(events, { conditions, bounds }));
        }
      }),
      { numRuns: 100 },
    );
  });

  test("when several conditions are asked by the same steps, then the rows where these begin, which are kept, are those of each", () => {
    const asks = fc.array(
      fc.record({
        conditions: naiveConditions(),
        step: fc.constantFrom(1, 2, 7, 86_400),
        shift: fc.constantFrom(0, 1),
      }),
      { minLength: 3, maxLength: 6 },
    );
    fc.assert(
      fc.property(oftenAtBounds, asks, ({ events, asked }, questions) => {
        for (const { conditions, step, shift } of questions) {
          const time_range = { ts_from: base + shift, ts_to: base + shift + spreadSeconds, timezone: "UTC", step };
          const params = { filter: sentFilter(conditions), time_range };
          const details = ask(asked, { type: "EventRate", params }).results.details as Period[];
          const bounds = [...details.map(({ ts_from }) => ts_from), details.at(-1)!.ts_to].map((at) => at * 1e6);
          const wanted = naiveRate(events, { conditions, bounds });
          expect(details.map(({ count }) => count)).toEqual(wanted);
          const ranked = ask(asked, { type: "TopN", params: { ...params, field: "severity", with_subperiods: true } });
          expect((ranked.results.details as Period[]).map(({ total_count }) => total_count)).toEqual(wanted);
        }
      }),
      { numRuns: 80 },
    );
  });

  test("when events lie at minutes and between them, then steps of minutes and of other lengths have what a naive reader counts", () => {
    const asks = fc.record({
      conditions: naiveConditions(),
      step: fc.constantFrom(60, 90, 120, 3_600),
      shift: fc.constantFrom(-7_200, -30, 0, 60, 90),
      seconds: fc.constantFrom(120, 210, 7_200),
    });
    fc.assert(
      fc.property(overMinutes, asks, ({ events, asked }, { conditions, step, shift, seconds }) => {
        const time_range = { ts_from: minuteBase + shift, ts_to: minuteBase + shift + seconds, timezone: "UTC", step };
        for (const filter of [sentFilter(conditions), []]) {
          const params = { filter, time_range, field: "host", with_subperiods: true };
          const details = ask(asked, { type: "TopN", params }).results.details as Period[];
          const bounds = [...details.map(({ ts_from }) => ts_from), details.at(-1)!.ts_to].map((at) => at * 1e6);
          const wanted = naiveRate(events, { conditions: filter.length > 0 ? conditions : [], bounds });
          expect(details.map(({ total_count }) => total_count)).toEqual(wanted);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("when steps are whole minutes and each event happened once, then no times are read", () => {
    const { asked } = fc.sample(overMinutes, { numRuns: 1, seed: 7 })[0]!;
    const times = vi.spyOn(StoredSegment.prototype, "times");
    const rate = (step: number) => {
      const time_range = { ts_from: minuteBase - 60, ts_to: minuteBase + 7_200, timezone: "UTC", step };
      const filter = [{ field: "host", op: "ne", value: "nobody" }];
      return ask(asked, { type: "EventRate", params: { filter, time_range } }).results.totals;
    };
    const { sum } = rate(60) as { sum: number };
    expect([sum, times.mock.calls.length]).toEqual([totalsRowsMin + 6, 0]);
    expect(rate(7)).toMatchObject({ sum });
    expect(times).toHaveBeenCalled();
  });

  test("when the values of part of the time are ranked, then they are those of naive counting, also when asked again", () => {
    const tops = fc.record({
      field: fc.constantFrom("host", "program", "severity", "user", "message", "counter"),
      limit: fc.integer({ min: 1, max: 4 }),
      show_other: fc.boolean(),
      ignore_empty: fc.boolean(),
    });
    fc.assert(
      fc.property(worlds, tops, ({ events, asked, conditions, bounds, filter, time_range }, top) => {
        const wanted = naiveTopN(events, { conditions, bounds }, { ...top, subfields: [], subfields_limit: 1 });
        for (let time = 0; time < 2; time++) {
          const { results } = ask(asked, { type: "TopN", params: { ...top, filter, time_range } });
          expect((results.totals as { values: unknown }).values).toEqual(wanted.values);
        }
      }),
      { numRuns: 200 },
    );
  });
});
