import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, describe, expect, test } from "vitest";
import { IdentityLog } from "../../../src/ingest/commit/identity-log.ts";
import { dedupEventsMax } from "../../../src/ingest/limits.ts";

const root = mkdtempSync(join(tmpdir(), "vigie-identities-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const never = Number.MAX_SAFE_INTEGER;

function newFolder(): string {
  return mkdtempSync(join(root, "folder-"));
}

function open(folder: string, nextId = never, said: string[] = []): IdentityLog {
  const log = pino({ level: "warn" }, { write: (line: string) => void said.push(JSON.parse(line).msg) });
  return new IdentityLog(folder, nextId, log);
}

/** Of the event of that id. */
const keys = {
  copyKey(id: number, target: Uint32Array, at: number) {
    for (let i = 0; i < 4; i++) target[at + i] = id + i;
  },
};

function fill(log: IdentityLog, from: number, to: number): void {
  for (let id = from; id <= to; id++) log.add(id, keys, id);
  log.flush();
}

function idsOf(log: IdentityLog): number[] {
  const { ids, keys: words } = log.take();
  for (const [at, id] of ids.entries())
    if (words[at * 4] !== id || words[at * 4 + 3] !== id + 3) throw new Error(`Event ${id} has another identity.`);
  return [...ids];
}

describe("IdentityLog", () => {
  test("when it is opened again, then it has what was flushed, under the same seed, and goes on", () => {
    const folder = newFolder();
    const first = open(folder);
    fill(first, 1, 3);
    fill(first, 7, 9);
    first.add(10, keys, 10);
    const again = open(folder);
    expect(again.seed).toBe(first.seed);
    expect(again.lastId).toBe(9);
    expect(idsOf(again)).toEqual([1, 2, 3, 7, 8, 9]);
    fill(again, 10, 11);
    expect(idsOf(open(folder))).toEqual([1, 2, 3, 7, 8, 9, 10, 11]);
  });

  test("when more events come than are remembered, then the newest are there, and the files stay bounded", () => {
    const folder = newFolder();
    const count = 3 * dedupEventsMax;
    fill(open(folder), 1, count);
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(bytes).toBeLessThan(2.1 * dedupEventsMax * 24);
    const ids = idsOf(open(folder));
    expect(ids.length).toBe(dedupEventsMax);
    expect([ids[0], ids.at(-1)]).toEqual([count - dedupEventsMax + 1, count]);
  });

  test("when the process ends between two files, then nothing is missing", () => {
    const folder = newFolder();
    fill(open(folder), 1, 3);
    renameSync(join(folder, "identities.current"), join(folder, "identities.previous"));
    const said: string[] = [];
    const again = open(folder, never, said);
    fill(again, 4, 5);
    expect(idsOf(open(folder, never, said))).toEqual([1, 2, 3, 4, 5]);
    expect(said).toEqual([]);
  });

  test("when its files are of the version before, then a start says nothing and begins anew", () => {
    const folder = newFolder();
    fill(open(folder), 1, 3);
    const path = join(folder, "identities.current");
    const bytes = readFileSync(path);
    bytes.write("vigieid1", 0, "latin1");
    writeFileSync(path, bytes);
    const said: string[] = [];
    const again = open(folder, never, said);
    expect(idsOf(again)).toEqual([]);
    fill(again, 4, 5);
    expect(idsOf(open(folder, never, said))).toEqual([4, 5]);
    expect(said).toEqual([]);
  });

  test("when a block is half written, then what stands before it is kept and the rest is written anew", () => {
    const folder = newFolder();
    fill(open(folder), 1, 3);
    appendFileSync(join(folder, "identities.current"), new Uint8Array(40).fill(1));
    const said: string[] = [];
    const again = open(folder, never, said);
    expect(said).toEqual(["identities of events could not all be read"]);
    expect(again.lastId).toBe(3);
    fill(again, 4, 4);
    expect(idsOf(open(folder, never, said))).toEqual([1, 2, 3, 4]);
    expect(said.length).toBe(1);
  });

  test("when it names ids that the store has not given, then they are gone for good", () => {
    const folder = newFolder();
    fill(open(folder), 1, 9);
    expect(open(folder, 5).lastId).toBe(4);
    expect(idsOf(open(folder))).toEqual([1, 2, 3, 4]);
  });

  test("when it cannot be written, then that is said once, and it goes on where it can again", () => {
    const folder = newFolder();
    const said: string[] = [];
    const log = open(folder, never, said);
    rmSync(folder, { recursive: true });
    fill(log, 1, 2);
    fill(log, 3, 4);
    expect(said).toEqual(["identities of events cannot be written"]);
    renameSync(newFolder(), folder);
    fill(log, 5, 6);
    expect(idsOf(open(folder))).toEqual([5, 6]);
  });
});
