import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patienceMs, until } from "../support/patience.ts";
import { type Service, startService } from "../support/service/start-service.ts";

const folder = mkdtempSync(join(tmpdir(), "vigie-troubles-"));
const settings = { webhookAllow: ["127.0.0.1"], sealEvents: 1 };
const refuses = Bun.serve({ port: 0, fetch: () => new Response("gone", { status: 410 }) });
const url = `http://127.0.0.1:${refuses.port}/hook`;
let service: Service;
let viewer: string;
let other: string;

beforeAll(async () => {
  service = await startService({ dataFolder: folder, settings });
  viewer = (await service.createUser({ username: "viewer", permissions: ["view_system"] })).token;
  other = (await service.createUser({ username: "other", permissions: ["search_events", "manage_triggers"] })).token;
}, patienceMs);
afterAll(async () => {
  await service.close();
  await refuses.stop(true);
  rmSync(folder, { recursive: true, force: true });
});

interface Told {
  title: string;
  text: string;
  link: string;
  about: { kind: string; values: Record<string, unknown> };
}

const toldTo = async (token: string): Promise<Told[]> =>
  (await service.call("GET", "/api/notifications", { token })).body.objects;
const kindsTo = async (token: string) => (await toldTo(token)).map(({ about }) => about.kind).sort();

describe("a service that something is wrong with", () => {
  test(
    "when a quota is used up and messages are given up, then who may see the system is told of each, and nobody else",
    async () => {
      const token = await made("/api/authtokens", { token_type: "INGEST", bytes_per_day: 10, description: "Shop" });
      await made("/api/authtokens", { token_type: "INGEST", bytes_per_day: 1_000_000 });
      const trigger = await made("/api/triggers", {
        name: "calls",
        filter: [{ field: "host", value: "calls" }],
        send_webhook: { url },
      });
      const schedule = await made("/api/report-schedules", {
        title: "Weekly",
        cron: "0 8 * * 1",
        format: "csv",
        query: { type: "TopN", params: { field: "host" } },
        webhook: { url },
      });
      expect((await service.call("POST", `/api/report-schedules/${schedule.id}/run`)).status).toBe(202);
      const events = Array.from({ length: 2_000 }, (_, at) => ({ host: "calls", message: `event ${at} ${at ** 3}` }));
      expect((await service.call("POST", "/incoming", { token: token.secret_key, body: { events } })).status).toBe(200);

      await until(async () => (await kindsTo(viewer)).length === 3, "the viewer is told of three troubles");
      const told = await toldTo(viewer);
      expect(await toldTo(service.adminToken)).toMatchObject(told.map(({ title, text }) => ({ title, text })));
      expect(await toldTo(other)).toEqual([]);
      const [quota, report, call] = ["quota", "report_failing", "trigger_failing"].map(
        (kind) => told.find(({ about }) => about.kind === kind)!,
      );
      expect(quota).toMatchObject({
        title: expect.stringMatching(/^Token ingest-[0-9a-f]{12} has used up its quota$/),
        link: "/admin/tokens",
        about: { values: { description: "Shop", bytes: 10 } },
      });
      expect(report).toMatchObject({
        title: 'Report "Weekly" did not arrive',
        link: `/reports/schedules/${schedule.id}`,
      });
      expect(call).toMatchObject({
        title: 'Trigger "calls" reaches nobody',
        text: expect.stringContaining("410"),
        link: `/triggers/${trigger.id}`,
      });
    },
    patienceMs,
  );

  test(
    "when it is started anew with a damaged file, then that is told, and nothing for a second time",
    async () => {
      const tail = async () => (await service.call("GET", "/api/system")).body.storage.tail.events;
      await until(async () => (await tail()) === 0, "the day is sealed");
      await service.close();
      const file = readdirSync(join(folder, "events")).find((name) => /^\d{4}-\d\d-\d\d\.sqlite$/.test(name))!;
      const path = join(folder, "events", file);
      const bytes = readFileSync(path);
      for (let at = 60; at < bytes.length - 100; at += 97) bytes[at]! ^= 0x55;
      writeFileSync(path, bytes);
      service = await startService({ dataFolder: folder, settings });
      await until(async () => {
        // Whoever reads it finds the damage, if the start did not.
        await service.call("POST", "/api/query", { body: { type: "EventRate", params: {} } });
        return (await kindsTo(viewer)).includes("damage");
      }, "the damage is told");
      expect(await kindsTo(viewer)).toEqual(["damage", "quota", "report_failing", "trigger_failing"]);
      expect((await toldTo(viewer))[0]).toMatchObject({
        title: "Damaged events were set aside",
        text: expect.stringContaining(`"${file}.damaged-`),
        link: "/admin/system",
      });
    },
    patienceMs,
  );
});

async function made(path: string, body: object) {
  const reply = await service.call("POST", path, { body });
  expect([200, 201]).toContain(reply.status);
  return reply.body;
}
