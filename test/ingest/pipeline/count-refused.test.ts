import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BodyFormat } from "../../../src/ingest/intake.ts";
import { countEvents } from "../../../src/ingest/pipeline/count-refused.ts";
import { openLocalIntake } from "../../../src/ingest/thread/local-intake.ts";
import { deliveryOf, optionsFor, withFolder } from "../take-in.ts";

const count = (format: BodyFormat, body: string, more = {}) => countEvents(deliveryOf(body, { format, ...more }));
const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

describe("the events of a refused body", () => {
  const counted: [name: string, format: BodyFormat, body: string, events: number][] = [
    ["a line each", "events", lines({ message: "a]}" }, { message: "{" }), 2],
    ["a list", "events", ' [ {"message":"a"} , {"b":[1,2]}, 3 ] ', 3],
    ["a wrapped list", "events", '{"sender":"x","events":[{"message":"a"},{"message":"b"}]}', 2],
    ["one", "events", '{"message":"a","data":{"events":[1,2,3]}}', 1],
    ["objects side by side", "splunk", '{"event":"a"}{"event":{"events":[1]}}', 2],
    ["raw events of Seq", "seq", '{"Events":[{"Level":"Error"},{}]}', 2],
    ["compact events of Seq", "seq", lines({ "@t": 1 }, { "@t": 2 }), 2],
    ["logs of Datadog", "datadog", '[{"message":"a"},{"message":"b"}]', 2],
    ["one message of GELF", "gelf", '{"short_message":"a"}', 1],
    ["actions and documents", "elasticsearch", lines({ index: {} }, { a: 1 }, { create: {} }, { delete: {} }), 2],
    ["a deletion between documents", "elasticsearch", lines({ delete: { _id: "1" } }, { index: {} }, { delete: 1 }), 2],
  ];
  test.each(counted)("when they are %s, then they are counted", (_name, format, body, events) => {
    expect(count(format, body)).toBe(events);
    expect(count(format, `\ufeff${body}`)).toBe(events);
  });

  test("when the path names the one document, then it is one", () => {
    expect(count("elasticsearch", '{\n"message":"a"\n}', { hints: { is_document: "true" } })).toBe(1);
  });

  test.each<[name: string, format: BodyFormat, body: string]>([
    ["empty", "events", " "],
    ["an empty list", "datadog", "[]"],
    ["broken", "events", '[{"message":"a"},'],
    ["no JSON", "splunk", "hello world"],
    ["nested deeper than that", "loki", '{"streams":[]}'],
    ["lines of text that may belong together", "raw", "a\nb\n"],
    ["too large to look at", "events", `[${"1,".repeat(600_000)}1]`],
  ])("when they are %s, then nobody knows", (_name, format, body) => {
    expect(count(format, body)).toBeUndefined();
  });

  test("when they are compressed, then nobody knows", () => {
    expect(count("events", '{"message":"a"}', { contentEncoding: "gzip" })).toBeUndefined();
  });

  test("when any events are taken after all, then as many are received as were counted", () =>
    withFolder(async (folder) => {
      const intake = openLocalIntake(optionsFor(folder));
      const message = fc.record({ message: fc.string(), n: fc.jsonValue({ maxDepth: 2 }) });
      const body = fc.array(message, { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(body, fc.constantFrom("list", "lines", "bulk"), async (events, kind) => {
          const format = kind === "bulk" ? "elasticsearch" : "events";
          const bulk = events.flatMap((event) => [{ create: {} }, event]);
          const text = kind === "list" ? JSON.stringify(events) : lines(...(kind === "bulk" ? bulk : events));
          const before = (await intake.status()).received;
          await intake.deliver(deliveryOf(text, { format })).catch(() => undefined);
          expect((await intake.status()).received - before).toBe(count(format, text)!);
        }),
        { numRuns: 60 },
      );
      await intake.close();
    }));
});
