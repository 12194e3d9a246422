import { expect, test } from "vitest";
import type { MapContext } from "../../../src/ingest/event/finish-event.ts";
import type { ProtocolFormat } from "../../../src/ingest/intake.ts";
import { passedPerStepMax } from "../../../src/ingest/limits.ts";
import { protocols } from "../../../src/ingest/protocols/protocols.ts";
import { deliveryOf } from "../take-in.ts";
import { field } from "./spoken.ts";

const context: MapContext = {
  arrival: 1,
  oldest: 0,
  address: "192.0.2.7",
  type: 2,
  defaultTags: [],
  keepsLines: false,
};

/** What a reader returns, call by call, as far as it comes. */
function read(format: ProtocolFormat, mediaType: string, body: Uint8Array | string) {
  const delivery = deliveryOf(body, { format, mediaType });
  const reader = protocols[format](delivery.bytes, delivery, context);
  let pending = 0;
  let events = 0;
  for (let found = reader.next(); found !== undefined; found = reader.next())
    if (found === "pending") pending++;
    else events++;
  return { pending, events };
}

const count = 3 * passedPerStepMax;
const none = new Uint8Array(0);
const repeated = (part: Uint8Array) => new Uint8Array(Buffer.alloc(part.length * count, part));
const record = field(2, field(2, field(5, field(1, "hello"))));
const json = "application/json";
const proto = "application/x-protobuf";
const empties = "{},".repeat(count);
const jsonRecord = '{"scopeLogs":[{"logRecords":[{"body":{"stringValue":"hello"}}]}]}';
const jsonEntry = '["1795251600000000000","hello"]';
const protoEntry = field(1, field(2, field(2, "hello")));

const bodies: [string, ProtocolFormat, string, Uint8Array | string][] = [
  ["empty resources of OTLP", "otlp", proto, Buffer.concat([repeated(field(1, none)), field(1, record)])],
  ["empty scopes of OTLP", "otlp", proto, field(1, Buffer.concat([repeated(field(2, none)), record]))],
  ["unknown fields of OTLP", "otlp", proto, Buffer.concat([repeated(Uint8Array.of(0x78, 1)), field(1, record)])],
  ["empty resources of OTLP in JSON", "otlp", json, `{"resourceLogs":[${empties}${jsonRecord}]}`],
  ["empty scopes of OTLP in JSON", "otlp", json, `{"resourceLogs":[{"scopeLogs":[${empties}${jsonRecord.slice(14)}]}`],
  ["empty streams of Loki", "loki", proto, Buffer.concat([repeated(field(1, none)), protoEntry])],
  ["empty streams of Loki in JSON", "loki", json, `{"streams":[${empties}{"values":[${jsonEntry}]}]}`],
];

test.each(bodies)("when %s are many, then they are checked and passed in steps", (_, format, mediaType, body) => {
  const { pending, events } = read(format, mediaType, body);
  expect(events).toBe(1);
  expect(pending).toBeGreaterThanOrEqual(6);
});

test.each(bodies)(
  "when %s are many and the end is missing, then the whole is refused",
  (_, format, mediaType, body) => {
    expect(() => read(format, mediaType, body.slice(0, -2))).toThrow("Nothing was stored.");
  },
);

test("when a body has many actions or logs, then these are checked in steps", () => {
  const actions = read("elasticsearch", "", '{"create":{}}\n{"message":"hello"}\n\r\n\n'.repeat(count));
  expect(actions).toEqual({ pending: 3, events: count });
  const logs = read("datadog", json, `[${'{"message":"hello"},'.repeat(count)}{}]`);
  expect(logs).toEqual({ pending: 6, events: count + 1 });
});

test("when attributes of OTLP in JSON are many and empty, then the record is rejected, not read to their end", () => {
  const many = "{},".repeat(100_001);
  const body = `{"resourceLogs":[{"resource":{"attributes":[${many}{}]},${jsonRecord.slice(1)}]}`;
  const delivery = deliveryOf(body, { format: "otlp", mediaType: json });
  const reader = protocols.otlp(delivery.bytes, delivery, context);
  let found = reader.next();
  while (found === "pending") found = reader.next();
  expect(found).toMatchObject({ isOverfull: true });
  expect(reader.next()).toBeUndefined();
});
