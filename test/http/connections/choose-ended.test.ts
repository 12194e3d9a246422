import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ConnectionBounds, chooseEnded } from "../../../src/http/connections/choose-ended.ts";
import type { Connection } from "../../../src/http/connections/open-connections.ts";

const bounds: ConnectionBounds = { total: 80, perPeer: 40, halfOpenMs: 20_000, halfOpenMsWhenMany: 2_000 };

let next = 0;
function connection(fields: Partial<Connection> = {}): Connection {
  next++;
  const basics = { descriptor: next, port: next, peer: next, host: 0n, isUnanswered: false, hasUnread: false };
  return { ...basics, sentMs: 100, quietMs: 100, ...fields };
}

const halfOpen = (sentMs: number, fields: Partial<Connection> = {}) =>
  connection({ isUnanswered: true, sentMs, quietMs: 0, ...fields });
const many = (count: number, make: (index: number) => Connection) => Array.from({ length: count }, (_, i) => make(i));

function ended(connections: Connection[], inUse: Connection[] = [], manyPeers: unknown[] = []): Connection[] {
  return chooseEnded(connections, bounds, {
    isInUse: (one) => inUse.includes(one),
    isManyPeers: ({ peer }) => manyPeers.includes(peer),
  });
}

describe("chooseEnded", () => {
  test("when connections are few, then half-open ones end after a while, and no other one ever", () => {
    const [old, young, idle] = [halfOpen(20_000), halfOpen(19_999), connection({ sentMs: 1e9, quietMs: 1e9 })];
    expect(ended([old, young, idle])).toEqual([old]);
  });

  test("when half of what may be open is, then half-open ones end sooner", () => {
    const answered = many(39, () => connection());
    const late = halfOpen(2_000);
    expect(ended([...answered, late])).toEqual([]);
    expect(ended([...answered, late, connection()])).toEqual([late]);
    expect(ended([...answered, halfOpen(1_999), connection()])).toEqual([]);
  });

  test("when one peer has half of what one may have, then its half-open ones end sooner, those of others do not", () => {
    const own = many(21, (i) => halfOpen(i === 0 ? 2_000 : 10, { peer: "flood".length }));
    const other = halfOpen(2_000);
    expect(ended([...own, other])).toEqual([own[0]!]);
  });

  test("when there are too many, then half-open ones end first, the oldest first, then idle ones, the longest idle first", () => {
    const idle = many(40, (i) => connection({ quietMs: i }));
    const opened = many(50, (i) => halfOpen(i));
    expect(ended([...idle, ...opened])).toEqual(opened.slice(30).reverse());
    const onlyIdle = many(90, (i) => connection({ quietMs: i }));
    expect(ended(onlyIdle)).toEqual(onlyIdle.slice(70).reverse());
  });

  test("when there are too many, then whoever has most gives way, however busy his connections look", () => {
    const crowd = many(30, () => connection({ peer: 1, quietMs: 0 }));
    const others = many(60, () => connection({ quietMs: 5_000 }));
    expect(new Set(ended([...others, ...crowd]))).toEqual(new Set(crowd.slice(0, 20)));
  });

  test("when one peer has too many, then only its own end; one that speaks for many may have them", () => {
    const own = many(50, (i) => connection({ peer: 7, quietMs: i }));
    const others = many(10, () => connection());
    expect(ended([...own, ...others])).toEqual(own.slice(35).reverse());
    expect(ended([...own, ...others], [], [7])).toEqual([]);
  });

  test("when all are in use, then none ends, however many there are", () => {
    const all = many(500, (i) => halfOpen(1e6 + i, { peer: 1 }));
    expect(ended(all, all)).toEqual([]);
  });

  test("when any connections are there, then none in use ends, no bound is passed by those that are not, and the room is not emptied", () => {
    const any = fc.record({
      peer: fc.constantFrom(1, 2, 3),
      isUnanswered: fc.boolean(),
      sentMs: fc.integer({ min: 0, max: 30_000 }),
      quietMs: fc.integer({ min: 0, max: 30_000 }),
      isUsed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 300 }), (fields) => {
        const all = fields.map(({ isUsed, ...rest }) => ({ isUsed, made: connection(rest) }));
        const used = all.flatMap(({ isUsed, made }) => (isUsed ? [made] : []));
        const gone = new Set(
          ended(
            all.map(({ made }) => made),
            used,
          ),
        );
        const left = all.flatMap(({ made }) => (gone.has(made) ? [] : [made]));
        expect(used.filter((one) => gone.has(one))).toEqual([]);
        expect(left.length).toBeLessThanOrEqual(Math.max(bounds.total, used.length));
        for (const peer of [1, 2, 3]) {
          const [ofPeer, inUse] = [left, used].map((list) => list.filter((one) => one.peer === peer).length);
          expect(ofPeer).toBeLessThanOrEqual(Math.max(bounds.perPeer, inUse!));
        }
        const answered = [...gone].filter(({ isUnanswered }) => !isUnanswered);
        if (answered.length > 0) expect(all.length).toBeGreaterThan(bounds.perPeer);
      }),
    );
  });
});
