import { afterAll, beforeAll, expect, test } from "vitest";
import { request, type Service, startService } from "../../support/service/start-service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const headers = () => ({ cookie: service.adminCookie });
const search = (params: object, type = "Search") =>
  request(`${service.url}/api/query`, "POST", { headers: headers(), body: { type, params } });
const history = async () => (await request(`${service.url}/api/search-history`, "GET", { headers: headers() })).body;

test("when somebody who is logged in searches, then each question is kept once, the latest first", async () => {
  await search({ q: "disk" });
  await search({ q: " memory ", time_range: { preset: "today" } });
  await search({ q: "disk", time_range: { preset: "last_5_minutes" } });
  await search({ filter: [{ field: "host", value: "web1" }] });
  const { objects } = await history();
  const shown = objects.map(({ q, filter, times }: { q: string; filter: object[]; times: number }) => [
    q,
    filter.length,
    times,
  ]);
  expect(shown.sort()).toEqual([
    ["", 1, 1],
    ["disk", 0, 2],
    ["memory", 0, 1],
  ]);
  expect(objects.find(({ q }: { q: string }) => q === "disk").time_range).toMatchObject({ preset: "last_5_minutes" });
});

test("when a program asks, or somebody asks for everything, or something else, then it is not kept", async () => {
  const before = (await history()).item_count;
  const { token } = await service.createUser({ username: "bob" });
  await service.call("POST", "/api/query", { token, body: { type: "Search", params: { q: "by a program" } } });
  await search({});
  await search({ q: "  " });
  await search({ q: "ranked" }, "TopN");
  await search({ q: "counted", page_size: 1 });
  const refused = await search({ q: "a:(" });
  expect([refused.status, (await history()).item_count]).toEqual([400, before]);
});

test("when one is forgotten, and then all, then they are gone, and what is not there is not found", async () => {
  const { objects } = await history();
  const path = `${service.url}/api/search-history`;
  const forget = (suffix: string) => request(`${path}${suffix}`, "DELETE", { headers: headers() });
  expect((await forget(`/${objects[0].id}`)).status).toBe(204);
  expect((await forget(`/${objects[0].id}`)).status).toBe(404);
  expect((await history()).item_count).toBe(objects.length - 1);
  expect((await forget("")).status).toBe(204);
  expect((await history()).objects).toEqual([]);
});

test("when more is asked than is kept, then the longest unasked goes", async () => {
  for (let i = 0; i < 203; i++) await search({ q: `word${i}` });
  const { objects, item_count } = (
    await request(`${service.url}/api/search-history?page_size=1000&ordering=id`, "GET", { headers: headers() })
  ).body;
  expect([item_count, objects[0].q, objects.at(-1).q]).toEqual([200, "word3", "word202"]);
});
