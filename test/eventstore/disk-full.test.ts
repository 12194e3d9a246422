import { describe, expect, test } from "vitest";
import { DiskFullError } from "../../src/eventstore/errors.ts";
import { baseTime, event } from "../support/store/event-arbitrary.ts";
import { commit, doAllUpkeep, newFolder, openStore, readAll } from "../support/store/store-folder.ts";

/** A disk whose free space a test can turn, on a clock that it can turn too. */
function disk() {
  const state = { free: 1_000, nowMs: 0 };
  const options = { minFreeBytes: 500, freeBytes: () => state.free, monotonicMs: () => state.nowMs };
  return { state, options };
}

describe("a full disk", () => {
  test("when less than the wanted space is free, then an append is refused and changes nothing", () => {
    const { state, options } = disk();
    const store = openStore(newFolder(), options);
    store.append(commit({ events: [event("one")], received: 1 }));
    const before = { ...store.status(), freeBytes: 499 };
    state.free = 499;
    state.nowMs += 1_000;
    const refused = commit({
      events: [event("two")],
      keys: [{ key: "k", answer: "a" }],
      losses: { cut: 1 },
      received: 1,
    });
    expect(() => store.append(refused)).toThrow(DiskFullError);
    expect(() => store.append(commit({ repeats: [{ id: 1, time: baseTime }] }))).toThrow(DiskFullError);
    expect(store.status()).toEqual(before);
    expect(store.answerFor("k")).toBeUndefined();
    expect(readAll(store).length).toBe(1);
    store.close();
  });

  test("when the disk is full, then the loss can still be counted", () => {
    const { state, options } = disk();
    const folder = newFolder();
    const store = openStore(folder, options);
    state.free = 0;
    store.append(commit({ losses: { disk_full: 3 }, received: 3 }));
    store.close();
    const again = openStore(folder, options);
    expect(again.status().loss.disk_full).toBe(3);
    expect(again.status().received).toBe(3);
    again.close();
  });

  test("when there is space again, then appends and seals go on by themselves", () => {
    const { state, options } = disk();
    const store = openStore(newFolder(), { ...options, sealEvents: 1 });
    store.append(commit({ events: [event("one")] }));
    state.free = 0;
    state.nowMs += 1_000;
    doAllUpkeep(store);
    expect(store.status().tail.events).toBe(1);
    expect(store.nextUpkeepMs()).toBeGreaterThan(0);
    expect(store.nextUpkeepMs()).toBeLessThanOrEqual(10_000);
    state.free = 1_000;
    state.nowMs += 10_000;
    store.append(commit({ events: [event("two")] }));
    doAllUpkeep(store);
    expect(store.status().tail.events).toBe(0);
    expect(readAll(store).map(({ message }) => message)).toEqual(["one", "two"]);
    store.close();
  });

  test("when the disk is full, then retention still makes room", () => {
    const { state, options } = disk();
    const folder = newFolder();
    const store = openStore(folder, options);
    for (let day = 0; day < 3; day++) store.append(commit({ events: [event(`${day}`, baseTime + day * 86_400e6)] }));
    store.close();
    state.free = 0;
    const again = openStore(folder, { ...options, retentionBytes: 1 });
    doAllUpkeep(again);
    expect(again.status().days.map(({ day }) => day)).toEqual(["2024-06-02"]);
    again.close();
  });
});
