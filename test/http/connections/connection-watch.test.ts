import { describe, expect, test } from "vitest";
import { watchConnections } from "../../../src/http/connections/connection-watch.ts";
import type { Connection } from "../../../src/http/connections/open-connections.ts";
import { createLog } from "../../../src/lib/log.ts";

const bounds = {
  ...{ total: 100, perPeer: 100, halfOpenMs: 20_000, halfOpenMsWhenMany: 2_000 },
  ...{ descriptors: 200, descriptorsShort: 250 },
};

/** A watch over connections that a test makes, whose time is the test's. */
function watched(more: Partial<typeof bounds> = {}) {
  let nowMs = 0;
  let alarm: { atMs: number; action: () => void } | undefined;
  let open: Connection[] = [];
  let lists = 0;
  let ended = 0;
  const inUse = new Set<Connection>();
  const connections = {
    lowestFree: () => (open.length >= 300 ? -1 : 20 + open.length),
    list: () => {
      lists++;
      return [...open];
    },
    setBacklog: () => undefined,
    addressOf: () => "",
    end(connection: Connection) {
      ended++;
      open = open.filter((one) => one !== connection);
    },
  };
  const watch = watchConnections(
    connections,
    { ...bounds, ...more },
    { isInUse: (one) => inUse.has(one), isManyPeers: () => false },
    createLog("silent"),
    {
      monotonicMs: () => nowMs,
      after: (ms, action) => {
        alarm = { atMs: nowMs + ms, action };
        return () => {
          alarm = undefined;
        };
      },
    },
  );
  const add = (count: number, fields: Partial<Connection> = {}) => {
    const made = Array.from({ length: count }, (_, i) => ({
      ...{ descriptor: 20 + open.length + i, port: open.length + i, peer: i, host: 0n },
      ...{ isUnanswered: true, hasUnread: false, sentMs: 10, quietMs: 10, ...fields },
    }));
    open = [...open, ...made];
    return made;
  };
  return {
    ...{ watch, add, inUse },
    open: () => open,
    counts: () => ({ lists, ended }),
    /** Lets so much time pass; gives how often it was looked. */
    pass(ms: number): number {
      const end = nowMs + ms;
      let looks = 0;
      for (; alarm !== undefined && alarm.atMs <= end; looks++) {
        const { atMs, action } = alarm;
        nowMs = atMs;
        action();
      }
      nowMs = end;
      return looks;
    },
  };
}

describe("watchConnections", () => {
  test("when connections are few, then they are counted now and then and never listed", () => {
    const { pass, counts, add } = watched();
    add(5, { sentMs: 1e6 });
    pass(100_000);
    expect(counts()).toEqual({ lists: 0, ended: 0 });
  });

  test("when half-open ones become too many, then they are ended within milliseconds, down to the bound", () => {
    const { pass, open, add, watch } = watched();
    add(180);
    pass(10);
    expect(open().length).toBeLessThanOrEqual(100);
    expect(watch.status()).toMatchObject({ endedHalfOpen: 180 - open().length, endedIdle: 0 });
  });

  test("when they come in batches for ever, then they never fill what is left for files", () => {
    const { pass, open, add } = watched();
    for (let batch = 0; batch < 1_000; batch++) {
      add(40);
      expect(open().length).toBeLessThan(250);
      pass(10);
    }
  });

  test("when they are half-open for too long, then they end although there are not too many", () => {
    const { pass, open, add } = watched();
    add(60, { sentMs: 3_000 });
    pass(2_000);
    expect(open()).toEqual([]);
  });

  test("when they are in use, then they stay, also beyond the bound; when not any more, then they go", () => {
    const { pass, open, add, inUse } = watched();
    const used = add(150);
    for (const one of used) inUse.add(one);
    pass(5_000);
    expect(open()).toEqual(used);
    inUse.clear();
    pass(5_000);
    expect(open().length).toBeLessThanOrEqual(100);
  });

  test("when what came was not read yet, then it stays as long as there are descriptors, and goes when there are none", () => {
    const { pass, open, add } = watched();
    const fresh = add(150, { hasUnread: true });
    pass(100);
    expect(open()).toEqual(fresh);
    add(150, { hasUnread: true });
    pass(100);
    expect(open().length).toBeLessThanOrEqual(100);
  });

  test("when there are more, then it is looked oftener", () => {
    const { pass, add, inUse } = watched({ descriptors: 2_000, descriptorsShort: 2_500 });
    const calm = pass(10_000);
    for (const one of add(250)) inUse.add(one);
    pass(1_000);
    expect(pass(10_000)).toBeGreaterThan(calm);
  });

  test("when it is closed, then nothing is looked at any more", () => {
    const { pass, add, watch, counts } = watched();
    watch.close();
    add(200);
    expect(pass(10_000)).toBe(0);
    expect(counts()).toEqual({ lists: 0, ended: 0 });
  });
});
