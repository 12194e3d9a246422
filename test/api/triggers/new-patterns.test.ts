import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../../support/patience.ts";
import { type Service, startService } from "../../support/service/start-service.ts";

const dataFolder = mkdtempSync(join(tmpdir(), "vigie-test-"));
let service: Service;
beforeAll(async () => {
  service = await startService({ dataFolder });
});
afterAll(() => service.close());

const deliver = async (host: string, ...messages: string[]) =>
  void (await service.call("POST", "/incoming", { body: messages.map((message) => ({ host, message })) }));
const make = async (fields: object): Promise<number> =>
  (await service.call("POST", "/api/triggers", { body: { name: "new", is_new_pattern: true, ...fields } })).body.id;
const hitsOf = async (id: number): Promise<number> =>
  (await service.call("GET", `/api/triggers/${id}`)).body.hits_count;
const preview = async (body: object) =>
  (await service.call("POST", "/api/triggers/preview", { body: { is_new_pattern: true, ...body } })).body;

/** Sends texts of patterns that never came until one is taken for new: by then the thread knows what the store has. */
async function whenLearned(): Promise<void> {
  const id = await make({ q: "host:probe" });
  await until(async () => {
    await deliver("probe", `${crypto.randomUUID().replaceAll(/[^a-f]/g, "")} ended`);
    return (await hitsOf(id)) > 0;
  }, "what the store has is known");
  await service.call("DELETE", `/api/triggers/${id}`);
}

describe("triggers for new patterns", () => {
  test("when a pattern comes that the store has, then it does not fire; another one fires once and marks its event", async () => {
    await deliver("web", "disk 1 failed", "fan 1 failed");
    const id = await make({ q: "host:web", mark_actionable: true });
    await whenLearned();
    await deliver("web", "disk 2 failed", "door 1 opened", "door 2 opened", "fan 7 failed");
    expect(await hitsOf(id)).toBe(1);
    const asked = { type: "Search", params: { q: `trigger_ids:${id}` } };
    const { objects } = (await service.call("POST", "/api/query", { body: asked })).body.results.events;
    expect(objects).toMatchObject([{ message: "door 1 opened", status_name: "ACTIONABLE" }]);
    const found = await preview({ q: "host:web" });
    expect(found).toMatchObject({ matched_count: 3, fired_count: 3 });
    expect(found.events.map(({ message }: { message: string }) => message).sort()).toEqual([
      "disk 1 failed",
      "door 1 opened",
      "fan 1 failed",
    ]);
  });

  test("when the service starts anew, then what it has is not new, and what it has not is", async () => {
    const id = await make({ name: "after a start", q: "host:web" });
    await service.close();
    service = await startService({ dataFolder });
    await whenLearned();
    await deliver("web", "disk 3 failed", "door 3 opened", "roof 1 leaks");
    expect(await hitsOf(id)).toBe(1);
  });

  test("when the service stops before an interval is over, then patterns of it are told all the same", async () => {
    const id = await make({ name: "at a stop", q: "host:web", min_interval: 3_600, notify: true });
    await whenLearned();
    for (const message of ["cellar 1 is wet", "attic 1 is dry", "stairs 1 creak"]) await deliver("web", message);
    await service.close();
    service = await startService({ dataFolder });
    const { objects } = (await service.call("GET", "/api/notifications")).body;
    const texts = objects
      .filter(({ title }: { title: string }) => title.startsWith("at a stop"))
      .map(({ text }: { text: string }) => text);
    expect(texts.reverse()).toEqual(["INFO: cellar 1 is wet", "INFO: attic 1 is dry\nAlso new:\nweb: stairs 1 creak"]);
    await service.call("DELETE", `/api/triggers/${id}`);
  });

  test("when a pattern came by another host first, then it is not new here, and a preview says so", async () => {
    const id = await make({ q: "host:db" });
    await whenLearned();
    await deliver("web", "pump 1 stopped");
    await deliver("db", "pump 2 stopped");
    expect(await hitsOf(id)).toBe(0);
    expect(await preview({ q: "host:db" })).toMatchObject({ matched_count: 0, fired_count: 0, events: [] });
  });

  test("when its learning time is not over, then it does not fire", async () => {
    const id = await make({ q: "host:web", learning_time: 3_600 });
    await whenLearned();
    await deliver("web", "gate 1 closed");
    expect(await hitsOf(id)).toBe(0);
  });

  test("when several are new at once, then all are told, and each reader hears of the hosts that he may see", async () => {
    const user = (username: string, hosts: string[]) =>
      service.createUser({ username, permissions: ["search_events"], hosts });
    const [all, some] = [await user("all", []), await user("some", ["web*"])];
    const id = await make({ q: "host:web | host:db", min_interval: 1, notify: [all.id, some.id], create_task: {} });
    await whenLearned();
    const textsOf = async (token: string): Promise<string[]> => {
      const { objects } = (await service.call("GET", "/api/notifications", { token })).body;
      return objects.map(({ text }: { text: string }) => text).reverse();
    };
    const at = (host: string, message: string) => ({ host, program: "x", message });
    const body = [at("web", "lamp 1 went out"), at("db", "heater 1 went cold"), at("web", "carpet 1 went away")];
    await service.call("POST", "/incoming", { body });
    await until(async () => (await textsOf(some.token)).length > 0, "the first ones are told");
    await service.call("POST", "/incoming", { body: [at("web", "mirror 1 broke")] });
    await until(async () => (await textsOf(some.token)).length > 1, "the next one is told, too");
    expect(await textsOf(all.token)).toEqual([
      "x INFO: lamp 1 went out\nAlso new:\ndb x: heater 1 went cold\nweb x: carpet 1 went away",
      "x INFO: mirror 1 broke",
    ]);
    expect(await textsOf(some.token)).toEqual([
      "x INFO: lamp 1 went out\nAlso new:\nweb x: carpet 1 went away",
      "x INFO: mirror 1 broke",
    ]);
    const { objects } = (await service.call("GET", "/api/tasks")).body;
    expect(objects.map(({ description }: { description: string }) => description).sort()[0]).toContain(
      "Also new:\ndb x",
    );
    const hidden = [at("db", "boiler 1 went out"), at("web", "curtain 1 fell down"), at("web", "window 1 opens")];
    await service.call("POST", "/incoming", { body: hidden });
    await until(async () => (await textsOf(some.token)).length > 2, "who may see only those behind is told, too");
    expect((await textsOf(some.token))[2]).toBe("x: curtain 1 fell down\nAlso new:\nweb x: window 1 opens");
    expect((await textsOf(all.token))[2]).toContain("x INFO: boiler 1 went out\nAlso new:\nweb x: curtain");
    await service.call("DELETE", `/api/triggers/${id}`);
  });

  test("when a trigger asks for a pattern by its id, then it fires for each of its events", async () => {
    const asked = { type: "Patterns", params: { q: '"door 1"' } };
    const { values } = (await service.call("POST", "/api/query", { body: asked })).body.results.totals;
    const id = await make({ is_new_pattern: false, q: `pattern:${values[0].id}` });
    await deliver("web", "door 8 opened", "disk 8 failed", "door 9 opened");
    expect(await hitsOf(id)).toBe(2);
  });

  test("when a trigger asks for a family, then it fires for events of each of its patterns and for no others", async () => {
    const [letters, other] = ["abcdefghijklm".split(""), "Purging bash (5.2) ..."];
    await deliver("web", ...letters.slice(0, 10).map((name) => `Unpacking lib${name} (1.2) ...`));
    const asked = { type: "Patterns", params: { q: "Unpacking" } };
    const { values } = (await service.call("POST", "/api/query", { body: asked })).body.results.totals;
    expect(values).toMatchObject([{ text: "Unpacking <*> (<*>) ...", count: 10, pattern_count: 10 }]);
    const id = await make({ is_new_pattern: false, q: `pattern:${values[0].id}` });
    const without = await make({ is_new_pattern: false, q: `host:web -pattern:${values[0].id}` });
    // The first of a known structure, one that never came, and one that is no such pattern.
    await deliver(
      "web",
      "Unpacking liba (1.3) ...",
      other,
      ...letters.slice(10).map((name) => `Unpacking lib${name} (1) ...`),
    );
    expect([await hitsOf(id), await hitsOf(without)]).toEqual([4, 1]);
    const found = { type: "Search", params: { q: `trigger_ids:${id} pattern:${values[0].id}` } };
    expect((await service.call("POST", "/api/query", { body: found })).body.results.totals.count).toBe(4);
  });

  test.each([
    [{ learning_time: -1 }, "learning_time"],
    [{ quiet_hours: [{ from: "25:00", to: "06:00" }] }, "quiet_hours.0.from"],
    [{ quiet_hours: [{ from: "22:00", to: "06:00", timezone: "Nowhere" }] }, "quiet_hours.0.timezone"],
    [{ quiet_hours: [{ from: "22:00", to: "06:00", days: ["someday"] }] }, "quiet_hours.0.days.0"],
    [{ maintenance: [{ from: 20, to: 10 }] }, "maintenance.0.to"],
  ])("when a field says nothing that could be, then it is refused: %j", async (fields, field) => {
    const { status, body } = await service.call("POST", "/api/triggers", { body: { name: "x", ...fields } });
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual([field]);
  });

  test("when quiet hours and maintenance are given, then they are kept, days in the order of the week", async () => {
    const maintenance = [{ title: "disks", from: 1_000, to: 2_000 }];
    const body = { name: "x", maintenance, quiet_hours: [{ days: ["sun", "mon"], from: "22:00", to: "06:00" }] };
    const made = (await service.call("POST", "/api/triggers", { body })).body;
    expect(made.maintenance).toEqual(maintenance);
    expect(made.quiet_hours).toMatchObject([{ days: ["mon", "sun"], from: "22:00", to: "06:00" }]);
    const left = { body: { name: "x" } };
    expect((await service.call("PUT", `/api/triggers/${made.id}`, left)).body.quiet_hours).toEqual([]);
  });
});
