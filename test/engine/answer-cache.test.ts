import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AnswerCache } from "../../src/engine/answer-cache.ts";
import type { Repeat } from "../../src/eventstore/event/event.ts";
import { createSegmentReader } from "../../src/eventstore/read/segment-reader.ts";
import type { MemorySegment, Snapshot } from "../../src/eventstore/snapshot.ts";
import { answerQuery } from "../../src/query/answer/answer-query.ts";
import type { DamageFound } from "../../src/query/answer/damage.ts";
import { type EncodedAnswer, encodeAnswer } from "../../src/query/answer/encode-answer.ts";
import type { QueryTask } from "../../src/query/execution/task.ts";
import { parseQuery, spanOf } from "../../src/query/parse/parse-query.ts";
import { toSharedJson } from "../../src/query/shared-json.ts";
import { patienceMs } from "../support/patience.ts";
import { anyEvent, anyFired, baseTime } from "../support/store/event-arbitrary.ts";
import { commit, doAllUpkeep, newFolder, openStore, type PatientStore } from "../support/store/store-folder.ts";

const base = baseTime / 1e6;
const form = { actionsHint: false, addTriggerData: false };

const ranges = [
  { ts_from: base - 10, ts_to: base + 60 },
  { ts_from: base + 2, ts_to: base + 8 },
  { ts_from: base + 10, ts_to: base + 22 },
  { ts_from: -20, ts_to: 0 },
];

const questions = ranges.flatMap((time_range) =>
  [
    { type: "Search", params: { page_size: 5 } },
    { type: "Search", params: { page_size: 3, q: "severity<4" } },
    { type: "EventRate", params: {} },
    { type: "TopN", params: { field: "severity" } },
    { type: "TopN", params: { field: "status" } },
    { type: "LastN", params: { field: "host" } },
    { type: "StorageStats", params: {} },
    { type: "Stats", params: { field: "code", by: ["severity"], functions: ["count"] } },
  ].map(({ type, params }) => parseQuery({ type, params: { time_range, ...params } }, { timezone: "UTC", now: base })),
);

const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("append" as const),
      events: fc.array(anyEvent, { maxLength: 3, size: "max" }),
      repeats: fc.array(fc.tuple(fc.nat(), fc.integer({ min: -20_000_000, max: 30_000_000 }), anyFired), {
        maxLength: 2,
      }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("slice" as const), slices: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("seal" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("retire" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("setAside" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("nothing" as const) }) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

const anyAsked = fc.record({
  which: fc.nat(questions.length - 1),
  second: fc.nat(1),
  hosts: fc.constantFrom<string[]>([], ["1*"], ["1*"]),
  addTriggerData: fc.boolean(),
  offset: fc.constantFrom(0, 2),
});
type AskedQuestion = typeof anyAsked extends fc.Arbitrary<infer T> ? T : never;

/** A store to which things happen, and answers that are remembered meanwhile. */
class World {
  given = 0;
  evaluated = 0;
  private readonly remembered = new AnswerCache(20_000);
  private readonly reader = createSegmentReader({ cacheBytes: 200_000 });
  private readonly store: PatientStore;
  private nowMs = 0;
  private wallMs = 0;
  private lastId = 0;

  constructor(sealEvents: number) {
    this.store = openStore(newFolder(), {
      sealEvents,
      retentionDays: 1,
      monotonicMs: () => this.nowMs,
      // Always further, as it is what tells a day's file from the one that begins in its place.
      clock: () => baseTime / 1000 + this.wallMs++,
    });
  }

  run(step: Step): void {
    if (step.do === "append") this.append(step.events, step.repeats);
    else if (step.do === "slice") for (let i = 0; i < step.slices; i++) this.store.doUpkeep(0);
    else if (step.do === "seal") this.pass(400_000);
    else if (step.do === "retire") this.retire();
    else if (step.do === "setAside")
      this.store.setAside({ day: this.store.status().days[0]?.day ?? "2024-05-31", reason: "a test" });
  }

  async check({ which, second, hosts, addTriggerData, offset }: AskedQuestion): Promise<void> {
    const { type, params } = questions[which]!;
    const snapshot = this.store.snapshot(spanOf(type, params, base + second));
    const page = type === "Search" ? { page: { offset, size: params.page_size as number } } : {};
    const task: QueryTask = { type, params, baseTime: base + second, hosts, ...page, snapshot, control: newControl() };
    const evaluate = async () => encodeAnswer(answerQuery(task, this.reader), { links: undefined, addTriggerData });
    const answer = await this.remembered.answer(task, { actionsHint: false, addTriggerData }, () => {
      this.evaluated++;
      return evaluate();
    });
    this.given++;
    expect(textOf(answer)).toBe(textOf(await evaluate()));
    this.store.release(snapshot.lease);
  }

  end(): void {
    this.reader.close();
    this.store.close();
  }

  private append(events: Parameters<typeof commit>[0]["events"] & object, repeats: [number, number, string][]): void {
    const later = (this.lastId === 0 ? [] : repeats).map(
      ([at, offset, fired]): Repeat => ({
        id: (at % this.lastId) + 1,
        time: baseTime + offset,
        ...(fired && { fired }),
      }),
    );
    this.store.append(commit({ events, repeats: later }));
    this.lastId = this.store.nextId - 1;
  }

  private pass(ms: number): void {
    this.nowMs += ms;
    doAllUpkeep(this.store);
  }

  /** The day is over for long enough and goes; what comes next may begin its file anew. */
  private retire(): void {
    this.wallMs += 3 * 86_400_000;
    this.pass(400_000);
  }
}

test(
  "when commits, seals, merges, late repeats, retention and damage come between, then what is remembered is what is found anew",
  async () => {
    let given = 0;
    let evaluated = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(4, 60),
        fc.array(anyAsked, { minLength: 4, maxLength: 6 }),
        fc.array(anyStep, { minLength: 40, maxLength: 80, size: "max" }),
        async (sealEvents, asked, steps) => {
          const world = new World(sealEvents);
          for (const step of steps) {
            world.run(step);
            for (const one of asked) await world.check(one);
          }
          world.end();
          given += world.given;
          evaluated += world.evaluated;
        },
      ),
      { numRuns: 6, endOnFailure: true },
    );
    // After steps in which nothing happens, at least, they must have been remembered.
    expect(evaluated).toBeLessThan(given * 0.9);
  },
  patienceMs,
);

describe("an answer that could be remembered", () => {
  test("when the same is asked again, also with another base time of the same range, then it is not evaluated again", async () => {
    const world = counting();
    await world.ask({});
    await world.ask({});
    await world.ask({ baseTime: base + 3600 });
    expect(world.evaluated()).toBe(1);
  });

  test.each([
    ["another filter", { params: { ...searchParams, filter: [{ field: "severity", op: "=", value: 1 }] } }],
    ["other hosts", { hosts: ["web*"] }],
    ["another page", { page: { offset: 10, size: 10 } }],
    ["another kind", { type: "LastN" }],
    ["a newer segment", { snapshot: snapshotOf([segment(1), segment(2)]) }],
    ["a later repeat", { snapshot: snapshotOf([{ ...segment(1), occurrences: 11, repeats: oneRepeat }]) }],
    ["a day that is missing", { snapshot: { ...snapshotOf([segment(1)]), warnings: [{ file: "f", day: "d" }] } }],
  ] satisfies [string, Partial<QueryTask>][])("when %s is asked for, then it is evaluated", async (_, other) => {
    const world = counting();
    await world.ask({});
    await world.ask(other);
    expect(world.evaluated()).toBe(2);
  });

  test("when a range moves with the clock, then a second later it is evaluated", async () => {
    const world = counting();
    const params = { ...searchParams, time_range: { ts_from: -60, ts_to: 0, timezone: "UTC" } };
    await world.ask({ params });
    await world.ask({ params });
    await world.ask({ params, baseTime: base + 1 });
    expect(world.evaluated()).toBe(2);
  });

  test("when the form is another, then it is evaluated", async () => {
    const world = counting();
    await world.ask({});
    await world.ask({}, { ...form, addTriggerData: true });
    await world.ask({}, { ...form, actionsHint: true });
    expect(world.evaluated()).toBe(3);
  });

  test("when the answer was stopped, was damage or an error, then it is evaluated again", async () => {
    const world = counting();
    world.next = { ...answerOf(10), stopped: true };
    await world.ask({});
    world.next = { damaged: { day: "2024-05-31", reason: "checksum" } };
    await world.ask({});
    world.next = new Error("no");
    await expect(world.ask({})).rejects.toThrow("no");
    world.next = answerOf(10);
    await world.ask({});
    expect(world.evaluated()).toBe(4);
  });

  test("when answers are more than fit, then the longest unused go first", async () => {
    const world = counting();
    world.next = answerOf(3_000);
    for (const second of [1, 2, 1, 3]) await world.ask({ params: secondParams(second) });
    expect(world.evaluated()).toBe(3);
    await world.ask({ params: secondParams(1) });
    expect(world.evaluated()).toBe(3);
    await world.ask({ params: secondParams(2) });
    expect(world.evaluated()).toBe(4);
  });

  test("when one is larger than any may be, then it is evaluated again", async () => {
    const world = counting(100_000_000);
    world.next = answerOf(1024 * 1024);
    await world.ask({});
    await world.ask({});
    expect(world.evaluated()).toBe(2);
  });
});

const searchParams = { filter: [], time_range: { ts_from: base, ts_to: base + 60, timezone: "UTC" } };
const oneRepeat = { ids: new Float64Array([11]), times: new Float64Array([baseTime]) };

function secondParams(second: number) {
  return { ...searchParams, time_range: { ...searchParams.time_range, ts_to: base + second } };
}

function counting(maxBytes = 8_000) {
  const remembered = new AnswerCache(maxBytes);
  let evaluated = 0;
  return {
    next: answerOf(10) as EncodedAnswer | DamageFound | Error,
    evaluated: () => evaluated,
    ask(other: Partial<QueryTask>, asked = form) {
      const page = { offset: 0, size: 10 };
      const plain = { type: "Search", params: searchParams, baseTime: base, hosts: [], page, control: newControl() };
      return remembered.answer({ ...plain, snapshot: snapshotOf([segment(1)]), ...other }, asked, async () => {
        evaluated++;
        if (this.next instanceof Error) throw this.next;
        return this.next;
      });
    },
  };
}

function answerOf(sizeBytes: number): EncodedAnswer {
  return { results: toSharedJson("x".repeat(sizeBytes)), itemCount: 1, stopped: false, rowsRead: 0 };
}

function segment(at: number): MemorySegment {
  const ids = { minId: at * 10, maxId: at * 10 + 9 };
  const times = { minTime: baseTime, maxTime: baseTime + 1 };
  return {
    ...{ place: "memory", bytes: new SharedArrayBuffer(0), repeats: undefined },
    ...{ rows: 10, occurrences: 10, ...ids, ...times },
  };
}

function snapshotOf(segments: MemorySegment[]): Snapshot {
  return { lease: 1, eventsFolder: "", commit: 1, segments, warnings: [] };
}

function newControl(): SharedArrayBuffer {
  return new SharedArrayBuffer(8);
}

function textOf(answer: EncodedAnswer | DamageFound): string {
  return "damaged" in answer ? "damaged" : `${Buffer.from(answer.results)} ${answer.itemCount} ${answer.stopped}`;
}
