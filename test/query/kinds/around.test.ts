import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { PieceCache } from "../../../src/eventstore/read/piece-cache.ts";
import { type Asked, ask, askedOf, sealedOf, slicedOf, storedOf } from "../../support/questions/event-question.ts";
import { sentFilter } from "../../support/questions/naive-filter.ts";
import { naiveAround } from "../../support/questions/naive-query.ts";
import { countedField, naiveConditions, storedEvents } from "../../support/questions/random-events.ts";
import type { Encoding } from "../../support/store/memory-segment.ts";
import { cacheWithoutRows } from "../../support/store/overwritten-buffers.ts";
import { storedEvent } from "../../support/store/stored-event.ts";

const base = 1_700_000_000;
const spreadSeconds = 10;

/** Random events in up to four segments of every kind, which lie over each other in time. */
const worlds = fc
  .record({
    groups: fc.array(storedEvents(base * 1e6, spreadSeconds * 1e6, 16), { minLength: 1, maxLength: 4 }),
    place: fc.constantFrom("memory", "stored", "sealed", "sliced"),
    encodings: fc.infiniteStream(fc.constantFrom<Encoding>("dictionary", "number", "text")),
    sliceRows: fc.integer({ min: 1, max: 6 }),
    conditions: naiveConditions(),
  })
  .map(({ groups, place, encodings, sliceRows, conditions }) => {
    let id = 0;
    const numbered = groups.map((events) => events.map((event) => ({ ...event, id: ++id })));
    const asked = (): Asked => {
      if (place === "memory") return askedOf(numbered, () => encodings.next().value);
      if (place === "stored") return storedOf(numbered);
      if (place === "sealed") return sealedOf(numbered, (group) => group % 2 === 1);
      return slicedOf(numbered, sliceRows, () => (sliceRows % 2 ? new PieceCache(1e6) : cacheWithoutRows()).of(""));
    };
    return { events: numbered.flat(), asked: asked(), conditions };
  });

const questions = fc.record({
  id: fc.integer({ min: 1, max: 40 }),
  before: fc.integer({ min: 0, max: 6 }),
  after: fc.integer({ min: 0, max: 6 }),
  same: fc.uniqueArray(countedField, { maxLength: 2 }),
});

const always = [0, 4e15];

interface Found {
  events: { objects: { id: string }[]; index: number };
}

describe("events around one", () => {
  test("when neighbours of any event are asked for, then they are those of a naive reader, in exact order", () => {
    fc.assert(
      fc.property(worlds, questions, ({ events, asked, conditions }, { id, ...question }) => {
        const filter = sentFilter(conditions);
        const body = { type: "Around", params: { id: String(id), ...question, filter } };
        const wanted = naiveAround(events, { conditions, bounds: always }, { id, ...question });
        // The second time what the first one found is remembered.
        for (let time = 0; time < 2; time++) {
          if (wanted === undefined) {
            expect(() => ask(asked, body)).toThrow(`There is no event ${id}`);
            continue;
          }
          const { events: found } = ask(asked, body).results as unknown as Found;
          expect(found.objects.map((event) => event.id)).toEqual(wanted.ids);
          expect(found.index).toBe(wanted.index);
        }
      }),
      { numRuns: 400 },
    );
  });

  test("when the range leaves part out, then neighbours are those inside, and an event outside of it is not found", () => {
    const events = Array.from({ length: 9 }, (_, i) => storedEvent(i + 1, (base + i) * 1e6));
    const asked = storedOf([events.slice(0, 4), events.slice(4)]);
    const time_range = { ts_from: base + 2, ts_to: base + 7, timezone: "UTC" };
    const found = ask(asked, { type: "Around", params: { id: "5", time_range } }).results as unknown as Found;
    expect(found.events.objects.map(({ id }) => id)).toEqual(["3", "4", "5", "6", "7"]);
    const beyond = { type: "Around", params: { id: "9", time_range } };
    expect(() => ask(asked, beyond)).toThrow("There is no event 9 in this time range: ");
  });

  test("when the caller may not see the host of an event, then it is not there, and hidden neighbours are passed over", () => {
    const events = Array.from({ length: 6 }, (_, i) =>
      storedEvent(i + 1, (base + i) * 1e6, { host: i % 2 === 0 ? "web1" : "db1" }),
    );
    const asked = storedOf([events]);
    const seen = ask(asked, { type: "Around", params: { id: "3" } }, { hosts: ["web*"] }).results as unknown as Found;
    expect(seen.events.objects.map(({ id }) => id)).toEqual(["1", "3", "5"]);
    expect(() => ask(asked, { type: "Around", params: { id: "2" } }, { hosts: ["web*"] })).toThrow("no event 2");
  });

  test("when a hundred days are stored, then only the segments beside the event are opened", () => {
    const day = (number: number): StoredEvent[] =>
      Array.from({ length: 30 }, (_, i) =>
        storedEvent(number * 30 + i + 1, (base + number * 86_400 + i) * 1e6, { host: `h${i % 3}` }),
      );
    const asked = storedOf(Array.from({ length: 100 }, (_, number) => day(number)));
    const opened = new Set<unknown>();
    const reader = {
      ...asked.reader,
      open: (handle: Parameters<typeof asked.reader.open>[0]) => {
        opened.add(handle);
        return asked.reader.open(handle);
      },
    };
    const counted = { ...asked, reader };
    const { events } = ask(counted, { type: "Around", params: { id: "1515", same: ["host"], before: 5, after: 5 } })
      .results as unknown as Found;
    expect(events.objects.map(({ id }) => id)).toEqual(Array.from({ length: 11 }, (_, i) => String(1500 + 3 * i)));
    expect(opened.size).toBeLessThanOrEqual(3);
  });

  const refused = [
    [{}, "params.id"],
    [{ id: "x" }, "params.id"],
    [{ id: 5 }, "params.id"],
    [{ id: "5", before: 1001 }, "params.before"],
    [{ id: "5", after: -1 }, "params.after"],
    [{ id: "5", same: ["user_tags"] }, "params.same.0"],
  ] as const;
  test.each(refused)("when %j is asked, then it is refused by the name %s", (params, field) => {
    const asked = storedOf([[storedEvent(1, base * 1e6)]]);
    try {
      ask(asked, { type: "Around", params });
      expect.unreachable();
    } catch (error) {
      expect((error as { details: { fields: object } }).details.fields).toHaveProperty([field]);
    }
  });
});
