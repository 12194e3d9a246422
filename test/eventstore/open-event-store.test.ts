import { copyFileSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { closeSealMs, restMs, restSealEvents } from "../../src/eventstore/limits.ts";
import { baseTime, event } from "../support/store/event-arbitrary.ts";
import { commit, copyOf, doAllUpkeep, newFolder, openStore, readAll } from "../support/store/store-folder.ts";

describe("event store", () => {
  test("when events are appended, then a snapshot shows them at once and after sealing", () => {
    const folder = newFolder();
    const store = openStore(folder, { sealEvents: 3 });
    store.append(commit({ events: [event("one"), event("two", baseTime + 20e6)] }));
    const before = readAll(store);
    expect(before.map(({ id, message }) => [id, message])).toEqual([
      [1, "one"],
      [2, "two"],
    ]);
    store.append(commit({ events: [event("three", baseTime - 5)], repeats: [{ id: 1, time: baseTime + 7 }] }));
    doAllUpkeep(store);
    expect(store.status().tail.events).toBe(0);
    expect(store.status().days.map(({ day, events }) => [day, events])).toEqual([
      ["2024-05-31", 2],
      ["2024-06-01", 1],
    ]);
    const after = readAll(store);
    expect(after[0]!.times).toEqual([baseTime, baseTime + 7]);
    expect(after.map(({ message }) => message)).toEqual(["one", "two", "three"]);
    store.close();
    const again = openStore(folder);
    expect(readAll(again)).toEqual(after);
    expect(again.nextId).toBe(4);
    again.close();
    expect(readdirSync(folder).sort()).toEqual(["2024-05-31.sqlite", "2024-06-01.sqlite", "intake.sqlite"]);
  });

  test("when more is unsealed than a seal is begun for, then what is large had better wait, until it is sealed or there is no room to", () => {
    let free = 1_000;
    let nowMs = 0;
    const options = { freeBytes: () => free, minFreeBytes: 500, monotonicMs: () => nowMs };
    const store = openStore(newFolder(), { ...options, sealBytes: 10_000 });
    const grow = (text: string) => store.append(commit({ events: [event(`${text} ${"x".repeat(15_000)}`)] }));
    grow("one");
    expect(store.isCrowded).toBe(false);
    grow("two");
    expect(store.isCrowded).toBe(true);
    doAllUpkeep(store);
    expect([store.isCrowded, store.status().tail.events]).toEqual([false, 0]);
    grow("three");
    grow("four");
    free = 0;
    nowMs += 20_000;
    expect(store.isCrowded).toBe(false);
    store.close();
  });

  test("when the process dies, then the next start has every event once", () => {
    const folder = newFolder();
    const store = openStore(folder);
    store.append(commit({ events: [event("one")], keys: [{ key: "k", answer: "a" }], received: 1 }));
    store.append(commit({ events: [event("two")], repeats: [{ id: 1, time: baseTime + 1 }], received: 2 }));
    const again = openStore(copyOf(folder));
    expect(readAll(again)).toEqual(readAll(store));
    expect(again.answerFor("k")).toBe("a");
    expect(again.status().received).toBe(3);
    expect([...again.unsealed()].map(({ id }) => id)).toEqual([1, 2]);
    again.close();
    store.close();
  });

  test("when a close has no time to seal all days, then the rest stays in the intake log and nothing is lost or doubled", () => {
    let nowMs = 0;
    let stepMs = 0;
    const folder = newFolder();
    const monotonicMs = () => {
      nowMs += stepMs;
      return nowMs;
    };
    const store = openStore(folder, { monotonicMs });
    const days = Array.from({ length: 9 }, (_, i) => event(`day ${i}`, baseTime + i * 86_400e6));
    store.append(commit({ events: days, received: 9 }));
    store.append(commit({ repeats: [{ id: 1, time: baseTime + 7 }], received: 1 }));
    const before = readAll(store);
    stepMs = closeSealMs / 5;
    store.close();
    const again = openStore(folder);
    const unsealed = [...again.unsealed()].length;
    expect(unsealed).toBeGreaterThan(0);
    expect(unsealed).toBeLessThan(9);
    expect(readAll(again)).toEqual(before);
    again.close();
    const last = openStore(folder);
    expect([...last.unsealed()]).toEqual([]);
    expect(readAll(last)).toEqual(before);
    last.close();
  });

  test("when files are made, then nobody else can read them", () => {
    const folder = newFolder();
    const store = openStore(folder, { sealEvents: 1 });
    store.append(commit({ events: [event("one")] }));
    const modes = () => readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
    expect(new Set(modes())).toEqual(new Set([0o600]));
    store.doUpkeep(1000);
    expect(new Set(modes())).toEqual(new Set([0o600]));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    store.close();
  });

  test("when counters and keys are committed, then they are kept, keys for ten minutes, those of streams for ever", () => {
    let nowMs = baseTime / 1000;
    const folder = newFolder();
    const store = openStore(folder, { clock: () => nowMs });
    store.append(
      commit({
        events: [event("one")],
        keys: [
          { key: "k", answer: "a" },
          { key: "stream user 7 file", answer: "17 " },
        ],
        losses: { cut: 2, rejected: 3, out_of_time: 1 },
        received: 4,
      }),
    );
    nowMs += 60_000;
    store.append(commit({ repeats: [{ id: 1, time: baseTime + 1 }], losses: { udp_dropped: 5 }, received: 6 }));
    store.close();
    const again = openStore(folder, { clock: () => nowMs });
    expect(again.status()).toMatchObject({
      received: 10,
      stored: 2,
      loss: { cut: 2, rejected: 3, udp_dropped: 5, overload: 0 },
    });
    const minute = Math.floor(baseTime / 60_000_000) * 60_000;
    expect(again.arrivals(minute, minute + 120_000)).toEqual([
      { timeMs: minute, new: 1, duplicates: 0, dropped: 3, outOfTime: 1 },
      { timeMs: minute + 60_000, new: 0, duplicates: 1, dropped: 5, outOfTime: 0 },
    ]);
    expect(again.arrivals(minute + 60_000, minute + 60_001).length).toBe(1);
    expect(again.answerFor("k")).toBe("a");
    nowMs += 9 * 60_000;
    expect(again.answerFor("k")).toBeUndefined();
    nowMs += 365 * 86_400_000;
    again.append(commit({ repeats: [{ id: 1, time: baseTime + 1 }] }));
    expect(again.answerFor("stream user 7 file")).toBe("17 ");
    expect(again.answerFor("other")).toBeUndefined();
    again.close();
  });

  test("when events wait long enough, then they are sealed though they are few", () => {
    let nowMs = 0;
    const store = openStore(newFolder(), { monotonicMs: () => nowMs });
    store.append(commit({ events: [event("one")] }));
    expect(store.doUpkeep(100)).toBe(false);
    expect(store.nextUpkeepMs()).toBe(600_000);
    nowMs = 600_000;
    expect(store.nextUpkeepMs()).toBe(0);
    doAllUpkeep(store);
    expect(store.status().tail).toEqual({ events: 0, bytes: 0, segments: 0 });
    expect(store.nextUpkeepMs()).toBe(50);
    nowMs += 50;
    doAllUpkeep(store);
    expect(store.nextUpkeepMs()).toBeUndefined();
    store.close();
  });

  test("when no commit comes for a second, then many events are sealed, and few wait", () => {
    let nowMs = 0;
    const store = openStore(newFolder(), { monotonicMs: () => nowMs });
    const half = Array.from({ length: restSealEvents / 2 }, (_, i) => event(`number ${i}`));
    store.append(commit({ events: half }));
    nowMs = 2 * restMs;
    expect(store.doUpkeep(100)).toBe(false);
    expect(store.nextUpkeepMs()).toBe(600_000 - nowMs);
    store.append(commit({ events: half }));
    expect(store.nextUpkeepMs()).toBe(restMs);
    nowMs += restMs - 1;
    expect(store.doUpkeep(100)).toBe(false);
    store.append(commit({ repeats: [{ id: 1, time: baseTime + 7 }] }));
    expect(store.nextUpkeepMs()).toBe(restMs);
    nowMs += restMs;
    expect(store.nextUpkeepMs()).toBe(0);
    doAllUpkeep(store);
    expect(store.status().tail.events).toBe(0);
    store.close();
  });

  test("when a start brings back many events, then they are sealed a second later", () => {
    let nowMs = 0;
    const folder = newFolder();
    const store = openStore(folder, { monotonicMs: () => nowMs });
    store.append(commit({ events: Array.from({ length: restSealEvents }, (_, i) => event(`number ${i}`)) }));
    const again = openStore(copyOf(folder), { monotonicMs: () => nowMs });
    expect(again.nextUpkeepMs()).toBe(restMs);
    nowMs += restMs;
    doAllUpkeep(again);
    expect(again.status().tail.events).toBe(0);
    expect(again.status().days).toMatchObject([{ events: restSealEvents, segments: 1 }]);
    again.close();
    store.close();
  });

  test("when a sealed event repeats, then the repeat is kept beside it and folded in by compaction", () => {
    const folder = newFolder();
    const store = openStore(folder, { sealEvents: 1 });
    store.append(commit({ events: [event("one")] }));
    doAllUpkeep(store);
    store.append(
      commit({
        repeats: [
          { id: 1, time: baseTime - 7 },
          { id: 1, time: baseTime + 9 },
        ],
      }),
    );
    const times = [baseTime - 7, baseTime, baseTime + 9];
    expect(readAll(store)[0]!.times).toEqual(times);
    expect(store.status().days[0]).toMatchObject({ events: 1, occurrences: 3 });
    store.close();
    const again = openStore(folder, { sealEvents: 1 });
    expect(readAll(again)[0]!.times).toEqual(times);
    for (let i = 0; i < 7; i++) {
      again.append(commit({ events: [event(`more ${i}`)] }));
      doAllUpkeep(again);
    }
    expect(again.snapshot().segments.map(({ rows, repeats }) => [rows, repeats])).toEqual([[8, undefined]]);
    expect(readAll(again)[0]!.times).toEqual(times);
    again.close();
  });

  test("when many small commits come, then the tail stays a short list", () => {
    const store = openStore(newFolder());
    for (let i = 0; i < 400; i++) {
      store.append(commit({ events: Array.from({ length: 1 + (i % 20) }, (_, j) => event(`${i} ${j}`)) }));
      doAllUpkeep(store);
    }
    expect(store.status().tail.segments).toBeLessThanOrEqual(40);
    expect(readAll(store).length).toBe(store.nextId - 1);
    store.close();
  });

  test("when nobody calls doUpkeep, then appends themselves keep the tail bounded", () => {
    const store = openStore(newFolder(), { sealEvents: 10 });
    for (let i = 0; i < 200; i++) store.append(commit({ events: [event(`${i}`), event(`${i}`)] }));
    expect(store.status().tail.events).toBeLessThan(60);
    expect(readAll(store).length).toBe(400);
    store.close();
  });

  test("when a thousand commits are in the log, then the next start brings them back and soon has them in few segments", () => {
    const folder = newFolder();
    const store = openStore(folder);
    for (let i = 0; i < 1_000; i++) store.append(commit({ events: [event(`${i}`)] }));
    const again = openStore(copyOf(folder));
    expect(again.status().tail.events).toBe(1_000);
    doAllUpkeep(again);
    expect(again.status().tail.segments).toBeLessThanOrEqual(40);
    expect([...again.unsealed()].map(({ message }) => message)).toEqual(
      Array.from({ length: 1_000 }, (_, i) => `${i}`),
    );
    again.close();
    store.close();
  });

  test("when a sealed day is copied alone while the store runs, then the copy has all its events", () => {
    const folder = newFolder();
    const store = openStore(folder, { sealEvents: 1 });
    store.append(commit({ events: [event("one"), event("two")] }));
    doAllUpkeep(store);
    expect(statSync(join(folder, "2024-05-31.sqlite-wal")).size).toBe(0);
    const other = newFolder();
    mkdirSync(other, { recursive: true });
    copyFileSync(join(folder, "2024-05-31.sqlite"), join(other, "2024-05-31.sqlite"));
    const copy = openStore(other);
    expect(readAll(copy)).toEqual(readAll(store));
    expect(copy.nextId).toBeGreaterThan(2);
    copy.close();
    store.close();
  });

  test("when the process dies at any step of a seal, then all is there once and repeats still find their event", () => {
    const folder = newFolder();
    const store = openStore(folder, { sealEvents: 3 });
    const later = baseTime + 20e6;
    store.append(commit({ events: [event("late", later), event("early"), event("late too", later)] }));
    let stepsLeft = true;
    while (stepsLeft) {
      stepsLeft = store.doUpkeep(0);
      const again = openStore(copyOf(folder));
      again.append(commit({ repeats: [1, 2, 3].map((id) => ({ id, time: later + id })) }));
      expect(readAll(again).map(({ times }) => times)).toEqual([
        [later, later + 1],
        [baseTime, later + 2],
        [later, later + 3],
      ]);
      again.close();
    }
    expect(store.status().tail.events).toBe(0);
    store.close();
  });
});
