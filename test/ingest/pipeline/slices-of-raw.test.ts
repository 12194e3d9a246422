import { expect, test } from "vitest";
import type { EventStore } from "../../../src/eventstore/event-store.ts";
import { createDedup } from "../../../src/ingest/commit/dedup.ts";
import type { Receipt } from "../../../src/ingest/intake.ts";
import { Pipeline } from "../../../src/ingest/pipeline/pipeline.ts";
import { noRules } from "../../../src/parser-rules/run/event-rules.ts";
import { TriggerMatcher } from "../../../src/triggers/matching/trigger-matcher.ts";
import { newFolder, openStore } from "../../support/store/store-folder.ts";
import { deliveryOf } from "../take-in.ts";

/** A pipeline that does as little as there is in one step, into a store; `seen`: messages of events that were read. */
function openPipeline(): { pipeline: Pipeline; store: EventStore; seen: string[] } {
  const store = openStore(newFolder());
  const seen: string[] = [];
  const pipeline = new Pipeline({
    ...{ store, retentionDays: 0, clock: Date.now, largeBytes: 1000 },
    dedup: createDedup(60_000_000),
    triggers: new TriggerMatcher(() => undefined),
    rules: {
      ...noRules,
      apply: ({ message }) => {
        seen.push(message);
        return "kept";
      },
    },
  });
  return { pipeline, store, seen };
}

const clocks = Array.from({ length: 2000 }, (_, index) => `10:${10 + (index % 50)}:01 job ${index}`);
const columns = Array.from({ length: 2000 }, (_, index) => `#Fields: a b${index}`);

test.each([
  ["clocks without dates", clocks, 2000],
  ["names of columns", [...columns, "job 1"], 1],
])("when %s are read, then what others send meanwhile is stored before the first event", (_, lines, events) => {
  const { pipeline, store, seen } = openPipeline();
  const answers: (Receipt | Error)[] = [];
  pipeline.deliver(deliveryOf(lines.join("\n"), { format: "raw" }), (answer) => answers.push(answer));
  for (let step = 0; step < 5; step++) pipeline.work(0);
  pipeline.deliver(deliveryOf("job of another", { format: "raw" }), (answer) => answers.push(answer));
  while (answers.length === 0) {
    pipeline.work(0);
    store.flush();
  }
  expect([answers, seen]).toMatchObject([[{ accepted: 1 }], ["job of another"]]);
  pipeline.finish();
  expect(answers[1]).toMatchObject({ accepted: events });
  expect(seen.length).toBe(1 + events);
});

test("when a body of a protocol holds hardly anything, then what others send meanwhile is stored before its event", () => {
  const { pipeline, store } = openPipeline();
  const answers: (Receipt | Error)[] = [];
  const record = '{"scopeLogs":[{"logRecords":[{"body":{"stringValue":"one"}}]}]}';
  const body = `{"resourceLogs":[${"{},".repeat(100_000)}${record}]}`;
  const more = { format: "otlp", mediaType: "application/json" } as const;
  pipeline.deliver(deliveryOf(body, more), (answer) => answers.push(answer));
  for (let step = 0; step < 5; step++) pipeline.work(0);
  pipeline.deliver(deliveryOf("job of another", { format: "raw" }), (answer) => answers.push(answer));
  while (answers.length === 0) {
    pipeline.work(0);
    store.flush();
  }
  expect(answers).toMatchObject([{ accepted: 1, withoutTime: 1 }]);
  pipeline.finish();
  expect(answers[1]).toMatchObject({ accepted: 1, withoutTime: 0 });
});
