import fc from "fast-check";
import { expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { ask, slicedOf } from "../../support/questions/event-question.ts";
import { naiveLastN } from "../../support/questions/naive-query.ts";
import { cacheWithoutRows } from "../../support/store/overwritten-buffers.ts";
import { storedEvent } from "../../support/store/stored-event.ts";

const base = 1_700_000_000;
const range = { ts_from: base, ts_to: base + 100, timezone: "UTC" };

/** Programs of events, some without one; `together`: how many happen at the same time. */
const segments = fc.record({
  programs: fc.array(fc.constantFrom("", "a", "b", "c", "d", "e", "f", "g"), { minLength: 1, maxLength: 40 }),
  together: fc.integer({ min: 1, max: 12 }),
  begin: fc.integer({ min: 0, max: 20 }),
});

test("when many values end in some slices, several at one time, then the last are those that a naive reader saw last", () => {
  fc.assert(
    fc.property(
      fc.array(segments, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 6 }),
      fc.boolean(),
      (lists, limit, sliceRows, isHelped) => {
        let id = 0;
        const groups = lists.map(({ programs, together, begin }) =>
          programs.map((program, i): StoredEvent => {
            const time = (base + begin + Math.floor(i / together)) * 1e6;
            return { ...storedEvent(++id, time, { program }), times: [time] };
          }),
        );
        const cache = cacheWithoutRows();
        const asked = { ...slicedOf(groups, sliceRows, (group) => cache.of(String(group))), isHelped };
        const params = { field: "program", limit, filter: [{ field: "host", value: "*" }], time_range: range };
        const bounds = [base * 1e6, (base + 100) * 1e6];
        const wanted = naiveLastN(groups.flat(), { conditions: [], bounds }, "program", limit);
        expect((ask(asked, { type: "LastN", params }).results.totals as { values: unknown }).values).toEqual(wanted);
      },
    ),
    { numRuns: 400 },
  );
});
