import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openReportRunner } from "../../../src/api/reports/report-runner.ts";
import { type NewReport, openReportStore, type ReportStore } from "../../../src/api/reports/report-store.ts";
import { createReportRepository } from "../../../src/api/reports/repository.ts";
import { reportRoutes } from "../../../src/api/reports/routes.ts";
import { createReportService } from "../../../src/api/reports/service.ts";
import type { Db } from "../../../src/db/open-database.ts";
import { createLog } from "../../../src/lib/log.ts";
import { startRoutes, type TestCaller, type TestRoutes } from "../../support/service/start-routes.ts";
import { request, startService } from "../../support/service/start-service.ts";

let server: TestRoutes;
let store: ReportStore;
let folder: string;
let database: Db;
let owner: TestCaller;
let stranger: TestCaller;
let manager: TestCaller;
let limited: TestCaller;
let limitedManager: TestCaller;
beforeAll(async () => {
  server = await startRoutes((db, dataFolder) => {
    database = db;
    folder = join(dataFolder, "reports");
    store = open();
    return reportRoutes(
      createReportService({
        store,
        runner: openReportRunner({ store, log: createLog("silent") }),
        prepare: () => {
          throw new Error("nothing is ordered here");
        },
        waitMs: 1_500,
      }),
    );
  });
  owner = await server.createUser("owner", { permissions: [] });
  stranger = await server.createUser("stranger", { permissions: ["manage_dashboards"] });
  manager = await server.createUser("manager", { permissions: ["manage_reports"] });
  limited = await server.createUser("limited", { hosts: ["web*", "db1"] });
  limitedManager = await server.createUser("limited-manager", { permissions: ["manage_reports"], hosts: ["web*"] });
});
afterAll(() => server.close());

const open = () => openReportStore({ repository: createReportRepository(database), folder, log: createLog("silent") });
const order = (fields: Partial<NewReport> = {}): number =>
  store.insert({
    title: "Week 3",
    ownerId: owner.id,
    hosts: [],
    sourceType: "query",
    sourceId: "0123456789abcdef0123456789abcdef",
    scheduleId: null,
    format: "pdf",
    fileName: "week-3.pdf",
    contentType: "application/pdf",
    ...fields,
  });
async function make(bytes: string | Uint8Array = "%PDF", fields: Partial<NewReport> = {}): Promise<number> {
  const id = order(fields);
  writeFileSync(store.begin(id)!, bytes);
  await store.finish(id);
  return id;
}

describe("the ladder", () => {
  const callers = () => [server.guest, server.shipper, stranger, owner, manager, server.admin];
  test.each([
    ["GET", "/api/reports", [401, 401, 200, 200, 200, 200]],
    ["GET", "/api/reports/ID", [401, 401, 404, 200, 200, 200]],
    ["GET", "/api/reports/ID/file", [401, 401, 404, 200, 200, 200]],
    ["DELETE", "/api/reports/ID", [401, 401, 404, 204, 204, 204]],
    ["GET", "/api/reports/999999", [401, 401, 404, 404, 404, 404]],
    ["GET", "/api/reports/999999/file", [401, 401, 404, 404, 404, 404]],
    ["DELETE", "/api/reports/999999", [401, 401, 404, 404, 404, 404]],
    ["GET", "/api/reports/x", [401, 401, 404, 404, 404, 404]],
    ["PUT", "/api/reports/ID", [401, 401, 405, 405, 405, 405]],
  ])("when %s %s is asked from guest to admin, then they may or may not", async (method, path, expected) => {
    for (const slash of ["", "/"]) {
      const statuses: number[] = [];
      for (const caller of callers())
        statuses.push((await caller.call(method, path.replace("ID", String(await make())) + slash)).status);
      expect(statuses).toEqual(expected);
    }
  });

  test("when reports are listed, then everybody has his own and who manages them has all", async () => {
    const id = await make();
    const ids = async (caller: TestCaller) =>
      (await caller.call("GET", "/api/reports?ordering=-id&page_size=1")).body.objects.map(
        (report: { id: number }) => report.id,
      );
    expect(await ids(owner)).toEqual([id]);
    expect(await ids(manager)).toEqual([id]);
    expect(await ids(stranger)).toEqual([]);
  });
});

describe("a report", () => {
  test("when it is made, then it goes from PENDING to SUCCESS and is told as it stands", async () => {
    const id = order({ sourceType: "dashboard", sourceId: "7", scheduleId: 3 });
    const read = async () => (await owner.call("GET", `/api/reports/${id}`)).body;
    expect(await read()).toEqual({
      id,
      title: "Week 3",
      owner: { id: owner.id, username: "owner", fullname: "owner" },
      status: "PENDING",
      source_type: "dashboard",
      source_id: 7,
      schedule_id: 3,
      format: "pdf",
      file_name: "week-3.pdf",
      content_type: "application/pdf",
      size: null,
      progress: 0,
      created_at: expect.any(Number),
      finished_at: null,
      error: null,
      deliveries: [],
    });
    const part = store.begin(id)!;
    expect(store.setProgress(id, 55.5)).toBe(true);
    expect(await read()).toMatchObject({ status: "IN_PROGRESS", progress: 55 });
    writeFileSync(part, "12345");
    await store.finish(id);
    expect(await read()).toMatchObject({ status: "SUCCESS", progress: 100, size: 5, finished_at: expect.any(Number) });
    expect(existsSync(part)).toBe(false);
    const mode = statSync(join(folder, `${id}.pdf`)).mode & 0o777;
    expect([mode, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  test("when it fails, then it says why, has no file, and its download is 400", async () => {
    const id = order();
    writeFileSync(store.begin(id)!, "half");
    await store.fail(id, "The query is gone.");
    expect((await owner.call("GET", `/api/reports/${id}`)).body).toMatchObject({
      status: "FAILURE",
      error: "The query is gone.",
    });
    const reply = await owner.call("GET", `/api/reports/${id}/file`);
    expect([reply.status, reply.body]).toEqual([400, { detail: "The query is gone." }]);
    expect(filesOf(id)).toEqual([]);
  });

  test("when it is deleted, then its file is gone, and whoever makes it is told", async () => {
    const done = await make();
    expect((await owner.call("DELETE", `/api/reports/${done}`)).status).toBe(204);
    expect(filesOf(done)).toEqual([]);
    const running = order();
    const part = store.begin(running)!;
    writeFileSync(part, "half");
    expect((await owner.call("DELETE", `/api/reports/${running}`)).status).toBe(204);
    expect(store.setProgress(running, 10)).toBe(false);
    await store.finish(running);
    await store.fail(running, "deleted");
    expect(store.begin(running)).toBeUndefined();
    expect(filesOf(running)).toEqual([]);
    expect((await owner.call("GET", `/api/reports/${running}`)).status).toBe(404);
  });

  test("when the process ended half-way, then unfinished ones are FAILURE, and files that nobody knows are gone", async () => {
    const whole = await make("whole");
    const half = order();
    writeFileSync(store.begin(half)!, "half");
    const renamed = order();
    writeFileSync(join(folder, `${renamed}.pdf`), "renamed, and then the power went");
    writeFileSync(join(folder, "999999.csv"), "of a user who was deleted");
    writeFileSync(join(folder, "notes.txt"), "not ours");
    const next = open();
    for (const id of [half, renamed])
      expect(next.find(id)).toMatchObject({ status: "FAILURE", error: expect.stringContaining("restarted") });
    expect(next.find(whole)!.status).toBe("SUCCESS");
    expect([filesOf(half), filesOf(renamed), filesOf(999_999)]).toEqual([[], [], []]);
    expect(readdirSync(folder)).toContain("notes.txt");
    expect((await owner.call("GET", `/api/reports/${whole}/file`)).text).toBe("whole");
  });

  test("when nothing could be written at the start, then what was cut off is a FAILURE all the same", () => {
    const id = order();
    server.client.pragma("query_only = ON");
    const second = open();
    server.client.pragma("query_only = OFF");
    expect(second.find(id)).toMatchObject({ status: "FAILURE", finishedAt: expect.any(Number) });
    expect(
      second.list({ ownerId: owner.id }, [{ field: "id", descending: true }], { limit: 1, offset: 0 })[0]!.status,
    ).toBe("FAILURE");
  });
});

describe("the file", () => {
  test("when it is downloaded, then it has the very bytes, the content type and its name", async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    const id = await make(bytes, { fileName: "Überblick.pdf" });
    for (const slash of ["", "/"]) {
      const response = await fetch(`${server.url}/api/reports/${id}/file${slash}`, {
        headers: { authorization: `token ${owner.token}`, accept: "application/pdf" },
      });
      expect(response.status).toBe(200);
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "application/pdf",
        "content-length": "60000",
        "content-disposition": `attachment; filename="_berblick.pdf"; filename*=UTF-8''%C3%9Cberblick.pdf`,
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      });
    }
    const head = await request(`${server.url}/api/reports/${id}/file`, "HEAD", { token: owner.token });
    expect([head.status, head.text, head.headers.get("content-length")]).toEqual([200, "", "60000"]);
  });

  test.each([
    ["pdf", "inline"],
    ["csv", "attachment"],
    ["json", "attachment"],
  ] as const)("when a %s is to be shown, then it is %s", async (format, kind) => {
    const reply = await owner.call("GET", `/api/reports/${await make(undefined, { format })}/file?show=true`);
    expect(reply.headers.get("content-disposition")).toMatch(new RegExp(`^${kind}; filename=`));
  });

  test.each([
    ["saveas=mine.pdf", "mine.pdf"],
    ["saveas=..%2F..%2Fetc%2Fpasswd", "passwd"],
    ["saveas=a%0d%0aSet-Cookie:x.pdf", "aSet-Cookie:x.pdf"],
    ["saveas=a,b.pdf", "a,b.pdf"],
  ])("when %s is asked, then it is saved as %s", async (query, name) => {
    const reply = await owner.call("GET", `/api/reports/${await make()}/file?${query}`);
    expect(reply.headers.get("content-disposition")).toContain(`filename*=UTF-8''${encodeURIComponent(name)}`);
    expect(reply.headers.get("set-cookie")).toBeNull();
  });

  test.each(["saveas=", "saveas=%2F", "saveas=..", "saveas=%0a", `saveas=${"x".repeat(256)}`])(
    "when %s is asked, then that is 400",
    async (query) => {
      const reply = await owner.call("GET", `/api/reports/${await make()}/file?${query}`);
      expect([reply.status, reply.body]).toEqual([400, { saveas: expect.any(String) }]);
    },
  );

  test("when it is not ready in time, then that is 408; when it gets ready meanwhile, then it is given", async () => {
    const id = order();
    const late = await owner.call("GET", `/api/reports/${id}/file`);
    expect([late.status, late.body]).toEqual([408, { detail: expect.any(String), status: "TASK_TIMEOUT_STATUS" }]);
    const waiting = owner.call("GET", `/api/reports/${id}/file`);
    writeFileSync(store.begin(id)!, "in time");
    await store.finish(id);
    expect((await waiting).text).toBe("in time");
    const doomed = order();
    const waitingForNothing = owner.call("GET", `/api/reports/${doomed}/file`);
    await store.fail(doomed, "No.");
    expect((await waitingForNothing).status).toBe(400);
  });

  test("when it was taken off the disk, then that is told", async () => {
    const id = await make();
    await Bun.file(join(folder, `${id}.pdf`)).delete();
    const reply = await owner.call("GET", `/api/reports/${id}/file`);
    expect([reply.status, reply.body.detail]).toEqual([404, expect.stringContaining("disk")]);
  });

  test("when somebody is limited to hosts, then he gets only what was made within his limits", async () => {
    const statusOf = async (caller: TestCaller, hosts: string[], ownerId = limited.id) =>
      (await caller.call("GET", `/api/reports/${await make("x", { hosts, ownerId })}/file`)).status;
    expect(await statusOf(limited, ["web*", "db1"])).toBe(200);
    expect(await statusOf(limited, ["db1"])).toBe(200);
    expect(await statusOf(limited, [])).toBe(403);
    expect(await statusOf(limited, ["web*", "mail"])).toBe(403);
    expect(await statusOf(limitedManager, ["web*"])).toBe(200);
    expect(await statusOf(limitedManager, ["web*", "db1"])).toBe(403);
    expect(await statusOf(limitedManager, [], owner.id)).toBe(403);
    expect(await statusOf(manager, [], owner.id)).toBe(200);
  });
});

describe("the list", () => {
  test("when it is ordered and paged, then it follows", async () => {
    const lister = await server.createUser("lister");
    const titles = ["b", "a", "c"];
    for (const [index, title] of titles.entries())
      await make("x", { ownerId: lister.id, title, format: (["pdf", "csv", "json"] as const)[index] });
    const list = (query: string) => lister.call("GET", `/api/reports?${query}`);
    const titlesOf = async (query: string) =>
      (await list(query)).body.objects.map((report: { title: string }) => report.title);
    expect(await titlesOf("")).toEqual(["c", "a", "b"]);
    expect(await titlesOf("ordering=title")).toEqual(["a", "b", "c"]);
    expect(await titlesOf("ordering=-id")).toEqual(["c", "a", "b"]);
    expect(await titlesOf("ordering=format")).toEqual(["a", "c", "b"]);
    expect(await titlesOf("ordering=status,-title")).toEqual(["c", "b", "a"]);
    expect(await titlesOf("ordering=created_at,id")).toEqual(["b", "a", "c"]);
    expect(await titlesOf("ordering=finished_at,id&page=2&page_size=2")).toEqual(["c"]);
    expect((await list("page_size=2")).body).toMatchObject({
      item_count: 3,
      page_count: 2,
      page_number: 1,
      page_size: 2,
    });
  });

  test("when only those of a schedule, or that stand so, are wanted, then there are no others", async () => {
    const lister = await server.createUser("chooser");
    await make("x", { ownerId: lister.id, title: "made", scheduleId: 77 });
    const failed = order({ ownerId: lister.id, title: "failed", scheduleId: 77 });
    await store.fail(failed, "no");
    order({ ownerId: lister.id, title: "waits" });
    const titlesOf = async (query: string) => {
      const { body } = await lister.call("GET", `/api/reports?ordering=id&${query}`);
      return [body.item_count, ...body.objects.map((report: { title: string }) => report.title)];
    };
    expect(await titlesOf("schedule_id=77")).toEqual([2, "made", "failed"]);
    expect(await titlesOf("status=PENDING,FAILURE")).toEqual([2, "failed", "waits"]);
    expect(await titlesOf("schedule_id=77&status=SUCCESS")).toEqual([1, "made"]);
    expect(await titlesOf("schedule_id=78")).toEqual([0]);
  });

  test.each([
    ["status=DONE", 400, "status"],
    ["schedule_id=x", 400, "schedule_id"],
    ["ordering=size", 400, "ordering"],
    ["page=0", 400, "page"],
    ["page_size=x", 400, "page_size"],
    ["page=9999", 404, "detail"],
  ])("when it is asked with %s, then that is %d on %s", async (query, status, field) => {
    const reply = await owner.call("GET", `/api/reports?${query}`);
    expect([reply.status, Object.keys(reply.body)]).toEqual([status, [field]]);
  });

  test("when there are 100,000 reports, then a page is read along an index", () => {
    for (const column of ["title", "status", "format", "created_at", "finished_at"])
      for (const where of ["", "WHERE owner_id = 1"]) {
        const sql = `EXPLAIN QUERY PLAN SELECT id FROM reports ${where} ORDER BY ${column} DESC, id DESC LIMIT 9`;
        const plan = JSON.stringify(server.client.prepare(sql).all());
        expect(plan).toContain("COVERING INDEX");
        expect(plan).not.toContain("TEMP B-TREE");
      }
  });
});

test("when the whole service runs, then it has the paths and the folder", async () => {
  const service = await startService();
  try {
    expect((await service.call("GET", "/api/reports/")).body).toMatchObject({ objects: [], item_count: 0 });
    expect(existsSync(join(service.dataFolder, "reports"))).toBe(true);
  } finally {
    await service.close();
  }
});

function filesOf(id: number): string[] {
  return readdirSync(folder).filter((name) => name.startsWith(`${id}.`));
}
