import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportsAtOnce, unfinishedPerUserMax } from "../../../src/api/reports/limits.ts";
import { openReportRunner, type WriteReport } from "../../../src/api/reports/report-runner.ts";
import { type NewReport, openReportStore, type ReportStore } from "../../../src/api/reports/report-store.ts";
import { createReportRepository } from "../../../src/api/reports/repository.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { createLog } from "../../../src/lib/log.ts";
import { startRoutes, type TestRoutes } from "../../support/service/start-routes.ts";

let server: TestRoutes;
let store: ReportStore;
let folder: string;
const log = createLog("silent");
beforeAll(async () => {
  server = await startRoutes((db, dataFolder) => {
    folder = join(dataFolder, "reports");
    store = openReportStore({ repository: createReportRepository(db), folder, log });
    return [];
  });
});
afterAll(() => server.close());

const report: NewReport = {
  title: "Week 3",
  ownerId: 1,
  hosts: [],
  sourceType: "query",
  sourceId: null,
  scheduleId: null,
  format: "csv",
  fileName: "week-3.csv",
  contentType: "application/csv",
};
const bytes = new Uint8Array(new SharedArrayBuffer(3));
const untilStopped: WriteReport = (path, { signal }) => {
  writeFileSync(path, "half");
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("let go"))));
};
const done = async (id: number) => {
  await store.whenSettled(id, 5000);
  return store.find(id);
};
const pathOf = (id: number) => join(folder, `${id}.csv`);

describe("a report in work", () => {
  test("when its bytes are few, then they are written; when they are many, then the writer wrote the file", async () => {
    const runner = openReportRunner({ store, log });
    const few = runner.start(report, async () => ({ bytes }));
    const many = runner.start(report, async (path) => {
      writeFileSync(path, "many bytes");
      return { sizeBytes: 10 };
    });
    expect(store.find(few)).toMatchObject({ status: "PENDING" });
    expect(await done(few)).toMatchObject({ status: "SUCCESS", size: 3 });
    expect(await done(many)).toMatchObject({ status: "SUCCESS", size: 10 });
  });

  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  test.each([
    [
      new AppError("unavailable", "The disk is full: there is no room for the export."),
      "The disk is full: there is no room for the export.",
    ],
    [full, "The disk is full: there is no room for the report."],
    [new Error("x.y is undefined"), "Internal error: the report failed. See the service log."],
  ])("when it fails for %s, then it is a FAILURE that says so, without a file", async (error, text) => {
    const runner = openReportRunner({ store, log });
    const id = runner.start(report, async (path) => {
      writeFileSync(path, "half");
      throw error;
    });
    expect(await done(id)).toMatchObject({ status: "FAILURE", error: text, finishedAt: expect.any(Number) });
    expect([existsSync(pathOf(id)), existsSync(`${pathOf(id)}.part`)]).toEqual([false, false]);
  });

  test("when it takes too long, then it is told to stop and is a FAILURE", async () => {
    const runner = openReportRunner({ store, log, maxWorkMs: 20 });
    let words: SharedArrayBuffer | undefined;
    const id = runner.start(report, (path, control) => {
      words = control.shared;
      return untilStopped(path, control);
    });
    expect(await done(id)).toMatchObject({ status: "FAILURE", error: expect.stringContaining("after 0.02 s of work") });
    expect(new Int32Array(words!)[0]).toBe(1);
  });

  test("when it is deleted, then its writer is told and its half file is removed", async () => {
    const runner = openReportRunner({ store, log });
    const begun = Promise.withResolvers<void>();
    const id = runner.start(report, (path, control) => {
      begun.resolve();
      return untilStopped(path, control);
    });
    await begun.promise;
    await runner.remove(store.find(id)!);
    await runner.close();
    expect(store.find(id)).toBeUndefined();
    expect(existsSync(`${pathOf(id)}.part`)).toBe(false);
  });

  test("when its row went without it, as with its owner, then its writer is told and no file of it stays", async () => {
    const runner = openReportRunner({ store, log });
    const whole = runner.start(report, async () => ({ bytes }));
    const kept = runner.start(report, async () => ({ bytes }));
    await Promise.all([done(whole), done(kept)]);
    const begun = Promise.withResolvers<void>();
    let isTold = false;
    const half = runner.start(report, (path, control) => {
      control.signal.addEventListener("abort", () => (isTold = true));
      begun.resolve();
      return untilStopped(path, control);
    });
    await begun.promise;
    const going = Promise.withResolvers<void>();
    const other = runner.start(report, async (path) => {
      writeFileSync(path, "still being made");
      await going.promise;
      return { sizeBytes: 16 };
    });
    await Promise.resolve();
    const late = runner.start(report, async () => ({ bytes }));
    server.client.prepare("DELETE FROM reports WHERE id IN (?, ?, ?)").run(whole, half, late);
    runner.removeGone();
    expect(isTold).toBe(true);
    going.resolve();
    expect(await done(other)).toMatchObject({ status: "SUCCESS", size: 16 });
    await done(half);
    await runner.close();
    expect([whole, half, late].map((id) => [existsSync(pathOf(id)), existsSync(`${pathOf(id)}.part`)])).toEqual(
      Array(3).fill([false, false]),
    );
    expect([kept, other].map((id) => existsSync(pathOf(id)))).toEqual([true, true]);
  });

  test("when the service stops, then it is a FAILURE, and so are those that waited after the next start", async () => {
    const runner = openReportRunner({ store, log });
    const ids = Array.from({ length: reportsAtOnce + 1 }, () => runner.start(report, untilStopped));
    await Promise.resolve();
    await runner.close();
    expect(ids.map((id) => store.find(id)?.status)).toEqual([...Array(reportsAtOnce).fill("FAILURE"), "PENDING"]);
  });
});

describe("many reports", () => {
  test("when they are ordered, then they are made in their order, a few at a time, and a user has his bound", async () => {
    const runner = openReportRunner({ store, log });
    const started: number[] = [];
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const ids = Array.from({ length: unfinishedPerUserMax }, (_, i) =>
      runner.start(report, async () => {
        started.push(i);
        await gate;
        return { bytes };
      }),
    );
    await Promise.resolve();
    expect(started).toEqual([0, 1]);
    expect(() => runner.start(report, async () => ({ bytes }))).toThrow(/20 reports that are not finished/);
    open();
    for (const id of ids) expect(await done(id)).toMatchObject({ status: "SUCCESS" });
    expect(started).toEqual(ids.map((_, i) => i));
  });
});
