import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../../support/service/start-service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test("when a user is deleted, then public dashboards pass to an administrator with their widgets, and private ones go", async () => {
  const ann = await service.createUser({ username: "ann", permissions: ["search_events"] });
  const reader = await service.createUser({ username: "reader", permissions: ["search_events"] });
  const make = async (title: string, isPublic: boolean) => {
    const widgets = [{ type: "TopN", title: `${title} widget`, config: {} }];
    const body = { title, is_public: isPublic, widgets };
    return (await service.call("POST", "/api/dashboards", { body, token: ann.token })).body;
  };
  const shown = await make("shown", true);
  const hidden = await make("hidden", false);
  expect((await service.call("DELETE", `/api/users/${ann.id}`)).status).toBe(204);

  const read = await service.call("GET", `/api/dashboards/${shown.id}`, { token: reader.token });
  expect(read.status).toBe(200);
  expect([read.body.title, read.body.owner.username, read.body.is_read_only]).toEqual(["shown", "admin", true]);
  expect(
    read.body.widgets.map(({ title, owner }: { title: string; owner: { username: string } }) => [
      title,
      owner.username,
    ]),
  ).toEqual([["shown widget", "admin"]]);
  expect((await service.call("GET", `/api/dashboards/${hidden.id}`)).status).toBe(404);
  expect((await service.call("GET", `/api/widgets/${hidden.widgets[0].id}`)).status).toBe(404);
});
