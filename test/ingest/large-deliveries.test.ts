import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../src/eventstore/event/event.ts";
import type { EventStore } from "../../src/eventstore/event-store.ts";
import { createDedup } from "../../src/ingest/commit/dedup.ts";
import type { Delivery, Receipt } from "../../src/ingest/intake.ts";
import { Pipeline } from "../../src/ingest/pipeline/pipeline.ts";
import { noRules } from "../../src/parser-rules/run/event-rules.ts";
import type { ActiveTrigger } from "../../src/triggers/active-trigger.ts";
import type { FiredReport } from "../../src/triggers/fired-report.ts";
import { TriggerMatcher } from "../../src/triggers/matching/trigger-matcher.ts";
import { patienceMs } from "../support/patience.ts";
import { copyOf, doAllUpkeep, newFolder, openStore, readAll } from "../support/store/store-folder.ts";
import { activeTrigger, condition } from "../triggers/matching/trigger-arbitrary.ts";
import { deliveryOf } from "./take-in.ts";

const nowMs = Date.UTC(2026, 4, 5, 12);
const largeBytes = 4_000;

/** A store with its pipeline, worked off step by step, and a disk that can be full. */
class Road {
  readonly folder = newFolder();
  readonly reports: FiredReport[] = [];
  /** In the order in which they were given. */
  readonly answers: { name: number; result: Receipt | string }[] = [];
  readonly store: EventStore;
  private readonly triggers = new TriggerMatcher((report) => this.reports.push(report));
  private readonly pipeline: Pipeline;
  private readonly disk = { free: 1_000, nowMs: 0 };

  constructor(largeFrom: number | "by time", triggers: readonly ActiveTrigger[] = [], dedupEvents = 10_000) {
    this.store = openStore(this.folder, {
      ...{ clock: () => nowMs, sealEvents: 2_000, sealBytes: 40_000, minFreeBytes: 500 },
      ...{ freeBytes: () => this.disk.free, monotonicMs: () => this.disk.nowMs },
    });
    this.triggers.set(triggers);
    this.pipeline = new Pipeline({
      ...{ store: this.store, triggers: this.triggers, rules: noRules, retentionDays: 0, clock: () => nowMs },
      dedup: createDedup(60_000_000, { seed: 5n, capacity: dedupEvents }),
      ...(largeFrom === "by time"
        ? { largeBytes: Number.POSITIVE_INFINITY, smallReadMs: 0 }
        : { largeBytes: largeFrom }),
    });
  }

  setFull(isFull: boolean): void {
    this.disk.free = isFull ? 0 : 1_000;
    this.disk.nowMs += 20_000;
  }

  send(name: number, delivery: Delivery): void {
    const settle = (result: Receipt | Error) => {
      this.answers.push({ name, result: result instanceof Error ? result.message : result });
    };
    this.pipeline.deliver(delivery, settle);
  }

  /** As little as there is. */
  step(): void {
    this.pipeline.work(0);
  }

  finish(budgetMs?: number): void {
    this.pipeline.finish(budgetMs);
  }
}

interface Sent {
  kind: "send";
  isLarge: boolean;
  form: "lines" | "list" | "gzip" | "broken list";
  /** A message is one of few, so that events of small and large deliveries are the same, or one of its own. */
  messages: (number | undefined)[];
  key: number | undefined;
  eventIds: boolean;
}

type Step = Sent | { kind: "work"; steps: number } | { kind: "full" | "free" | "flush" | "doUpkeep" };

function anySend(isLarge: boolean): fc.Arbitrary<Sent> {
  const messages = fc.array(fc.option(fc.nat(30), { nil: undefined, freq: 2 }), {
    ...(isLarge ? { minLength: 150, maxLength: 400 } : { minLength: 1, maxLength: 5 }),
    size: "max",
  });
  return fc.record({
    kind: fc.constant("send" as const),
    isLarge: fc.constant(isLarge),
    form: fc.constantFrom("lines", "lines", "lines", "list", "gzip", "broken list"),
    messages,
    key: fc.option(fc.nat(2), { nil: undefined, freq: 6 }),
    eventIds: fc.constantFrom(false, false, false, true),
  });
}

const anyTraffic: fc.Arbitrary<Step>[] = [
  anySend(true),
  anySend(false),
  anySend(false),
  // Often so few that a large one is not read to its end.
  fc.record({ kind: fc.constant("work" as const), steps: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant("work" as const), steps: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constantFrom("flush" as const, "doUpkeep" as const) }),
];
/** What makes a delivery a large one: its bytes, or that it takes more than one step to read. */
const anyRule = fc.constantFrom(largeBytes, "by time" as const);
const anyWeather: fc.Arbitrary<Step> = fc.record({ kind: fc.constantFrom("full" as const, "free" as const) });

function linesOf({ messages, eventIds }: Sent, name: number, host: string): string[] {
  return messages.map((message, index) =>
    JSON.stringify({
      ts: (nowMs - ((index * 37) % 20_000)) / 1000,
      host,
      message: message === undefined ? `own ${name}.${index}` : `shared ${message}`,
      ...(eventIds && { event_id: `id${index % 7}` }),
      user_tags: message === undefined ? { number: index, word: `w${index % 3}` } : { word: "w" },
    }),
  );
}

function deliveryFor(sent: Sent, name: number, host = "h"): Delivery {
  const lines = linesOf(sent, name, host);
  const list = `[${lines.join(",")}]`;
  const body = {
    lines: lines.join("\n"),
    list,
    gzip: gzipSync(lines.join("\n"), { level: 0 }),
    "broken list": list.slice(0, -1),
  }[sent.form];
  return deliveryOf(body, {
    contentEncoding: sent.form === "gzip" ? "gzip" : "",
    mediaType: sent.form.endsWith("list") ? "application/json" : "application/x-ndjson",
    idempotencyKey: sent.key === undefined ? "" : `key ${sent.key}`,
  });
}

/** Gives the bytes away. What was sent, by name, and whether the disk was full when it was answered. */
function drive(
  road: Road,
  steps: readonly Step[],
  onStep: () => void = () => undefined,
  host?: (name: number) => string,
) {
  const sent = new Map<number, { step: Sent; host: string | undefined }>();
  for (const step of steps) {
    if (step.kind === "send") {
      const name = sent.size;
      sent.set(name, { step, host: host?.(name) });
      road.send(name, { ...deliveryFor(step, name, host?.(name)), isOwn: true });
    } else if (step.kind === "work") for (let i = 0; i < step.steps; i++) road.step();
    else if (step.kind === "flush") road.store.flush();
    else if (step.kind === "doUpkeep") doAllUpkeep(road.store);
    else road.setFull(step.kind === "full");
    onStep();
  }
  road.setFull(false);
  road.finish();
  onStep();
  return sent;
}

function countMessages(events: readonly StoredEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { message, times } of events) counts.set(message, (counts.get(message) ?? 0) + times.length);
  return counts;
}

const diskIsFull = /disk is full/;
const marking = [
  activeTrigger({
    id: 1,
    filter: [condition("message", "shared 3")],
    markKnown: true,
    acts: true,
    minIntervalSeconds: 0,
  }),
  activeTrigger({ id: 2, filter: [condition("message", "own*")], note: "own" }),
];

describe("small deliveries beside a large one that is being read", () => {
  test(
    "when they come in any order and hold the same events and keys, then all is as if each had come when it was answered",
    () => {
      fc.assert(
        fc.property(
          fc.array(fc.oneof(...anyTraffic, anyWeather), { minLength: 4, maxLength: 30 }),
          anyRule,
          (steps, rule) => {
            const road = new Road(rule, marking);
            const naive = new Road(Number.POSITIVE_INFINITY, marking);
            try {
              const sent = drive(road, steps);
              expect(road.answers.length).toBe(sent.size);
              const taken = road.answers.filter(({ result }) => typeof result !== "string" || !diskIsFull.test(result));
              for (const { name } of taken) {
                naive.send(name, deliveryFor(sent.get(name)!.step, name));
                naive.finish();
              }
              expect(taken).toEqual(naive.answers);
              const events = readAll(road.store);
              expect(events).toEqual(readAll(naive.store));
              expect(hitsOf(road)).toEqual(hitsOf(naive));
              const byId = new Map(events.map(({ id, message }) => [String(id), message]));
              for (const { event } of road.reports.flatMap(({ actions }) => actions))
                expect(byId.get(event.id)).toBe(event.message);
            } finally {
              road.store.close();
              naive.store.close();
            }
          },
        ),
        { numRuns: 60 },
      );
    },
    patienceMs,
  );

  test(
    "when the memory of recent events is small and the disk full now and then, then what was accepted is there, and nothing else",
    () => {
      fc.assert(
        fc.property(
          fc.array(fc.oneof(...anyTraffic, anyWeather), { minLength: 4, maxLength: 30 }),
          anyRule,
          (steps, rule) => {
            const road = new Road(rule, [], 20);
            try {
              const plain = steps.map((step) =>
                step.kind === "send" ? { ...step, key: undefined, eventIds: false } : step,
              );
              const sent = drive(road, plain);
              const expected: string[] = [];
              for (const { name, result } of road.answers)
                if (typeof result !== "string")
                  for (const line of linesOf(sent.get(name)!.step, name, "h")) expected.push(JSON.parse(line).message);
              const counts = new Map<string, number>();
              for (const message of expected) counts.set(message, (counts.get(message) ?? 0) + 1);
              expect(countMessages(readAll(road.store))).toEqual(counts);
            } finally {
              road.store.close();
            }
          },
        ),
        { numRuns: 40 },
      );
    },
    patienceMs,
  );

  test(
    "when the process dies at any moment, then each delivery is there whole or not at all, and those that were answered are",
    () => {
      fc.assert(
        fc.property(
          fc.array(fc.oneof(...anyTraffic), { minLength: 4, maxLength: 16 }),
          fc.nat(15),
          anyRule,
          (steps, at, rule) => {
            const road = new Road(rule);
            let copy: string | undefined;
            let answered = 0;
            let count = 0;
            try {
              const plain = steps.map((step) =>
                step.kind === "send" ? { ...step, key: undefined, eventIds: false } : step,
              );
              const look = () => {
                if (count++ !== Math.min(at, steps.length)) return;
                copy = copyOf(road.folder);
                answered = road.answers.length;
              };
              const sent = drive(road, plain, look, (name) => `host ${name}`);
              const after = openStore(copy!, { clock: () => nowMs });
              const occurrences = new Map<string, number>();
              const events = readAll(after);
              for (const { host, times } of events) occurrences.set(host, (occurrences.get(host) ?? 0) + times.length);
              expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
              for (const [name, { step }] of sent)
                expect([0, step.messages.length]).toContain(occurrences.get(`host ${name}`) ?? 0);
              for (const { name, result } of road.answers.slice(0, answered))
                if (typeof result !== "string") expect(occurrences.get(`host ${name}`)).toBe(result.accepted);
              after.close();
            } finally {
              road.store.close();
            }
          },
        ),
        { numRuns: 40 },
      );
    },
    patienceMs,
  );

  test(
    "when small ones have to be read anew, then thresholds count each event once",
    () => {
      const third = activeTrigger({ id: 9, threshold: { count: 3, seconds: 3600, field: null } });
      fc.assert(
        fc.property(fc.array(fc.oneof(...anyTraffic), { minLength: 4, maxLength: 20 }), anyRule, (steps, rule) => {
          const road = new Road(rule, [third]);
          try {
            const plain = steps.map((step) =>
              step.kind === "send" ? { ...step, key: undefined, eventIds: false } : step,
            );
            drive(road, plain);
            let accepted = 0;
            for (const { result } of road.answers) if (typeof result !== "string") accepted += result.accepted;
            expect(hitsOf(road).get(9) ?? 0).toBe(Math.floor(accepted / 3));
          } finally {
            road.store.close();
          }
        }),
        { numRuns: 40 },
      );
    },
    patienceMs,
  );

  test(
    "when a large one is several segments and repeats what is in them, then it is the same after the process died as before",
    () => {
      const road = new Road(largeBytes);
      const naive = new Road(Number.POSITIVE_INFINITY);
      const lines = Array.from({ length: 40_000 }, (_, i) =>
        JSON.stringify({ ts: (nowMs - (i % 2_000)) / 1000, host: "h", message: `large ${i % 39_000}` }),
      );
      const small = [1, 2, 3].map((i) =>
        deliveryOf(JSON.stringify({ ts: nowMs / 1000, host: "h", message: `small ${i}` })),
      );
      road.send(0, deliveryOf(lines.join("\n")));
      small.forEach((delivery, index) => {
        for (let i = 0; i < 300; i++) road.step();
        road.send(index + 1, delivery);
      });
      road.finish();
      expect(road.answers[0]?.name).toBe(1);
      for (const { name } of road.answers) {
        naive.send(name, name === 0 ? deliveryOf(lines.join("\n")) : small[name - 1]!);
        naive.finish();
      }
      const expected = readAll(naive.store);
      expect(readAll(road.store)).toEqual(expected);
      const after = openStore(copyOf(road.folder), { clock: () => nowMs });
      expect(readAll(after)).toEqual(expected);
      for (const store of [after, road.store, naive.store]) store.close();
    },
    patienceMs,
  );

  test("when there is no time for all at the end, then what was told stored is, and of the others nothing", () => {
    const road = new Road(largeBytes);
    const line = (message: string) => JSON.stringify({ message });
    const largeOf = (name: string) =>
      deliveryOf(Array.from({ length: 500 }, (_, i) => line(`${name} ${i}`)).join("\n"));
    road.send(1, largeOf("large"));
    road.step();
    road.step();
    road.send(2, deliveryOf(line("small")));
    road.send(3, deliveryOf(line("large 1")));
    road.send(4, largeOf("next"));
    road.step();
    road.finish(0);
    expect(road.answers.map(({ name }) => name).sort()).toEqual([1, 2, 3, 4]);
    const stored = countMessages(readAll(road.store));
    for (const [name, count, message] of [
      [1, 500, "large 7"],
      [2, 1, "small"],
      [3, 1, "large 1"],
      [4, 500, "next 7"],
    ] as const) {
      const { result } = road.answers.find((answer) => answer.name === name)!;
      if (typeof result === "string") expect(result).toContain("is stopping");
      else expect(result.accepted).toBe(count);
      if (name !== 3) expect(stored.has(message)).toBe(typeof result !== "string");
    }
    expect(road.answers.some(({ name, result }) => name === 4 && typeof result === "string")).toBe(true);
    road.store.close();
    const after = openStore(copyOf(road.folder), { clock: () => nowMs });
    expect(countMessages(readAll(after))).toEqual(stored);
    after.close();
  });

  test.each([
    ["little time", 300, "is stopping"],
    ["all the time", undefined, "accepted"],
  ])("when there is %s at the end, then a compressed one that waits is answered so", (_, budgetMs, answer) => {
    const road = new Road(largeBytes);
    const body = Bun.gzipSync(JSON.stringify({ message: "compressed" }));
    road.send(1, deliveryOf(body, { contentEncoding: "gzip" }));
    road.send(2, deliveryOf(JSON.stringify({ message: "plain" })));
    road.finish(budgetMs);
    const results = new Map(road.answers.map(({ name, result }) => [name, JSON.stringify(result)]));
    expect(results.get(1)).toContain(answer);
    expect(results.get(2)).toContain("accepted");
    road.store.close();
  });

  test("when a small one comes while a large one is read, then it is answered first", () => {
    const road = new Road(largeBytes);
    const line = (message: string) => JSON.stringify({ message });
    road.send(1, deliveryOf(Array.from({ length: 500 }, (_, i) => line(`large ${i}`)).join("\n")));
    road.step();
    road.step();
    road.send(2, deliveryOf(line("small")));
    road.send(3, deliveryOf(line("large 1")));
    road.finish();
    expect(road.answers.map(({ name }) => name)).toEqual([2, 1, 3]);
    expect(readAll(road.store).map(({ id }) => id)).toEqual(Array.from({ length: 501 }, (_, i) => i + 1));
    road.store.close();
  });

  test("when a small body takes long to read, then the one before it does not wait, and it is read once more", () => {
    const road = new Road("by time");
    const linesOfAll = (...messages: string[]) =>
      deliveryOf(messages.map((message) => JSON.stringify({ message })).join("\n"), {
        mediaType: "application/x-ndjson",
      });
    road.send(1, linesOfAll("before"));
    road.send(2, linesOfAll(...Array.from({ length: 500 }, (_, i) => `long ${i}`)));
    road.send(3, linesOfAll("after"));
    road.finish();
    expect(road.answers[0]!.name).toBe(1);
    const { result } = road.answers.find(({ name }) => name === 2)!;
    expect(result).toMatchObject({ accepted: 500, duplicates: 0 });
    expect(readAll(road.store).map(({ id }) => id)).toEqual(Array.from({ length: 502 }, (_, i) => i + 1));
    road.store.close();
  });

  test("when many bodies that take long come beside a quick one, then it is answered before all of them but the first", () => {
    const road = new Road("by time");
    const linesOfAll = (messages: readonly string[]) =>
      deliveryOf(messages.map((message) => JSON.stringify({ message })).join("\n"), {
        mediaType: "application/x-ndjson",
      });
    road.send(0, linesOfAll(["quick"]));
    for (let name = 1; name <= 20; name++)
      road.send(name, linesOfAll(Array.from({ length: 200 }, (_, i) => `long ${name} ${i}`)));
    for (let step = 0; step < 6; step++) road.step();
    road.store.flush();
    road.step();
    expect(road.answers.map(({ name }) => name)).toEqual([0]);
    road.finish();
    expect(road.answers.length).toBe(21);
    expect(readAll(road.store).length).toBe(4_001);
    road.store.close();
  });

  test("when the service stops while a small body that takes long is read, then its sender is told to try again", () => {
    const road = new Road("by time");
    const lines = Array.from({ length: 50_000 }, (_, i) => JSON.stringify({ message: `long ${i}` }));
    road.send(1, deliveryOf(lines.join("\n")));
    road.step();
    road.step();
    road.finish(0);
    expect(road.answers).toEqual([{ name: 1, result: expect.stringContaining("is stopping") }]);
    expect(readAll(road.store)).toEqual([]);
    road.store.close();
  });
});

function hitsOf({ reports }: Road): Map<number, number> {
  const hits = new Map<number, number>();
  for (const { triggerId, hits: count } of reports.flatMap((report) => report.hits))
    hits.set(triggerId, (hits.get(triggerId) ?? 0) + count);
  return hits;
}
