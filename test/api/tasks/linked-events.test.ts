import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patienceMs } from "../../support/patience.ts";
import { type Service, startService } from "../../support/service/start-service.ts";

describe("the events of a task", () => {
  let service: Service;
  const ids = new Map<string, string>();
  const ts = Math.floor(Date.now() / 1000) - 60;

  beforeAll(async () => {
    service = await startService();
    await store([
      { ts, host: "web-1", program: "nginx", severity: 3, message: "refused" },
      { ts: ts + 1, host: "db-1", program: "postgres", severity: 4, message: "x".repeat(5_000) },
    ]);
    for (const host of ["web-1", "db-1"]) ids.set(host, await idOf(host));
  }, patienceMs);
  afterAll(() => service?.close());

  async function store(events: readonly object[]): Promise<void> {
    expect((await service.call("POST", "/incoming", { body: events })).status).toBe(200);
  }

  async function idOf(host: string): Promise<string> {
    const params = { q: `host:${host}`, time_range: { preset: "last_1_hours" }, page_size: 1 };
    const { body } = await service.call("POST", "/api/query", { body: { type: "Search", params } });
    return body.results.events.objects[0].id;
  }

  const eventsOf = async (id: number, token?: string) =>
    (await service.call("GET", `/api/tasks/${id}/events`, token === undefined ? {} : { token })).body.objects;

  const make = async (body: object, token?: string) =>
    (
      await service.call("POST", "/api/tasks", {
        body: { title: "Look", ...body },
        ...(token !== undefined && { token }),
      })
    ).body.id as number;

  test("when one is linked, then the task keeps what it was, also after it came again", async () => {
    const id = await make({ event_ids: [ids.get("web-1"), "999999"] });
    await store([{ ts: ts + 5, host: "web-1", program: "nginx", severity: 3, message: "refused" }]);
    const [known, unknown] = await eventsOf(id);
    expect(known).toMatchObject({
      event_id: ids.get("web-1"),
      linked_at: expect.any(Number),
      as_linked: { host: "web-1", program: "nginx", severity: 3, message: "refused", counter: 1, last_occurrence: ts },
    });
    expect(unknown).toMatchObject({ event_id: "999999", as_linked: null });
  });

  test("when links change, then those that stay keep what they were, and those that go are forgotten", async () => {
    const id = await make({ event_ids: [ids.get("db-1")] });
    const [before] = await eventsOf(id);
    expect(before.as_linked.message).toBe("x".repeat(2_000));
    const patch = (event_ids: unknown[]) => service.call("PATCH", `/api/tasks/${id}`, { body: { event_ids } });
    await patch([ids.get("web-1"), ids.get("db-1")]);
    const [added, kept] = await eventsOf(id);
    expect(kept).toEqual(before);
    expect(added.as_linked.host).toBe("web-1");
    await patch([ids.get("web-1")]);
    expect(await eventsOf(id)).toEqual([added]);
  });

  test("when somebody may not see its host, then he is not told what it was, linked by himself or by another", async () => {
    const { token } = await service.createUser({
      username: "web-only",
      permissions: ["search_events"],
      hosts: ["web-*"],
    });
    const other = await make({ event_ids: [ids.get("db-1"), ids.get("web-1")] });
    expect((await eventsOf(other, token)).map(({ as_linked }: never) => as_linked)).toMatchObject([
      null,
      { host: "web-1" },
    ]);
    const own = await make({ event_ids: [ids.get("db-1")] }, token);
    expect((await eventsOf(own))[0].as_linked).toBeNull();
    const blind = await service.createUser({ username: "blind", permissions: [] });
    expect((await eventsOf(other, blind.token)).every(({ as_linked }: never) => as_linked === null)).toBe(true);
  });

  test("when tasks are asked by status, then those come, and a status that there is not is refused", async () => {
    await make({ status: "resolved" });
    const { body } = await service.call("GET", "/api/tasks?status=resolved,closed");
    expect(body.objects.map(({ status }: never) => status)).toEqual(["resolved"]);
    expect((await service.call("GET", "/api/tasks?status=resolved,done")).status).toBe(400);
  });
});
