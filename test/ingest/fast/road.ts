import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import type { EventStore } from "../../../src/eventstore/event-store.ts";
import { createSegmentReader } from "../../../src/eventstore/read/segment-reader.ts";
import { createDedup } from "../../../src/ingest/commit/dedup.ts";
import type { FastPath } from "../../../src/ingest/fast/fast-events.ts";
import type { Delivery, Receipt } from "../../../src/ingest/intake.ts";
import { Pipeline } from "../../../src/ingest/pipeline/pipeline.ts";
import { MessageGate } from "../../../src/parser-rules/patterns/message-gate.ts";
import type { EventRules } from "../../../src/parser-rules/run/event-rules.ts";
import { TriggerMatcher } from "../../../src/triggers/matching/trigger-matcher.ts";
import { newFolder, openStore } from "../../support/store/store-folder.ts";
import { deliveryOf } from "../take-in.ts";

/** Rules that look at the events of one program; asked whether they do, they say so or claim to look at all. */
export function ruledBy(concerns: EventRules["concerns"]): EventRules {
  return {
    generation: 0,
    concerns,
    targetFor: ({ program }) => ({ program, gate: new MessageGate([], [0]) }),
    apply(row, sent) {
      if (row.program !== "ruled") return "kept";
      row.message += `!${sent}`;
      return row.host === "h1" ? "dropped" : "kept";
    },
  };
}

/** Every event is for the slow path. */
export const noFastPath: FastPath = { take: () => "unusual", takeLeaves: () => "unusual" };

/**
 * Roads of the same bodies, the naive one first: no fast path; one whose rules look at no event of most programs; one
 * whose rules look at all.
 */
export function allRoads(nowMs: number): Road[] {
  const rules = ruledBy((program) => program === "ruled");
  return [
    new Road(rules, nowMs, noFastPath),
    new Road(rules, nowMs),
    new Road(
      ruledBy(() => true),
      nowMs,
    ),
  ];
}

/** An intake with a store of its own, asked what became of each body. */
export class Road {
  readonly store: EventStore;
  readonly pipeline: Pipeline;

  constructor(eventRules: EventRules, nowMs: number, fast?: FastPath, windowMicros = 60_000_000) {
    this.store = openStore(newFolder(), { clock: () => nowMs });
    const dedup = createDedup(windowMicros, { seed: 5n });
    const triggers = new TriggerMatcher(() => undefined);
    const { store } = this;
    const parts = { store, dedup, rules: eventRules, triggers, ...(fast && { fast }) };
    this.pipeline = new Pipeline({ ...parts, retentionDays: 0, clock: () => nowMs });
  }

  /** The answer, and all events with ids from `firstId`. */
  take(body: Uint8Array, delivery: Partial<Delivery> = {}): { answer: Receipt | string; events: StoredEvent[] } {
    const firstId = this.store.nextId;
    let answer: Receipt | string = "none";
    this.pipeline.deliver(deliveryOf(body, { mediaType: "application/x-ndjson", ...delivery }), (result) => {
      answer = result instanceof Error ? result.message : result;
    });
    this.pipeline.finish();
    return { answer, events: this.eventsFrom(firstId) };
  }

  private eventsFrom(firstId: number): StoredEvent[] {
    const snapshot = this.store.snapshot();
    const reader = createSegmentReader({ cacheBytes: 1024 });
    const events = snapshot.segments
      .filter(({ maxId }) => maxId >= firstId)
      .flatMap((handle) => {
        const segment = reader.open(handle, snapshot.eventsFolder);
        return Array.from({ length: segment.rows }, (_, row) => segment.event(row));
      });
    reader.close();
    this.store.release(snapshot.lease);
    return events.sort((a, b) => a.id - b.id);
  }
}
