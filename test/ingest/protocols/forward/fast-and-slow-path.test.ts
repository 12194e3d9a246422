import { encode } from "@msgpack/msgpack";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDedup } from "../../../../src/ingest/commit/dedup.ts";
import { FastEvents, type FastOutcome, type FastPath } from "../../../../src/ingest/fast/fast-events.ts";
import { FramedBody, framedBodyBytes } from "../../../../src/ingest/framing/framed-body.ts";
import { TriggerMatcher } from "../../../../src/triggers/matching/trigger-matcher.ts";
import { allRoads, Road, ruledBy } from "../../fast/road.ts";

const nowMs = Date.UTC(2026, 4, 5, 12);
const names = [
  ...["host", "hostname", "message", "log", "msg", "time", "timestamp", "level", "severity", "app", "service", "ident"],
  ...["a", "b", "größe", "", "status", "event_id", "priority", "facility", "long".repeat(70)],
];
const value = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    "",
    "\n",
    "\r\n",
    "one\n",
    "one",
    "two",
    "ruled",
    "error",
    "3",
    "%SYS-5-CONFIG_I: x",
    "x".repeat(300),
  ),
  fc.constantFrom(0, 3, 6, 200, 70_000, 1e12, nowMs / 1000 - 5, nowMs / 1000 - 5.5, nowMs - 5, 0.1, -1, true, null),
  fc.uint8Array({ maxLength: 6 }),
  fc.dictionary(fc.constantFrom("a", "b"), fc.nat(), { maxKeys: 2, noNullPrototype: true }),
);
const record = fc
  .array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 })
  .map((pairs) => Object.fromEntries(pairs));
const time = fc.constantFrom<unknown>(null, nowMs / 1000 - 3, nowMs / 1000 - 3.25);
const entries = fc.array(fc.tuple(time, record), { minLength: 1, maxLength: 5 });

/** A message as a listener hands it on. */
function framed(tag: string, some: readonly (readonly [unknown, unknown])[]): Uint8Array {
  const message = encode([tag, some]);
  const room = message.length + 64;
  const body = new FramedBody(new ArrayBuffer(framedBodyBytes(room, 10)), room, 10);
  body.begin();
  body.add(0, message.length, body.addSource("10.0.0.1"), false);
  body.write(message);
  return new Uint8Array(body.seal());
}

const forward = { format: "forward", protocol: "forward", sources: ["10.0.0.1"] } as const;

let roads: Road[];
beforeAll(() => {
  roads = allRoads(nowMs);
});
afterAll(() => {
  for (const { store } of roads) store.close();
});

function expectSame(body: Uint8Array): void {
  const [naive, ...others] = roads.map((road) => road.take(body, forward));
  for (const other of others) expect(other).toEqual(naive);
}

describe("the fast path of records of Forward", () => {
  test("when any records come, then the answer and every event are those of the slow path", () => {
    fc.assert(
      fc.property(fc.constantFrom("", "tag.x"), entries, (tag, some) => expectSame(framed(tag, some))),
      { numRuns: 400 },
    );
  });

  test("when a message is line ends alone, or a record brings its time as a number, then both paths agree", () => {
    expectSame(framed("tag.x", [[nowMs / 1000 - 1, { log: "\n", a: "b" }]]));
    expectSame(framed("tag.x", [[null, { time: nowMs / 1000 - 5.5, message: "one" }]]));
    expectSame(framed("tag.x", [[null, { time: nowMs / 1000 - 5.5, message: "one", app: "ruled" }]]));
  });

  test("when a column has more numbers than a dictionary holds, then both paths agree on every one", () => {
    const numbers = Array.from({ length: 2_000 }, (_, i) => [i, i / 8, i * 1e18, i * 1e-9, i + 0.1][i % 5]!);
    for (const odd of [[-0, 2 ** 53, 1e21, 5e-324, -1.5], [Number.NaN], [Number.POSITIVE_INFINITY]]) {
      const entriesOf = [...numbers, ...odd].map((n, i) => [nowMs / 1000 - 3, { message: `m${i}`, n }] as const);
      expectSame(framed("tag.x", entriesOf));
    }
  });

  test("when a text is not UTF-8, then the slow path takes it, with and without de-duplication", () => {
    const rules = ruledBy((program) => program === "ruled");
    for (const windowMicros of [60_000_000, 0]) {
      const outcomes: FastOutcome[] = [];
      const fast = new FastEvents(createDedup(windowMicros), rules, new TriggerMatcher(() => undefined));
      const watched: FastPath = {
        take: () => "unusual",
        takeLeaves(...event) {
          outcomes.push(fast.takeLeaves(...event));
          return "unusual";
        },
      };
      const road = new Road(rules, nowMs, watched, windowMicros);
      for (const broken of ["host", "app", "message", "user"])
        for (const length of [3, 200]) {
          const fields = { host: "h2", app: "one", message: "two", user: "three" };
          const body = framed("tag.x", [[null, { ...fields, [broken]: "Q".repeat(length) }]]);
          road.take(
            body.map((byte) => (byte === 0x51 ? 0xe9 : byte)),
            forward,
          );
        }
      expect(outcomes).toEqual(outcomes.map(() => "unusual"));
      expect(outcomes).toHaveLength(8);
      // And nothing of it was counted before the slow path did.
      expect(road.store.status()).toMatchObject({ received: 8, stored: 8 });
      road.store.close();
    }
  });
});
