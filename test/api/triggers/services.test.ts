import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServiceName, serviceNames } from "../../../src/triggers/webhook-bodies/webhook-bodies.ts";
import { type Service, startService, type TestUser } from "../../support/service/start-service.ts";
import { shownBy } from "../../triggers/webhook-bodies/receivers.ts";

let service: Service;
let keeper: TestUser;
/** By path. */
const heard = new Map<string, { contentType: string | null; body: unknown }>();
let arrived = Promise.withResolvers<void>();
/** Each service has its place; ntfy's is the root. */
const receiver = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const { pathname } = new URL(request.url);
    heard.set(pathname, { contentType: request.headers.get("content-type"), body: await request.json() });
    arrived.resolve();
    arrived = Promise.withResolvers();
    if (pathname === "/no") return new Response("channel_not_found", { status: 404 });
    return new Response("ok", { status: 202 });
  },
});
const base = `http://127.0.0.1:${receiver.port}`;
const places: Record<ServiceName, { url: string; path: string; chat_id?: string; routing_key?: string }> = {
  slack: { url: `${base}/services/T0/B0/x`, path: "/services/T0/B0/x" },
  teams: { url: `${base}/teams?sig=1`, path: "/teams" },
  mattermost: { url: `${base}/hooks/x`, path: "/hooks/x" },
  telegram: { url: `${base}/bot1:a/sendMessage`, path: "/bot1:a/sendMessage", chat_id: "-100" },
  ntfy: { url: `${base}/alerts`, path: "/" },
  pagerduty: { url: `${base}/v2/enqueue`, path: "/v2/enqueue", routing_key: "R0UT1NG" },
};
const webhookOf = (name: ServiceName) => {
  const { path: _, ...webhook } = places[name];
  return { service: name, ...webhook };
};

beforeAll(async () => {
  service = await startService({
    settings: { webhookAllow: ["127.0.0.1"], publicUrl: "https://vigie.example.org" },
  });
  keeper = await service.createUser({ username: "keeper", permissions: ["manage_triggers", "search_events"] });
});
afterAll(async () => {
  await service.close();
  await receiver.stop(true);
});

const send = (method: string, path: string, body?: unknown, token = keeper.token) =>
  service.call(method, path, { token, body });

describe("webhooks of services", () => {
  test.each(serviceNames)("when an event fires, then %s gets a body it knows, with the event's line", async (name) => {
    const created = await send("POST", "/api/triggers", {
      name: `<${name}> & "others"`,
      q: `host:${name}`,
      send_webhook: webhookOf(name),
    });
    expect(created.status).toBe(201);
    expect(created.body.send_webhook).toMatchObject({ service: name, method: "POST", url: places[name].url });
    const event = { ts: 1_767_323_045, host: name, program: "kernel", severity: 3 };
    const message = 'sda <!channel> @all ``` & </pre> "é漢😀"\nfailed';
    await service.call("POST", "/incoming", { body: [{ ...event, message }] });
    while (!heard.has(places[name].path)) await arrived.promise;
    const { contentType, body } = heard.get(places[name].path)!;
    expect(contentType).toBe("application/json");
    const { title, text } = shownBy[name](body);
    expect(title).toContain(`<${name}> & "others"`);
    expect(text).toContain(` ${name} kernel: ${message}`);
    expect(JSON.stringify(body)).toMatch(
      /https:\/\/vigie\.example\.org\/search\?t=1767322745\.\.1767323345(&|&amp;)event=/,
    );
  });

  test("when the text is the user's own, then it stands in the service's body", async () => {
    const { body } = await send("POST", "/api/triggers/test", {
      send_webhook: { ...webhookOf("slack"), template: "look at $" + "{host} <b>" },
    });
    expect(body.deliveries).toHaveLength(1);
    expect(shownBy.slack(JSON.parse(body.deliveries[0].body)).text).toBe("look at example-host <b>");
  });

  test.each([
    ["telegram", { chat_id: "" }, "send_webhook.chat_id"],
    ["telegram", { url: `${base}/bot1:a` }, "send_webhook.url"],
    ["pagerduty", { routing_key: "" }, "send_webhook.routing_key"],
    ["ntfy", { url: base }, "send_webhook.url"],
    ["slack", { method: "PUT" }, "send_webhook.method"],
    ["slack", { content_type: "text/plain" }, "send_webhook.content_type"],
    ["irc", {}, "send_webhook.service"],
  ])("when %s is not told what it needs, then the trigger is refused by the field", async (name, given, field) => {
    const send_webhook = { ...webhookOf(name === "irc" ? "slack" : (name as ServiceName)), service: name, ...given };
    const { status, body } = await send("POST", "/api/triggers", { name: "x", send_webhook });
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual([field]);
  });
});

describe("tests of triggers", () => {
  test("when a trigger is tested, then what it sends is sent once and the answer shown, and nothing is counted", async () => {
    const made = { name: "disk", q: "host:none", send_webhook: webhookOf("teams"), send_email: { to: ["a@b.org"] } };
    const { id } = (await send("POST", "/api/triggers", made)).body;
    heard.clear();
    const { status, body } = await send("POST", `/api/triggers/${id}/test`);
    expect(status).toBe(200);
    const [mail, webhook] = body.deliveries;
    expect(webhook).toMatchObject({ kind: "webhook", place: base, is_delivered: true, answer: "202 ok", error: null });
    expect(shownBy.teams(heard.get("/teams")!.body).title).toBe("Test: disk");
    expect(mail).toMatchObject({ kind: "mail", is_delivered: false });
    expect(mail.error).toContain("No mail server");
    const after = (await send("GET", `/api/triggers/${id}`)).body;
    expect(after).toMatchObject({ hits_count: 0, actions_count: 0, failures_count: 0, last_error: null });
  });

  test("when the other side says no, then that is told", async () => {
    const { body } = await send("POST", "/api/triggers/test", { send_webhook: { url: `${base}/no` } });
    expect(body.deliveries[0]).toMatchObject({ is_delivered: false, answer: null });
    expect(body.deliveries[0].error).toContain("404");
  });

  test("when nothing is sent by it, then that is said", async () => {
    const { id } = (await send("POST", "/api/triggers", { name: "quiet" })).body;
    expect((await send("POST", `/api/triggers/${id}/test`)).status).toBe(400);
    expect((await send("POST", "/api/triggers/test", { name: "x" })).status).toBe(400);
  });

  test("when the place is one that may not be called, then it is refused", async () => {
    const send_webhook = { url: "http://169.254.169.254/latest" };
    const { status, body } = await send("POST", "/api/triggers/test", { send_webhook });
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(["send_webhook.url"]);
  });

  test("when somebody asks who may not, then nothing is sent", async () => {
    const { id } = (await send("POST", "/api/triggers", { name: "mine", send_webhook: webhookOf("slack") })).body;
    const limited = await service.createUser({
      username: "w",
      permissions: ["manage_triggers", "search_events"],
      hosts: ["web*"],
    });
    const plain = await service.createUser({ username: "plain" });
    heard.clear();
    for (const path of [`/api/triggers/${id}/test`, "/api/triggers/test"]) {
      const body = { send_webhook: webhookOf("slack") };
      expect((await service.call("POST", path, { token: "", body })).status).toBe(401);
      expect((await send("POST", path, body, plain.token)).status).toBe(403);
    }
    expect((await send("POST", `/api/triggers/${id}/test`, undefined, limited.token)).status).toBe(404);
    expect(heard.size).toBe(0);
  });

  test("when it is another's trigger, then neither the address, the key nor the body is shown", async () => {
    const owned = await send("POST", "/api/triggers", { name: "secret", send_webhook: webhookOf("pagerduty") });
    const other = await service.createUser({ username: "other", permissions: ["manage_triggers", "search_events"] });
    const path = `/api/triggers/${owned.body.id}`;
    const shown = (await send("GET", path, undefined, other.token)).body;
    expect(shown.send_webhook).toMatchObject({ service: "pagerduty", url: `${base}/***`, routing_key: "***" });
    const { body } = await send("POST", `${path}/test`, undefined, other.token);
    expect(body.deliveries[0]).toMatchObject({ is_delivered: true, body: null, answer: "202" });
    expect(JSON.stringify([shown, body])).not.toContain("R0UT1NG");
    await send("PATCH", path, { send_webhook: { ...shown.send_webhook, template: "x" } }, other.token);
    const kept = (await send("GET", path)).body.send_webhook;
    expect(kept).toMatchObject({ url: places.pagerduty.url, routing_key: "R0UT1NG", template: "x" });
  });

  test("when the superuser tests it, then he sees what was sent", async () => {
    const { id } = (await send("POST", "/api/triggers", { name: "all", send_webhook: webhookOf("mattermost") })).body;
    const { body } = await service.call("POST", `/api/triggers/${id}/test`);
    expect(shownBy.mattermost(JSON.parse(body.deliveries[0].body)).title).toBe("Test: all");
  });
});
