import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService, type TestUser } from "../../support/service/start-service.ts";

let service: Service;
let keeper: TestUser;
let limited: TestUser;
beforeAll(async () => {
  service = await startService();
  keeper = await service.createUser({ username: "keeper", permissions: ["manage_triggers", "search_events"] });
  limited = await service.createUser({
    username: "limited",
    permissions: ["manage_triggers", "search_events"],
    hosts: ["web*"],
  });
});
afterAll(() => service.close());

const send = (who: TestUser, method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: who.token, body });
const create = async (who: TestUser, body: object) => (await send(who, "POST", "/api/triggers", body)).body;
const deliver = (...events: object[]) => service.call("POST", "/incoming", { body: events });
async function search(filter: object[]) {
  return (await ask(filter)).results.events.objects;
}
/** The record of a search that has its answer. */
async function ask(filter: object[]) {
  let { body } = await service.call("POST", "/api/query", { body: { type: "Search", params: { filter } } });
  while (body.results === null) ({ body } = await service.call("GET", `/api/query/${body.qid}`));
  return body;
}

describe("what an event keeps", () => {
  test("when a note names the event, then each event's note has its values, and a broken template is refused", async () => {
    const filter = [{ field: "host", value: "noted" }];
    const add_note = `\${trigger_name}: \${user} on \${host}, \${tag:host}\${nothing}, $\${plain}`;
    const { id } = await create(keeper, { name: "who", filter, add_note });
    await deliver({ host: "noted", message: "a", user_tags: { user: "eve" } });
    await deliver({ host: "noted", message: "b", user_tags: { user: `\${message}` } });
    const events = await search(filter);
    const texts = events.map(({ notes }: { notes: { text: string }[] }) => notes.map(({ text }) => text)).sort();
    expect(texts).toEqual([[`who: \${message} on noted, , \${plain}`], [`who: eve on noted, , \${plain}`]]);
    const one = (await service.call("GET", `/api/events/${events[0].id}/triggers`)).body.triggers[0];
    expect(one.note_text).toBe(events[0].notes[0].text);
    const broken = await send(keeper, "PATCH", `/api/triggers/${id}`, { add_note: `a \${host` });
    expect([broken.status, broken.body.add_note]).toEqual([400, [expect.stringContaining("Column 3")]]);
  });

  test("when triggers fire, then the event shows them, its status and notes, and each occurrence its own", async () => {
    const host = "shows";
    const filter = [{ field: "host", value: host }];
    const first = await create(keeper, { name: "first", filter, mark_known: true, add_note: "seen before" });
    await deliver({ host, message: "a" });
    const second = await create(keeper, { name: "second", filter, mark_actionable: true, order: -1 });
    await deliver({ host, message: "a" });
    const [event] = await search(filter);
    expect(event).toMatchObject({ counter: 2, status: 1, status_name: "ACTIONABLE", triggers_fired_count: 2 });
    expect(event.trigger_ids).toEqual([first.id, second.id]);
    expect(event.triggers_fired_data).toEqual([]);
    expect(event.notes).toEqual([{ trigger_id: first.id, text: "seen before", ts: expect.any(Number) }]);
    const { body: timestamps } = await service.call("GET", `/api/events/${event.id}/timestamps`);
    expect(timestamps.timestamps.map(({ trigger_ids }: { trigger_ids: number[] }) => trigger_ids)).toEqual([
      [first.id],
      [second.id, first.id],
    ]);
    const { body: data } = await service.call("GET", `/api/events/${event.id}?add_trigger_data=true`);
    const { body: fired } = await service.call("GET", `/api/events/${event.id}/triggers`);
    expect(data.triggers_fired_data).toEqual(fired.triggers);
    expect(fired).toMatchObject({ triggers_fired_count: 2, triggers: [{ name: "first" }, { name: "second" }] });
    // What it was called then stays.
    await send(keeper, "PATCH", `/api/triggers/${first.id}`, { name: "renamed", is_active: false });
    await send(keeper, "DELETE", `/api/triggers/${second.id}`);
    expect((await service.call("GET", `/api/events/${event.id}/triggers`)).body).toEqual(fired);
    expect((await send(keeper, "GET", `/api/triggers/${first.id}`)).body.hits_count).toBe(2);
  });

  test("when one searches by trigger or status, then just these events come", async () => {
    const host = "searched";
    const { id } = await create(keeper, {
      name: "x",
      filter: [{ field: "message", value: `${host} yes` }],
      mark_known: true,
    });
    await deliver({ host, message: `${host} yes` }, { host, message: `${host} no` });
    const messages = async (...more: object[]) =>
      (await search([{ field: "host", value: host }, ...more])).map(({ message }: { message: string }) => message);
    expect(await messages({ field: "trigger_ids", value: id })).toEqual([`${host} yes`]);
    expect(await messages({ field: "trigger_ids", op: "ne", value: id })).toEqual([`${host} no`]);
    expect(await messages({ field: "trigger_ids", value: "*" })).toEqual([`${host} yes`]);
    expect(await messages({ field: "trigger_ids", value: "" })).toEqual([`${host} no`]);
    expect(await messages({ field: "status", value: "non_actionable" })).toEqual([`${host} yes`]);
    expect(await messages({ field: "trigger_ids", op: "ge", value: id })).toEqual([`${host} yes`]);
  });
});

describe("who sees what", () => {
  test("when its owner is limited to hosts, then it fires for these alone, and his limits count at once", async () => {
    const { id } = await create(limited, { name: "mine", filter: [{ field: "message", value: "limits" }] });
    const fired = async () =>
      (await search([{ field: "trigger_ids", value: id }])).map(({ host }: { host: string }) => host).sort();
    await deliver({ host: "web-1", message: "limits" }, { host: "db-1", message: "limits" });
    expect(await fired()).toEqual(["web-1"]);
    await service.call("PATCH", `/api/users/${limited.id}`, { body: { hosts: ["db*"] } });
    await deliver({ host: "web-2", message: "limits" }, { host: "db-2", message: "limits" });
    expect(await fired()).toEqual(["db-2", "web-1"]);
    await service.call("PATCH", `/api/users/${limited.id}`, { body: { is_active: false } });
    await deliver({ host: "db-3", message: "limits" });
    expect(await fired()).toEqual(["db-2", "web-1"]);
    await service.call("PATCH", `/api/users/${limited.id}`, { body: { is_active: true, hosts: ["web*"] } });
  });

  test("when its owner may not see events, or no longer, then he gets none by a trigger either", async () => {
    const blind = await service.createUser({ username: "blind", permissions: ["manage_triggers"] });
    const refused = await send(blind, "POST", "/api/triggers", { name: "all", filter: [] });
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining("search_events")]);
    expect((await send(blind, "POST", "/api/triggers/preview", { filter: [] })).status).toBe(403);
    const sighted = await service.createUser({
      username: "sighted",
      permissions: ["manage_triggers", "search_events"],
    });
    const { id } = await create(sighted, { name: "his", filter: [{ field: "message", value: "sight" }] });
    const given = await service.call("PATCH", `/api/triggers/${id}`, { body: { owner: blind.id } });
    expect(given.status).toBe(403);
    await service.call("PATCH", `/api/users/${sighted.id}`, { body: { permissions: ["manage_triggers"] } });
    await deliver({ host: "web-1", message: "sight" });
    expect(await search([{ field: "trigger_ids", value: id }])).toEqual([]);
    await service.call("PATCH", `/api/users/${sighted.id}`, {
      body: { permissions: ["manage_triggers", "search_events"] },
    });
    await deliver({ host: "web-2", message: "sight" });
    expect(await search([{ field: "trigger_ids", value: id }])).toMatchObject([{ host: "web-2" }]);
    await service.call("DELETE", `/api/triggers/${id}`);
  });

  test("when somebody is limited to hosts, then he sees and changes only his own, and gives none to who may more", async () => {
    const { id } = await create(keeper, { name: "not his" });
    const { token } = await reloggedIn("limited");
    const as = (method: string, path: string, body?: unknown) => service.call(method, path, { token, body });
    expect((await as("GET", `/api/triggers/${id}`)).status).toBe(404);
    expect((await as("PATCH", `/api/triggers/${id}`, { name: "taken" })).status).toBe(404);
    expect((await as("DELETE", `/api/triggers/${id}`)).status).toBe(404);
    const list = (await as("GET", "/api/triggers?owner=1,2,3")).body.objects;
    expect(list.every(({ owner }: { owner: { id: number } }) => owner.id === limited.id)).toBe(true);
    expect((await as("POST", "/api/triggers", { name: "given", owner: keeper.id })).status).toBe(403);
    await send(keeper, "DELETE", `/api/triggers/${id}`);
  });

  async function reloggedIn(username: string): Promise<{ token: string }> {
    const body = { owner: limited.id, token_type: "USER" };
    const { body: made } = await service.call("POST", "/api/authtokens", { body });
    expect(made.owner.username).toBe(username);
    return { token: made.secret_key };
  }
});

describe("what is refused", () => {
  const filter = (...conditions: object[]) => ({ filter: conditions });
  const refused: [title: string, body: object, field: string, reason: RegExp][] = [
    ["a field that is not known yet", filter({ field: "counter", value: 3 }), "filter.0.field", /use threshold/],
    ["a status", filter({ field: "status", value: 1 }), "filter.0.field", /stop_flag/],
    ["10,000 conditions", filter(...Array(10_000).fill({ field: "host", value: "a" })), "filter", /at most 100/],
    [
      "a bad regular expression",
      filter({ field: "message", op: "=~", value: "(a" }),
      "filter.0.value",
      /missing closing/,
    ],
    ["a bad line", { q: "host:" }, "q", /Column/],
    ["an unknown operator", filter({ field: "host", op: "like", value: 1 }), "filter.0.op", /./],
    ["a threshold of one", { threshold: { count: 1, seconds: 5 } }, "threshold.count", /at least 2/],
    [
      "a threshold by an object",
      { threshold: { count: 2, seconds: 5, field: "user_tags" } },
      "threshold.field",
      /neither/,
    ],
    ["a webhook to a file", { send_webhook: { url: "file:///etc/passwd" } }, "send_webhook.url", /http/],
    ["a webhook to this machine", { send_webhook: { url: "http://0x7f.1/" } }, "send_webhook.url", /public internet/],
    ["a broken template", { send_email: { to: ["a@b.c"], subject: "$" + "{host" } }, "send_email.subject", /Column 1/],
    ["a bad address", { send_email: { to: ["a b"] } }, "send_email.to.0", /mail address/],
    [
      "an assignee who is not there",
      { create_task: { assigned_to: 999 } },
      "create_task.assigned_to",
      /no active user/,
    ],
    ["telling who is not there", { notify: [999] }, "notify.0", /no active user/],
    ["an endless pause", { min_interval: 1e9 }, "min_interval", /at most/],
  ];
  test.each(refused)(
    "when it has %s, then it is refused with the field and the reason",
    async (_, body, field, reason) => {
      const { status, body: errors } = await send(keeper, "POST", "/api/triggers", { name: "bad", ...body });
      expect(status).toBe(400);
      expect(errors[field]?.[0]).toMatch(reason);
    },
  );
});

describe("a preview", () => {
  test("when a trigger is drawn up, then the preview counts what it would have fired on, and creates nothing", async () => {
    const now = Math.floor(Date.now() / 1000);
    const by = (user: string, ts: number) => ({ ts, host: "preview", message: `login ${ts}`, user_tags: { user } });
    await deliver(
      by("eve", now - 50),
      by("eve", now - 40),
      by("bob", now - 35),
      by("eve", now - 30),
      by("eve", now - 5),
    );
    const preview = async (body: object) =>
      (await send(keeper, "POST", "/api/triggers/preview", { filter: [{ field: "host", value: "preview" }], ...body }))
        .body;
    const all = await preview({ time_range: { ts_from: now - 60, ts_to: now + 60, step: 60 } });
    expect(all).toMatchObject({ matched_count: 5, fired_count: 5 });
    expect(all.details.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(5);
    expect(all.events.map(({ message }: { message: string }) => message)).toEqual(
      [5, 30, 35, 40, 50].map((ago) => `login ${now - ago}`),
    );
    const burst = await preview({ threshold: { count: 3, seconds: 25, field: "user" } });
    expect(burst).toMatchObject({ matched_count: 5, fired_count: 1 });
    expect(burst.events[0].message).toBe(`login ${now - 30}`);
    const before = (await send(keeper, "GET", "/api/triggers")).body.item_count;
    const { id } = await create(keeper, {
      name: "saved",
      is_active: false,
      filter: [{ field: "host", value: "preview" }],
    });
    const { body } = await send(keeper, "POST", `/api/triggers/${id}/preview`, {});
    expect(body).toMatchObject({ matched_count: 5, fired_count: 5, warnings: [] });
    expect((await send(keeper, "GET", "/api/triggers")).body.item_count).toBe(before + 1);
  });

  test("when the first second of a quarter of an hour has begun, then what came in it counts", async () => {
    const quarterMs = Math.ceil(Date.now() / 900_000) * 900_000;
    const early = await startService({ clock: () => quarterMs + 500 });
    await early.call("POST", "/incoming", { body: [{ ts: (quarterMs + 200) / 1000, host: "early", message: "up" }] });
    const { body } = await early.call("POST", "/api/triggers/preview", { body: { q: "host:early" } });
    await early.close();
    expect(body).toMatchObject({ matched_count: 1, fired_count: 1, events: [{ message: "up" }] });
  });

  test("when the caller is limited to hosts, then he is shown no others", async () => {
    await deliver({ host: "web-9", message: "previewed" }, { host: "db-9", message: "previewed" });
    const { body } = await service.call("POST", "/api/authtokens", { body: { owner: limited.id } });
    const filter = [{ field: "message", value: "previewed" }];
    const preview = await service.call("POST", "/api/triggers/preview", { token: body.secret_key, body: { filter } });
    expect(preview.body).toMatchObject({ matched_count: 1, events: [{ host: "web-9" }] });
  });
});

describe("a search", () => {
  test("when it is read with add_trigger_data, then each event says what fired, else not", async () => {
    const filter = [{ field: "host", value: "told" }];
    await create(keeper, { name: "told", filter });
    await deliver({ host: "told", message: "a" });
    const body = await ask(filter);
    expect(body.results.events.objects[0].triggers_fired_data).toEqual([]);
    const read = async (flag: boolean) =>
      (await service.call("GET", `/api/query/${body.qid}?add_trigger_data=${flag}`)).body.results.events.objects[0];
    expect((await read(true)).triggers_fired_data).toMatchObject([{ name: "told" }]);
    expect((await read(false)).triggers_fired_data).toEqual([]);
  });
});

describe("the address of a webhook", () => {
  test("when another manager reads a trigger, then he sees the host alone, and what he sends back as he saw it stays", async () => {
    const other = await service.createUser({ username: "other", permissions: ["manage_triggers", "search_events"] });
    const url = "https://user:secret@hooks.example.org/T0/token?key=1";
    const { id } = await create(keeper, { name: "secret", send_webhook: { url } });
    const urlFor = async (who: TestUser) =>
      (await send(who, "GET", `/api/triggers/${id}`)).body.send_webhook.url as string;
    const shown = "https://hooks.example.org/***";
    const { body: seen } = await send(other, "GET", `/api/triggers/${id}`);
    expect([await urlFor(keeper), seen.send_webhook.url]).toEqual([url, shown]);
    expect(JSON.stringify((await send(other, "GET", "/api/triggers?page_size=100")).body)).not.toContain("token?key");
    const changed = await send(other, "PUT", `/api/triggers/${id}`, { name: "kept", send_webhook: seen.send_webhook });
    expect([changed.status, changed.body.send_webhook.url, await urlFor(keeper)]).toEqual([200, shown, url]);
    const taken = await send(other, "PATCH", `/api/triggers/${id}`, { owner: other.id });
    expect([taken.status, taken.body["send_webhook.url"]]).toEqual([400, [expect.stringContaining("whole address")]]);
    expect(await urlFor(keeper)).toBe(url);
    expect((await send(other, "PATCH", `/api/triggers/${id}`, { owner: other.id, send_webhook: null })).status).toBe(
      200,
    );
  });
});
