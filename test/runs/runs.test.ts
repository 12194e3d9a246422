import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type OpenDatabase, openDatabase } from "../../src/db/open-database.ts";
import { AppError } from "../../src/lib/errors.ts";
import { createLog } from "../../src/lib/log.ts";
import { runResultBytesMax } from "../../src/runs/limits.ts";
import { createRunRepository } from "../../src/runs/run-repository.ts";
import { openRuns, type Runs } from "../../src/runs/runs.ts";
import type { ControlWords } from "../../src/runtime/control-words.ts";

let folder: string;
let database: OpenDatabase;
let runs: Runs;
let now = 1_700_000_000;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-test-"));
  database = openDatabase(folder);
  database.client.exec("INSERT INTO users (username, password_hash, created_at) VALUES ('u1', '', 0), ('u2', '', 0)");
  runs = open();
});
afterEach(() => {
  runs.close();
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (stopping?: AbortSignal) =>
  openRuns({
    ...{ repository: createRunRepository(database.db), log: createLog("silent"), clock: () => now * 1000 },
    stopping,
  });
const storage = { name: "performance-test.storage", ownerId: 1, timeoutMs: 60_000 } as const;
const estimate = { ...storage, name: "performance-test.estimate" } as const;

/** Work that begins and ends when the test says so. */
function manualWork() {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  let control: ControlWords | undefined;
  const started = Promise.withResolvers<ControlWords>();
  const work = (given: ControlWords) => {
    control = given;
    started.resolve(given);
    return promise;
  };
  return { work, resolve, reject, started: started.promise, control: () => control! };
}

async function until(uuid: string, status: string) {
  for (let turn = 0; turn < 2000; turn++) {
    const row = runs.find(uuid)!;
    if (row.status === status) return row;
    await Bun.sleep(1);
  }
  throw new Error(`the run is still ${runs.find(uuid)!.status} and not ${status}`);
}

describe("a run", () => {
  test("when the service begins to stop, then it is told to end and is a FAILURE at once, and no other begins", async () => {
    const stop = new AbortController();
    runs = open(stop.signal);
    const manual = manualWork();
    const { uuid } = runs.start(storage, manual.work);
    const control = await manual.started;
    stop.abort();
    expect(control.isStopped).toBe(true);
    expect(runs.find(uuid)).toMatchObject({ status: "FAILURE", error: expect.stringContaining("was stopped") });
    expect(() => runs.start(estimate, manual.work)).toThrow("The service is stopping.");
    manual.resolve(null);
  });

  test("when it goes well, then it is PENDING, STARTED with its progress, SUCCESS with its result", async () => {
    const manual = manualWork();
    const { uuid, ...pending } = runs.start(storage, manual.work);
    expect(uuid).toMatch(/^[0-9a-f-]{36}$/);
    expect(pending).toMatchObject({ status: "PENDING", progress: 0, result: null, error: null, createdAt: now });
    expect(pending).toMatchObject({ startedAt: null, finishedAt: null, owner: { username: "u1" } });
    const control = await manual.started;
    expect(runs.find(uuid)!.status).toBe("PENDING");
    now += 1;
    control.begin();
    expect(await until(uuid, "STARTED")).toMatchObject({ startedAt: now, finishedAt: null });
    control.progress = 41.9;
    expect(runs.find(uuid)!.progress).toBe(41);
    now += 1;
    manual.resolve({ eps: 7 });
    expect(await until(uuid, "SUCCESS")).toMatchObject({
      progress: 100,
      result: { eps: 7 },
      error: null,
      startedAt: now - 1,
      finishedAt: now,
    });
    expect(control.isStopped).toBe(true);
  });

  test("when it throws, then it is a FAILURE that says why only to those who may know", async () => {
    const refused = runs.start(storage, async () => {
      throw new AppError("invalid", "There are no rules.");
    });
    expect(await until(refused.uuid, "FAILURE")).toMatchObject({ error: "There are no rules.", result: null });
    const failed = runs.start(storage, () => Promise.reject(new Error("secret path")));
    expect((await until(failed.uuid, "FAILURE")).error).not.toContain("secret");
    const thrown = runs.start(storage, () => {
      throw new Error("at once");
    });
    await until(thrown.uuid, "FAILURE");
  });

  test("when its result is too large or no plain data, then it is a FAILURE", async () => {
    const large = runs.start(storage, async () => "x".repeat(runResultBytesMax));
    expect((await until(large.uuid, "FAILURE")).error).toContain("more than can be kept");
    const whole = runs.start(storage, async () => "x".repeat(runResultBytesMax - 2));
    await until(whole.uuid, "SUCCESS");
    const nothing = runs.start(storage, async () => undefined);
    expect((await until(nothing.uuid, "SUCCESS")).result).toBeNull();
    const odd = runs.start(storage, async () => 1n);
    await until(odd.uuid, "FAILURE");
  });

  test("when it works longer than its timeout, then it is told to stop and is a FAILURE for good", async () => {
    const manual = manualWork();
    const { uuid } = runs.start({ ...storage, timeoutMs: 20 }, manual.work);
    const control = await manual.started;
    control.begin();
    control.progress = 30;
    expect(await until(uuid, "FAILURE")).toMatchObject({ progress: 30, error: expect.stringContaining("0.02 s") });
    expect(control.isStopped).toBe(true);
    manual.resolve("late");
    await Bun.sleep(0);
    expect(runs.find(uuid)).toMatchObject({ status: "FAILURE", result: null });
  });

  test("when it waits for a thread, then that time does not count", async () => {
    const manual = manualWork();
    const { uuid } = runs.start({ ...storage, timeoutMs: 1 }, manual.work);
    await Bun.sleep(10);
    expect(runs.find(uuid)!.status).toBe("PENDING");
    manual.resolve(1);
    expect(await until(uuid, "SUCCESS")).toMatchObject({ startedAt: null });
  });

  test("when it is revoked, before it begins or after, then it is told to stop and stays REVOKED", async () => {
    for (const begins of [false, true]) {
      const manual = manualWork();
      const { uuid } = runs.start(storage, manual.work);
      const control = await manual.started;
      if (begins) control.begin();
      runs.revoke(uuid);
      expect(runs.find(uuid)).toMatchObject({ status: "REVOKED", finishedAt: now, startedAt: begins ? now : null });
      expect(control.isStopped).toBe(true);
      manual.reject(new Error("stopped"));
      await Bun.sleep(1);
      runs.revoke(uuid);
      expect(runs.find(uuid)!.status).toBe("REVOKED");
    }
  });

  test("when one of a kind has not let go, then another is a conflict; another kind is none", async () => {
    const manual = manualWork();
    const { uuid } = runs.start(storage, manual.work);
    const refusal = () => {
      try {
        runs.start({ ...storage, ownerId: 2 }, async () => 1);
      } catch (error) {
        return (error as AppError).code;
      }
    };
    expect(refusal()).toBe("conflict");
    runs.revoke(uuid);
    expect(refusal()).toBe("conflict");
    await until(runs.start(estimate, async () => 1).uuid, "SUCCESS");
    manual.resolve(1);
    await Bun.sleep(1);
    expect(refusal()).toBeUndefined();
    expect(runs.countOwn(2)).toBe(1);
  });
});

describe("records", () => {
  test("when a day has gone since its end, then a run is gone; one that runs stays", async () => {
    const { uuid } = runs.start(storage, async () => 1);
    const long = runs.start(estimate, manualWork().work);
    await until(uuid, "SUCCESS");
    now += 24 * 3600 - 1;
    expect(runs.countOwn(1)).toBe(2);
    now += 1;
    expect(runs.find(uuid)).toBeUndefined();
    expect(runs.listOwn(1, [], { limit: 9, offset: 0 }).map((row) => row.uuid)).toEqual([long.uuid]);
    expect(stored()).toHaveLength(2);
    runs.start(storage, async () => 1);
    expect(stored()).toHaveLength(2);
  });

  test("when the process ended without a word, then what ran is a FAILURE after the next start", async () => {
    const done = runs.start(storage, async () => 1);
    await until(done.uuid, "SUCCESS");
    const begun = manualWork();
    const running = runs.start(storage, begun.work);
    (await begun.started).begin();
    await until(running.uuid, "STARTED");
    const waiting = runs.start(estimate, manualWork().work);
    now += 60;
    runs = open();
    for (const { uuid } of [running, waiting])
      expect(runs.find(uuid)).toMatchObject({
        status: "FAILURE",
        error: expect.stringContaining("restarted"),
        finishedAt: now,
      });
    expect(runs.find(done.uuid)!.status).toBe("SUCCESS");
  });

  test("when the service stops, then what runs is told to stop and is a FAILURE on disk", async () => {
    const manual = manualWork();
    runs.start(storage, manual.work);
    const control = await manual.started;
    runs.close();
    expect(control.isStopped).toBe(true);
    expect(stored()).toMatchObject([{ status: "FAILURE" }]);
  });

  test("when nothing can be written, then it starts all the same and readers see what is true", async () => {
    const cut = runs.start(storage, manualWork().work);
    const manual = manualWork();
    const ending = runs.start(estimate, manual.work);
    database.client.pragma("query_only = ON");
    const second = open();
    expect(second.find(cut.uuid)).toMatchObject({ status: "FAILURE", finishedAt: now });
    manual.resolve(1);
    expect((await until(ending.uuid, "SUCCESS")).result).toBe(1);
    expect(() => second.start(storage, async () => 1)).toThrow();
    database.client.pragma("query_only = OFF");
    expect(runs.find(ending.uuid)!.status).toBe("SUCCESS");
    expect(second.start(storage, async () => 1).status).toBe("PENDING");
  });
});

function stored() {
  return database.client.prepare("SELECT uuid, status FROM jobs ORDER BY id").all();
}
