import { encode } from "@msgpack/msgpack";
import fc from "fast-check";
import { compress } from "snappyjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StoredEvent } from "../../src/eventstore/event/event.ts";
import { FramedBody, framedBodyBytes } from "../../src/ingest/framing/framed-body.ts";
import type { Delivery } from "../../src/ingest/intake.ts";
import { noFastPath, Road, ruledBy } from "./fast/road.ts";
import { field } from "./protocols/spoken.ts";

const nowMs = Date.UTC(2026, 10, 30, 15);
const nanos = `${nowMs - 1000}000000`;
const isoTime = new Date(nowMs - 1000).toISOString();

interface Envelope {
  name: string;
  delivery: Partial<Delivery>;
  wrap(line: string): Uint8Array;
  /** Tags that it adds. */
  tags?: readonly string[];
  /** The severity that it sets. */
  severity?: number;
}

const text = (body: string) => Buffer.from(body);
const json = (body: unknown) => Buffer.from(JSON.stringify(body));

/** A message as a listener hands it on. */
function framed(message: Uint8Array): Uint8Array {
  const body = new FramedBody(new ArrayBuffer(framedBodyBytes(message.length + 64, 1)), message.length + 64, 1);
  body.begin();
  body.add(0, message.length, body.addSource("10.0.0.1"), false);
  body.write(message);
  return new Uint8Array(body.seal());
}

const raw = { format: "raw", mediaType: "text/plain" } as const;
const inJson = "application/json";
const framedAs = (format: "forward" | "syslog" | "gelf-frames") => ({
  format,
  protocol: format,
  sources: ["10.0.0.1"],
});
const otlpBody = (line: string) => field(5, field(1, line));

const envelopes: Envelope[] = [
  {
    name: "the log of a container in Kubernetes",
    delivery: raw,
    wrap: (line) => text(`${isoTime} stdout F ${line}\n`),
    tags: ["stream", "stdout"],
  },
  {
    name: "the log of a container of Docker",
    delivery: raw,
    wrap: (line) => text(`${JSON.stringify({ log: `${line}\n`, stream: "stdout", time: isoTime })}\n`),
    tags: ["stream", "stdout"],
  },
  { name: "a file of syslog", delivery: raw, wrap: (line) => text(`Nov 30 14:50:00 web-1 shop: ${line}\n`) },
  {
    name: "syslog",
    delivery: framedAs("syslog") as Partial<Delivery>,
    wrap: (line) => framed(text(`<11>Nov 30 14:50:00 web-1 shop: ${line}`)),
    severity: 3,
  },
  {
    name: "syslog of RFC 5424",
    delivery: framedAs("syslog") as Partial<Delivery>,
    wrap: (line) => framed(text(`<11>1 ${isoTime} web-1 shop - - - ${line}`)),
    severity: 3,
  },
  {
    name: "Forward",
    delivery: framedAs("forward") as Partial<Delivery>,
    wrap: (line) => framed(encode(["docker.shop", [[nowMs / 1000 - 1, { log: line }]]])),
    tags: ["tag", "docker.shop"],
  },
  {
    name: "Loki in JSON",
    delivery: { format: "loki", mediaType: inJson },
    wrap: (line) => json({ streams: [{ stream: { app: "shop" }, values: [[nanos, line]] }] }),
  },
  {
    name: "Loki in protobuf",
    delivery: { format: "loki", mediaType: "application/x-protobuf", contentEncoding: "snappy" },
    wrap: (line) => compress(field(1, Buffer.concat([field(1, '{app="shop"}'), field(2, field(2, line))]))),
  },
  {
    name: "OTLP in JSON",
    delivery: { format: "otlp", mediaType: inJson },
    wrap: (line) =>
      json({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ timeUnixNano: nanos, body: { stringValue: line } }] }] }] }),
  },
  {
    name: "OTLP in protobuf",
    delivery: { format: "otlp", mediaType: "application/x-protobuf" },
    wrap: (line) => field(1, field(2, field(2, otlpBody(line)))),
  },
  {
    name: "_bulk",
    delivery: { format: "elasticsearch" },
    wrap: (line) => text(`{"create":{}}\n${JSON.stringify({ "@timestamp": isoTime, message: line })}\n`),
  },
  { name: "Splunk", delivery: { format: "splunk" }, wrap: (line) => json({ event: line }) },
  {
    name: "the Splunk driver of Docker",
    delivery: { format: "splunk" },
    wrap: (line) => json({ event: { line, source: "stdout" } }),
    tags: ["source", "stdout"],
  },
  { name: "Datadog", delivery: { format: "datadog" }, wrap: (line) => json([{ message: line, service: "shop" }]) },
  {
    name: "GELF",
    delivery: { format: "gelf" },
    wrap: (line) => json({ host: "web-1", short_message: line, timestamp: nowMs / 1000 - 1 }),
  },
  {
    name: "journald",
    delivery: { format: "journald" },
    wrap: (line) => text(`MESSAGE=${line}\nPRIORITY=6\n_TRANSPORT=stdout\nSYSLOG_IDENTIFIER=shop\n\n`),
    tags: ["transport", "stdout"],
  },
];

interface Line {
  line: string;
  severity: number;
  message: string;
  tags: Record<string, string>;
  /** Tags where the envelope says the severity. */
  outranked?: Record<string, string>;
}

const lines: Line[] = [
  {
    line: '{"level":"error","msg":"x","code":500}',
    severity: 3,
    message: "x",
    tags: { code: "500" },
    outranked: { level: "error" },
  },
  {
    line: '{"time":"2026-11-30T14:50:00Z","level":"warn","msg":"x"}',
    severity: 4,
    message: "x",
    tags: {},
    outranked: { level: "warn" },
  },
  {
    line: '{"severity":"ERROR","message":"m","user_tags":{"a":1}}',
    severity: 3,
    message: "m",
    tags: { a: "1" },
    outranked: { ut_severity: "ERROR" },
  },
  {
    line: 'level=error msg="x y" code=500',
    severity: 3,
    message: "x y",
    tags: { code: "500" },
    outranked: { level: "error" },
  },
  {
    line: "time=2026-11-30T14:50:00Z level=error msg=x",
    severity: 3,
    message: "x",
    tags: {},
    outranked: { level: "error" },
  },
  {
    line: "2026-11-30T14:50:00Z level=error msg=x code=500",
    severity: 3,
    message: "x",
    tags: { code: "500" },
    outranked: { level: "error" },
  },
  {
    line: '2026-11-30 14:50:00 {"level":"error","msg":"x","code":500}',
    severity: 3,
    message: "x",
    tags: { code: "500" },
    outranked: { level: "error" },
  },
  {
    line: "2026-11-30 14:50:00 ERROR no price",
    severity: 3,
    message: "no price",
    tags: {},
    outranked: { level: "error" },
  },
  { line: "2026-11-30 14:50:00 starting", severity: 6, message: "starting", tags: {} },
  { line: "ERROR no price", severity: 3, message: "ERROR no price", tags: {} },
  { line: "[warn] no price", severity: 4, message: "[warn] no price", tags: {} },
  { line: "no price {", severity: 6, message: "no price {", tags: {} },
  { line: "{no json}", severity: 6, message: "{no json}", tags: {} },
  { line: "IN=eth0 OUT= SRC=192.0.2.1", severity: 6, message: "IN=eth0 OUT= SRC=192.0.2.1", tags: {} },
  { line: "10.0.0.1 said level=error", severity: 6, message: "10.0.0.1 said level=error", tags: {} },
];

let roads: Road[];
beforeAll(() => {
  const rules = ruledBy(() => false);
  roads = [new Road(rules, nowMs, noFastPath, 0), new Road(rules, nowMs, undefined, 0)];
});
afterAll(() => {
  for (const { store } of roads) store.close();
});

/** The events of both paths, which are the same. */
function eventsOf(body: Uint8Array, delivery: Partial<Delivery>): StoredEvent[] {
  const [slow, fast] = roads.map((road) => road.take(body, delivery).events);
  expect(fast).toEqual(slow);
  return fast!;
}

function tagsOf({ tags }: StoredEvent, without: readonly string[] = []): Record<string, string> {
  const pairs = Array.from({ length: tags.length / 2 }, (_, i) => [tags[i * 2]!, tags[i * 2 + 1]!] as const);
  return Object.fromEntries(pairs.filter(([name]) => !without.includes(name)));
}

describe.each(envelopes)("a line of a program in $name", ({ delivery, wrap, tags = [], severity }) => {
  test.each(lines)("when it is $line, then it is the event that it is alone in a file", (line) => {
    const [event, ...others] = eventsOf(wrap(line.line), delivery);
    expect(others).toEqual([]);
    const outranked = severity === undefined ? {} : line.outranked;
    const added = tags.length === 0 ? {} : { [tags[0]!]: tags[1]! };
    expect(event).toMatchObject({ severity: severity ?? line.severity, message: line.message });
    expect(tagsOf(event!)).toEqual({ ...line.tags, ...outranked, ...added });
  });
});

test.each(lines)("when $line stands alone in a file, then it is read", ({ line, severity, message, tags }) => {
  const [event] = eventsOf(text(`${line}\n`), raw);
  expect(event).toMatchObject({ severity, message });
  expect(tagsOf(event!)).toEqual(tags);
});

test("when a line names what its envelope says, too, then the envelope wins and the rest is kept", () => {
  const line = JSON.stringify({
    time: "2026-11-01T00:00:00Z",
    host: "h",
    service: "s",
    level: "error",
    event_id: "e",
    msg: "x",
  });
  const record = { log: line, host: "web-1", app: "shop", level: "warn" };
  const [event] = eventsOf(
    framed(encode(["t", [[nowMs / 1000 - 1, record]]])),
    framedAs("forward") as Partial<Delivery>,
  );
  expect(event).toMatchObject({
    host: "web-1",
    program: "shop",
    severity: 4,
    message: "x",
    times: [(nowMs - 1000) * 1000],
  });
  expect(tagsOf(event!)).toEqual({ tag: "t", ut_host: "h", service: "s", level: "error", event_id: "e" });
  expect(JSON.parse(event!.extra)).toEqual({ time: "2026-11-01T00:00:00Z" });
});

test("when the format of a line is that of the program in its envelope, then the program is no tag", () => {
  const line = "2026/11/30 14:50:00 [error] 12#34: open() failed";
  const syslog = framed(text(`<11>Nov 30 14:50:00 web-1 nginx: ${line}`));
  const [event] = eventsOf(syslog, framedAs("syslog") as Partial<Delivery>);
  expect(event).toMatchObject({ program: "nginx", message: "open() failed" });
  expect(tagsOf(event!)).toEqual({ pid: "12", level: "error" });
});

test("when an envelope names no time, then that of the line counts", () => {
  const [event] = eventsOf(json({ event: '{"time":"2026-11-30T14:00:00Z","msg":"x"}' }), { format: "splunk" });
  expect(event!.times).toEqual([Date.UTC(2026, 10, 30, 14) * 1000]);
});

test.each([
  ["POST /incoming", { format: "events" }, (line: string) => json([{ message: line }])],
  ["Seq", { format: "seq" }, (line: string) => json({ "@m": line })],
] as const)("when the line comes in a message of %s, then it is a text", (_, delivery, wrap) => {
  const line = '{"level":"error","msg":"x"}';
  const [event] = eventsOf(wrap(line), delivery as Partial<Delivery>);
  expect(event).toMatchObject({ severity: 6, message: line, tags: [] });
});

test("when lines are to be messages as they are, then nothing is read out of them", () => {
  const line = `${isoTime} stdout F {"level":"error","msg":"x"}`;
  const [event] = eventsOf(text(line), { ...raw, hints: { format: "text" } });
  expect(event).toMatchObject({ severity: 6, message: line, tags: [] });
});

test.each([
  ["is nested too deep", `{"msg":"x","a":${"[".repeat(70)}${"]".repeat(70)}}`],
  ["is longer than a line may be", `{"msg":"${"x".repeat(300_000)}"}`],
  ["has envelopes in envelopes", `${"2026-11-30T14:50:00Z stdout F ".repeat(2000)}x`],
  ["names a prototype", '{"msg":"x","__proto__":{"a":1},"constructor":1}'],
  [
    "has odd values under our names",
    '{"msg":"x","severity_in_text":"a","user_tags":[1],"extra_fields":2,"ts":{},"host":[1]}',
  ],
  ["has names of guesses", '{"msg":"x","severity_in_text":9,"program_of_file":{"a":1},"time_before":"soon","ts":null}'],
  ["is a level and a category of .NET", "warn: A.B[7]\r"],
  ["has no message", '{"code":500}'],
  ["has a message that is no text", '{"msg":{"a":1},"message":5}'],
])("when a line %s, then its event is stored by each road", (_, line) => {
  for (const { delivery, wrap } of envelopes) expect(eventsOf(wrap(line), delivery)).toHaveLength(1);
});

const begin = fc.constantFrom(
  ...[
    "{",
    '{"a":',
    "level=",
    "[",
    "[ERROR] ",
    "ERROR:",
    "2026-11-30 ",
    "2026-11-30T14:50:00Z ",
    "09:00:00 ",
    "E1130 14:50:00.000000 ",
  ],
  ...[
    "WARNING:a.b:",
    "warn: A.B[7]",
    "[Sat Nov 21 09:00:00 2026] ",
    "21/Nov/2026:09:00:00 ",
    "time=",
    "msg=",
    "<error> ",
    "(info)",
    "ERROR ",
    "WARN: ",
    "info: ",
    "[warn] ",
    "Nov 21 09:00:00 ",
    "(8) : ",
    "[main] ",
    "a.log ",
    "1763715600 ",
    "A.B[7]",
  ],
);
const piece = fc.oneof(
  begin,
  fc.string({ unit: "grapheme", maxLength: 10 }),
  fc.constantFrom(
    "}",
    '"',
    '"msg":"x"',
    " msg=x",
    " level=warn",
    "stdout F ",
    "\t",
    "\r",
    "=",
    ": ",
    "]",
    "devname=a ",
  ),
);
const anyLine = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join("").replaceAll("\n", " "));

describe("any line", () => {
  test("when it comes by any road, then it is an event, and the same on the fast path", () => {
    fc.assert(
      fc.property(anyLine, fc.constantFrom(...envelopes), (line, { delivery, wrap }) => {
        fc.pre(line.trim() !== "");
        expect(eventsOf(wrap(`x${line}`), delivery)).toHaveLength(1);
        expect(eventsOf(wrap(line), delivery)).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });

  test("when its bytes are any, then no event of Forward is lost", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), begin, (bytes, first) => {
        const log = Buffer.concat([text(first), bytes]);
        const body = framed(encode(["t", [[1, { log }]]]));
        expect(eventsOf(body, framedAs("forward") as Partial<Delivery>)).toHaveLength(1);
      }),
      { numRuns: 100 },
    );
  });
});
