import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { partSchema } from "../../../src/eventstore/files/segment-parts.ts";
import { ReaderConnections } from "../../../src/eventstore/read/reader-connections.ts";

let folder: string;
let path: string;
let writer: Database.Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-reader-"));
  path = join(folder, "day.sqlite");
  writer = new Database(path);
  writer.pragma("journal_mode = WAL");
  writer.exec(partSchema);
  write(1);
});
afterEach(() => {
  writer.close();
  rmSync(folder, { recursive: true });
});

function write(segment: number): void {
  writer.prepare("INSERT INTO segment_part VALUES (?, 0, 1, 1, 0, 0, x'07')").run(segment);
}

/** Whether the log could be emptied. */
function foldsLog(): boolean {
  writer.pragma("busy_timeout = 0");
  return (writer.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[])[0]!.busy === 0;
}

test("when reads of one turn share a transaction, then what is written meanwhile is found, too", () => {
  const connections = new ReaderConnections(true);
  expect(connections.get(path).get(1, 0)!.size).toBe(1);
  write(2);
  expect(connections.get(path).get(2, 0)!.size).toBe(1);
  expect(connections.get(path).get(3, 0)).toBeUndefined();
  connections.close();
});

test("when a turn ends, then its transaction ends, and the log of the file can be emptied", async () => {
  const connections = new ReaderConnections(true);
  write(2);
  connections.get(path).get(1, 0);
  write(3);
  expect(foldsLog()).toBe(false);
  await Promise.resolve();
  expect(foldsLog()).toBe(true);
  expect(connections.get(path).get(3, 0)!.size).toBe(1);
  connections.close();
});

test("when a connection is closed within a turn, then nothing of it is left behind the turn", async () => {
  const connections = new ReaderConnections(true);
  connections.get(path).get(1, 0);
  connections.close();
  write(2);
  expect(foldsLog()).toBe(true);
  await Promise.resolve();
  expect(connections.get(path).get(2, 0)!.size).toBe(1);
  connections.close();
});

test("when reads share nothing, then the log can be emptied in the same turn", () => {
  const connections = new ReaderConnections(false);
  write(2);
  expect(connections.get(path).get(2, 0)!.size).toBe(1);
  expect(foldsLog()).toBe(true);
  connections.close();
});

test("when a page of the file is zeros, then the turn says so, ends, and the next one says the same", async () => {
  const insert = writer.prepare("INSERT INTO segment_part VALUES (?, ?, 1, 1, 0, 0, randomblob(300))");
  for (let segment = 2; segment <= 40; segment++) for (let part = 0; part < 12; part++) insert.run(segment, part);
  foldsLog();
  const whole = readFileSync(path);
  const damaged = join(folder, "damaged.sqlite");
  const readAll = (connections: ReaderConnections) => {
    try {
      for (let segment = 2; segment <= 40; segment++)
        for (let part = 0; part < 12; part++) connections.get(damaged).get(segment, part);
      return "read";
    } catch (error) {
      return (error as { code?: string }).code;
    }
  };
  const found: (string | undefined)[] = [];
  for (let page = 1; page < whole.length / 4096; page++) {
    writeFileSync(damaged, Buffer.from(whole).fill(0, page * 4096, (page + 1) * 4096));
    const connections = new ReaderConnections(true);
    const first = readAll(connections);
    await Promise.resolve();
    expect(readAll(connections)).toBe(first);
    connections.close();
    found.push(first);
  }
  expect(found.filter((code) => code === "SQLITE_CORRUPT").length).toBeGreaterThan(20);
});
