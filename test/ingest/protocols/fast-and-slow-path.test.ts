import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allRoads, type Road } from "../fast/road.ts";

const nowMs = Date.UTC(2026, 4, 5, 12);

/** GELF is the plainest of the protocols whose readers make leaves, so it stands for them here. */
const names = [
  ...["host", "short_message", "full_message", "timestamp", "level", "facility", "version", "message", "program", "ts"],
  ...["_host", "_hostname", "_app", "_service", "_service.name", "_level", "_severity", "_message", "_msg", "_time"],
  ...["_name", "_levelname", "_event", "_Level", "_HOST", "_pid"],
  ...["_id", "_status", "_a", "_b", "a", "_größe", '_q"', "_", "", "__proto__", `_${"long".repeat(70)}`, "_a.b"],
];

const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      "",
      "one",
      "two",
      "error",
      "3",
      "tab\t and \n",
      "😀",
      "\ud800",
      "%SYS-5-CONFIG_I: x",
      '{"level":"error","msg":"x","host":"h3"}',
      "level=error msg=x",
      "2026-05-05 11:59:00 ERROR a.b: x",
      "x".repeat(5000),
    ),
    fc.constantFrom(3, 6, 9, 20, 12345678901234, 1e21, 0.0000001, -0, nowMs / 1000 - 5, nowMs / 1000 - 9e9, true, null),
    fc.nat(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "host", "größe"), tie("value"), { maxKeys: 3 }),
  ),
})).value;

const member = fc
  .tuple(fc.constantFrom(...names), value)
  .map(([name, content]) => `${JSON.stringify(name)}:${JSON.stringify(content)}`);
const anyMessage = fc.array(member, { maxLength: 8 }).map((members) => `{${members.join(",")}}`);
const goodMessage = fc
  .record({
    host: fc.constantFrom("h1", "h2", undefined),
    short_message: fc.constantFrom("one", "two", 'with "quotes"\n', "50 % of %2F", "ends \ud83d\ude00"),
    timestamp: fc.constantFrom(nowMs / 1000 - 1, nowMs / 1000 - 1.5, undefined),
    level: fc.constantFrom(3, 6, undefined),
    _app: fc.constantFrom("p", "ruled", undefined),
    _code: fc.option(fc.nat(3)),
  })
  .map((message) => JSON.stringify(message));

let roads: Road[];
beforeAll(() => {
  roads = allRoads(nowMs);
});
afterAll(() => {
  for (const { store } of roads) store.close();
});

function expectSame(body: Uint8Array): void {
  const delivery = { format: "gelf", protocol: "gelf" } as const;
  const [naive, ...others] = roads.map((road) => road.take(body, delivery));
  for (const other of others) expect(other).toEqual(naive);
}

describe("the fast path of events of other protocols", () => {
  test("when any messages come, then the answer and every event are those of the slow path", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyMessage, goodMessage), { minLength: 1, maxLength: 6 }), (messages) =>
        expectSame(Buffer.from(messages.join("\0"))),
      ),
      { numRuns: 400 },
    );
  });

  test("when orderly messages come, then they are the same events, with the same repeats", () => {
    fc.assert(
      fc.property(fc.array(goodMessage, { minLength: 1, maxLength: 30 }), (messages) =>
        expectSame(Buffer.from(messages.join("\n"))),
      ),
      { numRuns: 100 },
    );
  });

  test("when bytes of a message are changed at random, then nothing else is read out of it", () => {
    fc.assert(
      fc.property(goodMessage, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }), (message, changes) => {
        const bytes = Buffer.from(message);
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        expectSame(bytes);
      }),
      { numRuns: 300 },
    );
  });
});
