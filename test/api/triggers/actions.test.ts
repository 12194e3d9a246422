import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService, type TestUser } from "../../support/service/start-service.ts";

interface Call {
  method: string;
  body: string;
  key: string | null;
}

let service: Service;
let keeper: TestUser;
let status = 200;
const calls: Call[] = [];
let heard = Promise.withResolvers<void>();
const receiver = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    calls.push({ method: request.method, body: await request.text(), key: request.headers.get("idempotency-key") });
    heard.resolve();
    heard = Promise.withResolvers();
    return new Response("no", { status });
  },
});
const url = `http://127.0.0.1:${receiver.port}/hook`;
beforeAll(async () => {
  service = await startService({ settings: { webhookAllow: ["127.0.0.1"] } });
  keeper = await service.createUser({ username: "keeper", permissions: ["manage_triggers", "search_events"] });
});
afterAll(async () => {
  await service.close();
  await receiver.stop(true);
});

const send = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: keeper.token, body });
const on = (host: string) => [{ field: "host", value: host }];
const deliver = (...events: object[]) => service.call("POST", "/incoming", { body: events });
const read = async (id: number) => (await send("GET", `/api/triggers/${id}`)).body;

/** Asks until it is so; the test's own patience is the bound. */
async function until<T>(ask: () => Promise<T>, isSo: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await ask();
    if (isSo(found)) return found;
  }
}

describe("actions", () => {
  test("when a trigger acts, then there is a task with the event, a notification and a call, once in its interval", async () => {
    status = 200;
    const { id } = (
      await send("POST", "/api/triggers", {
        name: "disk",
        filter: on("acts"),
        notify: true,
        create_task: { title: "Look at $" + "{host}: $" + "{message}", assigned_to: keeper.id, due_in: 3600 },
        send_webhook: { url, template: '{"text": "$' + '{message}", "n": $' + "{count}}" },
      })
    ).body;
    const before = calls.length;
    await deliver(...Array.from({ length: 50 }, (_, i) => ({ host: "acts", message: `disk "${i}"\nfailed` })));
    const { body: notified } = await until(
      () => send("GET", "/api/notifications?is_read=false"),
      ({ body }) => body.item_count > 0,
    );
    expect(notified.objects).toHaveLength(1);
    expect(notified.objects[0].title).toBe("disk: acts");
    const { objects: tasks } = (await service.call("GET", "/api/tasks")).body;
    expect(tasks).toHaveLength(1);
    expect(tasks[0]).toMatchObject({ title: 'Look at acts: disk "0" failed', assigned_to: keeper.id });
    expect(tasks[0]).toMatchObject({ event_ids: [notified.objects[0].event_id], owner: { username: "keeper" } });
    expect(tasks[0].due).toBe(tasks[0].created_at + 3600);
    while (calls.length === before) await heard.promise;
    expect(calls.length).toBe(before + 1);
    expect(JSON.parse(calls.at(-1)!.body)).toEqual({ text: 'disk "0"\nfailed', n: 1 });
    expect(calls.at(-1)!.key).toMatch(/^vigie-/);
    const { hits_count, actions_count, failures_count } = await read(id);
    expect([hits_count, actions_count, failures_count]).toEqual([50, 3, 0]);
  });

  test("when a webhook says no for good, then nothing is lost, and the trigger and the service say what failed", async () => {
    status = 404;
    const { id } = (await send("POST", "/api/triggers", { name: "fails", filter: on("fails"), send_webhook: { url } }))
      .body;
    await deliver({ host: "fails", message: "a" });
    const failed = await until(
      () => read(id),
      ({ failures_count }) => failures_count > 0,
    );
    expect(failed).toMatchObject({ failures_count: 1, hits_count: 1, last_error_at: expect.any(Number) });
    expect(failed.last_error).toContain("answered 404");
    const { objects } = (await send("GET", `/api/triggers/${id}/acts`)).body;
    expect(objects).toMatchObject([{ fired_count: 1, is_over: false, host: "fails", message: "a" }]);
    expect(objects[0].outcomes).toEqual([
      { kind: "webhook", place: new URL(url).origin, state: "failed", error: expect.stringContaining("answered 404") },
    ]);
    const { triggers, received, stored, lost } = (await service.call("GET", "/api/system")).body;
    expect(triggers.failing.map((trigger: { id: number }) => trigger.id)).toContain(id);
    expect(received).toBe(stored + lost);
  });

  test("when a webhook does not work for long, then what is owed stays within its bound, and the rest is counted", async () => {
    status = 503;
    const { id } = (
      await send("POST", "/api/triggers", {
        name: "down",
        filter: on("down"),
        min_interval: 0,
        send_webhook: { url },
      })
    ).body;
    const events = Array.from({ length: 120 }, (_, i) => ({ host: "down", message: `event ${i}` }));
    expect((await deliver(...events)).body).toMatchObject({ accepted: 120 });
    const down = await until(
      () => read(id),
      ({ dropped_count }) => dropped_count >= 70,
    );
    expect(down).toMatchObject({ hits_count: 120, dropped_count: 70, actions_count: 50 });
    const acts = (await send("GET", `/api/triggers/${id}/acts`)).body.objects;
    // The newest hundred; those beyond the bound of what may be owed were not begun.
    expect([acts.length, acts[0].message]).toEqual([100, "event 119"]);
    const statesOf = (index: number) => acts[index].outcomes.map(({ state }: { state: string }) => state);
    expect([statesOf(0), statesOf(69), statesOf(70)]).toEqual([["dropped"], ["dropped"], ["owed"]]);
    expect((await service.call("GET", "/api/system")).body.triggers.owed).toBe(50);
    await until(
      () => read(id),
      ({ last_error }) => /answered 503/.test(last_error),
    );
    expect((await send("DELETE", `/api/triggers/${id}`)).status).toBe(204);
    expect((await service.call("GET", "/api/system")).body.triggers.owed).toBe(0);
  });

  test("when messages of a trigger do not arrive, then an event says so, and not one for each message", async () => {
    status = 503;
    const body = { name: "unheard", filter: on("unheard"), min_interval: 0, send_webhook: { url } };
    const { id } = (await send("POST", "/api/triggers", body)).body;
    const told = { type: "Search", params: { q: `type:INTERNAL trigger_id:${id}` } };
    await deliver(...Array.from({ length: 70 }, (_, i) => ({ host: "unheard", message: `event ${i}` })));
    const { qid } = (await send("POST", "/api/query", told)).body;
    const { body: found } = await until(
      () => send("GET", `/api/query/${qid}`),
      ({ body: { results } }) => results?.totals.count > 0,
    );
    const { objects } = found.results.events;
    expect(objects.map((event: { message: string }) => event.message)).toEqual([
      expect.stringMatching(/^Messages of trigger \d+ "unheard" do not arrive: /),
    ]);
    expect(objects[0]).toMatchObject({ program: "vigie", severity: 4, counter: 1 });
    await send("DELETE", `/api/triggers/${id}`);
  });

  test("when there is no mail server, then that is what failed", async () => {
    const { id } = (
      await send("POST", "/api/triggers", { name: "y", filter: on("forbidden"), send_email: { to: ["a@example.org"] } })
    ).body;
    await deliver({ host: "forbidden", message: "a" });
    const failed = await until(
      () => read(id),
      ({ failures_count }) => failures_count > 0,
    );
    expect(failed.last_error).toContain("No mail server");
  });

  test("when who is to be told may not see the host, then he is told nothing", async () => {
    const limited = await service.createUser({ username: "limited", hosts: ["web*"] });
    const { id } = (
      await send("POST", "/api/triggers", { name: "z", filter: on("secret"), notify: [limited.id, keeper.id] })
    ).body;
    await deliver({ host: "secret", message: "a" });
    await until(
      () => read(id),
      ({ actions_count }) => actions_count > 0,
    );
    const { body } = await service.call("GET", "/api/notifications", { token: limited.token });
    expect(body.item_count).toBe(0);
  });
});

describe("notifications", () => {
  test("when they are marked as read and deleted, then that is so, also for all at once", async () => {
    const [first] = (await send("GET", "/api/notifications")).body.objects;
    const path = `/api/notifications/${first.id}`;
    expect((await send("PATCH", path, { is_read: true })).body.is_read).toBe(true);
    expect((await send("PATCH", path, { is_read: false })).body.is_read).toBe(false);
    expect((await send("POST", "/api/notifications/read-all", {})).body.changed).toBeGreaterThan(0);
    expect((await send("GET", "/api/notifications?is_read=false")).body.item_count).toBe(0);
    expect((await send("DELETE", path)).status).toBe(204);
    expect((await send("GET", path)).status).toBe(404);
  });
});
