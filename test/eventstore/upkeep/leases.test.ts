import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { createSegmentReader } from "../../../src/eventstore/read/segment-reader.ts";
import { Leases } from "../../../src/eventstore/upkeep/leases.ts";
import { baseTime, event } from "../../support/store/event-arbitrary.ts";
import { commit, copyOf, doAllUpkeep, newFolder, openStore, readSnapshot } from "../../support/store/store-folder.ts";

function segmentsIn(folder: string): number {
  const database = new Database(join(folder, "2024-05-31.sqlite"), { readonly: true });
  const count = Number(database.prepare("SELECT count(DISTINCT segment_id) FROM segment_part").pluck().get());
  database.close();
  return count;
}

describe("leases", () => {
  test("when work waits, then it is due after the release of all older leases and regardless of younger ones", () => {
    const leases = new Leases<string>(() => 0);
    const [first, second] = [leases.take(), leases.take()];
    leases.whenUnread("delete");
    leases.take();
    expect(leases.takeDue()).toBeUndefined();
    leases.release(second);
    expect(leases.takeDue()).toBeUndefined();
    leases.release(first);
    expect(leases.takeDue()).toBe("delete");
    expect(leases.takeDue()).toBeUndefined();
  });

  test("when a lease is never released, then it ends by itself after 15 minutes", () => {
    let nowMs = 0;
    const leases = new Leases<string>(() => nowMs);
    leases.take();
    leases.whenUnread("delete");
    nowMs = 15 * 60_000 - 1;
    expect(leases.takeDue()).toBeUndefined();
    nowMs += 1;
    expect(leases.takeDue()).toBe("delete");
  });

  test("when compaction replaced segments, then who still reads finds them, and they go afterwards", () => {
    const folder = newFolder();
    const store = openStore(folder, { sealEvents: 1 });
    const add = (message: string) => {
      store.append(commit({ events: [event(message)] }));
      doAllUpkeep(store);
    };
    for (let i = 0; i < 7; i++) add(`m${i}`);
    const before = store.snapshot();
    expect(before.segments.length).toBe(7);
    add("m7");
    expect(store.status().days[0]!.segments).toBe(1);
    const copy = copyOf(folder);
    const reader = createSegmentReader({ cacheBytes: 0 });
    expect(readSnapshot(before, reader).length).toBe(7);
    expect(segmentsIn(folder)).toBe(9);
    store.release(before.lease);
    doAllUpkeep(store);
    expect(segmentsIn(folder)).toBe(1);
    expect(() => readSnapshot(before, reader)).toThrow("is gone");
    reader.close();
    store.close();
    const afterCrash = openStore(copy);
    doAllUpkeep(afterCrash);
    expect(segmentsIn(copy)).toBe(1);
    afterCrash.close();
  });

  test("when a snapshot was taken before a seal, then it still shows what it showed", () => {
    const store = openStore(newFolder(), { sealEvents: 2 });
    store.append(commit({ events: [event("one")] }));
    const before = store.snapshot();
    store.append(commit({ events: [event("two")], repeats: [{ id: 1, time: baseTime + 1 }] }));
    doAllUpkeep(store);
    const reader = createSegmentReader({ cacheBytes: 0 });
    expect(readSnapshot(before, reader).map(({ message, times }) => [message, times])).toEqual([["one", [baseTime]]]);
    reader.close();
    store.close();
  });
});
