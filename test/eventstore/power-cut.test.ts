import { randomBytes } from "node:crypto";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventRow, Repeat, StoredEvent } from "../../src/eventstore/event/event.ts";
import type { EventStore } from "../../src/eventstore/event-store.ts";
import { patienceMs } from "../support/patience.ts";
import { baseTime, event, withRepeat } from "../support/store/event-arbitrary.ts";
import { HeldDisk } from "../support/store/held-disk.ts";
import { commit, newFolder, openStore, readAll } from "../support/store/store-folder.ts";

/**
 * What the disk is sure to have of the intake log. Only SQLite writes the file itself, and syncs both when it copies
 * the log into it.
 */
class DiskImage {
  readonly disk = new HeldDisk(
    () => {
      this.begun = this.log();
    },
    () => {
      this.durable = this.begun;
    },
  );
  private begun = Buffer.alloc(0);
  private durable: Buffer;
  private file: Buffer;

  constructor(private readonly folder: string) {
    this.file = this.read("intake.sqlite");
    this.durable = this.log();
  }

  /** To be called whenever SQLite may have synced something. */
  watch(): void {
    const file = this.read("intake.sqlite");
    const log = this.log();
    if (!file.equals(this.file)) {
      this.file = file;
      this.durable = log;
      this.begun = log;
    }
    // A log that begins anew has its header synced before anything follows.
    for (const image of [this.durable, this.begun]) log.copy(image, 0, 0, Math.min(log.length, walHeaderBytes));
  }

  /**
   * A copy of the folder as a power cut at this moment may leave it: of what was not synced some blocks are there, some
   * are not, and its end is missing.
   */
  cut(chance: () => number): string {
    const copy = newFolder();
    cpSync(this.folder, copy, { recursive: true });
    const log = this.log();
    const kept = this.durable.length + Math.floor(chance() * (log.length + 1 - this.durable.length));
    const left = Buffer.alloc(Math.max(kept, Math.min(this.durable.length, log.length)));
    this.durable.copy(left);
    const share = chance();
    for (let at = 0; at < left.length; at += blockBytes) if (chance() < share) log.copy(left, at, at, at + blockBytes);
    log.copy(left, 0, 0, Math.min(log.length, walHeaderBytes));
    rmSync(join(copy, "intake.sqlite-shm"), { force: true });
    writeFileSync(join(copy, "intake.sqlite-wal"), left);
    return copy;
  }

  private log(): Buffer<ArrayBuffer> {
    return this.read("intake.sqlite-wal");
  }

  private read(name: string): Buffer<ArrayBuffer> {
    const path = join(this.folder, name);
    return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  }
}

const walHeaderBytes = 32;
const blockBytes = 4096;

/** A store whose machine loses its power now and then, beside the commits that it was given. */
class Machine {
  private store: EventStore;
  private image: DiskImage;
  private commits: { events: EventRow[]; repeats: Repeat[] }[] = [];
  private acknowledged = 0;
  lost = 0;

  constructor(private folder = newFolder()) {
    [this.store, this.image] = this.open();
  }

  write(sizes: readonly number[], repeats: number): void {
    const { nextId } = this.store;
    const events = sizes.map((size, i) =>
      event(randomBytes(size).toString("base64"), baseTime + ((nextId + i) % 3) * 86_400e6 + nextId + i),
    );
    const later = Array.from({ length: Math.min(repeats, nextId - 1) }, (_, i) => ({
      id: 1 + ((nextId * 7 + i) % (nextId - 1)),
      time: baseTime + nextId * 1000 + i,
    }));
    const key = { key: `key ${this.commits.length}`, answer: "yes" };
    this.store.write(commit({ events, repeats: later, keys: [key], received: 1 }));
    this.commits.push({ events, repeats: later });
    const count = this.commits.length;
    this.store.whenDurable(() => {
      this.acknowledged = count;
    });
    this.image.watch();
  }

  sync(): void {
    this.image.disk.end();
    this.store.runDurable();
  }

  doUpkeep(steps: number): void {
    for (let i = 0; i < steps; i++) {
      this.store.doUpkeep();
      this.image.watch();
    }
  }

  /** Snapshots have what a power cut cannot take, and nothing else. */
  check(): void {
    expect(readAll(this.store)).toEqual(eventsOf(this.commits.slice(0, this.acknowledged)));
  }

  cutPower(chance: () => number): void {
    this.folder = this.image.cut(chance);
    [this.store, this.image] = this.open();
    const { received } = this.store.status();
    expect(received).toBeGreaterThanOrEqual(this.acknowledged);
    expect(received).toBeLessThanOrEqual(this.commits.length);
    this.lost += this.commits.length - received;
    this.commits.forEach((_, index) => {
      expect(this.store.answerFor(`key ${index}`)).toBe(index < received ? "yes" : undefined);
    });
    this.commits = this.commits.slice(0, received);
    this.acknowledged = received;
    this.check();
  }

  private open(): [EventStore, DiskImage] {
    const { folder } = this;
    let disk: HeldDisk | undefined;
    // What a start writes is not followed: it waits for the disk before anybody can ask it.
    const store = openStore(folder, {
      sealEvents: 40,
      openSyncedFile: () => ({
        begin: (onEnd) => (disk === undefined ? onEnd(null) : disk.begin(onEnd)),
        wait: () => undefined,
        close: () => undefined,
      }),
    });
    const image = new DiskImage(folder);
    disk = image.disk;
    return [store, image];
  }
}

function eventsOf(commits: readonly { events: EventRow[]; repeats: Repeat[] }[]): StoredEvent[] {
  const all: StoredEvent[] = [];
  for (const { events, repeats } of commits) {
    for (const row of events) all.push({ ...row, id: all.length + 1 });
    for (const repeat of repeats) all[repeat.id - 1] = withRepeat(all[repeat.id - 1]!, repeat);
  }
  return all;
}

test(
  "when the power fails at any moment, then every acknowledged commit is there once, none in part, and snapshots had no other",
  () => {
    let lost = 0;
    let cuts = 0;
    const bytes = fc.integer({ min: 1, max: 100_000 });
    const anyCommit = fc.record({ sizes: fc.array(bytes, { maxLength: 6 }), repeats: fc.integer({ min: 0, max: 3 }) });
    const anyStep = fc.oneof(
      { weight: 24, arbitrary: anyCommit },
      { weight: 9, arbitrary: fc.constant("sync" as const) },
      { weight: 9, arbitrary: fc.constant("doUpkeep" as const) },
      { weight: 2, arbitrary: fc.constant("check" as const) },
      { weight: 1, arbitrary: fc.record({ seed: fc.integer({ min: 1 }) }) },
    );
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 150, maxLength: 200, size: "max" }), (steps) => {
        const machine = new Machine();
        for (const step of steps) {
          if (step === "sync") machine.sync();
          else if (step === "doUpkeep") machine.doUpkeep(6);
          else if (step === "check") machine.check();
          else if ("sizes" in step) machine.write(step.sizes, step.repeats);
          else {
            machine.cutPower(chancesFrom(step.seed));
            cuts++;
          }
        }
        machine.cutPower(chancesFrom(7));
        lost += machine.lost;
      }),
      { numRuns: 3, endOnFailure: true },
    );
    // Else nothing was tested.
    expect([lost > 0, cuts > 0]).toEqual([true, true]);
  },
  patienceMs,
);

/** Numbers from 0 to 1. */
function chancesFrom(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
}
