import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../support/patience.ts";
import { type Service, startService } from "../support/start-service.ts";

const dataFolder = mkdtempSync(join(tmpdir(), "vigie-damage-"));
const now = Date.now();
const day = new Date(now).toISOString().slice(0, 10);
let service: Service;

/** A day is sealed, the service ends, and the disk loses some of what is in the file. */
beforeAll(async () => {
  const before = await startService({ dataFolder, settings: { logLevel: "silent", sealEvents: 1 } });
  const events = Array.from({ length: 2000 }, (_, index) => ({
    host: "h",
    ts: now / 1000,
    message: `event ${index} ${index ** 3}`,
  }));
  expect((await before.call("POST", "/incoming", { body: { events } })).status).toBe(200);
  const tail = async () => (await before.call("GET", "/api/system")).body.storage.tail.events;
  await until(async () => (await tail()) === 0, "the day is sealed");
  await before.close();
  const path = join(dataFolder, "events", `${day}.sqlite`);
  const bytes = readFileSync(path);
  for (let at = 20_000; at < bytes.length - 100; at += 97) bytes[at]! ^= 0x55;
  writeFileSync(path, bytes);
  service = await startService({ dataFolder, settings: { logLevel: "silent" } });
});

afterAll(async () => {
  await service.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

test("when a question meets a damaged day, then it answers without it, names it, and the file is set aside", async () => {
  const search = { type: "Search", params: { freeze_time: true } };
  await service.call("POST", "/incoming", { body: { events: [{ message: "after the damage" }] } });
  const [one, other] = await Promise.all([0, 1].map(() => service.call("POST", "/api/query", { body: search })));
  for (const { status, body } of [one!, other!]) {
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: "SUCCESS", error: null, results: { totals: { count: 1 } } });
    expect(body.warnings).toEqual([{ day, file: expect.stringContaining(`${day}.sqlite.damaged-`) }]);
    expect(readdirSync(join(dataFolder, "events"))).toContain(body.warnings[0].file);
  }
  const page = await service.call("GET", `/api/query/${one!.body.qid}?page=1&page_size=5`);
  expect(page.body).toMatchObject({ status: "SUCCESS", warnings: one!.body.warnings });
  expect((await service.call("GET", "/api/events/5")).status).toBe(404);
});
