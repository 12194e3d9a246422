import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createSegmentReader } from "../../../src/eventstore/read/segment-reader.ts";
import { daysToRemove } from "../../../src/eventstore/upkeep/retention.ts";
import { baseTime, event } from "../../support/store/event-arbitrary.ts";
import { commit, doAllUpkeep, newFolder, openStore, readAll, readSnapshot } from "../../support/store/store-folder.ts";

const days = ["2024-01-03", "2024-01-01", "2024-01-02"].map((name) => ({ name, bytes: 100 }));
const at = Date.parse("2024-01-03T12:00:00Z");
const dayMicros = 86_400_000_000;

describe("which days must go", () => {
  test.each([
    ["nothing is limited", undefined, undefined, []],
    ["all days are young enough", 2, undefined, []],
    ["days ended long enough ago", 0, undefined, ["2024-01-01", "2024-01-02"]],
    ["one day ended a day and more ago", 1, undefined, ["2024-01-01"]],
    ["the folder fits", undefined, 350, []],
    ["the folder is one day too large", undefined, 349, ["2024-01-01"]],
    ["nothing fits, then all but the newest", undefined, 1, ["2024-01-01", "2024-01-02"]],
    ["both limits speak", 1, 249, ["2024-01-01", "2024-01-02"]],
  ])("when %s, then it is these", (_, age, bytes, expected) => {
    expect(daysToRemove(days, 50, { days: age, bytes }, at)).toEqual(expected);
  });
});

describe("retention", () => {
  test("when a day is too old, then it goes, its file with it, and ids and counters stay", () => {
    let nowMs = baseTime / 1000;
    const folder = newFolder();
    const store = openStore(folder, { retentionDays: 1, clock: () => nowMs, sealEvents: 1 });
    store.append(commit({ events: [event("old"), event("new", baseTime + dayMicros)], received: 2 }));
    doAllUpkeep(store);
    expect(store.status().days.length).toBe(2);
    nowMs += 1.5 * 86_400_000;
    doAllUpkeep(store);
    expect(readAll(store).map(({ message }) => message)).toEqual(["new"]);
    expect(readdirSync(folder).filter((name) => name.startsWith("2024-05-31"))).toEqual([]);
    nowMs += 5 * 86_400_000;
    doAllUpkeep(store);
    expect(store.status().days).toEqual([]);
    store.close();
    const again = openStore(folder, { retentionDays: 1, clock: () => nowMs });
    expect(again.nextId).toBe(3);
    expect(again.status()).toMatchObject({ stored: 2, received: 2, damaged: [] });
    again.close();
  });

  test.each([
    ["another file of events fills the limit", "identities.current", ["new"]],
    ["a file that was set aside would fill the limit", "2024-05-30.sqlite.damaged-20240601T000000Z", ["old", "new"]],
  ])("when %s, then days go only for what is in use", (_, name, expected) => {
    const folder = newFolder();
    const store = openStore(folder, { retentionBytes: 4_000_000, sealEvents: 1 });
    writeFileSync(join(folder, name), Buffer.alloc(4_000_000));
    store.append(commit({ events: [event("old"), event("new", baseTime + dayMicros)], received: 2 }));
    doAllUpkeep(store);
    expect(readAll(store).map(({ message }) => message)).toEqual(expected);
    store.close();
  });

  test("when somebody still reads a day, then it goes only after them", () => {
    const folder = newFolder();
    let nowMs = baseTime / 1000;
    const store = openStore(folder, { retentionDays: 1, clock: () => nowMs, sealEvents: 1 });
    store.append(commit({ events: [event("old")] }));
    doAllUpkeep(store);
    const snapshot = store.snapshot();
    nowMs += 5 * 86_400_000;
    doAllUpkeep(store);
    expect(store.status().days).toEqual([]);
    const reader = createSegmentReader({ cacheBytes: 0 });
    expect(readSnapshot(snapshot, reader).map(({ message }) => message)).toEqual(["old"]);
    expect(readdirSync(folder)).toContain("2024-05-31.sqlite");
    store.release(snapshot.lease);
    doAllUpkeep(store);
    expect(readdirSync(folder)).not.toContain("2024-05-31.sqlite");
    expect(() => readSnapshot(snapshot, reader)).toThrow("gone");
    reader.close();
    store.close();
  });

  test("when events come for a day that was removed and is still read, then they are kept in a new file", () => {
    const folder = newFolder();
    let nowMs = baseTime / 1000;
    const store = openStore(folder, { retentionDays: 1, clock: () => nowMs, sealEvents: 1 });
    store.append(commit({ events: [event("old")] }));
    doAllUpkeep(store);
    const snapshot = store.snapshot();
    nowMs += 2 * 86_400_000;
    doAllUpkeep(store);
    nowMs -= 2 * 86_400_000;
    store.append(commit({ events: [event("again")] }));
    doAllUpkeep(store);
    expect(readAll(store).map(({ message }) => message)).toEqual(["again"]);
    store.release(snapshot.lease);
    doAllUpkeep(store);
    expect(readAll(store).map(({ message }) => message)).toEqual(["again"]);
    store.close();
    const later = openStore(folder);
    expect(readAll(later).map(({ message }) => message)).toEqual(["again"]);
    later.close();
    expect(readdirSync(folder).sort()).toEqual(["2024-05-31.sqlite", "intake.sqlite"]);
  });

  test("when nothing is asked of it and nothing comes, then it asks for no call before the next midnight", () => {
    let restMs = 0;
    const store = openStore(newFolder(), { retentionDays: 1, sealEvents: 1, monotonicMs: () => restMs });
    doAllUpkeep(store);
    expect(store.nextUpkeepMs()).toBeUndefined();
    store.append(commit({ events: [event("one")] }));
    expect(store.nextUpkeepMs()).toBe(0);
    doAllUpkeep(store);
    restMs = 50;
    doAllUpkeep(store);
    expect(store.nextUpkeepMs()).toBe(10_001);
    store.close();
  });
});
