import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { baseTime, event } from "./event-arbitrary.ts";
import { commit, copyOf, maintainAll, newFolder, openStore, readAll } from "./store-folder.ts";

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
    maintainAll(store);
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

  test("when files are made, then nobody else can read them", () => {
    const folder = newFolder();
    const store = openStore(folder, { sealEvents: 1 });
    store.append(commit({ events: [event("one")] }));
    const modes = () => readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
    expect(new Set(modes())).toEqual(new Set([0o600]));
    store.maintain(1000);
    expect(new Set(modes())).toEqual(new Set([0o600]));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    store.close();
  });
});
