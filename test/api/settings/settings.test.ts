import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../support/patience.ts";
import { type Service, startService } from "../../support/service/start-service.ts";

const daySeconds = 86_400;
let dataFolder: string;
let service: Service;
beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), "vigie-settings-"));
  service = await startService({ dataFolder, settings: { sealEvents: 1 } });
});
afterAll(async () => {
  await service.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

const change = (body: object) => service.call("PATCH", "/api/settings", { body });
const store = (daysAgo: number) =>
  service.call("POST", "/incoming", {
    body: [{ ts: Date.now() / 1000 - daysAgo * daySeconds, host: "a", message: `${daysAgo} days ago` }],
  });
const daysOf = async () => (await service.call("GET", "/api/system")).body.storage.days.length;

test("when fewer days are to be kept, then older ones go at once, older events come too late, and it holds on", async () => {
  for (const daysAgo of [0, 3, 20]) await store(daysAgo);
  await until(async () => (await daysOf()) === 3, "three days are sealed");
  const { status, body } = await change({ retention_days: 10 });
  expect([status, body]).toEqual([200, { retention_days: 10, retention_bytes: 0, source_bytes_per_day: 0, fixed: [] }]);
  await until(async () => (await daysOf()) === 2, "the oldest day is gone");
  await store(15);
  await until(async () => (await service.call("GET", "/api/system")).body.loss.out_of_time === 1, "it came too late");
  const { storage } = (await service.call("GET", "/api/system")).body;
  expect(storage.kept.retention_days).toBe(10);
  expect(storage.forecast.deletes_because).toBe("age");
  await service.close();
  service = await startService({ dataFolder, settings: { sealEvents: 1 } });
  expect((await service.call("GET", "/api/settings")).body.retention_days).toBe(10);
  await store(16);
  await until(
    async () => (await service.call("GET", "/api/system")).body.loss.out_of_time === 2,
    "it came too late, too",
  );
  expect((await change({ retention_days: 0 })).body.retention_days).toBe(0);
  await store(17);
  expect((await service.call("GET", "/api/system")).body.loss.out_of_time).toBe(2);
});

test("when an address may send less a day, then it is refused beyond, and not when that is taken back", async () => {
  await change({ source_bytes_per_day: 10 });
  const statuses = [(await store(0)).status, (await store(0)).status];
  expect(statuses).toEqual([200, 429]);
  await change({ source_bytes_per_day: 0 });
  expect((await store(0)).status).toBe(200);
});

test.each([
  [{ retention_days: -1 }, "retention_days"],
  [{ retention_days: 1.5 }, "retention_days"],
  [{ retention_days: 36_501 }, "retention_days"],
  [{ retention_bytes: "much" }, "retention_bytes"],
  [{ source_bytes_per_day: null }, "source_bytes_per_day"],
])("when %j is asked for, then it is refused by name and nothing changes", async (body, name) => {
  const before = (await service.call("GET", "/api/settings")).body;
  const reply = await change({ retention_bytes: 5_000_000, ...body });
  expect([reply.status, Object.keys(reply.body)]).toEqual([400, [name]]);
  expect((await service.call("GET", "/api/settings")).body).toEqual(before);
});

test("when the start says a setting, then it is not changed here, and wins over what was kept", async () => {
  await change({ retention_days: 7 });
  await service.close();
  service = await startService({ dataFolder, settings: { sealEvents: 1, retentionDays: 5000 } });
  const { body } = await service.call("GET", "/api/settings");
  expect([body.retention_days, body.fixed]).toEqual([5000, ["retention_days"]]);
  const refused = await change({ retention_days: 6, retention_bytes: 9_000_000_000 });
  expect([refused.status, refused.body]).toEqual([
    400,
    { retention_days: [expect.stringContaining("--retention-days, VIGIE_RETENTION_DAYS")] },
  ]);
  expect((await service.call("GET", "/api/settings")).body.retention_bytes).toBe(0);
  // What is as it was is no change.
  expect((await change({ retention_days: 5000, retention_bytes: 9_000_000_000 })).status).toBe(200);
});

test("when somebody who only sees the system changes something, then he does not", async () => {
  const viewer = await service.createUser({ username: "viewer", permissions: ["view_system"] });
  const plain = await service.createUser({ username: "plain" });
  const statuses = [];
  for (const { token } of [viewer, plain])
    for (const method of ["GET", "PATCH"])
      statuses.push(
        (await service.call(method, "/api/settings", { token, body: method === "GET" ? undefined : {} })).status,
      );
  expect(statuses).toEqual([200, 403, 403, 403]);
});
