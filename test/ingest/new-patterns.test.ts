import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventStore } from "../../src/eventstore/event-store.ts";
import { createSegmentReader } from "../../src/eventstore/read/segment-reader.ts";
import { createDedup } from "../../src/ingest/commit/dedup.ts";
import { Pipeline } from "../../src/ingest/pipeline/pipeline.ts";
import { noRules } from "../../src/parser-rules/run/event-rules.ts";
import { patternOf } from "../../src/pattern/pattern-cache.ts";
import { patternText } from "../../src/pattern/pattern-text.ts";
import { listPatterns } from "../../src/query/answer/list-patterns.ts";
import { ControlWords } from "../../src/runtime/control-words.ts";
import { TriggerMatcher } from "../../src/triggers/matching/trigger-matcher.ts";
import { patienceMs } from "../support/patience.ts";
import { doAllUpkeep, newFolder, openStore } from "../support/store/store-folder.ts";
import { activeTrigger, condition } from "../triggers/matching/trigger-arbitrary.ts";
import { noFastPath } from "./fast/road.ts";
import { deliveryOf } from "./take-in.ts";

const dayMs = 86_400_000;
const retentionDays = 10;
const learningMs = 2 * dayMs;
const beginMs = Date.UTC(2026, 4, 5, 12);

/** Words that look alike to a hash: data, names with digits, numbered things, digits before letters and other scripts. */
const word = fc.constantFrom(
  ...[
    "disk",
    "7",
    "42",
    "3com",
    "4µs",
    "9é",
    "ssh2",
    "ssh1",
    "eth0",
    "worker17",
    "0x1f",
    "10.0.0.1",
    '"a b"',
    "\n",
    "😀",
  ],
);
const message = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
const line = fc.record({ host: fc.constantFrom("web", "db"), message });
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant("send" as const), lines: fc.array(line, { minLength: 1, maxLength: 6 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("refused" as const),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    }),
  },
  fc.constant({ kind: "restart" as const }),
  fc.constant({ kind: "doUpkeep" as const }),
  fc.record({ kind: fc.constant("days" as const), days: fc.integer({ min: 1, max: 14 }) }),
  fc.record({
    kind: fc.constant("triggers" as const),
    asks: fc.constantFrom("new", "new and others", "others", "nothing"),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Line = typeof line extends fc.Arbitrary<infer T> ? T : never;

const asked = patternOf("disk 7");
const newOnes = [
  activeTrigger({ id: 1, isNewPattern: true }),
  activeTrigger({ id: 2, isNewPattern: true, filter: [condition("host", "db")] }),
  activeTrigger({ id: 3, isNewPattern: true, filter: [condition("pattern", asked)] }),
  activeTrigger({ id: 4, isNewPattern: true, learnsUntilMs: beginMs + learningMs }),
  activeTrigger({ id: 5, filter: [condition("pattern", asked)] }),
];
const others = [activeTrigger({ id: 6, filter: [condition("host", "db")] })];
const sets = { new: newOnes, "new and others": [...newOnes, ...others], others, nothing: [] };

/** What should fire, of plain loops: the day on which each pattern came last, and nothing else. */
class Model {
  asks: keyof typeof sets = "nothing";
  readonly #lastDays = new Map<string, number>();

  fire({ host, message: text }: Line, nowMs: number): number[] {
    const pattern = patternText([text]);
    const day = Math.floor(nowMs / dayMs);
    const last = this.#lastDays.get(pattern);
    const isNew = last === undefined || last <= day - retentionDays - 1;
    this.#lastDays.set(pattern, day);
    const meets: Record<number, boolean> = {
      1: isNew,
      2: isNew && host === "db",
      3: isNew && patternOf(text) === asked,
      4: isNew && nowMs >= beginMs + learningMs,
      5: patternOf(text) === asked,
      6: host === "db",
    };
    return sets[this.asks].map(({ id }) => id).filter((id) => meets[id]);
  }
}

class Road {
  nowMs = beginMs;
  asks: keyof typeof sets = "nothing";
  readonly hits: number[] = [];
  readonly #folder = newFolder();
  #disk = { free: 1_000, ms: 0 };
  #opened = this.#open();

  constructor(private readonly isWhole: boolean) {}

  take(lines: readonly Line[], isFull = false): void {
    this.#disk = { free: isFull ? 0 : 1_000, ms: this.#disk.ms + 20_000 };
    const body = lines.map((one) => JSON.stringify({ ts: this.nowMs / 1000, ...one })).join("\n");
    this.#opened.pipeline.deliver(deliveryOf(body, { mediaType: "application/x-ndjson" }), (result) =>
      expect(result instanceof Error).toBe(isFull),
    );
    this.#opened.pipeline.finish();
  }

  setTriggers(asks: keyof typeof sets): void {
    const waited = this.asks.startsWith("new");
    this.asks = asks;
    const { triggers } = this.#opened;
    triggers.set(sets[asks]);
    if (asks.startsWith("new") && !waited) this.#learn();
  }

  doUpkeep(): void {
    doAllUpkeep(this.#opened.store);
  }

  restart(): void {
    this.close();
    this.#opened = this.#open();
    this.#opened.triggers.set(sets[this.asks]);
    if (this.asks.startsWith("new")) this.#learn();
  }

  close(): void {
    this.#opened.store.close();
  }

  #open(): { store: EventStore; triggers: TriggerMatcher; pipeline: Pipeline } {
    const clock = () => this.nowMs;
    const store = openStore(this.#folder, {
      ...{ clock, minFreeBytes: 500, freeBytes: () => this.#disk.free, monotonicMs: () => this.#disk.ms },
    });
    const triggers = new TriggerMatcher(({ hits }) => {
      for (const { triggerId, hits: count } of hits) this.hits[triggerId] = (this.hits[triggerId] ?? 0) + count;
    }, clock);
    triggers.patterns.setRetentionDays(retentionDays);
    const parts = { store, dedup: createDedup(60_000_000, { seed: 5n }), rules: noRules, triggers };
    const fast = this.isWhole ? { fast: noFastPath } : {};
    return { store, triggers, pipeline: new Pipeline({ ...parts, ...fast, retentionDays: 0, clock }) };
  }

  /** As the pool does. */
  #learn(): void {
    const { store, triggers } = this.#opened;
    const snapshot = store.snapshot();
    const reader = createSegmentReader({ cacheBytes: 1_000_000 });
    triggers.patterns.learn(listPatterns({ snapshot, control: new ControlWords().shared }, reader));
    reader.close();
    store.release(snapshot.lease);
  }
}

function run(steps: readonly Step[], isWhole: boolean): void {
  const road = new Road(isWhole);
  const model = new Model();
  const expected: number[] = [];
  const set = (asks: keyof typeof sets) => {
    model.asks = asks;
    road.setTriggers(asks);
  };
  try {
    set("new");
    for (const one of steps) {
      if (one.kind === "send") {
        for (const sent of one.lines)
          for (const id of model.fire(sent, road.nowMs)) expected[id] = (expected[id] ?? 0) + 1;
        road.take(one.lines);
      } else if (one.kind === "refused") road.take(one.lines, true);
      else if (one.kind === "days") road.nowMs += one.days * dayMs;
      else if (one.kind === "triggers") set(one.asks as keyof typeof sets);
      else road[one.kind]();
      expect(road.hits).toEqual(expected);
    }
  } finally {
    road.close();
  }
}

const disk: Line = { host: "web", message: "disk" };
/** Nothing came for longer than events are kept, then the same twice. */
const afterSilence: Step[] = [
  { kind: "days", days: retentionDays + 1 },
  { kind: "send", lines: [disk] },
  { kind: "send", lines: [disk] },
];
/** The same, with a start in between that finds it in the store. */
const startAfterSilence: Step[] = [
  { kind: "send", lines: [disk] },
  { kind: "days", days: retentionDays + 1 },
  { kind: "restart" },
  { kind: "send", lines: [disk] },
];

test.each([
  ["the fast path", false],
  ["the slow path", true],
])(
  "when events come on %s, over restarts, days, refusals and other triggers, then each new pattern fires once and no other",
  (_, isWhole) => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => run(steps, isWhole)),
      { numRuns: 12, examples: [[afterSilence], [startAfterSilence]] },
    );
  },
  patienceMs,
);
