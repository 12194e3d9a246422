import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { pageBytesMax } from "../../../src/query/limits.ts";
import { ask, askedOf } from "../../support/questions/event-question.ts";
import { storedEvent } from "../../support/store/stored-event.ts";

const base = 1_700_000_000;
const time_range = { ts_from: base, ts_to: base + 40, step: 1, timezone: "UTC" };
const name = (n: number) => `${n} ${"x".repeat(2000)}`;

/** Each with a host of its own, of about 2,000 characters, over 40 steps. */
function eventsOf(values: number): StoredEvent[] {
  return Array.from({ length: values }, (_, i) => storedEvent(i + 1, (base + (i % 40)) * 1e6, { host: name(i) }));
}

describe("the size of a ranking", () => {
  const asked = askedOf([eventsOf(1_000)], () => "dictionary");
  const perStep = pageBytesMax / 40 / 2_024;

  test("when its values fit in each step, then it is answered", () => {
    const limit = Math.floor(perStep * 0.8) - 25;
    const { results } = ask(asked, {
      type: "TopN",
      params: { field: "host", limit, with_subperiods: true, time_range },
    });
    expect((results.details as { total_values: unknown[] }[])[39]!.total_values.length).toBe(limit);
  });

  test("when its values are too much text in all steps together, then it is refused with advice", () => {
    const params = { field: "host", limit: 1_000, with_subperiods: true, time_range };
    expect(() => ask(asked, { type: "TopN", params })).toThrow(/more than 32 MB of text/);
    expect(() => ask(asked, { type: "TopN", params: { ...params, with_subperiods: false } })).not.toThrow();
  });

  test("when its subfields are too much text, then it is refused too", () => {
    const subfields = Array.from({ length: 10 }, () => "host");
    const params = { field: "program", subfields, subfields_limit: 1_000, time_range };
    expect(() => ask(asked, { type: "TopN", params })).not.toThrow();
    const twice = ["p", "q"].flatMap((program) => eventsOf(1_000).map((event) => ({ ...event, program })));
    const both = askedOf([twice.map((event, i) => ({ ...event, id: i + 1 }))], () => "dictionary");
    expect(() => ask(both, { type: "TopN", params })).toThrow(/more than 32 MB of text/);
  });
});
