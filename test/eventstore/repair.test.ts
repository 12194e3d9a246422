import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import pino from "pino";
import { expect, test } from "vitest";
import type { Lane, UpkeepJob } from "../../src/eventstore/catalog/upkeep-jobs.ts";
import { fileParts, findDirectory, preparePartReader } from "../../src/eventstore/files/segment-parts.ts";
import { hasUnnumberedTemplates, type PartSink } from "../../src/eventstore/format/segment-format.ts";
import { baseTime, event } from "../support/store/event-arbitrary.ts";
import { commit, doAllUpkeep, newFolder, openStore, readAll } from "../support/store/store-folder.ts";
import { unnumberedEntry } from "../support/store/template-texts.ts";
import { UpkeepHere } from "../support/store/upkeep-here.ts";

test("when earlier builds left templates without numbers, then all is read, and the segments are written anew once", () => {
  const folder = newFolder();
  const before = openStore(folder, { sealEvents: 1_500 });
  // On both sides of midnight.
  const events = Array.from({ length: 6_000 }, (_, i) => event(message(i), baseTime + i * 5_000));
  for (let at = 0; at < events.length; at += 500) {
    before.append(commit({ events: events.slice(at, at + 500) }));
    doAllUpkeep(before);
  }
  const wanted = readAll(before);
  before.close();
  const spoilt = leaveUnnumbered(folder);
  expect(spoilt).toBeGreaterThan(2);

  const told: { msg: string }[] = [];
  const log = pino({ level: "warn" }, { write: (line) => told.push(JSON.parse(line)) });
  const store = openStore(folder, { log });
  expect(readAll(store)).toEqual(wanted);
  doAllUpkeep(store);
  expect(readAll(store)).toEqual(wanted);
  expect(told.map(({ msg }) => msg)).toEqual(Array.from({ length: spoilt }, () => "segment repaired"));
  store.close();
  expect(directoriesOf(folder).some(hasUnnumberedTemplates)).toBe(false);

  const again = new JobsSeen(folder);
  const last = openStore(folder, { upkeep: again });
  doAllUpkeep(last);
  expect(readAll(last)).toEqual(wanted);
  last.close();
  expect(again.kinds).not.toContain("inspect");
});

class JobsSeen extends UpkeepHere {
  readonly kinds: string[] = [];

  override begin(lane: Lane, job: UpkeepJob): void {
    this.kinds.push(job.kind);
    super.begin(lane, job);
  }
}

function message(i: number): string {
  return i % 3 === 0 ? `user u${i} logged in` : `query for ${"abcdefghij"[i % 10]} from 10.0.0.${i % 250} took ${i} ms`;
}

/** Rewrites the messages of all segments as early builds merged them. Gives how many there are. */
function leaveUnnumbered(folder: string): number {
  let count = 0;
  eachSegment(folder, (database, segmentId) => {
    const readPart = preparePartReader(database);
    const directory = findDirectory(readPart, segmentId)!;
    const { message: entry } = directory.base;
    // Small ones have none.
    if (entry.encoding !== "template") return;
    const insert = database.prepare("INSERT INTO segment_part VALUES (?, ?, ?, 1, 0, ?, ?)");
    let next = 100_000;
    const write = (part: number, bytes: Uint8Array) =>
      insert.run(segmentId, part, bytes.length, Bun.hash.crc32(bytes), bytes);
    const sink: PartSink = {
      inMemory: false,
      add: (bytes) => {
        write(next, bytes);
        return next++;
      },
    };
    directory.base.message = unnumberedEntry(sink, fileParts(readPart, segmentId), entry, directory.rows);
    database.prepare("DELETE FROM segment_part WHERE segment_id = ? AND part = -1").run(segmentId);
    write(-1, Buffer.from(JSON.stringify(directory)));
    count++;
  });
  return count;
}

function directoriesOf(folder: string) {
  const directories: NonNullable<ReturnType<typeof findDirectory>>[] = [];
  eachSegment(folder, (database, segmentId) =>
    directories.push(findDirectory(preparePartReader(database), segmentId)!),
  );
  return directories;
}

function eachSegment(folder: string, visit: (database: Database.Database, segmentId: number) => void): void {
  for (const name of readdirSync(folder).filter((file) => /^\d.*\.sqlite$/.test(file))) {
    const database = new Database(join(folder, name));
    for (const id of database.prepare("SELECT segment_id FROM segment WHERE state = 1").pluck().all())
      visit(database, Number(id));
    database.close();
  }
}
