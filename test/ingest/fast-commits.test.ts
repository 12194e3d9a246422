import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventRow } from "../../src/eventstore/event/event.ts";
import type { EventStore } from "../../src/eventstore/event-store.ts";
import { createSegmentReader } from "../../src/eventstore/read/segment-reader.ts";
import { createDedup } from "../../src/ingest/commit/dedup.ts";
import type { Receipt } from "../../src/ingest/intake.ts";
import { Pipeline } from "../../src/ingest/pipeline/pipeline.ts";
import { MessageGate } from "../../src/parser-rules/patterns/message-gate.ts";
import type { EventRules, RuleOutcome, RuleTarget } from "../../src/parser-rules/run/event-rules.ts";
import type { KnownOfEvent } from "../../src/parser-rules/run/make-gate.ts";
import { patternOf } from "../../src/pattern/pattern-cache.ts";
import type { ActiveTrigger } from "../../src/triggers/active-trigger.ts";
import type { FiredReport } from "../../src/triggers/fired-report.ts";
import { TriggerMatcher } from "../../src/triggers/matching/trigger-matcher.ts";
import { patienceMs } from "../support/patience.ts";
import { doAllUpkeep, newFolder, openStore } from "../support/store/store-folder.ts";
import { activeTrigger, condition } from "../triggers/matching/trigger-arbitrary.ts";
import { noFastPath } from "./fast/road.ts";
import { deliveryOf } from "./take-in.ts";

const nowMs = Date.UTC(2026, 4, 5, 12);

/** Rules that can be switched while events come; on the slow path they are asked about everything. */
class SwitchedRules implements EventRules {
  generation = 0;
  isOn = false;

  constructor(private readonly isWhole: boolean) {}

  switch(isOn: boolean): void {
    this.isOn = isOn;
    this.generation++;
  }

  concerns(program: string): boolean {
    return this.isWhole || (this.isOn && program === "ruled");
  }

  targetFor({ program }: KnownOfEvent): RuleTarget {
    return { program, gate: new MessageGate([], [0]) };
  }

  apply(row: EventRow): RuleOutcome {
    if (!this.isOn || row.program !== "ruled") return "kept";
    row.message += "!";
    return "kept";
  }
}

/** A store with its pipeline, a disk that can be full and triggers that can be set. */
class Road {
  readonly rules: SwitchedRules;
  /** What is told of triggers that fired. */
  readonly reports: FiredReport[] = [];
  readonly triggers = new TriggerMatcher((report) => this.reports.push(report));
  readonly store: EventStore;
  private readonly pipeline: Pipeline;
  private readonly disk = { free: 1_000, nowMs: 0 };

  constructor(isWhole: boolean) {
    this.rules = new SwitchedRules(isWhole);
    this.triggers.patterns.learn({ ids: [], days: new Int32Array(0) });
    this.store = openStore(newFolder(), {
      ...{ clock: () => nowMs, sealEvents: 6_000, minFreeBytes: 500 },
      ...{ freeBytes: () => this.disk.free, monotonicMs: () => this.disk.nowMs },
    });
    const { store, rules, triggers } = this;
    const dedup = createDedup(60_000_000, { seed: 5n });
    const parts = { store, dedup, rules, triggers, ...(isWhole && { fast: noFastPath }) };
    this.pipeline = new Pipeline({ ...parts, retentionDays: 0, clock: () => nowMs });
  }

  setFull(isFull: boolean): void {
    this.disk.free = isFull ? 0 : 1_000;
    this.disk.nowMs += 20_000;
  }

  /** Several bodies in one commit. */
  take(bodies: readonly string[]): (Receipt | string)[] {
    const answers: (Receipt | string)[] = [];
    for (const body of bodies)
      this.pipeline.deliver(deliveryOf(body, { mediaType: "application/x-ndjson" }), (result) =>
        answers.push(result instanceof Error ? result.message : result),
      );
    this.pipeline.finish();
    return answers;
  }

  /** Every event as one text, by id, and how many occurrences each text of each field has. */
  read(): { events: string[]; counts: Map<string, number> } {
    const snapshot = this.store.snapshot();
    const reader = createSegmentReader({ cacheBytes: 1_000_000 });
    const events: [number, string][] = [];
    const counts = new Map<string, number>();
    for (const handle of snapshot.segments) {
      const segment = reader.open(handle, snapshot.eventsFolder);
      for (let row = 0; row < segment.rows; row++) {
        const event = segment.event(row);
        events.push([event.id, JSON.stringify(event)]);
        for (const value of valuesOf(event.host, event.program, event.tags))
          counts.set(value, (counts.get(value) ?? 0) + event.times.length);
      }
    }
    reader.close();
    this.store.release(snapshot.lease);
    return { events: events.sort(([a], [b]) => a - b).map(([, text]) => text), counts };
  }
}

function* valuesOf(host: string, program: string, tags: readonly string[]): Generator<string> {
  yield `host ${host}`;
  if (program !== "") yield `program ${program}`;
  for (let i = 0; i < tags.length; i += 2) yield `${tags[i]} ${tags[i + 1]}`;
}

/** Numbers from a seed: fast-check chooses what a commit is like, not each of its thousands of values. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** How a column's values come; the same column comes otherwise in the next commit. */
const styles = ["few", "many", "numbers", "broken numbers", "unique", "rare", "none"] as const;
type Style = (typeof styles)[number];

function anyValue(style: Style, random: (below: number) => number): unknown {
  switch (style) {
    case "few":
      return `v${random(4)}`;
    case "many":
      return `value ${random(3_000)}`;
    case "numbers":
      return random(5_000) / 4 - 300;
    case "broken numbers":
      return random(700) === 0 ? "007" : random(100_000);
    case "unique":
      return `${random(1e9).toString(36)}-"é"-${random(1e9)}`;
    case "rare":
      return random(200) === 0 ? `r${random(3)}` : undefined;
    default:
      return random(3) === 0 ? "" : undefined;
  }
}

function anyMessage(random: (below: number) => number): string {
  if (random(3) === 0) return `m${random(20)}`;
  if (random(9) === 0) return `%SYS-5-CONFIG_I: Configured by ${random(9)}`;
  return `request ${random(100_000)} took "long"\n`;
}

interface CommitPlan {
  seed: number;
  rows: number;
  bodies: number;
  tags: Record<string, Style>;
  /** Names of tags that come once, as of senders that make names of values. */
  newNames: boolean;
  /** The first body is a list, which takes the slow path on both. */
  hasList: boolean;
  hosts: number;
  shuffled: boolean;
  rules: boolean;
  triggers: keyof typeof triggerSets;
  disk: "free" | "full";
  maintained: boolean;
}

const anyPlan: fc.Arbitrary<CommitPlan> = fc.record({
  seed: fc.nat(),
  rows: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 60 }) }, fc.integer({ min: 500, max: 2_500 })),
  bodies: fc.integer({ min: 1, max: 4 }),
  tags: fc.dictionary(fc.constantFrom("a", "b", "c", "d", "größe", "status"), fc.constantFrom(...styles), {
    maxKeys: 5,
  }),
  newNames: fc.constantFrom(false, false, false, true),
  hasList: fc.boolean(),
  hosts: fc.constantFrom(1, 2, 3, 300),
  shuffled: fc.boolean(),
  rules: fc.boolean(),
  triggers: fc.constantFrom("none", "some", "by patterns", "patterns alone", "one of every event"),
  disk: fc.constantFrom("free", "free", "free", "full"),
  maintained: fc.boolean(),
});

function linesOf({ seed, rows, tags, newNames, hosts, shuffled }: CommitPlan): string[] {
  const random = numbersFrom(seed);
  const lines: string[] = [];
  while (lines.length < rows) {
    // Some come again, at once or later.
    if (lines.length > 0 && random(8) === 0) {
      lines.push(lines[random(lines.length)]!);
      continue;
    }
    const age = shuffled ? random(90_000) : 90_000 - lines.length;
    const event = {
      ts: (nowMs - age) / 1000,
      host: `web${random(hosts) + 1}`,
      program: random(10) === 0 ? "ruled" : random(3) === 0 ? undefined : "p",
      severity: random(8),
      message: anyMessage(random),
    };
    const userTags = Object.fromEntries(Object.entries(tags).map(([name, style]) => [name, anyValue(style, random)]));
    if (newNames) userTags[`n${random(1e6)}`] = lines.length;
    lines.push(JSON.stringify(random(2) === 0 ? { ...event, user_tags: userTags } : { user_tags: userTags, ...event }));
  }
  return lines;
}

function bodiesOf(plan: CommitPlan, lines: readonly string[]): string[] {
  const size = Math.ceil(lines.length / plan.bodies);
  const parts = Array.from({ length: plan.bodies }, (_, i) => lines.slice(i * size, (i + 1) * size));
  return parts
    .filter((part) => part.length > 0)
    .map((part, i) => (plan.hasList && i === 0 ? `[${part.join(",")}]` : part.join("\n")));
}

/** What was sent, counted without any of our code but the names of tags. */
function countNaively(counts: Map<string, number>, lines: readonly string[]): void {
  for (const line of lines) {
    const { host, program = "", user_tags: tags } = JSON.parse(line);
    const pairs = Object.entries(tags).flatMap(([name, value]) =>
      value === "" ? [] : [name === "status" ? "ut_status" : name, String(value)],
    );
    for (const value of valuesOf(host, program, pairs)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
}

const triggers: readonly ActiveTrigger[] = [
  activeTrigger({ id: 1, filter: [condition("host", "web2")], markKnown: true }),
  activeTrigger({ id: 2, filter: [condition("a", "v1")] }),
  activeTrigger({
    ...{ id: 3, filter: [condition("message", 'took "long"')], markActionable: true, acts: true },
    threshold: { count: 5, seconds: 30, field: "host" },
  }),
  activeTrigger({ id: 4, filter: [condition("cisco_mnemonic", "SYS-5-CONFIG_I")], stopFlag: true }),
  activeTrigger({ id: 5, filter: [condition("größe", "v2")], hosts: ["web1", "web3*"] }),
];
/** With one that may fire for every event. */
const triggerSets = {
  none: [],
  some: triggers,
  "by patterns": [
    activeTrigger({ id: 7, isNewPattern: true, acts: true, minIntervalSeconds: 0 }),
    ...triggers,
    activeTrigger({ id: 8, filter: [condition("pattern", patternOf('request 17 took "long"'))] }),
  ],
  "patterns alone": [
    activeTrigger({ id: 7, isNewPattern: true, filter: [condition("host", "web2")] }),
    activeTrigger({ id: 8, filter: [condition("pattern", patternOf('request 17 took "long"'))] }),
  ],
  "one of every event": [
    ...triggers,
    activeTrigger({ id: 6, filter: [condition("severity", 3, "ne")], note: "not 3" }),
  ],
};

/** What was told of triggers that fired; the roads need not part their commits at the same event. */
function toldOf(reports: readonly FiredReport[]): object {
  const hits = new Map<number, { hits: number; last: number }>();
  for (const { triggerId, hits: count, lastMatched } of reports.flatMap((report) => report.hits)) {
    const known = hits.get(triggerId) ?? { hits: 0, last: 0 };
    hits.set(triggerId, { hits: known.hits + count, last: Math.max(known.last, lastMatched) });
  }
  return { hits, actions: reports.flatMap(({ actions }) => actions) };
}

function expectSame(plans: readonly CommitPlan[]): void {
  const roads = [new Road(false), new Road(true)];
  try {
    expectSameOn(roads[0]!, roads[1]!, plans);
  } finally {
    for (const { store } of roads) store.close();
  }
}

function expectSameOn(quick: Road, whole: Road, plans: readonly CommitPlan[]): void {
  const roads = [quick, whole];
  const counts = new Map<string, number>();
  for (const plan of plans) {
    const lines = linesOf(plan);
    const answers = roads.map((road) => {
      road.rules.switch(plan.rules);
      road.triggers.set(triggerSets[plan.triggers]);
      road.setFull(plan.disk === "full");
      const answer = road.take(bodiesOf(plan, lines));
      if (plan.maintained) doAllUpkeep(road.store);
      return answer;
    });
    expect(answers[0]).toEqual(answers[1]!);
    if (plan.disk === "free") countNaively(counts, lines);
    const [first, second] = roads.map((road) => road.read());
    expect(first!.counts).toEqual(counts);
    expect(first!.events).toEqual(second!.events);
    expect(toldOf(quick.reports.splice(0))).toEqual(toldOf(whole.reports.splice(0)));
  }
}

describe("the fast path, commit after commit into the same columns", () => {
  test(
    "when anything comes, is refused and comes again while rules and triggers change, then both roads store the same and nothing is lost",
    () => {
      fc.assert(
        fc.property(fc.array(anyPlan, { minLength: 1, maxLength: 8 }), (plans) => expectSame(plans)),
        { numRuns: 8 },
      );
    },
    patienceMs,
  );
});
