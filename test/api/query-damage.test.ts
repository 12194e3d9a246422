import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../support/patience.ts";
import { type Service, startService } from "../support/service/start-service.ts";
import { copyOf, harm, placesOf } from "../support/store/harm.ts";

const whole = mkdtempSync(join(tmpdir(), "vigie-damage-"));
const folders = [whole];
const now = Date.now();
const day = new Date(now).toISOString().slice(0, 10);

/** A day is sealed, and the service ends. */
beforeAll(async () => {
  const before = await startService({ dataFolder: whole, settings: { logLevel: "silent", sealEvents: 1 } });
  const events = Array.from({ length: 2000 }, (_, index) => ({
    host: "h",
    ts: now / 1000,
    message: `event ${index} ${index ** 3}`,
    tags: { code: index % 7 },
  }));
  expect((await before.call("POST", "/incoming", { body: { events } })).status).toBe(200);
  const tail = async () => (await before.call("GET", "/api/system")).body.storage.tail.events;
  await until(async () => (await tail()) === 0, "the day is sealed");
  await before.close();
});

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The disk loses some of what is in the file. */
function overwrite(eventsFolder: string): void {
  const path = join(eventsFolder, `${day}.sqlite`);
  const bytes = readFileSync(path);
  for (let at = 60; at < bytes.length - 100; at += 97) bytes[at]! ^= 0x55;
  writeFileSync(path, bytes);
}

/** The disk gives back nothing for the first pages behind the file's header. */
function empty(eventsFolder: string): void {
  const path = join(eventsFolder, `${day}.sqlite`);
  writeFileSync(path, readFileSync(path).fill(0, 4096, 3 * 4096));
}

/** Each part of the segment; `nothing`: with checksums that say that it is right so. */
function harmAll(eventsFolder: string, how: "flip" | "nothing"): void {
  for (const place of placesOf(eventsFolder)) if (place.in === "day") harm(eventsFolder, place, how, Math.random);
}

const part = { day, file: `${day}.sqlite`, events: 2000 };
const file = { day, file: expect.stringContaining(`${day}.sqlite.damaged-`) };

test.each([
  ["bits of the file are flipped", overwrite, file],
  ["pages of the file are zeros", empty, file],
  ["bits of a segment are flipped", (folder: string) => harmAll(folder, "flip"), part],
  ["a segment was written wrongly", (folder: string) => harmAll(folder, "nothing"), part],
] as const)(
  "when %s, then every question answers without it and names it, intake and upkeep go on",
  async (_, damage, named) => {
    const dataFolder = copyOf(whole);
    folders.push(dataFolder);
    damage(join(dataFolder, "events"));
    let service = await startService({ dataFolder, settings: { logLevel: "silent", sealEvents: 1 } });
    await service.call("POST", "/incoming", { body: { events: [{ host: "h", message: "after the damage" }] } });
    await askAll(service);
    const { damaged, parked } = (await service.call("GET", "/api/system")).body;
    expect({ damaged, parked }).toEqual({ damaged: [named], parked: [] });
    const isRenamed = readdirSync(join(dataFolder, "events")).some((name) => name.includes(".damaged-"));
    expect(isRenamed).toBe(named === file);
    await service.close();
    service = await startService({ dataFolder, settings: { logLevel: "silent" } });
    await askAll(service);
    await service.close();

    async function askAll({ call }: Service): Promise<void> {
      const types = {
        Search: {},
        TopN: { field: "host" },
        EventRate: {},
        Stats: { functions: ["count"] },
        LastN: { field: "code" },
      };
      for (const [type, params] of Object.entries(types)) {
        const asked = { type, params: { freeze_time: true, ...params } };
        // Two at once may meet the damage at the same time.
        const answers = await Promise.all([0, 1].map(() => call("POST", "/api/query", { body: asked })));
        for (const { status, body } of answers) {
          expect([status, body.status, body.error]).toEqual([201, "SUCCESS", null]);
          expect(body.warnings).toEqual([named]);
        }
        const { qid } = answers[0]!.body;
        const exported = await call("GET", `/api/query/${qid}/export?ftype=csv`);
        expect(exported.status).toBe(200);
      }
      expect((await call("GET", "/api/events/5")).status).toBe(404);
      expect((await call("GET", "/api/fields")).body.warnings).toEqual([named]);
    }
  },
);
