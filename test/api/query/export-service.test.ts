import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openExportFolder } from "../../../src/api/query/export-folder.ts";
import { createExportService } from "../../../src/api/query/export-service.ts";
import { createExportsInWork } from "../../../src/api/query/exports-in-work.ts";
import { exportsPerUserMax } from "../../../src/engine/limits.ts";
import type { Principal } from "../../../src/http/access/principal.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { ControlWords } from "../../../src/runtime/control-words.ts";
import { until } from "../../support/patience.ts";
import { ann, bob, quick, rate, search, setUp } from "./manual-service.ts";
import { settle } from "./manual-time.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function setUpExports() {
  const parts = setUp();
  const path = mkdtempSync(join(tmpdir(), "vigie-test-"));
  folders.push(path);
  const inWork = createExportsInWork(() => 1_700_000_000_000);
  const exports = createExportService({
    inWork,
    queries: parts.queries,
    hostsOf: (userId) => parts.limits.get(userId),
    folder: openExportFolder(path),
    minFreeBytes: 0,
  });
  const gone = new AbortController();
  const ask = (qid = "q1", principal: Principal = ann, wantsBody = true) => {
    const asked = exports.export(
      qid,
      { ftype: "csv", timezone: undefined, hasMark: false, fileName: "x" },
      { principal, signal: gone.signal, wantsBody },
    );
    asked.catch(() => undefined);
    return asked;
  };
  const bytes = { bytes: new Uint8Array(new SharedArrayBuffer(3)) };
  return { ...parts, path, gone, ask, bytes, inWork };
}

/** The error that it ends with. */
const failure = (asked: Promise<unknown>): Promise<AppError> =>
  asked.then(
    () => {
      throw new Error("it succeeded");
    },
    (error) => error,
  );

const stopped = (task: { events: { control: SharedArrayBuffer } | undefined }) =>
  new ControlWords(task.events!.control).isStopped;

describe("an export waits for its query", () => {
  test("when the query is not finished in 30 s, then 408 says so", async () => {
    const { engine, make, ask } = setUpExports();
    const made = make(rate);
    await (await engine.lastTask()).begin();
    await engine.time.pass(1000);
    await made;
    const asked = ask();
    await engine.time.pass(29_999);
    expect(engine.exports).toEqual([]);
    await engine.time.pass(1);
    const { code, details } = await failure(asked);
    expect([code, details.body]).toEqual(["timeout", { status: "TASK_TIMEOUT_STATUS" }]);
  });

  test("when it finishes within 30 s, then it is exported; when it fails, then 400 says why; when removed, 404", async () => {
    for (const end of ["finish", "fail", "remove"] as const) {
      const { engine, queries, make, ask, bytes } = setUpExports();
      const made = make(rate);
      const task = await engine.lastTask();
      await task.begin();
      await engine.time.pass(1000);
      await made;
      const asked = ask();
      await engine.time.pass(20_000);
      if (end === "finish") await task.finish({ totals: 1 });
      else if (end === "fail") await task.fail(new AppError("too_large", "Too much."));
      else {
        queries.remove("q1");
        await task.finish({}, { stopped: true });
      }
      await settle();
      if (end === "finish") {
        expect(new TextDecoder().decode(engine.exports[0]!.task.order.results!.slice())).toBe('{"totals":1}');
        engine.exports[0]!.resolve(bytes);
        expect((await asked).status).toBe(200);
      } else {
        const { code, message } = await failure(asked);
        expect([code, message]).toEqual(end === "fail" ? ["invalid", "Too much."] : ["not_found", "Not found."]);
      }
    }
  });

  test("when the query was stopped, then what was kept is exported", async () => {
    const { engine, service, make, ask, bytes } = setUpExports();
    const made = make(search);
    const task = await engine.lastTask();
    await task.begin();
    const stopping = service.stop("q1", ann);
    await task.finish({ events: { objects: [] } }, { stopped: true });
    await Promise.all([made, stopping]);
    const asked = ask();
    await settle();
    expect(engine.exports[0]!.task.events).toBeUndefined();
    expect(engine.exports[0]!.task.order.results).toBeDefined();
    engine.exports[0]!.resolve(bytes);
    expect((await asked).status).toBe(200);
  });
});

describe("the instant of an export", () => {
  test("when the search still holds its snapshot, then that is read and kept as long as it takes", async () => {
    const { engine, make, ask, bytes } = setUpExports();
    await quick(engine, make(search));
    const asked = ask();
    await settle();
    const [lease] = engine.leases;
    expect(engine.exports[0]!.task.events!.snapshot.lease).toBe(lease!);
    await engine.time.pass(61_000);
    expect([...engine.leases]).toEqual([lease!]);
    engine.exports[0]!.resolve(bytes);
    await failure(asked);
    await settle();
    expect([...engine.leases]).toEqual([]);
  });

  test("when it holds none any more, then a new one at the same base time, without what came since, is read", async () => {
    const { engine, make, ask, bytes } = setUpExports();
    await quick(engine, make(search));
    const before = engine.tasks[0]!.task;
    await engine.time.pass(61_000);
    expect(engine.leases.size).toBe(0);
    const asked = ask();
    await settle();
    const { events } = engine.exports[0]!.task;
    expect([events!.baseTime, events!.instant]).toEqual([before.baseTime, { commit: 1, newestId: 0 }]);
    expect(engine.leases.size).toBe(1);
    engine.exports[0]!.resolve(bytes);
    expect((await asked).status).toBe(200);
    await settle();
    expect(engine.leases.size).toBe(0);
  });

  test("when a day is found damaged, then it is set aside and a new snapshot read", async () => {
    const { engine, make, ask, bytes } = setUpExports();
    await quick(engine, make(search));
    const asked = ask();
    await settle();
    engine.exports[0]!.resolve({ damaged: { day: "2026-01-01", reason: "checksum" } });
    await settle();
    expect(engine.warnings).toHaveLength(1);
    engine.exports[1]!.resolve(bytes);
    expect((await asked).status).toBe(200);
    expect(engine.released).toHaveLength(1);
  });

  test("when results were dropped to make room, then the question is asked again at the same base time", async () => {
    const { engine, queries, make, ask, bytes } = setUpExports();
    await quick(engine, make(rate));
    queries.find("q1")!.dropResults();
    const asked = ask();
    const again = await engine.lastTask();
    expect(engine.tasks).toHaveLength(2);
    expect(again.task.baseTime).toBe(engine.tasks[0]!.task.baseTime);
    await again.begin();
    await again.finish({ fresh: 1 });
    await settle();
    expect(new TextDecoder().decode(engine.exports[0]!.task.order.results!.slice())).toBe('{"fresh":1}');
    engine.exports[0]!.resolve(bytes);
    expect((await asked).status).toBe(200);
    expect(engine.leases.size).toBe(0);
  });
});

describe("an export that ends before its time", () => {
  const begin = async () => {
    const parts = setUpExports();
    await quick(parts.engine, parts.make(search));
    const asked = parts.ask();
    await settle();
    return { ...parts, asked, made: parts.engine.exports[0]! };
  };

  test("when nothing of it is written in 30 s, then 408, and its thread is told to stop", async () => {
    const { engine, asked, made } = await begin();
    await engine.time.pass(30_000);
    expect((await failure(asked)).code).toBe("timeout");
    expect(stopped(made.task)).toBe(true);
    expect(engine.leases.size).toBe(1);
    made.reject(new Error("stopped"));
    await engine.time.pass(31_000);
    expect(engine.leases.size).toBe(0);
  });

  test("when a part is written in 30 s, then it is sent while the rest is written", async () => {
    const { engine, asked, made, path } = await begin();
    writeFileSync(made.task.order.path, "begin ");
    await engine.time.pass(30_000);
    const reader = (await asked).body!.getReader();
    const text = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await text()).toBe("begin ");
    writeFileSync(made.task.order.path, "end", { flag: "a" });
    expect(await text()).toBe("end");
    made.resolve({ sizeBytes: 9 });
    expect((await reader.read()).done).toBe(true);
    await gone(path);
  });

  test("when it fails while it is sent, then the answer breaks off", async () => {
    const { engine, asked, made, path } = await begin();
    writeFileSync(made.task.order.path, "begin ");
    await engine.time.pass(30_000);
    const reply = await asked;
    made.reject(new AppError("unavailable", "The disk is full."));
    await expect(reply.text()).rejects.toThrow("The disk is full.");
    await gone(path);
  });

  test.each(["remove", "stop", "leave"] as const)(
    "when there is a %s, then its thread is told to stop",
    async (end) => {
      const { engine, queries, service, asked, made, gone } = await begin();
      if (end === "remove") queries.remove("q1");
      else if (end === "stop") await service.stop("q1", ann);
      else gone.abort();
      expect(stopped(made.task)).toBe(true);
      expect((await failure(asked)).code).toBe(
        ({ remove: "not_found", stop: "invalid", leave: "unavailable" } as const)[end],
      );
      made.reject(new Error("stopped"));
      await engine.time.pass(61_000);
      expect(engine.leases.size).toBe(0);
    },
  );

  test("when a user has as many in work as one may have, then 429, and another user goes on", async () => {
    const { engine, make, ask } = await begin();
    for (let more = 1; more < exportsPerUserMax; more++) void ask();
    await settle();
    expect((await failure(ask())).code).toBe("too_many");
    await quick(engine, make(search, bob));
    void ask("q2", bob);
    await settle();
    expect(engine.exports).toHaveLength(exportsPerUserMax + 1);
  });

  test("when exports are in work, then each user has his own listed, the newest first, until they end", async () => {
    const { engine, inWork, asked, made, ask, gone, bytes } = await begin();
    void ask();
    await settle();
    const one = {
      qid: "q1",
      type: "Search",
      format: "csv",
      file_name: "x.csv",
      started_at: 1_700_000_000,
    };
    expect(inWork.list(ann.userId)).toEqual([one, one]);
    expect(inWork.list(bob.userId)).toEqual([]);
    made.resolve(bytes);
    await asked;
    expect(inWork.list(ann.userId)).toEqual([one]);
    gone.abort();
    engine.exports[1]!.reject(new Error("stopped"));
    await settle();
    expect(inWork.list(ann.userId)).toEqual([]);
  });

  test("when the service starts, then files that were left behind are removed, and others are not", () => {
    const { path } = setUpExports();
    writeFileSync(join(path, `${"a".repeat(32)}.part`), "");
    writeFileSync(join(path, "mine.part"), "");
    openExportFolder(path);
    expect(readdirSync(path)).toEqual(["mine.part"]);
  });
});

async function gone(path: string): Promise<void> {
  await until(async () => {
    await settle();
    return readdirSync(path).length === 0;
  }, "the file is gone");
}
