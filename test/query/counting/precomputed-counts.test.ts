import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { type Asked, ask, sealedOf, storedOf } from "../../support/questions/event-question.ts";
import type { NaiveCondition } from "../../support/questions/naive-filter.ts";
import { naiveLastN, naiveRate, naiveTopN } from "../../support/questions/naive-query.ts";
import { countedField, storedEvents } from "../../support/questions/random-events.ts";

/** 12:00:00 UTC. */
const base = 1_700_049_600;
const spreadSeconds = 600;
/** More than a segment must have for ready-made counts. */
const rows = 1_030;

/**
 * Two segments as day files have them, of so many rows that they have counts, some with repeats beside them, and a
 * small one.
 */
const worlds = fc.record({
  kinds: fc.array(storedEvents(base * 1e6, 60e6, 12), { minLength: 2, maxLength: 2 }),
  recent: storedEvents(base * 1e6, spreadSeconds * 1e6, 6),
  repeated: fc.subarray([0, 1]),
  shift: fc.integer({ min: 1, max: 97 }),
  from: fc.constantFrom(-60, 0, 60, 90, 300),
  seconds: fc.constantFrom(30, 120, 240, 605, 1_200),
  step: fc.constantFrom(30, 60, 120, 300),
  conditions: fc.constantFrom<NaiveCondition[]>(
    [],
    [{ field: "severity", op: "le", value: 3, ignore_case: false }],
    [{ field: "severity", op: "ne", value: 6, ignore_case: false }],
    [{ field: "host", op: "ne", value: "web1", ignore_case: false }],
    [{ field: "user", op: "eq", value: "", ignore_case: false }],
    [{ field: "user", op: "ne", value: "db", ignore_case: false }],
  ),
});

type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never;

/** Made when a property begins and not by the arbitrary: a failure would print thousands of events. */
function build({ kinds, recent, repeated, shift }: World): { events: StoredEvent[]; asked: Asked } {
  let id = 0;
  const large = kinds.map((events) => multiply(events, shift));
  const numbered = [...large, recent].map((events) => events.map((event) => ({ ...event, id: ++id })));
  const asked = together(
    sealedOf(numbered.slice(0, 2), (group) => repeated.includes(group)),
    storedOf(numbered.slice(2)),
  );
  return { events: numbered.flat(), asked };
}

function multiply(events: readonly StoredEvent[], shift: number): StoredEvent[] {
  return Array.from({ length: rows }, (_, i) => {
    const event = events[i % events.length]!;
    const offset = ((i * shift) % (spreadSeconds - 60)) * 1e6;
    return { ...event, times: event.times.map((time) => time + offset) };
  });
}

function together(a: Asked, b: Asked): Asked {
  const segments = [...a.snapshot.segments, ...b.snapshot.segments].sort((one, other) => other.maxTime - one.maxTime);
  return { snapshot: { ...a.snapshot, segments }, reader: a.reader };
}

function boundsOf({ from, seconds, step }: World): number[] {
  const bounds = [base + Math.floor(from / step) * step];
  while (bounds.at(-1)! < base + from + seconds) bounds.push(bounds.at(-1)! + step);
  return bounds.map((second) => second * 1e6);
}

function paramsOf({ conditions, from, seconds, step }: World) {
  return {
    filter: conditions,
    time_range: { ts_from: base + from, ts_to: base + from + seconds, step, timezone: "UTC" },
  };
}

describe("segments with ready-made counts, whole and in part, with and without repeats, beside one without counts", () => {
  test("when EventRate is asked, then every step has what a naive reader counts in it", () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const { events, asked } = build(world);
        const wanted = naiveRate(events, { conditions: world.conditions, bounds: boundsOf(world) });
        const { results } = ask(asked, { type: "EventRate", params: paramsOf(world) });
        expect((results.details as { count: number }[]).map(({ count }) => count)).toEqual(wanted);
      }),
      { numRuns: 12 },
    );
  });

  test("when TopN is asked, then totals and details are those of naive counting", () => {
    const tops = fc.record({
      field: fc.oneof(countedField, fc.constantFrom("severity", "severity_name", "host", "user")),
      show_other: fc.boolean(),
      ignore_empty: fc.boolean(),
    });
    fc.assert(
      fc.property(worlds, tops, fc.boolean(), (world, options, withSteps) => {
        const { events, asked } = build(world);
        const top = { ...options, limit: 3, subfields: [], subfields_limit: 1 };
        const wanted = naiveTopN(events, { conditions: world.conditions, bounds: boundsOf(world) }, top);
        const params = { ...paramsOf(world), ...top, with_subperiods: withSteps };
        const { results } = ask(asked, { type: "TopN", params });
        expect((results.totals as { values: unknown }).values).toEqual(wanted.values);
        expect(results.details).toEqual(withSteps ? wanted.details : undefined);
      }),
      { numRuns: 25 },
    );
  });

  test("when LastN is asked, then the values are those that a naive reader saw last", () => {
    fc.assert(
      fc.property(worlds, fc.constantFrom("host", "user", "program", "code"), (world, field) => {
        const { events, asked } = build(world);
        const { from, seconds, conditions } = world;
        const bounds = [(base + from) * 1e6, (base + from + seconds) * 1e6];
        const wanted = naiveLastN(events, { conditions, bounds }, field, 3);
        const { results } = ask(asked, { type: "LastN", params: { ...paramsOf(world), field, limit: 3 } });
        expect((results.totals as { values: unknown }).values).toEqual(wanted);
      }),
      { numRuns: 12 },
    );
  });

  test("when the hosts of the caller are limited, then only theirs are counted", () => {
    fc.assert(
      fc.property(worlds, fc.constantFrom("host", "user"), (world, field) => {
        const { events, asked } = build(world);
        const mine = events.filter(({ host }) => host.toLowerCase().startsWith("web1"));
        const top = { field, limit: 4, show_other: true, ignore_empty: false, subfields: [], subfields_limit: 1 };
        const wanted = naiveTopN(mine, { conditions: world.conditions, bounds: boundsOf(world) }, top);
        const params = { ...paramsOf(world), ...top };
        const { results } = ask(asked, { type: "TopN", params }, { hosts: ["web1*"] });
        expect((results.totals as { values: unknown }).values).toEqual(wanted.values);
      }),
      { numRuns: 12 },
    );
  });
});
