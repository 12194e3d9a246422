import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, describe, expect, test } from "vitest";
import type { StoredEvent } from "../../src/eventstore/event.ts";
import type { Commit, EventStore } from "../../src/eventstore/event-store.ts";
import { openEventStore } from "../../src/eventstore/open-event-store.ts";
import { createSegmentReader } from "../../src/eventstore/segment-reader.ts";
import { baseTime, event } from "./event-arbitrary.ts";

const log = pino({ level: "silent" });
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "eventstore-"));
  folders.push(folder);
  return join(folder, "events");
}

function open(eventsFolder: string, more = {}): EventStore {
  return openEventStore({
    eventsFolder,
    sealEvents: 1_000_000,
    sealAfterSeconds: 600,
    retentionDays: undefined,
    retentionBytes: undefined,
    minFreeBytes: 0,
    clock: () => baseTime / 1000,
    log,
    ...more,
  });
}

function commit(more: Partial<Commit>): Commit {
  return { events: [], repeats: [], keys: [], losses: {}, received: 0, ...more };
}

function readAll(store: EventStore): StoredEvent[] {
  const snapshot = store.snapshot();
  const reader = createSegmentReader({ cacheBytes: 1e6 });
  const events = snapshot.segments.flatMap((handle) => {
    const segment = reader.open(handle, snapshot.eventsFolder);
    return Array.from({ length: segment.rows }, (_, row) => segment.event(row));
  });
  reader.close();
  store.release(snapshot.lease);
  return events.sort((a, b) => a.id - b.id);
}

describe("event store", () => {
  test("when events are appended, then a snapshot shows them at once and after sealing", () => {
    const folder = newFolder();
    const store = open(folder, { sealEvents: 3 });
    store.append(commit({ events: [event("one"), event("two", baseTime + 20e6)] }));
    const before = readAll(store);
    expect(before.map(({ id, message }) => [id, message])).toEqual([
      [1, "one"],
      [2, "two"],
    ]);
    store.append(commit({ events: [event("three", baseTime - 5)], repeats: [{ id: 1, time: baseTime + 7 }] }));
    while (store.maintain(100));
    expect(store.status().tail.events).toBe(0);
    expect(store.status().days.map(({ day, events }) => [day, events])).toEqual([
      ["2024-05-31", 2],
      ["2024-06-01", 1],
    ]);
    const after = readAll(store);
    expect(after[0]!.times).toEqual([baseTime, baseTime + 7]);
    expect(after.map(({ message }) => message)).toEqual(["one", "two", "three"]);
    store.close();
    const again = open(folder);
    expect(readAll(again)).toEqual(after);
    expect(again.nextId).toBe(4);
    again.close();
    expect(readdirSync(folder).sort()).toEqual(["2024-05-31.sqlite", "2024-06-01.sqlite", "intake.sqlite"]);
  });

  test("when the process dies, then the next start has every event once", () => {
    const folder = newFolder();
    const store = open(folder);
    store.append(commit({ events: [event("one")], keys: [{ key: "k", answer: "a" }], received: 1 }));
    store.append(commit({ events: [event("two")], repeats: [{ id: 1, time: baseTime + 1 }], received: 2 }));
    const copy = newFolder();
    cpSync(folder, copy, { recursive: true });
    const again = open(copy);
    expect(readAll(again)).toEqual(readAll(store));
    expect(again.answerFor("k")).toBe("a");
    expect(again.status().received).toBe(3);
    expect([...again.unsealed()].map(({ id }) => id)).toEqual([1, 2]);
    again.close();
    store.close();
  });

  test("when files are made, then nobody else can read them", () => {
    const folder = newFolder();
    const store = open(folder, { sealEvents: 1 });
    store.append(commit({ events: [event("one")] }));
    const modes = () => readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
    expect(new Set(modes())).toEqual(new Set([0o600]));
    store.maintain(1000);
    expect(new Set(modes())).toEqual(new Set([0o600]));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    store.close();
  });
});
