import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { type Asked, ask, askedOf, slicedOf, storedOf } from "../../support/questions/event-question.ts";
import { type NaiveElement, sentFilter } from "../../support/questions/naive-filter.ts";
import {
  naiveLastN,
  naiveRate,
  naiveSearch,
  naiveStats,
  naiveStorage,
  naiveTopN,
} from "../../support/questions/naive-query.ts";
import { nearly } from "../../support/questions/nearly.ts";
import { countedField, naiveConditions, storedEvents } from "../../support/questions/random-events.ts";
import type { Encoding } from "../../support/store/memory-segment.ts";
import { cacheWithoutRows } from "../../support/store/overwritten-buffers.ts";

const base = 1_700_000_000;
const spreadSeconds = 10;

/** Random events in up to four segments, of any encoding, as the store builds them, or as files have large ones, and a range over part of them. */
const worlds = fc
  .record({
    groups: fc.array(storedEvents(base * 1e6, spreadSeconds * 1e6, 10), { minLength: 1, maxLength: 4 }),
    place: fc.constantFrom("memory", "stored", "file"),
    sliceRows: fc.integer({ min: 1, max: 20 }),
    isHelped: fc.boolean(),
    encodings: fc.infiniteStream(fc.constantFrom<Encoding>("dictionary", "number", "text")),
    conditions: naiveConditions(),
    from: fc.integer({ min: -1, max: spreadSeconds - 1 }),
    seconds: fc.integer({ min: 1, max: spreadSeconds + 2 }),
    step: fc.constantFrom(1, 2, 3, 5),
  })
  .map(({ groups, place, sliceRows, isHelped, encodings, conditions, from, seconds, step }) => {
    let id = 0;
    const numbered = groups.map((events) => events.map((event) => ({ ...event, id: ++id })));
    const askedIn = () => {
      if (place === "memory") return askedOf(numbered, () => encodings.next().value);
      if (place === "stored") return storedOf(numbered);
      const cache = cacheWithoutRows();
      return slicedOf(
        numbered.filter((events) => events.length > 0),
        sliceRows,
        (group) => cache.of(String(group)),
      );
    };
    const asked = askedIn();
    return { events: numbered.flat(), asked: { ...asked, isHelped }, conditions, from, seconds, step };
  });

interface World {
  events: StoredEvent[];
  asked: Asked;
  conditions: NaiveElement[];
  from: number;
  seconds: number;
  step: number;
}

function paramsOf({ conditions, from, seconds, step }: World) {
  const filter = sentFilter(conditions);
  return { filter, time_range: { ts_from: base + from, ts_to: base + from + seconds, step, timezone: "UTC" } };
}

function plainBounds({ from, seconds }: World): number[] {
  return [(base + from) * 1e6, (base + from + seconds) * 1e6];
}

/** 1,700,000,000 is 22:13:20 UTC: 80,000 seconds after midnight. */
function stepBounds({ from, seconds, step }: World): number[] {
  const midnight = base - 80_000;
  const bounds = [midnight + Math.floor((80_000 + from) / step) * step];
  while (bounds.at(-1)! < base + from + seconds) bounds.push(bounds.at(-1)! + step);
  return bounds.map((seconds) => seconds * 1e6);
}

describe("random questions over random events in several segments", () => {
  const sorts = ["first_occurrence", "-first_occurrence", "last_occurrence", "-last_occurrence", "counter", "-counter"];
  test("when Search is asked, then the pages are those of a naive search, in exact order", () => {
    const pages = fc.record({
      sort: fc.constantFrom(...sorts),
      size: fc.integer({ min: 1, max: 5 }),
      offset: fc.integer({ min: 0, max: 12 }),
    });
    fc.assert(
      fc.property(worlds, pages, (world, { sort, size, offset }) => {
        const wanted = naiveSearch(world.events, { conditions: world.conditions, bounds: plainBounds(world) }, sort);
        const { results } = ask(world.asked, {
          type: "Search",
          params: { ...paramsOf(world), sort, page_size: size, offset },
        });
        const events = results.events as { objects: { id: string }[]; item_count: number };
        expect(events.objects.map(({ id }) => id)).toEqual(wanted.slice(offset, offset + size));
        expect(events.item_count).toBe(wanted.length);
        expect(results.totals).toMatchObject({ count: wanted.length });
      }),
      { numRuns: 250 },
    );
  });

  test("when TopN is asked, then totals, details, subfields and top periods are those of naive counting", () => {
    const tops = fc.record({
      field: countedField,
      limit: fc.integer({ min: 1, max: 4 }),
      show_other: fc.boolean(),
      ignore_empty: fc.boolean(),
      subfields: fc.uniqueArray(countedField, { maxLength: 2 }),
      subfields_limit: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(worlds, tops, fc.boolean(), (world, top, withSteps) => {
        const wanted = naiveTopN(world.events, { conditions: world.conditions, bounds: stepBounds(world) }, top);
        const params = { ...paramsOf(world), ...top, with_subperiods: withSteps, top_periods: withSteps };
        const { results } = ask(world.asked, { type: "TopN", params });
        expect((results.totals as { values: unknown }).values).toEqual(wanted.values);
        expect(results.details).toEqual(withSteps ? wanted.details : undefined);
        expect(results.top_periods).toEqual(withSteps ? wanted.top_periods : undefined);
      }),
      { numRuns: 250 },
    );
  });

  test("when LastN is asked, then the values are those that a naive reader saw last", () => {
    fc.assert(
      fc.property(worlds, countedField, fc.integer({ min: 1, max: 4 }), (world, field, limit) => {
        const wanted = naiveLastN(
          world.events,
          { conditions: world.conditions, bounds: plainBounds(world) },
          field,
          limit,
        );
        const { results } = ask(world.asked, { type: "LastN", params: { ...paramsOf(world), field, limit } });
        expect((results.totals as { values: unknown }).values).toEqual(wanted);
      }),
      { numRuns: 150 },
    );
  });

  test("when EventRate is asked, then every step has the occurrences that a naive reader counts in it", () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const wanted = naiveRate(world.events, { conditions: world.conditions, bounds: stepBounds(world) });
        const { results } = ask(world.asked, { type: "EventRate", params: paramsOf(world) });
        expect((results.details as { count: number }[]).map(({ count }) => count)).toEqual(wanted);
        const sum = wanted.reduce((a, b) => a + b, 0);
        expect(results.totals).toMatchObject({
          sum,
          count: wanted.length,
          min: Math.min(...wanted),
          max: Math.max(...wanted),
          avg: sum / wanted.length,
          last: wanted.at(-1),
        });
      }),
      { numRuns: 150 },
    );
  });

  test("when StorageStats are asked, then every step has the occurrences of naive counting, each event new once", () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const bounds = stepBounds(world);
        const wanted = naiveStorage(world.events, { conditions: world.conditions, bounds });
        const { results } = ask(world.asked, { type: "StorageStats", params: paramsOf(world) });
        expect(results.details).toEqual(
          wanted.map((step, i) => ({ ts_from: bounds[i]! / 1e6, ts_to: bounds[i + 1]! / 1e6, ...step })),
        );
        const sum = (name: keyof (typeof wanted)[number]) => wanted.reduce((total, step) => total + step[name], 0);
        expect(results.totals).toMatchObject({
          new: sum("new"),
          duplicates: sum("duplicates"),
          dropped: 0,
          out_of_time: sum("out_of_time"),
          total: sum("new") + sum("duplicates"),
        });
      }),
      { numRuns: 150 },
    );
  });

  test("when Stats are asked, then the groups and their numbers are those of naive arithmetic", () => {
    const names = ["count", "sum", "avg", "min", "max", "p50", "p90", "p95", "p99", "distinct"];
    const questions = fc.record({
      by: fc.uniqueArray(countedField, { maxLength: 3 }),
      field: fc.constantFrom("code", "severity", "counter", "host", "id", "type", "missing"),
      functions: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
      limit: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(worlds, questions, (world, asked) => {
        const wanted = naiveStats(world.events, { conditions: world.conditions, bounds: plainBounds(world) }, asked);
        const { results } = ask(world.asked, { type: "Stats", params: { ...paramsOf(world), ...asked } });
        const { values } = results.totals as { values: Record<string, number>[] };
        expect(values).toEqual(wanted.map(nearly));
      }),
      { numRuns: 250 },
    );
  });
});
