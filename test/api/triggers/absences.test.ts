import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../../support/patience.ts";
import { type Service, startService, type TestUser } from "../../support/service/start-service.ts";

const dataFolder = mkdtempSync(join(tmpdir(), "vigie-test-"));
const calls: { trigger: { name: string }; state: string; event: { host: string; message: string } }[] = [];
const receiver = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    calls.push((await request.json()) as (typeof calls)[number]);
    return new Response("ok");
  },
});
const pages: { routing_key: string; event_action: string; dedup_key: string }[] = [];
const pager = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    pages.push((await request.json()) as (typeof pages)[number]);
    return new Response("", { status: 202 });
  },
});
const pagerduty = (routing_key: string) => ({
  ...{ service: "pagerduty", url: `http://127.0.0.1:${pager.port}/`, routing_key },
});
let service: Service;
let keeper: TestUser;
const open = () => startService({ dataFolder, settings: { webhookAllow: ["127.0.0.1"] } });
beforeAll(async () => {
  service = await open();
  keeper = await service.createUser({ username: "keeper", permissions: ["manage_triggers", "search_events"] });
});
afterAll(async () => {
  await service.close();
  await receiver.stop(true);
  await pager.stop(true);
});

const deliver = async (...hosts: string[]) =>
  void (await service.call("POST", "/incoming", { body: hosts.map((host) => ({ host, message: "beat" })) }));
const make = async (name: string, fields: object): Promise<number> => {
  const send_webhook = { url: `http://127.0.0.1:${receiver.port}/` };
  const body = { name, notify: true, send_webhook, ...fields };
  const { status, body: made } = await service.call("POST", "/api/triggers", { token: keeper.token, body });
  expect(status).toBe(201);
  return made.id;
};
const absencesOf = async (id: number) => (await service.call("GET", `/api/triggers/${id}/absences`)).body;
const told = (name: string) =>
  calls.filter(({ trigger }) => trigger.name === name).map(({ state, event }) => `${state} ${event.host}`);

describe("triggers that wait for what stays away", () => {
  test("when one of two hosts falls silent, then that is told once, over a restart too, and that it is back", async () => {
    await deliver("a", "b");
    const id = await make("silence", { q: "beat", absence: { seconds: 5, field: "host" } });
    await until(async () => {
      await deliver("a");
      return told("silence").includes("fired b");
    }, "the silence of b is told");
    expect(told("silence")).toEqual(["fired b"]);
    const { count, values } = await absencesOf(id);
    expect(count).toBe(1);
    expect(values).toEqual([{ value: "b", last_seen: expect.any(Number), told_at: expect.any(Number) }]);
    const { body } = await service.call("GET", "/api/notifications", { token: keeper.token });
    expect(body.objects).toMatchObject([{ title: "silence: b", event_id: null }]);
    expect((await service.call("GET", `/api/triggers/${id}`)).body).toMatchObject({ hits_count: 1, actions_count: 2 });
    await service.close();
    service = await open();
    await until(async () => {
      await deliver("a", "b");
      return told("silence").length > 1;
    }, "b is told to be back");
    expect(told("silence")).toEqual(["fired b", "over b"]);
    expect(await absencesOf(id)).toEqual({ count: 0, values: [] });
    await service.call("DELETE", `/api/triggers/${id}`);
  });

  test("when no event comes at all, then that is told; in a time of maintenance it is not", async () => {
    const now = Date.now() / 1000;
    const maintenance = [{ from: now - 10, to: now + 3_600 }];
    const absence = { seconds: 5 };
    const quiet = await make("maintained", { q: "program:backup", absence, maintenance });
    const id = await make("backup", { q: "program:backup", absence });
    await until(() => told("backup").length > 0, "the missing backup is told");
    expect(calls.find(({ trigger }) => trigger.name === "backup")!.event.message).toBe("No event for 5 s.");
    expect(told("maintained")).toEqual([]);
    expect((await absencesOf(quiet)).count).toBe(0);
    // What is waited for is another thing now.
    await service.call("PATCH", `/api/triggers/${id}`, { body: { q: "program:other" } });
    await until(() => told("backup").length > 1, "the other one is told");
  });

  test("when a host falls silent while nobody looks, then it is missed afterwards, however short it is remembered", async () => {
    const now = Date.now() / 1000;
    const absence = { seconds: 5, known_within: 6, field: "host" };
    const maintenance = [{ from: now - 10, to: now + 9 }];
    await deliver("c");
    await make("asleep", { q: "beat host:c", absence, maintenance });
    await make("short", { q: "beat host:c", absence });
    await until(() => told("asleep").length > 0 && told("short").length > 0, "the silence of c is told");
    expect([told("asleep"), told("short")]).toEqual([["fired c"], ["fired c"]]);
    await deliver("d");
    await make("stopped", { q: "beat host:d", absence });
    await service.close();
    const stoppedAt = Date.now();
    await until(() => Date.now() > stoppedAt + 7_000, "d is silent for longer than it is remembered");
    service = await open();
    await until(() => told("stopped").length > 0, "the silence of d is told");
    expect([told("stopped"), told("asleep")]).toEqual([["fired d"], ["fired c"]]);
  });

  test("when an owner may see some hosts only, then he waits for those alone", async () => {
    const limited = await service.createUser({
      username: "w",
      permissions: ["manage_triggers", "search_events"],
      hosts: ["web*"],
    });
    await deliver("web-1", "db-1");
    const send_webhook = { url: `http://127.0.0.1:${receiver.port}/` };
    const fields = { name: "own", notify: true, absence: { seconds: 5, field: "host" }, send_webhook };
    const { id } = (await service.call("POST", "/api/triggers", { token: limited.token, body: fields })).body;
    await until(() => told("own").length > 0, "the silence of web-1 is told");
    expect(told("own")).toEqual(["fired web-1"]);
    expect((await absencesOf(id)).values.map(({ value }: { value: string }) => value)).toEqual(["web-1"]);
    const path = `/api/triggers/${id}/absences`;
    expect((await service.call("GET", path, { token: "" })).status).toBe(401);
    const stranger = await service.createUser({
      username: "db",
      permissions: ["manage_triggers", "search_events"],
      hosts: ["db*"],
    });
    expect((await service.call("GET", path, { token: stranger.token })).status).toBe(404);
  });

  // Each waits for seconds, and none for another.
  test.concurrent.each([
    ["waits for other events", "PATCH", { q: "nothing" }],
    ["is switched off", "PATCH", { is_active: false }],
    ["calls another service of PagerDuty", "PATCH", { send_webhook: pagerduty("new-key") }],
    ["is deleted", "DELETE", undefined],
  ])(
    "when a trigger with open incidents %s, then they are resolved where they were opened",
    async (name, method, body) => {
      await deliver(name);
      const absence = { seconds: 5, field: "host" };
      const id = await make(name, { q: `host:"${name}"`, absence, send_webhook: pagerduty(name) });
      const incidents = () => pages.filter(({ routing_key }) => routing_key === name);
      await until(() => incidents().length > 0, "the incident is opened");
      expect((await service.call(method, `/api/triggers/${id}`, { body })).status).toBeLessThan(300);
      await until(() => incidents().length > 1, "the incident is resolved");
      const [opened, ended] = incidents();
      expect([opened!.event_action, ended!.event_action]).toEqual(["trigger", "resolve"]);
      expect(ended!.dedup_key).toBe(opened!.dedup_key);
      if (method === "DELETE") return;
      expect((await absencesOf(id)).count).toBe(0);
      await service.call("DELETE", `/api/triggers/${id}`);
    },
  );

  test("when it is asked what it would have fired on, then the gaps are counted, each value's by itself", async () => {
    const begin = Math.floor(Date.now() / 3_600_000) * 3_600 - 7_200;
    const beat = (host: string, minute: number) => ({ ts: begin + minute * 60, host, message: `gap ${minute}` });
    const events = [beat("x", 0), beat("x", 4), beat("x", 30), beat("x", 58), beat("y", 10), beat("y", 20)];
    await service.call("POST", "/incoming", { body: events });
    const time_range = { ts_from: begin, ts_to: begin + 3_600, step: 600 };
    const ask = async (field: string | null) => {
      const body = { q: "gap", absence: { seconds: 600, field }, time_range };
      return (await service.call("POST", "/api/triggers/preview", { body })).body;
    };
    const byHost = await ask("host");
    // x: behind 4 and 30; y: behind 20; nothing is known of what comes behind the range.
    expect(byHost).toMatchObject({ matched_count: 6, fired_count: 3 });
    expect(byHost.details.map(({ count }: { count: number }) => count)).toEqual([0, 1, 0, 1, 1, 0]);
    // All together: behind 30 alone lies a gap of more than ten minutes, and behind 20 none.
    expect((await ask(null)).details.map(({ count }: { count: number }) => count)).toEqual([0, 0, 0, 0, 1, 0]);
  });

  test("when the range goes on behind the present, then what has not come yet is no silence", async () => {
    const now = Date.now() / 1000;
    const events = [
      { ts: now - 1_800, host: "late", message: "behind" },
      { ts: now, host: "late", message: "behind" },
    ];
    await service.call("POST", "/incoming", { body: events });
    const time_range = { ts_from: now - 3_600, ts_to: now + 7_200, step: 600 };
    const body = { q: "behind", absence: { seconds: 900, field: "host" }, time_range };
    const preview = await service.call("POST", "/api/triggers/preview", { body });
    expect(preview.body).toMatchObject({ matched_count: 2, fired_count: 1 });
  });

  test.each([
    [{ seconds: 1 }, "absence.seconds"],
    [{ seconds: 60, known_within: 60 }, "absence.known_within"],
    [{ seconds: 60, field: "id" }, "absence.field"],
    [{ field: "host" }, "absence.seconds"],
  ])("when it is said how long in a way that cannot be, then it is refused: %j", async (absence, field) => {
    const { status, body } = await service.call("POST", "/api/triggers", { body: { name: "x", absence } });
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual([field]);
  });

  test("when it is to wait and to count, then it is refused", async () => {
    const threshold = { count: 2, seconds: 60 };
    const { id } = (await service.call("POST", "/api/triggers", { body: { name: "x", threshold } })).body;
    const { status, body } = await service.call("PATCH", `/api/triggers/${id}`, { body: { absence: { seconds: 60 } } });
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(["absence"]);
  });
});
