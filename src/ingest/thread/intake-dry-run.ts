import { eventTypes } from "../../eventstore/event/event.ts";
import type { Commit, StoreStatus } from "../../eventstore/event-store.ts";
import { systemClock } from "../../lib/clock.ts";
import type { EventRules } from "../../parser-rules/run/event-rules.ts";
import { TriggerMatcher } from "../../triggers/matching/trigger-matcher.ts";
import { createDedup } from "../commit/dedup.ts";
import type { Delivery, Receipt } from "../intake.ts";
import { Pipeline } from "../pipeline/pipeline.ts";

/**
 * The path of an event up to the store, which keeps nothing here: read, map, parser rules, de-duplicate, into columns.
 * Returns how many events of the body (of `POST /incoming`) it took. For measurements; any thread.
 */
export function createIntakeDryRun(rules: EventRules, dedupSeconds: number): (body: Uint8Array<ArrayBuffer>) => number {
  const store = new NoStore();
  const triggers = new TriggerMatcher(() => undefined);
  const dedup = createDedup(dedupSeconds * 1_000_000);
  const pipeline = new Pipeline({ store, dedup, retentionDays: 0, rules, triggers, clock: systemClock });
  return (body) => {
    let result: Receipt | Error | undefined;
    pipeline.deliver(sampleDelivery(body), (settled) => {
      result = settled;
    });
    pipeline.finish();
    if (result instanceof Error) throw result;
    return result?.accepted ?? 0;
  };
}

/** A synthetic body of `POST /incoming`. */
export function sampleDelivery(bytes: Uint8Array<ArrayBuffer>): Delivery {
  return {
    ...{ bytes, format: "events", contentEncoding: "", mediaType: "", idempotencyKey: "", address: "127.0.0.1" },
    protocol: "http",
    type: eventTypes.indexOf("HTTP"),
  };
}

class NoStore {
  nextId = 1;

  isSyncing = false;
  isCrowded = false;
  isOverfull = false;

  write({ events }: Commit): void {
    this.nextId += "count" in events ? events.count : events.length;
  }

  whenDurable(listener: () => void): void {
    listener();
  }

  flush(): void {}

  answerFor(): undefined {
    return undefined;
  }

  status(): StoreStatus {
    throw new Error("Nothing is stored here.");
  }
}
