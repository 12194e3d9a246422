import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sendDatagrams, sendStream } from "../ingest/listeners/listening.ts";
import { until } from "../support/patience.ts";
import { type Reply, type Service, startService } from "../support/service/start-service.ts";

let folder: string;
let service: Service;
/** It stands still, so that no day ends by chance. */
const nowMs = Date.UTC(2026, 10, 22, 20);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-quotas-"));
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(settings: object = {}): Promise<void> {
  service = await startService({
    dataFolder: folder,
    settings: { data: folder, dedupSeconds: 0, host: "127.0.0.1", ...settings },
    clock: () => nowMs,
  });
}

async function createToken(fields: object): Promise<string> {
  const { status, body } = await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST", ...fields } });
  expect(status).toBe(201);
  return body.secret_key;
}

const events = (count: number) => Array.from({ length: count }, (_, i) => ({ message: `event ${i}` }));
const send = (token: string, count: number): Promise<Reply> =>
  service.call("POST", "/incoming", { token, body: { events: events(count) } });
const read = (token: string) => service.call("GET", `/api/authtokens/${token}`).then(({ body }) => body);
const readSystem = () => service.call("GET", "/api/system").then(({ body }) => body);

describe("the quota of a token", () => {
  test("when it has sent more events than it may, then it is 429 with Retry-After and counted, and other tokens go on", async () => {
    await start();
    const token = await createToken({ events_per_second: 1 });
    const other = await createToken({});
    expect((await send(token, 1000)).status).toBe(200);
    const refused = await send(token, 1);
    expect([refused.status, refused.body.detail]).toEqual([429, expect.stringContaining("1 events a second")]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(700);
    const bulk = await service.call("POST", "/_bulk", { token, body: '{"create":{}}\n{"message":"x"}\n' });
    expect([bulk.status, bulk.body.error.type]).toEqual([429, "es_rejected_execution_exception"]);
    expect((await send(other, 1)).status).toBe(200);
    const { uncounted, received, stored } = await readSystem();
    expect(uncounted.over_quota.deliveries).toBe(2);
    expect(uncounted.over_quota.bytes).toBeGreaterThan(40);
    expect(received).toBe(stored);
  });

  test("when it has sent its bytes of the day, then it waits for the next, also after a restart, and its use is told", async () => {
    await start();
    const token = await createToken({ bytes_per_day: 500 });
    expect((await send(token, 100)).status).toBe(200);
    const refused = await send(token, 1);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, String(4 * 3600)]);
    await service.close();
    await start();
    expect((await send(token, 1)).status).toBe(429);
    const sent = JSON.stringify({ events: events(100) }).length;
    expect(await read(token)).toMatchObject({ events_per_second: null, bytes_per_day: 500, bytes_today: sent });
  });

  test("when who manages tokens changes it, then the next request knows, and its owner may not", async () => {
    await start();
    const user = await service.createUser({ username: "owner" });
    const created = { token_type: "INGEST", bytes_per_day: 1 };
    const { body } = await service.call("POST", "/api/authtokens", { token: user.token, body: created });
    const key = body.secret_key;
    await send(key, 1);
    expect((await send(key, 1)).status).toBe(429);
    const path = `/api/authtokens/${key}`;
    const own = await service.call("PATCH", path, { token: user.token, body: { bytes_per_day: null } });
    expect(own.status).toBe(403);
    const described = await service.call("PATCH", path, { token: user.token, body: { description: "mine" } });
    expect([described.status, described.body.description, described.body.bytes_per_day]).toEqual([200, "mine", 1]);
    expect((await service.call("PATCH", path, { token: "", body: {} })).status).toBe(401);
    expect((await service.call("PATCH", path, { body: { bytes_per_day: 0 } })).status).toBe(400);
    expect((await service.call("PATCH", path, { body: { bytes_per_day: null } })).body.bytes_per_day).toBe(null);
    expect((await send(key, 1)).status).toBe(200);
  });
});

describe("the quota of every address", () => {
  test("when an address has sent too much over HTTP, then it is 429 whatever its token", async () => {
    await start({ sourceEventsPerSecond: 1 });
    expect((await send(service.adminToken, 1000)).status).toBe(200);
    expect((await send(await createToken({}), 1)).status).toBe(429);
  });

  test("when datagrams come faster than they may, then each is stored or counted", async () => {
    await start({ sourceEventsPerSecond: 5, syslogUdp: 0 });
    const lines = events(200).map(({ message }) => `<13>box app: ${message}`);
    await sendDatagrams(service.ports["syslog-udp"]!, lines);
    await until(async () => (await readSystem()).received >= 200, "all are counted");
    const { received, stored, loss } = await readSystem();
    expect([received, stored + loss.over_quota + loss.udp_dropped]).toEqual([200, 200]);
    expect(loss.over_quota).toBeGreaterThan(100);
    expect(stored).toBeGreaterThanOrEqual(5);
  });

  test("when a stream brings more than it may, then it is read more slowly and nothing is lost", async () => {
    await start({ sourceEventsPerSecond: 1_000, syslogTcp: 0 });
    const lines = events(1_500).map(({ message }) => `<13>box app: ${message}\n`);
    const half = lines.length / 2;
    await sendStream(service.ports["syslog-tcp"]!, lines.slice(0, half).join(""), lines.slice(half).join(""));
    await until(async () => (await readSystem()).stored === 1_500, "all are stored");
    expect((await readSystem()).loss.over_quota).toBe(0);
  });
});
