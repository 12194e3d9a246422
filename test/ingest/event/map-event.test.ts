import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventRow } from "../../../src/eventstore/event/event.ts";
import { messageBytesMax } from "../../../src/eventstore/event/event-limits.ts";
import { BadEvent } from "../../../src/ingest/event/bad-event.ts";
import type { MapContext, MappedEvent } from "../../../src/ingest/event/finish-event.ts";
import { mapEvent } from "../../../src/ingest/event/map-event.ts";
import { extraBytesMax } from "../../../src/ingest/limits.ts";

const arrival = 1_790_000_000_000_000;
const context: MapContext = { arrival, oldest: 0, address: "192.0.2.7", type: 2, defaultTags: [] };

function mapped(json: unknown, more: Partial<MapContext> = {}): MappedEvent {
  const event = mapEvent(json, { ...context, ...more });
  if (event instanceof BadEvent) throw new Error(event.error);
  return event;
}

function rowOf(json: unknown, more: Partial<MapContext> = {}): EventRow {
  return mapped(json, more).row;
}

function errorOf(json: unknown): string {
  const event = mapEvent(json, context);
  return event instanceof BadEvent ? event.error : "no error";
}

describe("mapEvent", () => {
  test("when an event says only its message, then the rest is default", () => {
    expect(rowOf({ message: "hello" })).toEqual({
      times: [arrival],
      host: "192.0.2.7",
      program: "",
      message: "hello",
      severity: 6,
      facility: 1,
      type: 2,
      status: 0,
      ciscoMnemonic: "",
      tags: [],
      extra: "",
    });
  });

  test("when all our names are given, then all are taken", () => {
    const row = rowOf({
      ts: 1789999999.5,
      host: "web-1",
      program: "nginx",
      message: "m",
      severity: "err",
      facility: "daemon",
      cisco_mnemonic: "SYS-5-CONFIG_I",
      user_tags: { path: "/", code: 200, ok: true, none: null, empty: "", deep: { a: 1 } },
      extra_fields: { any: [1, { b: null }] },
    });
    expect(row).toMatchObject({ times: [1789999999500000], host: "web-1", program: "nginx", severity: 3, facility: 3 });
    expect(row.ciscoMnemonic).toBe("SYS-5-CONFIG_I");
    expect(row.tags).toEqual(["code", "200", "deep.a", "1", "ok", "true", "path", "/"]);
    expect(JSON.parse(row.extra)).toEqual({ any: [1, { b: null }] });
  });

  test("when a priority is given, then severity and facility come from it unless they are given too", () => {
    expect(rowOf({ message: "m", priority: 165 })).toMatchObject({ facility: 20, severity: 5 });
    expect(rowOf({ message: "m", priority: 165, severity: 0 })).toMatchObject({ facility: 20, severity: 0 });
    expect(rowOf({ message: "m", priority: 0, level: "info" })).toMatchObject({ severity: 0, tags: ["level", "info"] });
  });

  const foreign: [json: object, expected: Partial<EventRow>][] = [
    [
      { msg: "m", "@timestamp": "2026-09-21T00:00:00Z" },
      { message: "m", times: [1789948800000000] },
    ],
    [
      { log: "line\n", stream: "stdout", time: 1789999999 },
      { message: "line", tags: ["stream", "stdout"] },
    ],
    [
      { body: "m", level: 50, hostname: "h", service: "s" },
      { severity: 3, host: "h", program: "s", tags: [] },
    ],
    [
      { message: "m", host: { name: "h", ip: "::1" } },
      { host: "h", tags: ["host.ip", "::1"] },
    ],
    [
      { message: "m", "host.name": "h", "log.level": "warn" },
      { host: "h", severity: 4 },
    ],
    [
      { message: "m", log: { level: "debug", logger: "a.b" } },
      { severity: 7, program: "a.b", tags: [] },
    ],
    [
      { message: "m", service: { name: "api", version: 2 } },
      { program: "api", tags: ["service.version", "2"] },
    ],
    [
      { message: "m", logger: "l", app: "a" },
      { program: "a", tags: ["logger", "l"] },
    ],
    [
      { time: 1, timestamp: 2, "@timestamp": 3, msg: "m" },
      { times: [3000000], tags: ["time", "1", "timestamp", "2"] },
    ],
    [
      { ts: 4, timestamp: 2, message: "m" },
      { times: [4000000], tags: ["timestamp", "2"] },
    ],
    [
      { message: "ours", msg: "theirs" },
      { message: "ours", tags: ["msg", "theirs"] },
    ],
    [{ message: "", msg: "theirs" }, { message: "theirs" }],
    [
      { message: "m", time: "soon", level: "loud", service: 5 },
      { tags: ["level", "loud", "service", "5", "time", "soon"] },
    ],
    [
      { message: null, ts: null, host: null, msg: "m" },
      { message: "m", host: "192.0.2.7" },
    ],
  ];
  for (const [json, expected] of foreign)
    test(`when other programs' names come (${JSON.stringify(json)}), then they are mapped or kept as tags`, () =>
      expect(rowOf(json)).toMatchObject(expected));

  test("when there are other fields, then every scalar in them is a tag by its dotted path", () => {
    const row = rowOf({
      message: "m",
      a: { b: { c: 1 } },
      list: ["x", { y: false }],
      nothing: null,
      status: 404,
      n: 1.5,
    });
    expect(row.tags).toEqual(["a.b.c", "1", "list.0", "x", "list.1.y", "false", "n", "1.5", "ut_status", "404"]);
  });

  test("when a tag is given twice, then user_tags win and the other value is kept aside", () => {
    const row = rowOf({ a: 1, message: "m", user_tags: { a: 2 } });
    expect([row.tags, row.extra]).toEqual([["a", "2"], '{"a":"1"}']);
  });

  test("when the delivery brings tags, then events that have none of that name get them", () => {
    expect(rowOf({ message: "m" }, { defaultTags: ["source", "hook"] }).tags).toEqual(["source", "hook"]);
    expect(rowOf({ message: "m", source: "own" }, { defaultTags: ["source", "hook"] }).tags).toEqual(["source", "own"]);
  });

  const bad: [json: unknown, names: string][] = [
    [5, "Expected an object, got the number 5"],
    ["text", 'Expected an object, got "text"'],
    [null, "Expected an object, got null"],
    [[], "Expected an object, got a list"],
    [{}, "message: "],
    [{ message: "" }, "message: "],
    [{ message: 5 }, "message: expected a text, got the number 5"],
    [{ message: { a: 1 } }, "message: "],
    [{ message: "m", ts: "yesterday" }, 'ts: expected epoch seconds or an ISO 8601 time, got "yesterday"'],
    [{ message: "m", ts: {} }, "ts: "],
    [{ message: "m", host: 5 }, "host: "],
    [{ message: "m", host: ["a"] }, "host: "],
    [{ message: "m", program: {} }, "program: "],
    [{ message: "m", severity: 8 }, "severity: "],
    [{ message: "m", severity: "loud" }, "severity: "],
    [{ message: "m", facility: 24 }, "facility: "],
    [{ message: "m", priority: 192 }, "priority: "],
    [{ message: "m", user_tags: ["a"] }, "user_tags: "],
    [{ message: "m", user_tags: "a" }, "user_tags: "],
    [{ message: "m", extra_fields: 1 }, "extra_fields: "],
    [{ message: "m", event_id: "x".repeat(65) }, "event_id: expected at most 64 characters, got 65"],
    [{ message: "m", event_id: {} }, "event_id: "],
    [{ message: "m", cisco_mnemonic: 1 }, "cisco_mnemonic: "],
  ];
  for (const [json, names] of bad)
    test(`when the event is ${JSON.stringify(json).slice(0, 60)}, then it is refused and the field named`, () =>
      expect(errorOf(json)).toContain(names));

  test("when anything is welcome, then values of the wrong kind are tags and the message is made up", () => {
    const event = mapEvent({ severity: "loud", host: 5, user_tags: 1, ts: "soon" }, context, "the text");
    expect((event as MappedEvent).row).toMatchObject({
      message: "the text",
      host: "192.0.2.7",
      severity: 6,
      tags: ["ut_host", "5", "ut_severity", "loud", "ut_ts", "soon", "ut_user_tags", "1"],
    });
  });

  test("when a number is called event_id, then it is a tag: many programs count kinds of events so", () => {
    const event = mapped({ message: "m", event_id: 4624 });
    expect([event.eventId, event.row.tags]).toEqual(["", ["event_id", "4624"]]);
    expect(mapped({ message: "m", event_id: "x".repeat(64) }).eventId).toHaveLength(64);
  });

  test("when a message is longer than 64 KiB, then it is cut and said so; at the bound it is not", () => {
    expect(mapped({ message: "x".repeat(messageBytesMax) })).toMatchObject({ cut: false });
    const { row, cut } = mapped({ message: `x${"é".repeat(messageBytesMax / 2)}` });
    expect([Buffer.byteLength(row.message), cut]).toEqual([messageBytesMax - 1, true]);
  });

  test("when there are more than 200 tags, then the others are kept in extra_fields and said so", () => {
    const event = mapped({
      message: "m",
      user_tags: Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`t${i}`, i])),
    });
    expect(event.row.tags).toHaveLength(400);
    expect(Object.keys(JSON.parse(event.row.extra))).toHaveLength(50);
    expect(event.cut).toBe(true);
  });

  test("when a name is longer than a tag's may be, then it is kept in extra_fields with all that is below it", () => {
    const name = "n".repeat(256);
    const { row, cut } = mapped({ message: "m", [name]: { a: 1 }, user_tags: { [name]: [2], x: { [name]: 3 } } });
    expect([row.tags, cut]).toEqual([[], true]);
    expect(JSON.parse(row.extra)).toEqual({ [name]: "[2]", [`${name}_2`]: '{"a":1}', [`x.${name}`]: "3" });
  });

  test("when a very long name stands above very many values, then it costs no more than its size", () => {
    const below = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, i]));
    const event = mapped({
      message: "m",
      ["n".repeat(1_000_000)]: below,
      user_tags: { ["n".repeat(1_000_001)]: below },
    });
    expect(event.cut).toBe(true);
  });

  test("when 32,768 leaves have one name when flattened, then it costs no more than its size", () => {
    // Of 16 parts, joined by a dot or by an object at each of the 15 places between them.
    let next = 0;
    const flattened = (parts: string[]): Record<string, unknown> =>
      Object.fromEntries(
        parts.map((_, i) => {
          const rest = parts.slice(i + 1);
          return [parts.slice(0, i + 1).join("."), rest.length === 0 ? next++ : flattened(rest)];
        }),
      );
    const { row } = mapped({ message: "m", ...flattened([..."abcdefghijklmnop"]) });
    expect(next).toBe(32_768);
    expect(row.tags).toEqual(["a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p", expect.any(String)]);
    expect(JSON.parse(row.extra).cut).toContain("a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p_500");
  });

  test("when a message is line ends but for its last character, then it costs no more than its size", () => {
    const message = `${"\r\n".repeat(2_000_000)}x`;
    expect(mapped({ log: message, app: "a" }).row.message).toBe(message.slice(0, 64 * 1024));
    expect(mapped({ log: `x${"\r\n".repeat(2_000_000)}`, app: "a" }).row.message).toBe("x");
  });

  test("when a tag that finds no place has the name of an extra field, then both are kept", () => {
    const { row } = mapped({ message: "m", a: { b: 1 }, "a.b": 2, extra_fields: { "a.b": "sent" } });
    expect(row.tags).toEqual(["a.b", "1"]);
    expect(JSON.parse(row.extra)).toEqual({ "a.b": "sent", "a.b_2": "2" });
  });

  test("when extra_fields are too large, then what fits of their text is kept and said so", () => {
    const event = mapped({ message: "m", extra_fields: { a: '"'.repeat(extraBytesMax) } });
    expect(Buffer.byteLength(event.row.extra)).toBeLessThanOrEqual(extraBytesMax);
    expect(JSON.parse(event.row.extra).cut).toMatch(/^\{"a":"/);
    expect(event.cut).toBe(true);
  });

  const day = 24 * 3600;
  const outOfTime: [seconds: number | string, original: unknown][] = [
    [arrival / 1e6 + day + 1, arrival / 1e6 + day + 1],
    [arrival / 1e6 - 30 * day - 1, arrival / 1e6 - 30 * day - 1],
    [253402300799, 253402300799],
    ["9999-12-31T23:59:59Z", 253402300799],
    [-5, -5],
    [Number.POSITIVE_INFINITY, "Infinity"],
  ];
  for (const [ts, original] of outOfTime)
    test(`when an event's time is ${ts}, then it counts from its arrival and keeps its own time`, () => {
      const event = mapped({ message: "m", ts, extra_fields: { a: 1 } }, { oldest: arrival - 30 * day * 1e6 });
      expect([event.row.times, event.outOfTime]).toEqual([[arrival], true]);
      expect(JSON.parse(event.row.extra)).toEqual({ a: 1, original_ts: original });
    });

  test("when an event is exactly 24 h ahead or exactly at the retention, then its own time counts", () => {
    for (const ts of [arrival / 1e6 + day, arrival / 1e6 - 30 * day]) {
      const event = mapped({ message: "m", ts }, { oldest: arrival - 30 * day * 1e6 });
      expect([event.row.times, event.outOfTime, event.row.extra]).toEqual([[ts * 1e6], false, ""]);
    }
  });

  test("when the JSON is nested deeper than 64, then the event is refused, wherever the depth is", () => {
    const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`) as object;
    for (const field of ["any", "user_tags", "extra_fields"]) {
      expect(errorOf({ message: "m", [field]: nested(63) })).toBe("no error");
      expect(errorOf({ message: "m", [field]: nested(64) })).toContain("nested");
    }
  });

  test("when names are dangerous, then they are names like any other", () => {
    const json = JSON.parse(
      '{"message":"m","__proto__":{"polluted":1},"constructor":"c","extra_fields":{"__proto__":{"x":1}},"user_tags":{"__proto__":"t"}}',
    );
    const row = rowOf(json);
    expect(row.tags).toEqual(["__proto__", "t", "__proto__.polluted", "1", "constructor", "c"]);
    expect(row.extra).toBe('{"__proto__":{"x":1}}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("when the value is anything that JSON can say, then the row keeps every rule of the store or says why not", () => {
    const key = fc.oneof(
      fc.constantFrom(
        "ts",
        "host",
        "message",
        "severity",
        "user_tags",
        "extra_fields",
        "event_id",
        "log",
        "time",
        "level",
      ),
      fc.string(),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.dictionary(key, tie("tree"), { maxKeys: 5 }),
        fc.array(tie("tree"), { maxLength: 3 }),
      ),
    }));
    fc.assert(
      fc.property(fc.oneof(tree, fc.dictionary(key, tree, { maxKeys: 8 })), fc.boolean(), (json, lenient) => {
        const event = mapEvent(json, context, lenient ? "fallback" : undefined);
        if (event instanceof BadEvent) {
          expect(event.error.length).toBeGreaterThan(0);
          return;
        }
        const { row } = event;
        const names = row.tags.filter((_, i) => i % 2 === 0);
        expect(names).toEqual([...new Set(names)].sort((a, b) => (a < b ? -1 : 1)));
        expect(row.tags.every((text) => text !== "")).toBe(true);
        expect(Number.isInteger(row.times[0])).toBe(true);
        expect(row.message).not.toBe("");
        if (row.extra !== "") expect(typeof JSON.parse(row.extra)).toBe("object");
      }),
      { numRuns: 200 },
    );
  });
});
