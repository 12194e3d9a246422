import { cpSync, readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import pino from "pino";
import { describe, expect, test } from "vitest";
import { createSegmentReader } from "../../../src/eventstore/read/segment-reader.ts";
import { baseTime, event } from "../../support/store/event-arbitrary.ts";
import {
  commit,
  copyOf,
  doAllUpkeep,
  newFolder,
  openStore,
  type PatientStore,
  readAll,
  readSnapshot,
} from "../../support/store/store-folder.ts";

const day = "2024-05-31";
const nextDay = baseTime + 20_000_000;

/** More than the manifest keeps. */
const manyRepeats = 20_000;

/** Two sealed days; the older has repeats beside its segment. */
function twoDays(repeats = 1): string {
  const folder = newFolder();
  const store = openStore(folder, { sealEvents: 1 });
  store.append(commit({ events: [event("old"), event("new", nextDay)] }));
  doAllUpkeep(store);
  store.append(
    commit({ repeats: Array.from({ length: repeats }, (_, i) => ({ id: 1, time: baseTime + 7 + i, fired: "" })) }),
  );
  store.close();
  return folder;
}

/** Days whose file the writer opened since the start: SQLite keeps a log beside those. */
function openedDays(folder: string): string[] {
  return readdirSync(folder).filter((name) => /^\d.*-shm$/.test(name));
}

/** A store, and the warnings that it logs. */
function openLogging(folder: string): { store: PatientStore; logged: string[] } {
  const logged: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => logged.push(JSON.parse(line).msg) });
  return { store: openStore(folder, { log }), logged };
}

/** By day. */
function marksOf(folder: string): string[] {
  const database = new Database(join(folder, "intake.sqlite"));
  const marks = database.prepare("SELECT mark FROM day_note ORDER BY day").pluck().all() as string[];
  database.close();
  return marks;
}

describe("notes of day files", () => {
  test("when nothing changed since the last stop, then a start opens no day file and has all events and repeats", () => {
    const folder = twoDays();
    expect(marksOf(folder).length).toBe(2);
    const store = openStore(folder);
    expect(openedDays(folder)).toEqual([]);
    expect(store.status().days.map(({ occurrences }) => occurrences)).toEqual([2, 1]);
    expect(readAll(store).map(({ message, times }) => [message, times.length])).toEqual([
      ["old", 2],
      ["new", 1],
    ]);
    store.close();
    expect(readdirSync(folder).sort()).toEqual([`${day}.sqlite`, "2024-06-01.sqlite", "intake.sqlite"]);
  });

  test("when notes are lost or broken, then the files are read", () => {
    const folder = twoDays();
    const database = new Database(join(folder, "intake.sqlite"));
    database.exec("UPDATE day_note SET contents = x'28b52ffd'");
    database.close();
    const store = openStore(folder);
    expect(readAll(store).length).toBe(2);
    store.close();
  });

  test("when a day has more repeats than its note keeps, then a start reads its file, loses nothing and reports nothing", () => {
    const folder = twoDays(manyRepeats);
    expect(marksOf(folder)).toEqual(["", expect.stringMatching(/^\d+ \d+$/)]);
    for (let start = 0; start < 2; start++) {
      const { store, logged } = openLogging(folder);
      expect(store.status().days.map(({ occurrences }) => occurrences)).toEqual([1 + manyRepeats, 1]);
      expect(readAll(store).map(({ message, times }) => [message, times.length])).toEqual([
        ["old", 1 + manyRepeats],
        ["new", 1],
      ]);
      expect([store.status().damaged, store.snapshot().warnings, logged]).toEqual([[], [], []]);
      store.close();
    }
  });

  test("when an earlier build kept no note of a day with many repeats, then a start reads its file and reports nothing", () => {
    const folder = twoDays(manyRepeats);
    const database = new Database(join(folder, "intake.sqlite"));
    database.prepare("DELETE FROM day_note WHERE day = ?").run(day);
    database.close();
    const { store, logged } = openLogging(folder);
    expect(store.status().days.map(({ occurrences }) => occurrences)).toEqual([1 + manyRepeats, 1]);
    expect([store.status().damaged, logged]).toEqual([[], []]);
    store.close();
    expect(marksOf(folder).length).toBe(2);
  });

  describe.each([1, manyRepeats])("when the day has %i repeats beside its segment", (repeats) => {
    test("and its file was cut to nothing while the store was stopped, then it is set aside and named", () => {
      const folder = twoDays(repeats);
      truncateSync(join(folder, `${day}.sqlite`));
      const store = openStore(folder);
      expect(store.status().damaged).toEqual([{ file: expect.stringMatching(/\.damaged-/), day }]);
      expect(store.snapshot().warnings.length).toBe(1);
      expect(readAll(store).map(({ message }) => message)).toEqual(["new"]);
      store.append(commit({ events: [event("again")] }));
      store.close();
      const later = openStore(folder);
      expect(readAll(later).map(({ message }) => message)).toEqual(["new", "again"]);
      expect(later.status().damaged.length).toBe(1);
      later.close();
    });

    test("and an older copy of its file was put in its place, then what it has is served and the loss is told once", () => {
      const folder = twoDays(repeats);
      const earlier = copyOf(folder);
      const store = openStore(folder);
      store.append(commit({ events: [event("late")] }));
      store.close();
      cpSync(join(earlier, `${day}.sqlite`), join(folder, `${day}.sqlite`));
      const again = openStore(folder);
      expect(readAll(again).map(({ message, times }) => [message, times.length])).toEqual([
        ["old", 1 + repeats],
        ["new", 1],
      ]);
      expect(again.status().damaged).toEqual([{ file: `${day}.sqlite`, day }]);
      again.close();
      const later = openStore(folder);
      expect(later.status().damaged).toEqual([]);
      later.close();
    });

    test("and files were copied or taken away by hand, then the start goes on with what is there and logs what is not", () => {
      const folder = twoDays(repeats);
      const store = openStore(copyOf(folder));
      expect(readAll(store).length).toBe(2);
      store.close();
      rmSync(join(folder, `${day}.sqlite`));
      const { store: less, logged } = openLogging(folder);
      expect(readAll(less).map(({ message }) => message)).toEqual(["new"]);
      expect(less.status().damaged).toEqual([]);
      expect(logged).toEqual(["an event file was taken away since the last stop, its day is left out"]);
      less.append(commit({ events: [event("again")] }));
      less.close();
      const later = openStore(folder);
      expect(readAll(later).map(({ message }) => message)).toEqual(["new", "again"]);
      later.close();
    });
  });

  test("when a file was damaged without a trace of it in size or time, then its reader finds it", () => {
    const folder = twoDays();
    const path = join(folder, `${day}.sqlite`);
    utimesSync(path, 1_000_000, 1_000_000);
    openStore(folder).close();
    writeFileSync(path, Buffer.alloc(statSync(path).size, 0xa5));
    utimesSync(path, 1_000_000, 1_000_000);
    const store = openStore(folder);
    expect(openedDays(folder)).toEqual([]);
    const reader = createSegmentReader({ cacheBytes: 0 });
    expect(() => readSnapshot(store.snapshot(), reader)).toThrow("Damaged event file");
    store.setAside({ day, reason: "its reader said so" });
    expect(readAll(store).map(({ message }) => message)).toEqual(["new"]);
    reader.close();
    store.close();
  });

  test.each([
    ["cut to nothing", (path: string) => truncateSync(path)],
    ["deleted", (path: string) => rmSync(path)],
  ])("when a day file is %s while the store runs and events come for its day, then they are kept", (_, harm) => {
    const folder = twoDays();
    const store = openStore(folder, { sealEvents: 1 });
    harm(join(folder, `${day}.sqlite`));
    store.append(commit({ events: [event("fresh")] }));
    doAllUpkeep(store);
    expect(store.status().damaged.map((damaged) => damaged.day)).toEqual([day]);
    expect(readAll(store).map(({ message }) => message)).toEqual(["new", "fresh"]);
    store.close();
    const later = openStore(folder);
    expect(readAll(later).map(({ message }) => message)).toEqual(["new", "fresh"]);
    later.close();
  });

  test("when a day file is cut to nothing while the store runs, then its reader says that the day is damaged", () => {
    const folder = twoDays();
    const store = openStore(folder);
    truncateSync(join(folder, `${day}.sqlite`));
    const reader = createSegmentReader({ cacheBytes: 0 });
    const { segments, eventsFolder } = store.snapshot();
    const handle = segments.find((segment) => segment.place === "file" && segment.day === day)!;
    expect(() => reader.open(handle, eventsFolder)).toThrow("Damaged event file");
    reader.close();
    store.close();
  });
});
