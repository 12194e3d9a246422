import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService } from "../../support/service/start-service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const create = async (body: object) => (await service.call("POST", "/api/markers", { body })).body;
const titles = async (query: string) => {
  const { body } = await service.call("GET", `/api/markers?${query}`);
  return body.objects.map(({ title }: { title: string }) => title);
};

describe("markers", () => {
  test("when one is set without a time, then it is of now, and its words stand once", async () => {
    const before = Math.floor(Date.now() / 1000);
    const { status, body } = await service.call("POST", "/api/markers", {
      body: { title: "deploy 1.4", tags: ["deploy", " shop ", "deploy"] },
    });
    expect([status, body.title, body.tags, body.owner.username]).toEqual([
      201,
      "deploy 1.4",
      ["deploy", "shop"],
      "admin",
    ]);
    expect(body.time).toBeGreaterThanOrEqual(before);
  });

  test("when some are listed, then the latest comes first, of a range, a tag or a title", async () => {
    await create({ title: "a", time: 1_000.5, tags: ["x"] });
    await create({ title: "b", time: 2_000, tags: ["x", "y"] });
    await create({ title: "c", time: 3_000, tags: ["xy"] });
    expect(await titles("ts_to=4000")).toEqual(["c", "b", "a"]);
    expect(await titles("ts_from=1000&ts_to=3000")).toEqual(["b", "a"]);
    expect(await titles("ts_to=4000&tag=x")).toEqual(["b", "a"]);
    expect(await titles("ts_to=4000&tag=x&page_size=1")).toEqual(["b"]);
    expect(await titles("title=c")).toEqual(["c"]);
    expect(await titles("ts_to=4000&ordering=time")).toEqual(["a", "b", "c"]);
    expect(await titles("tag=%25")).toEqual([]);
  });

  test("when one is changed and deleted, then that is seen", async () => {
    const { id } = await create({ title: "d", time: 5_000, tags: ["x"] });
    const patched = await service.call("PATCH", `/api/markers/${id}`, { body: { title: "e" } });
    expect(patched.body).toMatchObject({ title: "e", time: 5_000, tags: ["x"] });
    const replaced = await service.call("PUT", `/api/markers/${id}`, { body: { title: "f", time: 6_000 } });
    expect(replaced.body).toMatchObject({ title: "f", time: 6_000, tags: [] });
    expect((await service.call("DELETE", `/api/markers/${id}`)).status).toBe(204);
    expect((await service.call("GET", `/api/markers/${id}`)).status).toBe(404);
  });

  test.each([
    [{}, "title"],
    [{ title: " " }, "title"],
    [{ title: "x", time: "soon" }, "time"],
    [{ title: "x", time: -1 }, "time"],
    [{ title: "x", tags: "deploy" }, "tags"],
    [{ title: "x", tags: [" "] }, "tags.0"],
    [{ title: "x", tags: Array.from({ length: 21 }, String) }, "tags"],
  ])("when %j is sent, then it is refused by the name %s", async (body, field) => {
    const answer = await service.call("POST", "/api/markers", { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toHaveProperty([field]);
  });
});
