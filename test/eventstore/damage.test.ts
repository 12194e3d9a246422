import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { DamagedSegmentError } from "../../src/eventstore/errors.ts";
import { createSegmentReader } from "../../src/eventstore/read/segment-reader.ts";
import { baseTime, event } from "../support/store/event-arbitrary.ts";
import {
  commit,
  copyOf,
  doAllUpkeep,
  newFolder,
  openStore,
  readAll,
  readSnapshot,
} from "../support/store/store-folder.ts";

const day = "2024-05-31";
const nextDay = baseTime + 20_000_000;
const damagedDay = /^2024-05-31\.sqlite\.damaged-\d{8}T\d{6}Z$/;

/** A folder with two sealed days of one event each. */
function twoDays(): string {
  const folder = newFolder();
  const store = openStore(folder);
  store.append(commit({ events: [event("old"), event("new", nextDay)], received: 2 }));
  store.close();
  return folder;
}

function change(path: string, sql: string): void {
  const database = new Database(path);
  database.exec(sql);
  database.close();
}

/** What a program wrote that knew no scales and no digits, or no word filters across blocks: here is none of them. */
function makeEarlierVersion(path: string, version: number): void {
  const database = new Database(path);
  const parts = database.prepare("SELECT rowid, compressed, data FROM segment_part WHERE part = -1").all() as {
    rowid: number;
    compressed: number;
    data: Uint8Array<ArrayBuffer>;
  }[];
  const update = database.prepare(
    "UPDATE segment_part SET compressed = 0, size = ?, checksum = ?, data = ? WHERE rowid = ?",
  );
  for (const { rowid, compressed, data } of parts) {
    const text = (compressed ? Bun.zstdDecompressSync(data) : Buffer.from(data)).toString();
    const old = Buffer.from(text.replace('"version":3', `"version":${version}`));
    if (version !== 3) expect(old.toString()).not.toBe(text);
    update.run(old.length, Bun.hash.crc32(old), old, rowid);
  }
  database.pragma(`user_version = ${version}`);
  database.close();
}

function replaceByFolder(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

describe("damage", () => {
  test.each([
    ["more events than its ids", "rows = 7", "It would have 7 events with ids 1 to 1."],
    ["fewer occurrences than events", "occurrences = 0", "It would have 0 occurrences of 1 events."],
    ["a first time after its last one", "min_time = max_time + 1", "would be after its last one"],
  ])(
    "when a day says that a segment has %s, then that segment alone is set aside, and written anew",
    (_, what, why) => {
      const folder = twoDays();
      change(join(folder, `${day}.sqlite`), `UPDATE segment SET ${what}`);
      // Without the manifest, which has what was true.
      change(join(folder, "intake.sqlite"), "DELETE FROM day_note");
      const reasons: string[] = [];
      const log = { error: ({ reason }: { reason: string }) => reasons.push(reason), warn() {}, info() {}, debug() {} };
      const store = openStore(folder, { log: log as never });
      expect(reasons).toEqual([expect.stringContaining(why)]);
      expect(readAll(store).map(({ message }) => message)).toEqual(["new"]);
      doAllUpkeep(store);
      expect(readAll(store).map(({ message }) => message)).toEqual(["old", "new"]);
      store.close();
    },
  );

  test("when the log says another number of events than a commit has, then the commit is put aside at the start", () => {
    const folder = newFolder();
    const store = openStore(folder);
    store.append(commit({ events: [event("one")], received: 1 }));
    store.append(commit({ events: [event("two")], received: 1 }));
    const copy = copyOf(folder);
    store.close();
    change(join(copy, "intake.sqlite"), "UPDATE batch SET events = 2 WHERE batch = 1");
    const found = openStore(copy);
    expect(readAll(found).map(({ message }) => message)).toEqual(["two"]);
    expect(readdirSync(copy).filter((name) => name.startsWith("intake-1.damaged-"))).toHaveLength(1);
    found.close();
  });

  test.each([
    ["is no database", (path: string) => writeFileSync(path, "this is no database at all, really")],
    ["is cut in the middle", (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 20_000))],
    ["belongs to another program", (path: string) => change(path, "PRAGMA application_id = 7")],
    ["is a folder", replaceByFolder],
  ])("when a day file %s, then it is set aside and named, and the other days serve", (_, damage) => {
    const folder = twoDays();
    damage(join(folder, `${day}.sqlite`));
    const store = openStore(folder);
    expect(readAll(store).map(({ message }) => message)).toEqual(["new"]);
    const [damaged] = store.status().damaged;
    expect(damaged).toEqual({ file: expect.stringMatching(damagedDay), day });
    expect(readdirSync(folder)).toContain(damaged!.file);
    expect(store.snapshot({ from: baseTime, to: baseTime + 1 }).warnings).toEqual([damaged!]);
    expect(store.snapshot({ from: nextDay, to: nextDay + 1 }).warnings).toEqual([]);
    expect(store.snapshot().warnings).toEqual([damaged!]);
    store.append(commit({ events: [event("again")] }));
    store.close();
    const later = openStore(folder);
    expect(readAll(later).map(({ id, message }) => [id, message])).toEqual([
      [2, "new"],
      [3, "again"],
    ]);
    expect(later.status().damaged).toEqual([damaged!]);
    later.close();
  });

  test("when a day file is of a later version, then the start says so and leaves it alone", () => {
    const folder = twoDays();
    change(join(folder, `${day}.sqlite`), "PRAGMA user_version = 99");
    expect(() => openStore(folder)).toThrow("written by a later version");
    expect(readdirSync(folder)).toContain(`${day}.sqlite`);
  });

  test.each([1, 2, 3])(
    "when a day file is of version %i, then its events are read, and earlier programs are told once it was written to",
    (version) => {
      const folder = twoDays();
      const path = join(folder, `${day}.sqlite`);
      makeEarlierVersion(path, version);
      const store = openStore(folder);
      expect(readAll(store).map(({ message }) => message)).toContain("old");
      store.append(commit({ events: [event("more")] }));
      store.close();
      const later = openStore(folder);
      expect(later.status().damaged).toEqual([]);
      expect(readAll(later).map(({ message }) => message)).toEqual(expect.arrayContaining(["old", "more"]));
      later.close();
      const database = new Database(path, { readonly: true });
      expect(database.pragma("user_version", { simple: true })).toBe(5);
      database.close();
    },
  );

  test.each([
    ["a flipped bit in a part", "UPDATE segment_part SET data = zeroblob(length(data)) WHERE part = 0"],
    ["a missing part", "DELETE FROM segment_part WHERE part = 2"],
    ["a broken directory", "UPDATE segment_part SET data = x'00' WHERE part = -1"],
  ])("when a reader meets %s, then it names the file, and the day can be set aside", (_, sql) => {
    const folder = newFolder();
    const writer = openStore(folder);
    const tags = ["a", "b", "n", "1"];
    writer.append(
      commit({
        events: [
          event("one", baseTime, { tags }),
          event("two", baseTime + 99, { host: "b" }),
          event("three", baseTime + 100_000),
        ],
      }),
    );
    writer.close();
    change(join(folder, `${day}.sqlite`), sql);
    const store = openStore(folder);
    const reader = createSegmentReader({ cacheBytes: 0 });
    let error: unknown;
    try {
      readSnapshot(store.snapshot(), reader);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(DamagedSegmentError);
    expect((error as DamagedSegmentError).damage.day).toBe(day);
    expect((error as DamagedSegmentError).path).toBe(join(folder, `${day}.sqlite`));
    store.setAside({ day, reason: String(error) });
    store.setAside({ day, reason: "a second reader" });
    expect(store.status().damaged.length).toBe(1);
    expect(readAll(store)).toEqual([]);
    reader.close();
    store.close();
  });

  test.each([
    ["deleted", (path: string) => rmSync(path), new RegExp(`^${day}\\.sqlite$`)],
    ["replaced by a folder", replaceByFolder, damagedDay],
  ])(
    "when a day file is %s while the store runs, then a reader names the day, and it can be set aside",
    (_, harm, file) => {
      const folder = twoDays();
      const store = openStore(folder);
      harm(join(folder, `${day}.sqlite`));
      const reader = createSegmentReader({ cacheBytes: 0 });
      expect(() => readSnapshot(store.snapshot(), reader)).toThrow(DamagedSegmentError);
      store.setAside({ day, reason: "cannot be read" });
      store.setAside({ day, reason: "a second reader" });
      expect(store.snapshot().warnings).toEqual([{ file: expect.stringMatching(file), day }]);
      expect(readSnapshot(store.snapshot(), reader).map(({ message }) => message)).toEqual(["new"]);
      store.append(commit({ events: [event("again")] }));
      reader.close();
      store.close();
      const later = openStore(folder);
      expect(readAll(later).map(({ message }) => message)).toEqual(["new", "again"]);
      later.close();
    },
  );

  test("when compaction meets damaged segments, then these are set aside and the rest goes on", () => {
    const folder = newFolder();
    const writer = openStore(folder, { sealEvents: 1 });
    for (let i = 0; i < 7; i++) {
      writer.append(commit({ events: [event(`m${i}`, baseTime + i), event("other day", nextDay + i)] }));
      doAllUpkeep(writer);
    }
    writer.close();
    change(join(folder, `${day}.sqlite`), "UPDATE segment_part SET data = zeroblob(length(data)) WHERE part = -1");
    const store = openStore(folder, { sealEvents: 1 });
    store.append(commit({ events: [event("m8", baseTime + 8), event("other day", nextDay + 8)] }));
    doAllUpkeep(store);
    expect(store.status().damaged).toEqual([{ file: `${day}.sqlite`, day, events: 7 }]);
    expect(store.status().days.map(({ day: name, events, segments }) => [name, events, segments])).toEqual([
      [day, 1, 8],
      ["2024-06-01", 8, 1],
    ]);
    expect(readAll(store).length).toBe(9);
    store.close();
    const later = openStore(folder);
    expect(later.status().damaged).toEqual([{ file: `${day}.sqlite`, day, events: 7 }]);
    expect(readAll(later).length).toBe(9);
    later.close();
  });

  test("when a day is set aside while it is being sealed, then its new events go to a fresh file", () => {
    const folder = twoDays();
    const store = openStore(folder, { sealEvents: 1 });
    store.append(commit({ events: [event("fresh"), event("fresh too", nextDay)] }));
    for (let i = 0; i < 5; i++) store.doUpkeep(0);
    store.setAside({ day, reason: "a reader said so" });
    doAllUpkeep(store);
    expect(readAll(store).map(({ message }) => message)).toEqual(["new", "fresh", "fresh too"]);
    store.close();
    const again = openStore(folder);
    expect(readAll(again).map(({ message }) => message)).toEqual(["new", "fresh", "fresh too"]);
    again.close();
  });

  test("when the intake log is no database, then the start goes on without it and no id is given twice", () => {
    const folder = twoDays();
    const store = openStore(folder);
    store.append(commit({ events: [event("lost")] }));
    const copy = copyOf(folder);
    for (const suffix of ["", "-wal", "-shm"]) writeFileSync(join(copy, `intake.sqlite${suffix}`), "x".repeat(5000));
    store.close();
    const again = openStore(copy);
    expect(readAll(again).map(({ message }) => message)).toEqual(["old", "new"]);
    expect(again.status().damaged).toEqual([{ file: expect.stringMatching(/^intake\.sqlite\.damaged-/), day: "" }]);
    expect(again.nextId).toBeGreaterThan(4);
    again.append(commit({ events: [event("after")] }));
    again.close();
    const later = openStore(copy);
    expect(readAll(later).map(({ message }) => message)).toEqual(["old", "new", "after"]);
    later.close();
  });

  test("when the intake log is damaged in places, then what can be read of it is kept", () => {
    const folder = newFolder();
    const store = openStore(folder);
    const noise = () => Array.from({ length: 20_000 }, () => Math.random().toString(36)).join("");
    for (let i = 0; i < 5; i++) store.append(commit({ events: [event(`${i} ${noise()}`)], received: 1 }));
    const copy = copyOf(folder);
    store.close();
    change(join(copy, "intake.sqlite"), "PRAGMA wal_checkpoint(TRUNCATE)");
    const path = join(copy, "intake.sqlite");
    const bytes = readFileSync(path);
    bytes.fill(0xa5, bytes.length - 300_000, bytes.length - 290_000);
    writeFileSync(path, bytes);
    const again = openStore(copy);
    const left = readAll(again).length;
    expect(left).toBeGreaterThanOrEqual(2);
    expect(left).toBeLessThan(5);
    expect(again.status().received).toBe(5);
    expect(again.status().damaged.length).toBeGreaterThan(0);
    expect(again.nextId).toBeGreaterThan(6);
    again.close();
  });

  test("when one row of the intake log is torn, then it is kept aside and the others are replayed", () => {
    const folder = newFolder();
    const store = openStore(folder);
    for (const message of ["one", "two", "three"]) store.append(commit({ events: [event(message)] }));
    const copy = copyOf(folder);
    store.close();
    change(join(copy, "intake.sqlite"), "UPDATE batch SET data = substr(data, 1, 40) WHERE batch = 2");
    const again = openStore(copy);
    expect(readAll(again).map(({ id, message }) => [id, message])).toEqual([
      [1, "one"],
      [3, "three"],
    ]);
    const [damaged] = again.status().damaged;
    expect(damaged!.file).toMatch(/^intake-2\.damaged-/);
    expect(statSync(join(copy, damaged!.file)).size).toBe(40);
    expect(statSync(join(copy, damaged!.file)).mode & 0o777).toBe(0o600);
    again.close();
    const later = openStore(copy);
    expect(later.status().damaged).toEqual([damaged!]);
    later.close();
  });

  test("when bytes in the middle of any file are overwritten, then the start never fails", () => {
    const whole = twoDays();
    for (const name of readdirSync(whole)) {
      const { size } = statSync(join(whole, name));
      for (let at = 0; at < size; at += 16_384) {
        const folder = copyOf(whole);
        const file = openSync(join(folder, name), "r+");
        writeSync(file, Buffer.alloc(3_000, 0xa5), 0, 3_000, at);
        closeSync(file);
        const store = openStore(folder);
        store.append(commit({ events: [event("still works")] }));
        doAllUpkeep(store);
        store.close();
      }
    }
  });
});
