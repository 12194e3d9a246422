import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allRoads, type Road } from "./road.ts";

const nowMs = Date.UTC(2026, 4, 5, 12);

const names = [
  ...["ts", "host", "program", "message", "severity", "facility", "priority", "event_id", "user_tags", "extra_fields"],
  ...[
    "cisco_mnemonic",
    "@timestamp",
    "time",
    "hostname",
    "app",
    "level",
    "msg",
    "log",
    "status",
    "id",
    "a",
    "b",
    "name",
  ],
  ...["levelname", "hostname", "pid", "event", "Level", "Host", "MSG", "instant", "@mt", "@t", "t", "remoteAddr"],
  ...["host.name", "ut_status", "", "0", "__proto__", "größe", "x y", 'q"', "long".repeat(70)],
];
const anyName = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: fc.string() });

/** Numbers as programs write them, and as nobody should. */
const anyNumber = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.tuple(fc.nat(99_999_999), fc.nat(9999)).map(([whole, part]) => `${whole}.${part}`),
  fc.integer({ min: 0, max: 200 }).map(String),
  fc.nat(100).map((ago) => `${nowMs / 1000 - ago}.${ago}0`),
  fc.constantFrom(
    "0",
    "-0",
    "0.0",
    "-0.0",
    "1.50",
    "0.000001",
    "0.0000001",
    "0.00000012",
    "1e3",
    "1E+2",
    "007",
    "1.",
    ".5",
    "-",
  ),
  fc.constantFrom(
    "123456789012345",
    "1234567890123456",
    "12345678901234567890",
    "1777982400.123456",
    "1777982400.1234567",
  ),
  fc.constantFrom("9007199254740993.0", "12345678901234567890.5", "1777982400123456789", "0.1234567890123456"),
);

const anyText = fc.oneof(
  fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)),
  fc.string().map((text) => JSON.stringify(text)),
  fc.constantFrom(
    '""',
    '"info"',
    '"ERR"',
    '"3"',
    '"daemon"',
    '"2026-05-05T11:59:59.123Z"',
    '"\\u0041\\n"',
    '"\\ud83d\\ude00"',
  ),
  fc.constantFrom(
    '"\\ud800"',
    '"\\x"',
    '"open',
    '"%SYS-5-CONFIG_I: Configured"',
    '"line\\r\\n"',
    '"\\r\\n"',
    '"tab\there"',
  ),
  fc.nat(70_000).map((length) => JSON.stringify("x".repeat(length))),
);

const anyJson: fc.Arbitrary<string> = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    ...[anyText, anyNumber, fc.constantFrom("true", "false", "null", "nul", "truex", "[]", "[1,2]", "{}")],
    tie("object"),
  ),
  object: fc
    .array(fc.tuple(anyName, tie("value")), { maxLength: 5 })
    .map((pairs) => `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`),
})).value;

const blank = fc.constantFrom("", "", "", " ", "  ", "\t");
const anyLine = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom("message", "host", "program", "ts", "severity"), fc.oneof(anyText, anyNumber)), {
      maxLength: 3,
    }),
    fc.array(fc.tuple(anyName, anyJson), { maxLength: 6 }),
    blank,
    fc.constantFrom("", "", "", "", "}", ",", "x"),
  )
  .map(([own, others, gap, end]) => {
    const members = [["message", '"m"'], ...own, ...others].map(
      ([name, value]) => `${JSON.stringify(name)}${gap}:${gap}${value}`,
    );
    return `${gap}{${gap}${members.join(`${gap},${gap}`)}${gap}}${end}`;
  });

const orderlyLine = fc
  .record({
    ts: fc.option(fc.nat(500_000).map((ago) => nowMs / 1000 - ago / 1000)),
    host: fc.constantFrom("h1", "h2", undefined, "größe"),
    program: fc.constantFrom("p", "ruled", undefined),
    level: fc.constantFrom("info", "error", 3, undefined),
    message: fc.constantFrom(
      "one",
      "two",
      "%SYS-5-CONFIG_I: x",
      "50 % of %2F",
      "ends with %",
      'with "quotes"\n',
      "äöü",
    ),
    user_tags: fc.dictionary(
      fc.constantFrom("a", "b", "c", "status"),
      fc.oneof(fc.nat(3), fc.boolean(), fc.constant(""), fc.string()),
    ),
  })
  .map((event) => JSON.stringify(event));

let roads: Road[];
beforeAll(() => {
  roads = allRoads(nowMs);
});
afterAll(() => {
  for (const { store } of roads) store.close();
});

function expectSame(body: Uint8Array): void {
  const [naive, ...others] = roads.map((road) => road.take(body));
  for (const other of others) expect(other).toEqual(naive);
}

describe("the fast path of an event", () => {
  test("when any lines come, then the answer and every event are those of the slow path", () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 8 }), (lines) =>
        expectSame(Buffer.from(lines.join("\n"))),
      ),
      { numRuns: 300 },
    );
  });

  test("when an object stands under a name too long for a tag, then it is set aside as on the slow path", () => {
    const name = "n".repeat(280);
    expectSame(Buffer.from(`{"message":"m"}\n{"message":"m","${name}":{}}\n{"message":"m","a":{"${name}":{"b":1}}}`));
  });

  test("when orderly lines come, then they are the same events, with the same repeats", () => {
    fc.assert(
      fc.property(fc.array(orderlyLine, { minLength: 1, maxLength: 40 }), (lines) =>
        expectSame(Buffer.from(lines.join("\r\n"))),
      ),
      { numRuns: 200 },
    );
  });

  test("when bytes of a line are changed at random, then nothing else is read out of it", () => {
    fc.assert(
      fc.property(orderlyLine, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }), (line, changes) => {
        const bytes = Buffer.from(line);
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        expectSame(bytes);
      }),
      { numRuns: 300 },
    );
  });
});
