import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService } from "../../support/service/start-service.ts";

let service: Service;
let ann: { token: string };
beforeAll(async () => {
  service = await startService();
  ann = await service.createUser({ username: "ann" });
});
afterAll(() => service.close());

const as = (token: string) => ({
  call: async (method: string, path: string, body?: object) => service.call(method, path, { token, body }),
});
const create = async (body: object) => (await service.call("POST", "/api/searches", { body })).body;

describe("saved searches", () => {
  test("when one is saved and read, then all of it is there, with where the page shows it", async () => {
    const body = {
      title: "Errors of today",
      q: 'severity:error "no space"',
      time_range: { preset: "today", timezone: "UTC" },
      sort: "first_occurrence",
      columns: ["host", "message"],
      tags: ["disk", "disk", "half \ud83d"],
    };
    const { status, body: made } = await service.call("POST", "/api/searches", { body });
    expect([status, made]).toMatchObject([
      201,
      { ...body, tags: ["disk", "half \ufffd"], is_public: false, is_read_only: false },
    ]);
    const { body: read } = await service.call("GET", `/api/searches/${made.id}`);
    const link = new URL(read.link, "http://x");
    expect([link.pathname, ...link.searchParams]).toEqual([
      "/search",
      ["q", body.q],
      ["t", "today"],
      ["sort", "old"],
      ["cols", "host,message"],
    ]);
    expect(new URL(read.permanent_link, "http://x").searchParams.get("t")).toMatch(/^\d+\.\.\d+$/);
  });

  test("when a day has just begun, then the address that stays shows that day, as the search itself does", async () => {
    const midnight = Date.UTC(2026, 10, 28) / 1000;
    const early = await startService({ clock: () => midnight * 1000 + 500 });
    const { body } = await early.call("POST", "/api/searches", {
      body: { title: "Today", time_range: { preset: "today", timezone: "UTC" } },
    });
    await early.close();
    expect(body.permanent_link).toBe(`/search?t=${midnight}..${midnight + 1}`);
  });

  test("when nothing but a title is given, then it is about everything of the last hour, the latest first", async () => {
    const made = await create({ title: "All" });
    expect(made).toMatchObject({
      q: "",
      filter: [],
      time_range: {},
      sort: "-last_occurrence",
      link: "/search?t=last_1_hours",
    });
  });

  test("when it has conditions, then it can be asked as it is, and no address holds it", async () => {
    const filter = [{ field: "host", value: "web*" }];
    const made = await create({ title: "Web", filter });
    expect([made.link, made.permanent_link]).toEqual([null, null]);
    const { q, time_range, sort } = made;
    const params = { filter: made.filter, time_range, sort, ...(q === "" ? {} : { q }) };
    const { body } = await service.call("POST", "/api/query", { body: { type: "Search", params } });
    expect(body.status).toBe("SUCCESS");
  });

  test("when another user lists them, then he has his own and the public ones, which are not his to change", async () => {
    const { id: mine } = await create({ title: "private of admin", tags: ["t1"] });
    const { id: shared } = await create({ title: "public of admin", tags: ["t1"], is_public: true });
    const own = (await as(ann.token).call("POST", "/api/searches", { title: "of ann", tags: ["t1"] })).body;
    const titles = async (query: string) =>
      (await as(ann.token).call("GET", `/api/searches?tag=t1${query}`)).body.objects.map(
        ({ title }: { title: string }) => title,
      );
    expect(await titles("")).toEqual(["of ann", "public of admin"]);
    expect(await titles("&is_public=true")).toEqual(["public of admin"]);
    expect(await titles("&owner=1")).toEqual(["public of admin"]);
    expect(await titles("&title=of%20ann")).toEqual(["of ann"]);
    expect((await as(ann.token).call("GET", `/api/searches/${mine}`)).status).toBe(404);
    expect((await as(ann.token).call("GET", `/api/searches/${shared}`)).body.is_read_only).toBe(true);
    expect((await as(ann.token).call("PATCH", `/api/searches/${shared}`, { title: "x" })).status).toBe(403);
    expect((await as(ann.token).call("DELETE", `/api/searches/${own.id}`)).status).toBe(204);
  });

  test("when a part is changed, then the rest stays, and when all is replaced, it goes", async () => {
    const { id } = await create({ title: "a", q: "disk", tags: ["x"], is_public: true });
    const patched = (await service.call("PATCH", `/api/searches/${id}`, { body: { q: "memory" } })).body;
    expect(patched).toMatchObject({ title: "a", q: "memory", tags: ["x"], is_public: true });
    const replaced = (await service.call("PUT", `/api/searches/${id}`, { body: { title: "b" } })).body;
    expect(replaced).toMatchObject({ title: "b", q: "", tags: [], is_public: false });
  });

  test.each([
    [{}, "title"],
    [{ title: "x", q: "a:(" }, "q"],
    [{ title: "x", filter: [{ field: "host", op: "like", value: "x" }] }, "filter.0.op"],
    [{ title: "x", time_range: { preset: "soon" } }, "time_range.preset"],
    [{ title: "x", sort: "host" }, "sort"],
    [{ title: "x", tags: ["x".repeat(65)] }, "tags.0"],
    [{ title: "x", columns: Array.from({ length: 51 }, String) }, "columns"],
  ])("when %j is sent, then it is refused by the name %s", async (body, field) => {
    const answer = await service.call("POST", "/api/searches", { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toHaveProperty([field]);
  });
});
