import { compress } from "snappyjs";

/** How one protocol of others is spoken over HTTP, for the cases that hold for all of them. */
export interface Spoken {
  name: string;
  path: string;
  headers: Record<string, string>;
  /** Where the token goes. */
  token(key: string): Record<string, string>;
  /** A body with an event for each message. */
  body(messages: readonly string[]): Uint8Array<ArrayBuffer>;
  /** The same with one that is not taken, where the protocol can tell; and what is told of it. */
  partial?: { body(good: string): Uint8Array<ArrayBuffer>; status: number; told: RegExp };
  accepted: number;
  /** Answers to a guest and to a token that is none, and what is told. */
  guest: number;
  wrongToken: number;
  refusal: RegExp;
  /** What is told of bytes that are no body. */
  broken: RegExp;
  /** Whether its bodies are compressed by a header; Loki's protobuf is snappy whatever the header says. */
  isEncoded: boolean;
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const json = (value: unknown) => bytes(JSON.stringify(value));
const authorization = (scheme: string) => (key: string) => ({ authorization: `${scheme} ${key}` });
const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`shipper:${key}`).toString("base64")}` });
const nanos = () => `${Date.now()}000000`;

/** Of protobuf: a field with bytes, text or a message in it. */
export function field(number: number, content: Uint8Array | string): Uint8Array {
  const inner = typeof content === "string" ? Buffer.from(content) : content;
  const length: number[] = [];
  let rest = inner.length;
  for (; rest > 127; rest >>= 7) length.push((rest & 127) | 128);
  return Buffer.concat([Uint8Array.from([number * 8 + 2, ...length, rest]), inner]);
}

const own = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const otlpRecord = (message: string) => field(2, field(5, field(1, message)));
const otlpBody = (...records: Uint8Array[]) => own(field(1, field(2, Buffer.concat(records))));
/** A record whose body says to be longer than it is. */
const brokenRecord = field(2, Uint8Array.from([5 * 8 + 2, 100, 1]));

export const spoken: Spoken[] = [
  {
    name: "Elasticsearch",
    path: "/_bulk",
    headers: { "content-type": "application/x-ndjson" },
    token: authorization("ApiKey"),
    body: (messages) => bytes(messages.map((message) => `{"create":{}}\n${JSON.stringify({ message })}\n`).join("")),
    partial: {
      body: (good) => bytes(`{"create":{}}\n{"message":"${good}"}\n{"index":{"_index":"x"}}\n{"broken\n`),
      status: 200,
      told: /"errors":true,"items":\[\{"create":\{.*?"status":201\}\},\{"index":\{"_index":"x".*?"status":400/,
    },
    accepted: 200,
    guest: 401,
    wrongToken: 401,
    refusal: /^\{"error":\{"root_cause":\[\{"type":"security_exception"/,
    broken: /illegal_argument_exception.*Malformed action/,
    isEncoded: true,
  },
  {
    name: "Loki in JSON",
    path: "/loki/api/v1/push",
    headers: { "content-type": "application/json" },
    token: basic,
    body: (messages) =>
      json({ streams: [{ stream: { app: "a" }, values: messages.map((message) => [nanos(), message]) }] }),
    partial: {
      body: (good) =>
        json({
          streams: [
            {
              stream: {},
              values: [
                ["soon", "no"],
                [nanos(), good],
              ],
            },
          ],
        }),
      status: 400,
      told: /^1 entries were not taken/,
    },
    accepted: 204,
    guest: 401,
    wrongToken: 401,
    refusal: /^Authentication credentials/,
    broken: /no push request/,
    isEncoded: true,
  },
  {
    name: "Loki in protobuf",
    path: "/loki/api/v1/push",
    headers: { "content-type": "application/x-protobuf" },
    token: authorization("Bearer"),
    body: (messages) =>
      new Uint8Array(
        compress(
          own(field(1, Buffer.concat([field(1, '{app="a"}'), ...messages.map((line) => field(2, field(2, line)))]))),
        ),
      ),
    accepted: 204,
    guest: 401,
    wrongToken: 401,
    refusal: /^Authentication credentials/,
    broken: /cannot be read as snappy/,
    isEncoded: false,
  },
  {
    name: "Splunk",
    path: "/services/collector/event",
    headers: { "content-type": "application/json" },
    token: authorization("Splunk"),
    body: (messages) => bytes(messages.map((event) => JSON.stringify({ event })).join("")),
    partial: {
      body: (good) => bytes(`{"event":"${good}"}{"event":""}`),
      status: 400,
      told: /^\{"text":"Event field cannot be blank","code":13,"invalid-event-number":1\}/,
    },
    accepted: 200,
    guest: 401,
    wrongToken: 403,
    refusal: /^\{"text":"(?:Invalid token","code":4|Token is required","code":2)\}/,
    broken: /^\{"text":"Invalid data format","code":6,"invalid-event-number":0\}/,
    isEncoded: true,
  },
  {
    name: "OTLP in JSON",
    path: "/v1/logs",
    headers: { "content-type": "application/json" },
    token: authorization("Bearer"),
    body: (messages) =>
      json({
        resourceLogs: [
          {
            scopeLogs: [
              { logRecords: messages.map((stringValue) => ({ timeUnixNano: nanos(), body: { stringValue } })) },
            ],
          },
        ],
      }),
    partial: {
      body: (good) => json({ resourceLogs: [{ scopeLogs: [{ logRecords: [7, { body: { stringValue: good } }] }] }] }),
      status: 200,
      told: /"partialSuccess":\{"rejectedLogRecords":"1"/,
    },
    accepted: 200,
    guest: 401,
    wrongToken: 401,
    refusal: /^\{"code":16,"message"/,
    broken: /^\{"code":3,"message"/,
    isEncoded: true,
  },
  {
    name: "OTLP in protobuf",
    path: "/v1/logs",
    headers: { "content-type": "application/x-protobuf" },
    token: authorization("Bearer"),
    body: (messages) => otlpBody(...messages.map(otlpRecord)),
    partial: { body: (good) => otlpBody(brokenRecord, otlpRecord(good)), status: 200, told: /log record is broken/ },
    accepted: 200,
    guest: 401,
    wrongToken: 401,
    refusal: /^\x08\x10\x12/,
    broken: /^\x08\x03\x12/,
    isEncoded: true,
  },
  {
    name: "GELF",
    path: "/gelf",
    headers: { "content-type": "application/json" },
    token: basic,
    body: (messages) => bytes(messages.map((text) => JSON.stringify({ host: "h", short_message: text })).join("\n")),
    partial: { body: (good) => bytes(`{"short_message":"${good}"}\n{"host":"h"}`), status: 202, told: /^$/ },
    accepted: 202,
    guest: 401,
    wrongToken: 401,
    refusal: /"detail"/,
    broken: /Expected a JSON object/,
    isEncoded: true,
  },
  {
    name: "Datadog",
    path: "/api/v2/logs",
    headers: { "content-type": "application/json" },
    token: (key) => ({ "dd-api-key": key }),
    body: (messages) => json(messages.map((message) => ({ message, service: "s" }))),
    partial: { body: (good) => json([7, { message: good }]), status: 202, told: /^\{\}$/ },
    accepted: 202,
    guest: 403,
    wrongToken: 403,
    refusal: /^\{"errors":\[\{"status":"403"/,
    broken: /^\{"errors":\[\{"status":"400"/,
    isEncoded: true,
  },
  {
    name: "Seq",
    path: "/ingest/clef",
    headers: { "content-type": "application/vnd.serilog.clef" },
    token: (key) => ({ "x-seq-apikey": key }),
    body: (messages) => bytes(messages.map((text) => JSON.stringify({ "@m": text, "@l": "Error" })).join("\n")),
    partial: {
      body: (good) => bytes(`{"@m":"${good}"}\n{"@m\n`),
      status: 400,
      told: /^\{"Error":"1 events were not taken/,
    },
    accepted: 201,
    guest: 401,
    wrongToken: 401,
    refusal: /^\{"Error":"Authentication/,
    broken: /^\{"Error":"1 events were not taken/,
    isEncoded: true,
  },
];
