import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asyncTaskRoutes } from "../../../src/api/async-tasks/routes.ts";
import { createAsyncTaskService } from "../../../src/api/async-tasks/service.ts";
import type { RunName } from "../../../src/db/schema/runs.ts";
import { createLog } from "../../../src/lib/log.ts";
import { createRunRepository } from "../../../src/runs/run-repository.ts";
import { openRuns, type Runs } from "../../../src/runs/runs.ts";
import type { ControlWords } from "../../../src/runtime/control-words.ts";
import { startRoutes, type TestCaller, type TestRoutes } from "../../support/service/start-routes.ts";
import { startService } from "../../support/service/start-service.ts";

let server: TestRoutes;
let runs: Runs;
let owner: TestCaller;
let other: TestCaller;
beforeAll(async () => {
  server = await startRoutes((db) => {
    runs = openRuns({ repository: createRunRepository(db), log: createLog("silent") });
    return asyncTaskRoutes(createAsyncTaskService(runs));
  });
  owner = await server.createUser("owner", { permissions: ["run_performance_tests"] });
  other = await server.createUser("other", { permissions: ["run_performance_tests"] });
});
afterAll(async () => {
  runs.close();
  await server.close();
});

/** A run that is STARTED, and what ends it. */
async function startRun(name: RunName, ownerId = owner.id) {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const begun = Promise.withResolvers<ControlWords>();
  const { uuid } = runs.start({ name, ownerId, timeoutMs: 60_000 }, (control) => {
    control.begin();
    begun.resolve(control);
    return promise;
  });
  return { path: `/api/async-tasks/${uuid}`, id: uuid, end: resolve, control: await begun.promise };
}

describe("background runs over HTTP", () => {
  test("when guest, shipper, owner, another user and the admin come, then only the owner sees it", async () => {
    const run = await startRun("performance-test.storage");
    for (const path of [
      run.path,
      `${run.path}/`,
      run.path.toUpperCase().replace("/API/ASYNC-TASKS", "/api/async-tasks"),
    ])
      for (const method of ["GET", "DELETE"]) {
        const statuses: number[] = [];
        for (const caller of [server.guest, server.shipper, other, server.admin])
          statuses.push((await caller.call(method, path)).status);
        expect(statuses).toEqual([401, 401, 404, 404]);
        if (method === "GET") expect((await owner.call("GET", path)).status).toBe(200);
      }
    expect((await server.guest.call("GET", "/api/async-tasks")).status).toBe(401);
    expect((await server.shipper.call("GET", "/api/async-tasks/")).status).toBe(401);
    expect((await other.call("GET", "/api/async-tasks")).body.objects).toEqual([]);
    expect((await owner.call("GET", "/api/async-tasks")).body.objects).toHaveLength(1);
    run.end(1);
  });

  test("when it is read, then it has its record with the progress of now", async () => {
    const run = await startRun("performance-test.estimate");
    run.control.progress = 40;
    const running = (await owner.call("GET", run.path)).body;
    expect(running).toEqual({
      id: run.id,
      name: "performance-test.estimate",
      status: "STARTED",
      progress: 40,
      result: null,
      error: null,
      owner: { id: owner.id, username: "owner", fullname: "owner" },
      created_at: expect.any(Number),
      started_at: expect.any(Number),
      finished_at: null,
    });
    run.end({ max_eps: 9 });
    const { body } = await owner.call("GET", run.path);
    expect(body).toMatchObject({
      status: "SUCCESS",
      progress: 100,
      result: { max_eps: 9 },
      finished_at: expect.any(Number),
    });
  });

  test("when it is revoked, then it is told to stop; again, or when it had ended, that changes nothing", async () => {
    const run = await startRun("performance-test.dashboard");
    for (const path of [run.path, `${run.path}/`]) {
      const reply = await owner.call("DELETE", path);
      expect([reply.status, reply.text]).toEqual([204, ""]);
    }
    expect(run.control.isStopped).toBe(true);
    expect((await owner.call("GET", run.path)).body).toMatchObject({ status: "REVOKED", error: expect.any(String) });
    run.end(1);
    const done = await startRun("performance-test.parser-rules");
    done.end(2);
    expect((await owner.call("DELETE", done.path)).status).toBe(204);
    expect((await owner.call("GET", done.path)).body).toMatchObject({ status: "SUCCESS", result: 2 });
  });

  test("when they are listed, then newest first, in pages, in any allowed order", async () => {
    const names = async (query: string) =>
      (await owner.call("GET", `/api/async-tasks?${query}`)).body.objects.map(({ name }: { name: string }) =>
        name.replace("performance-test.", ""),
      );
    expect(await names("")).toEqual(["parser-rules", "dashboard", "estimate", "storage"]);
    expect(await names("ordering=name")).toEqual(["dashboard", "estimate", "parser-rules", "storage"]);
    expect(await names("ordering=-status,name&page_size=2")).toEqual(["estimate", "parser-rules"]);
    expect((await owner.call("GET", "/api/async-tasks?page=2&page_size=3")).body).toMatchObject({
      item_count: 4,
      page_count: 2,
      page_number: 2,
      page_size: 3,
    });
  });

  test.each([
    ["ordering=owner", 400, "ordering"],
    ["page=0", 400, "page"],
    ["page_size=x", 400, "page_size"],
    ["page=9", 404, "detail"],
  ])("when they are listed with %s, then that is %d on %s", async (query, status, field) => {
    const reply = await owner.call("GET", `/api/async-tasks?${query}`);
    expect([reply.status, Object.keys(reply.body)]).toEqual([status, [field]]);
  });

  test.each(["x", "0", "00000000-0000-0000-0000-00000000000g", "00000000-0000-0000-0000-000000000000"])(
    "when %s is asked for, then there is none",
    async (id) => {
      expect((await owner.call("GET", `/api/async-tasks/${id}`)).status).toBe(404);
      expect((await owner.call("DELETE", `/api/async-tasks/${id}`)).status).toBe(404);
    },
  );

  test("when another method is used, then 405 names those that are there", async () => {
    const reply = await owner.call("POST", "/api/async-tasks", {});
    expect([reply.status, reply.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    const one = await owner.call("PUT", "/api/async-tasks/x", {});
    expect([one.status, one.headers.get("allow")]).toEqual([405, "GET, DELETE, HEAD, OPTIONS"]);
  });
});

describe("the whole service", () => {
  test("when it runs, then it has the paths", async () => {
    const service = await startService();
    try {
      expect((await service.call("GET", "/api/async-tasks")).body).toEqual({
        objects: [],
        item_count: 0,
        page_count: 1,
        page_number: 1,
        page_size: 100,
      });
    } finally {
      await service.close();
    }
  });
});
