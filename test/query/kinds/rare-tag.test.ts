import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { PieceCache } from "../../../src/eventstore/read/piece-cache.ts";
import { StoredSegment } from "../../../src/eventstore/read/stored-segment.ts";
import { ask, slicedOf } from "../../support/questions/event-question.ts";
import { sentFilter } from "../../support/questions/naive-filter.ts";
import { naiveLastN, naiveTopN } from "../../support/questions/naive-query.ts";
import { naiveConditions, storedEvents } from "../../support/questions/random-events.ts";
import { cacheWithoutRows } from "../../support/store/overwritten-buffers.ts";

/** Where a step of three seconds begins. */
const base = 1_700_000_001;

/** One in `apart` of a hundred events has the tag `user`; the second segment has none of them when `isOnce`. */
const worlds = fc
  .record({
    kinds: storedEvents(base * 1e6, 10e6, 12),
    apart: fc.integer({ min: 5, max: 50 }),
    sliceRows: fc.integer({ min: 8, max: 40 }),
    isOnce: fc.boolean(),
    isHelped: fc.boolean(),
  })
  .map(({ kinds, apart, sliceRows, isOnce, isHelped }) => {
    const groups = [0, 1].map((group) =>
      Array.from({ length: 50 }, (_, i): StoredEvent => {
        const kind = kinds[i % kinds.length]!;
        const code = kind.tags.indexOf("code");
        const tags = code < 0 ? [] : kind.tags.slice(code, code + 2);
        const hasUser = i % apart === 0 && !(isOnce && group === 1);
        return {
          ...kind,
          id: group * 50 + i + 1,
          times: [0, 700_000].slice(0, i % 7 === 0 ? 2 : 1).map((later) => timeOf(group * 50 + i) + later),
          tags: hasUser ? [...tags, "user", `u${i % 4}`] : tags,
        };
      }),
    );
    const caches = groups.map(() => (sliceRows % 2 ? new PieceCache(1e6) : cacheWithoutRows(0)).of(""));
    return { events: groups.flat(), asked: { ...slicedOf(groups, sliceRows, (group) => caches[group]!), isHelped } };
  });

function timeOf(place: number): number {
  return base * 1e6 + place * 90_000;
}

afterEach(() => vi.restoreAllMocks());

const asks = fc.array(
  fc.record({
    type: fc.constantFrom("TopN", "LastN"),
    limit: fc.integer({ min: 1, max: 5 }),
    show_other: fc.boolean(),
    ignore_empty: fc.boolean(),
    subfields: fc.constantFrom<string[]>([], ["host", "user"]),
  }),
  { minLength: 2, maxLength: 6 },
);

test("when few events have the tag that is ranked, then its values are those of naive counting, whatever was asked before with or without the others", () => {
  fc.assert(
    fc.property(worlds, naiveConditions(), asks, ({ events, asked }, conditions, questions) => {
      const filter = sentFilter(conditions);
      const time_range = { ts_from: base, ts_to: base + 9, timezone: "UTC", step: 3 };
      const steps = [0, 3, 6, 9].map((second) => (base + second) * 1e6);
      const bounds = [steps[0]!, steps[3]!];
      for (const { type, limit, ...top } of questions) {
        const common = { field: "user", limit, filter, time_range };
        if (type === "LastN") {
          const { results } = ask(asked, { type, params: common });
          const { values } = results.totals as { values: unknown };
          expect(values).toEqual(naiveLastN(events, { conditions, bounds }, "user", limit));
        } else {
          const params = { ...common, ...top, with_subperiods: top.show_other };
          const { results } = ask(asked, { type, params });
          const question = { ...top, field: "user", limit, subfields_limit: 5 };
          const wanted = naiveTopN(events, { conditions, bounds: top.show_other ? steps : bounds }, question);
          expect((results.totals as { values: unknown }).values).toEqual(wanted.values);
          if (top.show_other) expect(results.details).toEqual(wanted.details);
        }
      }
    }),
    { numRuns: 200 },
  );
});

test.each(["TopN", "LastN"])(
  "when no event of a segment has the tag that a %s ranks, then its messages are not read",
  (type) => {
    const events = Array.from({ length: 50 }, (_, i): StoredEvent => ({ ...plain, id: i + 1, times: [timeOf(i)] }));
    const asked = slicedOf([events], 10, () => new PieceCache(1e6).of(""));
    const columns = vi.spyOn(StoredSegment.prototype, "base");
    const filter = [{ field: "message", op: "eq", value: "*refused*" }];
    const time_range = { ts_from: base, ts_to: base + 9, timezone: "UTC" };
    const valuesOf = (field: string) => {
      const { totals } = ask(asked, { type, params: { field, filter, time_range } }).results;
      return (totals as { values: unknown[] }).values.length;
    };
    expect(valuesOf("user")).toBe(0);
    expect(columns).not.toHaveBeenCalledWith("message");
    expect(valuesOf("code")).toBe(1);
    expect(columns).toHaveBeenCalledWith("message");
  },
);

const plain: Omit<StoredEvent, "id" | "times"> = {
  host: "web1",
  program: "sshd",
  message: "connection refused",
  severity: 4,
  facility: 4,
  type: 0,
  status: 0,
  ciscoMnemonic: "",
  tags: ["code", "200"],
  extra: "",
};
