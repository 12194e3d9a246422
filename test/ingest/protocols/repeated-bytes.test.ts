import { describe, expect, test } from "vitest";
import type { BodyFormat } from "../../../src/ingest/intake.ts";
import { repeatedBytesMax } from "../../../src/ingest/limits.ts";
import { openLocalIntake } from "../../../src/ingest/thread/local-intake.ts";
import { deliveryOf, optionsFor, storedEvents, withFolder } from "../take-in.ts";
import { field } from "./spoken.ts";

const valueBytes = 4 * 1024 * 1024;
const value = "v".repeat(valueBytes);
/** So many records have it in the bound; their bodies are a few megabytes. */
const fitting = repeatedBytesMax / valueBytes - 1;
const sent = fitting + 30;
const messages = Array.from({ length: sent }, (_, i) => `record ${i}`);

const attributes = [{ key: "a", value: { stringValue: value } }];
const logRecords = messages.map((stringValue) => ({ body: { stringValue } }));
const otlpRecords = messages.map((message) => field(2, field(5, field(1, message))));
const lokiEntries = messages.map((message) => field(2, field(2, message)));

interface Way {
  name: string;
  format: BodyFormat;
  mediaType: string;
  body: string | Uint8Array;
}

const ways: Way[] = [
  {
    ...{ name: "attributes of a resource in JSON", format: "otlp", mediaType: "application/json" },
    body: JSON.stringify({ resourceLogs: [{ resource: { attributes }, scopeLogs: [{ logRecords }] }] }),
  },
  {
    ...{ name: "a scope's name in JSON", format: "otlp", mediaType: "application/json" },
    body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ scope: { name: value }, logRecords }] }] }),
  },
  {
    ...{ name: "attributes of a resource in protobuf", format: "otlp", mediaType: "application/x-protobuf" },
    body: field(
      1,
      Buffer.concat([
        field(1, field(1, Buffer.concat([field(1, "a"), field(2, field(1, value))]))),
        field(2, Buffer.concat(otlpRecords)),
      ]),
    ),
  },
  {
    ...{ name: "a scope's name in protobuf", format: "otlp", mediaType: "application/x-protobuf" },
    body: field(1, field(2, Buffer.concat([field(1, field(1, value)), ...otlpRecords]))),
  },
  {
    ...{ name: "labels of a stream in JSON", format: "loki", mediaType: "application/json" },
    body: JSON.stringify({
      streams: [{ stream: { a: value }, values: messages.map((message) => [`${Date.now()}000000`, message]) }],
    }),
  },
  {
    ...{ name: "labels of a stream in protobuf", format: "loki", mediaType: "application/x-protobuf" },
    body: field(1, Buffer.concat([field(1, `{a="${value}"}`), ...lokiEntries])),
  },
];

describe("records that share much", () => {
  test.each(ways)(
    "when $name make a body many times its size, then records beyond are rejected, with the reason",
    (way) =>
      withFolder(async (folder) => {
        const { format, mediaType, body } = way;
        const intake = openLocalIntake(optionsFor(folder));
        const receipt = await intake.deliver(deliveryOf(body, { format, mediaType }));
        expect(receipt.accepted).toBeGreaterThanOrEqual(fitting - 1);
        expect(receipt.accepted + receipt.rejectedCount).toBe(sent);
        expect(receipt.rejectedCount).toBeGreaterThan(20);
        expect(receipt.rejected[0]!.error).toContain("send fewer at a time");
        const events = await storedEvents(intake);
        expect(events.map(({ message }) => message)).toEqual(messages.slice(0, receipt.accepted));
        await intake.close();
      }),
  );
});
