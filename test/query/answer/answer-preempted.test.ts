import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { PieceCache } from "../../../src/eventstore/read/piece-cache.ts";
import { answerPreempting } from "../../../src/query/answer/answer-preempted.ts";
import type { DamageFound } from "../../../src/query/answer/damage.ts";
import { type EncodedAnswer, type EncodedTask, encodeAnswer } from "../../../src/query/answer/encode-answer.ts";
import { type GivenUp, isGivenUp } from "../../../src/query/execution/preemption-budget.ts";
import { parseQuery } from "../../../src/query/parse/parse-query.ts";
import { defaultQueryMemory } from "../../../src/query/query-memory.ts";
import { ValueTableCache } from "../../../src/query/values/value-table-cache.ts";
import { MemoryWatch } from "../../../src/runtime/thread-memory-watch.ts";
import { type Asked, ask, sealedOf, slicedOf } from "../../support/questions/event-question.ts";
import { sentFilter } from "../../support/questions/naive-filter.ts";
import { countedField, naiveConditions, storedEvents } from "../../support/questions/random-events.ts";
import { cacheWithoutRows } from "../../support/store/overwritten-buffers.ts";
import { storedEvent } from "../../support/store/stored-event.ts";

const base = 1_700_000_000;
const seconds = 10;

interface Body {
  type: string;
  params: object;
}

const bodies: fc.Arbitrary<Body> = fc
  .record({
    conditions: naiveConditions(),
    field: countedField,
    from: fc.integer({ min: -1, max: 3 }),
    kind: fc.constantFrom("Search", "TopN", "LastN", "EventRate", "Stats", "distinct"),
  })
  .map(({ conditions, field, from, kind }) => {
    const filter = sentFilter(conditions);
    const time_range = { ts_from: base + from, ts_to: base + seconds, timezone: "UTC" };
    const common = { filter, time_range };
    switch (kind) {
      case "Search":
        return { type: kind, params: { ...common, page_size: 3, offset: from + 1 } };
      case "EventRate":
        return { type: kind, params: { ...common, time_range: { ...time_range, step: 1 } } };
      case "Stats":
        return { type: kind, params: { ...common, field: "code", by: [field], functions: ["avg", "p95"] } };
      case "distinct":
        return { type: "Stats", params: { ...common, field, by: ["host"], functions: ["distinct"] } };
      case "LastN":
        return { type: kind, params: { ...common, field } };
      default:
        return { type: kind, params: { ...common, field, subfields: ["host"] } };
    }
  });

/** Called by the work whenever it looks around. */
class Interrupting extends MemoryWatch {
  looks = 0;

  constructor(private readonly onLook: (looks: number) => void) {
    super(Number.POSITIVE_INFINITY);
  }

  override lookOrRefuse(): void {
    this.onLook(++this.looks);
  }
}

function taskOf({ snapshot }: Asked, { type, params }: Body, budgetMs: number): EncodedTask {
  const baseTime = base + seconds;
  const checked = parseQuery({ type, params }, { timezone: "UTC", now: baseTime });
  const control = new SharedArrayBuffer(8);
  return { type, params: checked.params, baseTime, hosts: [], snapshot, control, links: undefined, budgetMs };
}

/** What a thread answers that takes in guests, one after the other, at those of its looks. */
function askWithGuests(asked: Asked, host: Body, guests: readonly Body[], every: number, budgetMs: number) {
  const outcomes: (EncodedAnswer | DamageFound | GivenUp)[] = [];
  const watch = new Interrupting((looks) => {
    if (looks % every === 0 && outcomes.length < guests.length)
      outcomes.push(answer(taskOf(asked, guests[outcomes.length]!, budgetMs)));
  });
  const memory = { ...defaultQueryMemory, tables: new ValueTableCache(1_000_000) };
  const answer = answerPreempting({ ...asked.reader, examine: () => undefined }, memory);
  return { answer: ask(asked, host, {}, { ...memory, watch }), outcomes };
}

function textOf(asked: Asked, body: Body): string {
  return Buffer.from(encodeAnswer(ask(asked, body), { links: undefined }).results).toString();
}

function numbered(groups: readonly (readonly StoredEvent[])[]): StoredEvent[][] {
  let id = 0;
  return groups.map((events) => events.map((event) => ({ ...event, id: ++id })));
}

describe("questions that are answered while the thread is at another one", () => {
  const worlds = fc.record({
    groups: fc.array(storedEvents(base * 1e6, seconds * 1e6, 16), { minLength: 1, maxLength: 4 }).map(numbered),
    isSliced: fc.boolean(),
    host: bodies,
    guests: fc.array(bodies, { minLength: 1, maxLength: 4 }),
    every: fc.integer({ min: 1, max: 7 }),
  });

  function openWorld(groups: StoredEvent[][], isSliced: boolean): Asked {
    const cache = groups.length % 2 === 0 ? new PieceCache(1e6) : cacheWithoutRows();
    return isSliced ? slicedOf(groups, 4, (group) => cache.of(String(group))) : sealedOf(groups);
  }

  test("when they come at any moment, then both answers are those of threads that do one at a time", () => {
    fc.assert(
      fc.property(worlds, ({ groups, isSliced, host, guests, every }) => {
        const apart = openWorld(groups, isSliced);
        const asked = openWorld(groups, isSliced);
        // The second time what both found the first time is remembered.
        for (let time = 0; time < 2; time++) {
          const { answer, outcomes } = askWithGuests(asked, host, guests, every, Number.POSITIVE_INFINITY);
          expect(answer.results).toEqual(ask(apart, host).results);
          for (const [i, outcome] of outcomes.entries())
            expect(Buffer.from((outcome as EncodedAnswer).results).toString()).toBe(textOf(apart, guests[i]!));
        }
      }),
      { numRuns: 200 },
    );
  });

  test("when they are given up, then the host's answer is the same, and so is theirs when they are asked again", () => {
    fc.assert(
      fc.property(worlds, ({ groups, isSliced, host, guests, every }) => {
        const apart = openWorld(groups, isSliced);
        const asked = openWorld(groups, isSliced);
        const { answer, outcomes } = askWithGuests(asked, host, guests, every, 0);
        expect(answer.results).toEqual(ask(apart, host).results);
        for (const outcome of outcomes) expect(isGivenUp(outcome)).toBe(true);
        for (const guest of guests) expect(textOf(asked, guest)).toBe(textOf(apart, guest));
      }),
    );
  });

  test("when the host ranks values that it has no texts of, or counts them by group, then its answer is the same", () => {
    const texts = (row: number) => `${(row * 7919) % 60_013} of ${row % 3}`;
    const events = Array.from({ length: 70_000 }, (_, row) =>
      storedEvent(row + 1, (base + (row % seconds)) * 1e6 + row, {
        host: `web${row % 5}`,
        message: texts(row),
        tags: ["request", String((row * 104_729) % 50_021).padStart(16, "0")],
      }),
    ).sort((a, b) => a.times[0]! - b.times[0]!);
    const asked = sealedOf(numbered([events]));
    const time_range = { ts_from: base, ts_to: base + seconds, timezone: "UTC" };
    const guests: Body[] = [
      { type: "TopN", params: { time_range, field: "request", q: "host:web1" } },
      { type: "TopN", params: { time_range, field: "message" } },
      { type: "Search", params: { time_range, q: "message:17", page_size: 5 } },
      { type: "Stats", params: { time_range, by: ["host"], field: "request", functions: ["distinct"] } },
    ];
    const wanted = guests.map((guest) => textOf(asked, guest));
    for (const host of guests) {
      const alone = ask(asked, host);
      for (const every of [1, 5]) {
        const { answer, outcomes } = askWithGuests(asked, host, guests, every, Number.POSITIVE_INFINITY);
        expect(answer.results).toEqual(alone.results);
        for (const [i, outcome] of outcomes.entries())
          expect(Buffer.from((outcome as EncodedAnswer).results).toString()).toBe(wanted[i]!);
      }
    }
  });
});
