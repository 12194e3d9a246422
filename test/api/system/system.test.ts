import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { version } from "../../../src/lib/version.ts";
import { shippedRules } from "../../../src/parser-rules/files/shipped-rules.ts";
import { type Service, startService, type TestUser } from "../../support/service/start-service.ts";

let service: Service;
let plain: TestUser;
let viewer: TestUser;
let ingestToken: string;
beforeAll(async () => {
  service = await startService();
  plain = await service.createUser({
    username: "plain",
    permissions: ["search_events", "manage_users", "run_performance_tests"],
  });
  viewer = await service.createUser({ username: "viewer", permissions: ["view_system"], hosts: ["web*"] });
  ingestToken = (await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST" } })).body.secret_key;
});
afterAll(() => service.close());

const read = async (query = "") => (await service.call("GET", `/api/system${query}`, { token: viewer.token })).body;
const send = (events: unknown[]) =>
  service.call("POST", "/incoming", { token: ingestToken, body: { events } }).then(({ status }) => status);

describe("the system", () => {
  test.each(["", "/"])("when guest, shipper, user, viewer and admin ask, then only who may sees it", async (slash) => {
    const statuses: number[] = [];
    for (const token of ["", ingestToken, plain.token, viewer.token, service.adminToken])
      statuses.push((await service.call("GET", `/api/system${slash}`, { token })).status);
    expect(statuses).toEqual([401, 401, 403, 200, 200]);
  });

  test("when nothing came yet, then it says so with every number there", async () => {
    const body = await read("?minutes=1");
    expect(body).toEqual({
      version,
      started_at: expect.any(Number),
      uptime_seconds: expect.any(Number),
      received: 0,
      stored: 0,
      lost: 0,
      loss: {
        ...{ rejected: 0, cut: 0, out_of_time: 0, overload: 0, disk_full: 0, rule_dropped: 0, udp_dropped: 0 },
        ...{ without_time: 0, rule_overwrote: 0, too_large: 0, over_quota: 0 },
      },
      // Of the requests of guest and shipper none is a delivery.
      uncounted: Object.fromEntries(
        ["rejected", "too_large", "over_quota", "overload", "disk_full", "unauthorized"].map((cause) => [
          cause,
          { deliveries: 0, bytes: 0 },
        ]),
      ),
      noisiest: [],
      ingest: {
        events_per_second: { last_minute: 0, last_hour: 0, last_day: 0 },
        minutes: [expect.objectContaining({ new: 0 }), expect.objectContaining({ new: 0 })],
      },
      storage: {
        free_bytes: expect.any(Number),
        is_full: false,
        sealed_bytes: 0,
        kept: { retention_days: 0, retention_bytes: 0, min_free_bytes: expect.any(Number) },
        forecast: { bytes_per_day: null, full_at: null, deletes_from: null, deletes_because: null },
        days: [],
        tail: { events: 0, bytes: 0, segments: 0 },
      },
      damaged: [],
      parked: [],
      triggers: { active: 0, actions: 0, failed: 0, dropped: 0, waiting: 0, owed: 0, failing: [] },
      parser_rules: { enabled: shippedRules.length, not_loaded: [], switched_off: [] },
      process: { memory_bytes: expect.any(Number), cpu_seconds: expect.any(Number), cpu_count: expect.any(Number) },
      connections:
        process.platform === "linux"
          ? {
              open: expect.any(Number),
              half_open: expect.any(Number),
              most: expect.any(Number),
              most_per_address: expect.any(Number),
              most_streams: 0,
              ended: { half_open: 0, idle: 0 },
              open_files_limit: expect.any(Number),
            }
          : null,
      threads: { started: expect.any(Number), running: { light: 0, heavy: 0 }, waiting: { light: 0, heavy: 0 } },
      large_work: { most_bytes: expect.any(Number), taken_bytes: 0, waiting: 0 },
    });
    expect(Math.abs(body.started_at - Date.now() / 1000)).toBeLessThan(3600);
    expect(body.process.memory_bytes).toBeGreaterThan(10_000_000);
    expect(body.storage.free_bytes).toBeGreaterThan(0);
  });

  test("when events are stored, repeated, cut, late and refused, then received is stored and lost, and the minutes add up", async () => {
    const now = Math.floor(Date.now() / 1000);
    expect(
      await send([
        { message: "once", ts: now },
        { message: "twice", ts: now },
        { message: "twice", ts: now },
      ]),
    ).toBe(200);
    expect(
      await send([{ message: "x".repeat(70_000), ts: now }, { message: "ahead", ts: now + 10 * 86_400 }, {}, 7]),
    ).toBe(200);
    expect(await send([{}])).toBe(400);
    const body = await read();
    expect(body).toMatchObject({ received: 8, stored: 5, lost: 3 });
    expect(body.loss).toMatchObject({ rejected: 3, cut: 1, out_of_time: 1 });
    const sums = { new: 0, duplicates: 0, dropped: 0, out_of_time: 0 };
    for (const minute of body.ingest.minutes)
      for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += minute[name];
    expect(sums).toEqual({ new: 4, duplicates: 1, dropped: 3, out_of_time: 1 });
    expect(body.storage.tail).toMatchObject({ events: 4 });
    expect(body.storage.tail.bytes).toBeGreaterThan(0);
  });

  test("when minutes are asked for, then so many whole ones are listed beside the running one", async () => {
    expect((await read()).ingest.minutes).toHaveLength(61);
    const { minutes } = (await read("?minutes=1440")).ingest;
    expect(minutes).toHaveLength(1441);
    expect(minutes[1440].ts_from - minutes[0].ts_from).toBe(86_400);
    for (const wrong of ["0", "1441", "x", "1.5", ""]) {
      const reply = await service.call("GET", `/api/system?minutes=${wrong}`);
      expect([reply.status, reply.body]).toEqual([400, { minutes: expect.any(String) }]);
    }
  });

  test("when another method is used, then 405 says which there are", async () => {
    const reply = await service.call("DELETE", "/api/system");
    expect([reply.status, reply.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});

describe("storage by day", () => {
  test("when the service was stopped and started, then sealed events stand under their days, and the ledger goes on", async () => {
    const first = await startService({ settings: { sealEvents: 2 } });
    const call = first.call;
    const days = ["2026-01-01", "2026-01-03"];
    const events = days.flatMap((day) =>
      [1, 2, 3].map((n) => ({ message: `${day} ${n}`, ts: Date.parse(day) / 1000 + n })),
    );
    expect((await call("POST", "/incoming", { body: { events } })).status).toBe(200);
    const sealed = async () => {
      for (;;) {
        const { body } = await call("GET", "/api/system");
        if (body.storage.tail.events === 0) return body;
        await Bun.sleep(10);
      }
    };
    const body = await sealed();
    expect(body.storage.days).toMatchObject(days.map((day) => ({ day, events: 3, occurrences: 3, segments: 1 })));
    const bytes = body.storage.days.map((day: { bytes: number }) => day.bytes);
    expect(body.storage.sealed_bytes).toBe(bytes[0] + bytes[1]);
    expect(bytes[0]).toBeGreaterThan(0);
    await first.close();
  });
});
