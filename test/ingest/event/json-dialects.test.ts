import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { messageBytesMax } from "../../../src/eventstore/event/event-limits.ts";
import { BadEvent } from "../../../src/ingest/event/bad-event.ts";
import { eventOfLine } from "../../../src/ingest/event/event-of-line.ts";
import type { MapContext } from "../../../src/ingest/event/finish-event.ts";
import { clefMessage } from "../../../src/ingest/event/json-dialects/clef.ts";
import { translateDialect } from "../../../src/ingest/event/json-dialects/translate-dialect.ts";
import { mapEvent } from "../../../src/ingest/event/map-event.ts";
import { parseEvent } from "../../../src/ingest/event/parse-event.ts";

const time = Date.UTC(2026, 10, 21, 9) * 1000 + 123_000;
const iso = "2026-11-21T09:00:00.123Z";
const context: MapContext = { arrival: time + 3_600_000_000, oldest: 0, address: "peer", type: 2, defaultTags: [] };

interface Expected {
  host?: string;
  program?: string;
  severity?: number;
  message?: string;
  tags?: Record<string, string>;
}

/** As their projects document them: what is not said here must be at `time`, from "peer", a warning that says "boom". */
const dialects: [title: string, json: Record<string, unknown>, expected: Expected][] = [
  [
    "Seq's CLEF with a template",
    {
      "@t": iso,
      "@mt": "Order {OrderId} of {User,-6} took {Elapsed:0.0} ms",
      "@r": ["34.6"],
      "@l": "Warning",
      "@x": "System.Exception: boom",
      OrderId: 7,
      User: "ann",
      Elapsed: 34.567,
      SourceContext: "Shop.Orders",
      MachineName: "web-1",
    },
    {
      host: "web-1",
      program: "Shop.Orders",
      message: "Order 7 of ann    took 34.6 ms\nSystem.Exception: boom",
      tags: {
        Elapsed: "34.567",
        OrderId: "7",
        User: "ann",
        message_template: "Order {OrderId} of {User,-6} took {Elapsed:0.0} ms",
      },
    },
  ],
  ["CLEF, rendered", { "@t": iso, "@m": "boom", "@l": "Warning" }, {}],
  [
    "Serilog's JSON formatter",
    {
      Timestamp: "2026-11-21T10:00:00.1230000+01:00",
      Level: "Warning",
      MessageTemplate: "boom {N}",
      Properties: { N: 3, Application: "shop", message: "a property" },
    },
    {
      program: "shop",
      message: "boom 3",
      tags: { N: "3", message_template: "boom {N}", ut_message: "a property" },
    },
  ],
  [
    "journalctl -o json",
    {
      __CURSOR: "s=1;i=2",
      __REALTIME_TIMESTAMP: String(time + 5),
      _SOURCE_REALTIME_TIMESTAMP: String(time),
      __MONOTONIC_TIMESTAMP: "77",
      _BOOT_ID: "b",
      _HOSTNAME: "web-1",
      SYSLOG_IDENTIFIER: "sshd",
      SYSLOG_FACILITY: "4",
      PRIORITY: "4",
      _PID: "12",
      MESSAGE: "boom",
    },
    { host: "web-1", program: "sshd", tags: { pid: "12" } },
  ],
  [
    "journalctl -o json, a message as bytes, no identifier",
    { __REALTIME_TIMESTAMP: String(time), _COMM: "kernel", PRIORITY: "4", MESSAGE: [98, 111, 111, 109] },
    { program: "kernel", tags: { comm: "kernel" } },
  ],
  [
    "python-json-logger",
    { asctime: "2026-11-21 09:00:00,123", name: "shop.cart", levelname: "WARNING", message: "boom", lineno: 12 },
    { program: "shop.cart", tags: { lineno: "12" } },
  ],
  [
    "loguru",
    {
      text: "…",
      record: { level: { name: "WARNING", no: 30 }, message: "boom", name: "shop", time: { timestamp: time / 1e6 } },
    },
    { program: "shop", tags: { "record.level.no": "30", text: "…" } },
  ],
  ["Fluent Bit", { date: time / 1e6, log: "boom", level: "warning" }, { program: "" }],
  ["structlog", { event: "boom", level: "warning", timestamp: iso, logger: "shop" }, { program: "shop" }],
  [
    "log4j2",
    {
      instant: { epochSecond: time / 1e6 - 0.123, nanoOfSecond: 123_000_999 },
      thread: "main",
      level: "WARN",
      loggerName: "org.example.App",
      message: "boom",
      thrown: {
        name: "java.io.IOException",
        message: "gone",
        extendedStackTrace: [{ class: "a.B", method: "c", file: "B.java", line: 7 }],
      },
      endOfBatch: false,
      loggerFqcn: "org.apache.logging.log4j.spi.AbstractLogger",
      contextMap: { user: "ann" },
      threadId: 1,
      threadPriority: 5,
    },
    {
      program: "org.example.App",
      message: "boom\njava.io.IOException: gone\n\tat a.B.c(B.java:7)",
      tags: { exception: "java.io.IOException", thread: "main", user: "ann" },
    },
  ],
  [
    "log4j2 of old, with milliseconds",
    { timeMillis: time / 1000, level: "WARN", loggerName: "a.B", message: "boom", loggerFqcn: "x", endOfBatch: true },
    { program: "a.B" },
  ],
  [
    "logstash-logback-encoder",
    {
      "@timestamp": iso,
      "@version": "1",
      logger_name: "a.B",
      thread_name: "main",
      level: "WARN",
      level_value: 30000,
      message: "boom",
    },
    { program: "a.B", tags: { "@version": "1", level_value: "30000", thread_name: "main" } },
  ],
  [
    "Elastic's common schema",
    { "@timestamp": iso, "log.level": "WARN", message: "boom", "log.logger": "a.B", "host.name": "web-1" },
    { program: "a.B", host: "web-1" },
  ],
  [
    "MongoDB",
    {
      t: { $date: "2026-11-21T09:00:00.123+00:00" },
      s: "W",
      c: "NETWORK",
      id: 22943,
      ctx: "listener",
      msg: "boom",
      attr: { remote: "192.0.2.7:5000" },
    },
    {
      program: "mongod",
      tags: { component: "NETWORK", message_id: "22943", remote: "192.0.2.7:5000", thread: "listener" },
    },
  ],
  [
    "Google Cloud, a text",
    {
      insertId: "i",
      logName: "projects/p/logs/stderr",
      timestamp: iso,
      severity: "WARNING",
      textPayload: "boom",
      resource: { type: "k8s_container", labels: { container_name: "shop" } },
    },
    { program: "shop", tags: { "resource.container_name": "shop", resource_type: "k8s_container" } },
  ],
  [
    "Google Cloud, a call that failed",
    {
      timestamp: iso,
      severity: "DEFAULT",
      logName: "projects/p/logs/cloudaudit.googleapis.com%2Factivity",
      protoPayload: { methodName: "delete", resourceName: "disks/7", status: { code: 7, message: "denied" } },
    },
    {
      program: "activity",
      severity: 6,
      message: "delete disks/7: denied",
      tags: { action: "delete", error_code: "7" },
    },
  ],
  [
    "Google Cloud, an access",
    {
      timestamp: iso,
      severity: "WARNING",
      logName: "projects/p/logs/requests",
      httpRequest: { requestMethod: "GET", requestUrl: "https://a.example/b?c=1", status: 502, remoteIp: "192.0.2.7" },
    },
    {
      program: "requests",
      message: "GET https://a.example/b?c=1 502",
      tags: { method: "GET", path: "/b", query_string: "c=1", code: "502", src_ip: "192.0.2.7" },
    },
  ],
  [
    "Rust's tracing",
    { timestamp: iso, level: "WARN", fields: { message: "boom", id: 5 }, target: "shop::pay" },
    { program: "shop::pay", tags: { "fields.id": "5" } },
  ],
  [
    "CloudTrail",
    {
      eventVersion: "1.08",
      eventTime: iso,
      eventSource: "ec2.example.com",
      eventName: "StopInstances",
      awsRegion: "eu-west-1",
      sourceIPAddress: "192.0.2.7",
      userIdentity: { type: "IAMUser", userName: "ann", accountId: "12" },
      errorCode: "AccessDenied",
    },
    {
      program: "ec2.example.com",
      message: "StopInstances: AccessDenied",
      tags: {
        account: "12",
        action: "StopInstances",
        error_code: "AccessDenied",
        outcome: "failure",
        region: "eu-west-1",
        src_ip: "192.0.2.7",
        user: "ann",
        user_type: "IAMUser",
      },
    },
  ],
  [
    "Bunyan",
    { name: "shop", hostname: "web-1", pid: 12, level: 40, msg: "boom", time: iso, v: 0 },
    { host: "web-1", program: "shop", tags: { pid: "12", v: "0" } },
  ],
  [
    "pino",
    { level: 40, time: time / 1000, pid: 12, hostname: "web-1", msg: "boom" },
    { host: "web-1", tags: { pid: "12" } },
  ],
  ["Winston", { level: "warn", message: "boom", service: "shop", timestamp: iso }, { program: "shop" }],
  [
    "zap",
    { level: "warn", ts: time / 1e6, logger: "shop.db", caller: "db/pool.go:17", msg: "boom" },
    { program: "shop.db", tags: { caller: "db/pool.go:17" } },
  ],
  ["zerolog", { level: "warn", time: iso, message: "boom" }, {}],
  ["logrus", { level: "warning", msg: "boom", time: iso }, {}],
  ["hclog", { "@level": "warn", "@message": "boom", "@module": "agent", "@timestamp": iso }, { program: "agent" }],
  [
    "Monolog",
    {
      message: "boom",
      context: {},
      level: 300,
      level_name: "WARNING",
      channel: "app",
      datetime: "2026-11-21T09:00:00.123000+00:00",
    },
    { program: "app", tags: { level: "300" } },
  ],
  [
    ".NET's console",
    { EventId: 0, LogLevel: "Warning", Category: "Shop.Cart", Message: "boom", Timestamp: iso },
    { program: "Shop.Cart", tags: { EventId: "0" } },
  ],
  [
    "Elasticsearch",
    {
      type: "server",
      timestamp: "2026-11-21T09:00:00,123Z",
      level: "WARN",
      component: "o.e.n.Node",
      "cluster.name": "c",
      "node.name": "es-1",
      message: "boom",
    },
    { host: "es-1", program: "o.e.n.Node", tags: { "cluster.name": "c", ut_type: "server" } },
  ],
  [
    "Nextcloud",
    {
      reqId: "r1",
      level: 2,
      time: "2026-11-21T09:00:00.123+00:00",
      remoteAddr: "192.0.2.7",
      user: "ann",
      app: "core",
      message: "boom",
    },
    { program: "core", tags: { request_id: "r1", src_ip: "192.0.2.7", user: "ann" } },
  ],
  [
    "Falco",
    {
      hostname: "node-3",
      output: "boom",
      output_fields: { "proc.name": "bash" },
      priority: "Warning",
      rule: "Terminal shell in container",
      source: "syscall",
      time: "2026-11-21T09:00:00.123000000Z",
    },
    {
      host: "node-3",
      tags: { "output_fields.proc.name": "bash", rule: "Terminal shell in container", source: "syscall" },
    },
  ],
  [
    "NXLog",
    { EventTime: "2026-11-21 09:00:00.123", Hostname: "dc-1", Severity: "WARNING", EventID: 7, Message: "boom" },
    { host: "dc-1", tags: { EventID: "7" } },
  ],
  [
    "names in another case",
    { TIMESTAMP: iso, Level: "WARN", MSG: "boom", HostName: "web-1", Logger: "a" },
    { host: "web-1", program: "a" },
  ],
];

function tagsOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(pairs.flatMap((name, index) => (index % 2 === 0 ? [[name, pairs[index + 1]!]] : [])));
}

function told(event: ReturnType<typeof mapEvent>) {
  if (event instanceof BadEvent) throw new Error(event.error);
  const { times, host, program, severity, message, tags } = event.row;
  return { time: times[0], host, program, severity, message, tags: tagsOf(tags) };
}

function wanted(expected: Expected) {
  return { time, host: "peer", program: "", severity: 4, message: "boom", tags: {}, ...expected };
}

describe("events as others write them", () => {
  test.each(dialects)(
    "when one is of %s, then its time, host, program, severity, message and tags are found",
    (_title, json, expected) => {
      expect(told(mapEvent(json, context))).toEqual(wanted(expected));
    },
  );

  test.each(dialects)("when a line of a file is of %s, then it becomes the same event", (_title, json, expected) => {
    const line = { format: "json" as const, json };
    const event = eventOfLine(line, JSON.stringify(json), {
      host: "peer",
      program: "",
      fileProgram: "",
      time: undefined,
    });
    expect(told(parseEvent(event, context, false))).toEqual(wanted(expected));
  });
});

describe("a translation", () => {
  const marks = [...new Set(dialects.flatMap(([, json]) => Object.keys(json)))];
  const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom("", "W", 4, iso, "__proto__"));
  const anyEvent = fc.oneof(
    fc.dictionary(fc.constantFrom(...marks, "__proto__", "cause"), value, { maxKeys: 8 }),
    fc
      .tuple(fc.constantFrom(...dialects), fc.dictionary(fc.constantFrom(...marks), value, { maxKeys: 3 }))
      .map(([[, json], others]) => ({ ...json, ...others })),
  );

  test("when any event is translated, then nothing throws", () => {
    fc.assert(
      fc.property(anyEvent, (json) => {
        mapEvent(json, context);
      }),
      { numRuns: 3000 },
    );
  });

  test.each(dialects)("when one of %s is translated again, then nothing changes", (_title, json) => {
    const once = translateDialect(json);
    expect(translateDialect(once)).toEqual(once);
  });
});

describe("names that mean this only in some company", () => {
  test.each([
    ["name without a level of Python", { name: "ann" }, { name: "ann" }],
    ["event without a level", { message: "boom", event: "login" }, { event: "login" }],
    ["component without a cluster", { component: "db" }, { component: "db" }],
    ["channel without the name of a level", { channel: "#ops" }, { channel: "#ops" }],
    ["a level of Windows, a number", { Level: 2 }, { Level: "2" }],
    ["a time that is none", { Time: "soon" }, { Time: "soon" }],
    ["a name inside of another", { headers: { Host: "shop.example" } }, { "headers.Host": "shop.example" }],
    ["MongoDB's time without its level", { t: { $date: "x" } }, { "t.$date": "x" }],
    ["an instant that is a text", { instant: "now" }, { instant: "now" }],
    ["a mark of CLEF without a time", { "@mt": "boom {N}" }, { "@mt": "boom {N}" }],
    ["a lone eventVersion", { eventVersion: "1" }, { eventVersion: "1" }],
  ])("when there is %s, then it is a tag", (_title, json, tags) => {
    expect(told(mapEvent({ message: "m", ...json }, context))).toMatchObject({ program: "", severity: 6, tags });
  });

  test("when two names of a field differ in case alone, then the one as its program writes it counts, and the other is a tag", () => {
    expect(told(mapEvent({ message: "m", level: "warn", Level: "error" }, context))).toMatchObject({
      severity: 4,
      tags: { Level: "error" },
    });
  });
});

test("when a template asks for a long value again and again, then its message ends where messages do", () => {
  const message = clefMessage({ "@mt": "{A}".repeat(60_000), A: "z".repeat(60_000) });
  expect(message.length).toBeGreaterThan(messageBytesMax);
  expect(message.length).toBeLessThan(messageBytesMax + 10);
});
