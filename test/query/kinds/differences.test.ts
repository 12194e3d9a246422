import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fTail } from "../../../src/query/statistics/f-distribution.ts";
import { independence } from "../../../src/query/statistics/independence.ts";
import { type Asked, ask, askedOf, sealedOf, storedOf } from "../../support/questions/event-question.ts";
import { naiveMatch, naiveText, sentFilter } from "../../support/questions/naive-filter.ts";
import { naiveConditions, storedEvents } from "../../support/questions/random-events.ts";
import type { Encoding } from "../../support/store/memory-segment.ts";
import { storedEvent } from "../../support/store/stored-event.ts";

const base = 1_700_000_000;
const time_range = { ts_from: base, ts_to: base + 6, timezone: "UTC" };

interface Totals {
  count: number;
  rest_count: number;
  skipped_fields: string[];
  values: { field: string; name: string; kind: string; count: number; rest_count: number; text?: string }[];
}

const worlds = fc
  .record({
    groups: fc.array(storedEvents(base * 1e6, 10e6, 14), { minLength: 1, maxLength: 3 }),
    place: fc.constantFrom("memory", "stored", "sealed"),
    encodings: fc.infiniteStream(fc.constantFrom<Encoding>("dictionary", "number", "text")),
    conditions: naiveConditions(),
    selection: naiveConditions().filter((conditions) => conditions.length > 0),
  })
  .map(({ groups, place, encodings, conditions, selection }) => {
    let id = 0;
    const numbered = groups.map((events) => events.map((event) => ({ ...event, id: ++id })));
    const asked = (): Asked => {
      if (place === "memory") return askedOf(numbered, () => encodings.next().value);
      return place === "stored" ? storedOf(numbered) : sealedOf(numbered, (group) => group % 2 === 1);
    };
    return { events: numbered.flat(), asked: asked(), conditions, selection };
  });

const fields = ["host", "program", "pattern", "severity_name", "type", "code", "user"];

describe("what is special about some events", () => {
  test("when everything is listed, then the counts on both sides are those of a naive reader", () => {
    fc.assert(
      fc.property(worlds, ({ events, asked, conditions, selection }) => {
        const params = { filter: sentFilter(conditions), selection: sentFilter(selection), fields, time_range };
        const { results } = ask(asked, { type: "Differences", params: { ...params, significance: 1, limit: 1000 } });
        const totals = results.totals as Totals;
        const wanted = new Map<string, { count: number; rest_count: number }>();
        let [count, rest] = [0, 0];
        for (const event of events.filter((one) => naiveMatch(conditions, one))) {
          const n = event.times.filter((time) => time >= base * 1e6 && time < (base + 6) * 1e6).length;
          const isSelected = naiveMatch(selection, event);
          if (isSelected) count += n;
          else rest += n;
          for (const field of fields) {
            const name = naiveText(field, event);
            if (name === "" || n === 0) continue;
            const key = JSON.stringify([field, name]);
            const known = wanted.get(key) ?? { count: 0, rest_count: 0 };
            known[isSelected ? "count" : "rest_count"] += n;
            wanted.set(key, known);
          }
        }
        expect([totals.count, totals.rest_count]).toEqual([count, rest]);
        const found = totals.values.map(({ field, name, count, rest_count }) => [
          JSON.stringify([field, name]),
          { count, rest_count },
        ]);
        expect(found.sort()).toEqual([...wanted].sort());
      }),
      { numRuns: 200 },
    );
  });

  const events = Array.from({ length: 1_200 }, (_, i) =>
    storedEvent(i + 1, base * 1e6 + i, {
      host: `web${i % 4}`,
      severity: i % 4 === 2 && i % 3 === 0 ? 3 : 6,
      message: `request ${i} took ${i % 90} ms`,
      tags: ["zone", i % 4 === 2 ? "north" : "south", "request_id", `id${i}`],
    }),
  );

  test("when errors come from one host alone, then all its fields tell so, and the severity itself is not named", () => {
    for (const asked of [storedOf([events]), sealedOf([events])]) {
      const params = { selection_q: "severity:error", time_range };
      const { values } = ask(asked, { type: "Differences", params }).results.totals as Totals;
      expect(values.slice(0, 2).map(({ field, name, kind }) => [field, name, kind])).toEqual([
        ["host", "web2", "more"],
        ["zone", "north", "more"],
      ]);
      expect(values.map(({ field }) => field)).not.toContain("severity_name");
      expect(values.map(({ field }) => field)).not.toContain("request_id");
    }
  });

  test("when the selection has nothing special, then nothing is told", () => {
    const params = { selection: [{ field: "message", op: "=~", value: "took [0-4]?[0-9] ms" }], time_range };
    expect((ask(storedOf([events]), { type: "Differences", params }).results.totals as Totals).values).toEqual([]);
  });

  test("when a tag of earlier days has the name of a field, then the field is meant, once", () => {
    const old = [0, 1].map((i) =>
      storedEvent(i + 1, base * 1e6 + i, { tags: ["pattern", "x", "user_tags", "y"], severity: i === 0 ? 3 : 6 }),
    );
    const params = { selection_q: "severity:error", time_range, significance: 1, limit: 100 };
    const { values } = ask(storedOf([old]), { type: "Differences", params }).results.totals as Totals;
    expect(values.filter(({ field }) => field === "pattern")).toMatchObject([{ count: 1, rest_count: 1, text: "m" }]);
    expect(values.map(({ field }) => field)).not.toContain("user_tags");
  });

  test("when other events bring hundreds of tags, then they take no room from those that are asked about, and are not named", () => {
    const others = Array.from({ length: 250 }, (_, i) =>
      storedEvent(i + 1, base * 1e6 + i, { host: "other", tags: [`a${i}`, "x"] }),
    );
    const own = Array.from({ length: 40 }, (_, i) =>
      storedEvent(i + 251, base * 1e6 + 250 + i, {
        host: "own",
        severity: i % 2 === 0 ? 3 : 6,
        tags: ["zone", i % 2 === 0 ? "north" : "south"],
      }),
    );
    for (const asked of [storedOf([[...others, ...own]]), sealedOf([[...others, ...own]]), storedOf([others, own])]) {
      const params = { q: "host:own", selection_q: "severity:error", time_range };
      const totals = ask(asked, { type: "Differences", params }).results.totals as Totals;
      expect(totals.skipped_fields).toEqual([]);
      expect(totals.values.map(({ field, name }) => `${field} ${name}`)).toEqual(["zone north", "zone south"]);
    }
  });

  test("when a field has too many values, then it is named and the others are compared all the same", () => {
    const many = Array.from({ length: 40_000 }, (_, i) =>
      storedEvent(i + 1, base * 1e6 + i, {
        tags: ["request", `${"x".repeat(110)}${i}`],
        severity: i % 2 === 0 ? 3 : 6,
        host: i % 2 === 0 ? "a" : "b",
      }),
    );
    const params = { selection_q: "severity:error", time_range };
    const totals = ask(storedOf([many]), { type: "Differences", params }).results.totals as Totals;
    expect(totals.skipped_fields).toEqual(["request"]);
    expect(totals.values.map(({ field, name }) => [field, name])).toEqual([
      ["host", "a"],
      ["host", "b"],
    ]);
  });
});

test("when a table of two by two is known, then the test says what tables of chi-squared say", () => {
  expect(fTail(3.841, 1e9)).toBeCloseTo(0.05, 4);
  expect(fTail(10.828, 1e9)).toBeCloseTo(0.001, 5);
  expect(independence(10, 20, 30, 60)).toEqual({ statistic: 0, p: 1 });
  expect(independence(0, 0, 30, 60)).toEqual({ statistic: 0, p: 1 });
  const { statistic } = independence(30, 10, 50, 50);
  expect(statistic).toBeCloseTo(17.26, 1);
  // A hundredth more or less of what half have is nothing; what nearly all have, and a part lacks twice as often, is.
  expect(independence(5_050_000, 5_000_000, 1e7, 1e7)).toEqual({ statistic: 0, p: 1 });
  expect(independence(9_900_000, 9_800_000, 1e7, 1e7).p).toBeLessThan(1e-9);
});

test.each([
  [{}, "params.selection"],
  [{ selection_q: " " }, "params.selection"],
  [{ selection: [{ field: "host", op: "like", value: "x" }] }, "params.selection.0.op"],
  [{ selection_q: "a:(" }, "params.selection_q"],
  [{ selection_q: "a", fields: [] }, "params.fields"],
] as const)("when %j is asked, then it is refused by the name %s", (params, field) => {
  try {
    ask(storedOf([[storedEvent(1, base * 1e6)]]), { type: "Differences", params });
    expect.unreachable();
  } catch (error) {
    expect((error as { details: { fields: object } }).details.fields).toHaveProperty([field]);
  }
});
