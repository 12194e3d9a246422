import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { dashboardsResult, estimateResult } from "../../../src/performance/result-schemas.ts";
import { patienceMs } from "../../support/patience.ts";
import { type Reply, request, type Service, startService, type TestUser } from "../../support/service/start-service.ts";
import { forms } from "../interface/forms.ts";

let service: Service;
let tester: TestUser;
let other: TestUser;
const left = `scratch-${"0a".repeat(16)}`;
beforeAll(async () => {
  service = await startService({ settings: { queryThreads: 2 } });
  const fields = { permissions: ["run_performance_tests", "search_events"] };
  tester = await service.createUser({ username: "tester", ...fields });
  other = await service.createUser({ username: "other", ...fields });
});
afterAll(() => service.close());
afterEach(async () => {
  await allEnded();
  expect(scratchFolders()).toEqual([]);
});

const kinds = ["dashboard", "estimate", "parser-rules", "storage"] as const;
type Kind = (typeof kinds)[number];

const callAs = (token: string, method: string, path: string, body?: unknown) =>
  service.call(method, path, { token, body });
const start = (kind: Kind, body: unknown, { token } = tester) =>
  callAs(token, "POST", `/api/performance-tests/${kind}`, body);
const read = async (id: string) => (await callAs(tester.token, "GET", `/api/async-tasks/${id}`)).body;
const scratchFolders = () => readdirSync(service.dataFolder).filter((name) => name.startsWith("scratch-"));

/** Its record when it has ended. */
async function ended({ body, status, text }: Reply) {
  expect([status, status === 202 ? "" : text]).toEqual([202, ""]);
  for (let record = await read(body.id); ; record = await read(body.id))
    if (record.finished_at !== null) return record;
    else await Bun.sleep(10);
}

/** A revoked run may still hold its thread for a moment; it is over when its folder is gone. */
async function allEnded(): Promise<void> {
  for (const deadline = performance.now() + patienceMs; scratchFolders().length > 0; await Bun.sleep(10))
    if (performance.now() > deadline) return;
}

/** The thread has ended, too, a moment after the folder. */
async function letGo(): Promise<void> {
  for (;;) {
    const { status, body } = await start("storage", { event_count: 1, mode: "write" });
    if (status === 202) return void (await ended({ status, body, text: "" } as Reply));
    await Bun.sleep(10);
  }
}

async function storedMessages(): Promise<number> {
  const { body } = await service.call("POST", "/api/query", {
    body: { type: "Search", params: { time_range: { preset: "last_24_hours" } } },
  });
  return body.results.events.item_count;
}

describe("each kind", () => {
  test.each<[Kind, Record<string, unknown>]>([
    ["dashboard", { repeat: 1 }],
    ["estimate", { seconds: 0.1 }],
    ["parser-rules", { event_count: 20 }],
    ["storage", { event_count: 20, mode: "write" }],
  ])(
    "when %s is started in each media type, then its record is polled both ways until SUCCESS",
    async (kind, fields) => {
      for (const form of Object.values(forms)) {
        const { body, type } = form(fields);
        const headers = { authorization: `token ${tester.token}`, ...(type ? { "content-type": type } : {}) };
        const reply = await request(`${service.url}/api/performance-tests/${kind}/`, "POST", { headers, body });
        expect(reply.headers.get("location")).toBe(`/api/async-tasks/${reply.body.id}`);
        expect(reply.body).toMatchObject({ name: `performance-test.${kind}`, status: "PENDING", result: null });
        const record = await ended(reply);
        expect([record.status, record.progress, record.error]).toEqual(["SUCCESS", 100, null]);
        const idField = kind === "dashboard" || kind === "estimate" ? "id" : "task_id";
        const polled = await start(kind, { [idField]: reply.body.id.toUpperCase() });
        expect([polled.status, polled.headers.get("location"), polled.body]).toEqual([
          202,
          reply.headers.get("location"),
          record,
        ]);
        expect((await start(kind, { [idField]: reply.body.id }, other)).status).toBe(404);
        const another = kinds[(kinds.indexOf(kind) + 1) % 4]!;
        const anotherField = another === "dashboard" || another === "estimate" ? "id" : "task_id";
        expect((await start(another, { [anotherField]: reply.body.id })).status).toBe(404);
      }
    },
    patienceMs,
  );

  test("when it comes without a body, then defaults hold; without the permission, then 403; as a guest, then 401", async () => {
    const user = await service.createUser({ username: "searcher" });
    for (const kind of kinds) {
      const path = `/api/performance-tests/${kind}`;
      expect((await callAs(user.token, "POST", path, {})).status).toBe(403);
      expect((await request(service.url + path, "POST", { body: {} })).status).toBe(401);
    }
    expect((await ended(await start("parser-rules", undefined))).result.event_count).toBe(10_000);
  });

  test.each<[Kind, Record<string, unknown>, string]>([
    ["dashboard", { repeat: 0 }, "repeat"],
    ["dashboard", { repeat: 21 }, "repeat"],
    ["dashboard", { dashboard_id: 999 }, "dashboard_id"],
    ["dashboard", { id: "x" }, "id"],
    ["estimate", { seconds: 0 }, "seconds"],
    ["estimate", { seconds: 61 }, "seconds"],
    ["parser-rules", { event_count: 1_000_001 }, "event_count"],
    ["parser-rules", { timeout: 0 }, "timeout"],
    ["parser-rules", { rules: ["sshd", "none"] }, "rules.1"],
    ["parser-rules", { rules: ["a", 7] }, "rules.1"],
    ["parser-rules", { rules: ["sshd"], rewrite_rules: [{ drop: true }] }, "rewrite_rules"],
    ["parser-rules", { rewrite_rules: [{ drop: true }, { drop: true, colour: 1 }] }, "rewrite_rules.1.colour"],
    [
      "parser-rules",
      { rewrite_rules: [{ match: [{ field: "message", op: "=~", value: "(" }], drop: true }] },
      "rewrite_rules.0.match.0.value",
    ],
    ["parser-rules", { sample_source: "elsewhere" }, "sample_source"],
    ["estimate", { eps: 0 }, "eps"],
    ["estimate", { disk_bytes: 0.5 }, "disk_bytes"],
    ["parser-rules", { sample_events: ["fine", "two\nlines"] }, "sample_events.1"],
    ["parser-rules", { sample_events: [{ message: "fine" }, { message: "" }] }, "sample_events.1"],
    ["parser-rules", { sample_events: [" "] }, "sample_events.0"],
    ["storage", { event_count: 0 }, "event_count"],
    ["storage", { event_count: 1_000_001 }, "event_count"],
    ["storage", { mode: "delete" }, "mode"],
    ["storage", { message_size: 15 }, "message_size"],
    ["storage", { message_size: 8192, batch_size: 1025 }, "batch_size"],
    ["storage", { message_size: 2048, event_count: 600_000 }, "event_count"],
    ["storage", { timeout: 601 }, "timeout"],
    ["storage", { task_id: "x" }, "task_id"],
  ])("when %s is asked for with %j, then it is refused at %s and nothing is started", async (kind, body, field) => {
    const count = async () => (await callAs(tester.token, "GET", "/api/async-tasks")).body.item_count;
    const before = await count();
    const reply = await start(kind, body);
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, [field]]);
    expect(await count()).toBe(before);
  });

  test("when one of a kind is in progress, then another is 409 for everybody, and other kinds are started", async () => {
    const long = await start("storage", { event_count: 500_000 });
    const reply = await start("storage", { event_count: 10 }, other);
    expect([reply.status, Object.keys(reply.body)]).toEqual([409, ["detail"]]);
    expect((await ended(await start("parser-rules", { event_count: 10 }))).status).toBe("SUCCESS");
    expect((await callAs(tester.token, "DELETE", `/api/async-tasks/${long.body.id}`)).status).toBe(204);
  });
});

describe("storage", () => {
  test("when it ran, then it tells what was measured and nothing of it is in the real results", async () => {
    const before = await storedMessages();
    const { result, status } = await ended(await start("storage", { event_count: 2000, batch_size: 500 }));
    expect(status).toBe("SUCCESS");
    for (const part of [result.write, result.read]) {
      expect(part.eps).toBeGreaterThan(0);
      expect(part.bytes_per_second / part.eps).toBeCloseTo(256, -1);
      expect(part.p50_ms).toBeLessThanOrEqual(part.p95_ms);
      expect(part.p95_ms).toBeLessThanOrEqual(part.p99_ms);
    }
    expect(result.bytes_per_event).toBeGreaterThan(10);
    expect(result.bytes_per_event).toBeLessThan(600);
    expect(result.fsync_ms).toBeGreaterThan(0);
    expect(await storedMessages()).toBe(before);
  });

  test("when only one direction is asked for, then the other is null", async () => {
    const write = await ended(await start("storage", { event_count: 50, mode: "write" }));
    expect([write.result.write !== null, write.result.read]).toEqual([true, null]);
    const reading = await ended(await start("storage", { event_count: 50, mode: "read" }));
    expect([reading.result.write, reading.result.read !== null]).toEqual([null, true]);
  });

  test(
    "when it is revoked in the middle, then its folder is gone soon and the next one can start",
    async () => {
      const { body } = await start("storage", { event_count: 1_000_000 });
      while ((await read(body.id)).progress < 1) await Bun.sleep(5);
      expect(scratchFolders()).toHaveLength(1);
      await callAs(tester.token, "DELETE", `/api/async-tasks/${body.id}`);
      expect((await read(body.id)).status).toBe("REVOKED");
      await allEnded();
      expect(scratchFolders()).toEqual([]);
      await letGo();
      expect((await ended(await start("storage", { event_count: 10, mode: "write" }))).status).toBe("SUCCESS");
    },
    patienceMs,
  );

  test(
    "when it takes longer than its timeout, then it is a FAILURE that says so",
    async () => {
      const { status, error, result } = await ended(await start("storage", { event_count: 1_000_000, timeout: 1 }));
      expect([status, result]).toEqual(["FAILURE", null]);
      expect(error).toContain("timeout of 1 s");
    },
    patienceMs,
  );
});

describe("parser-rules", () => {
  test("when samples of both forms are given, then as many events as ordered meet the rules, and each rule tells", async () => {
    const sample_events = [
      "<38>Oct 11 22:14:15 web sshd[1]: Failed password for root from 203.0.113.9 port 4242 ssh2",
      { host: "web", message: "hello" },
      "[ERROR] x",
    ];
    const { result } = await ended(await start("parser-rules", { sample_events, event_count: 300 }));
    expect(result).toMatchObject({ event_count: 300, samples: { of: "given", count: 3 } });
    expect(result.eps).toBe(Math.round(300 / result.seconds));
    const rule = result.rules.find(({ name }: { name: string }) => name === "sshd / failed login");
    expect(rule).toMatchObject({ type: "tag", asked: 100, matched: 100, errors: 0, slowest_sample: sample_events[0] });
  });

  test("when rules are named or come in the request, then these alone are measured, and the bad one is first", async () => {
    const { result } = await ended(await start("parser-rules", { rules: ["sshd", "sudo"], event_count: 50 }));
    const files = result.rules.map(({ name }: { name: string }) => name.split(" / ")[0]);
    expect(new Set(files)).toEqual(new Set(["sshd", "sudo"]));
    const bad = {
      name: "bad",
      match: { field: "message", op: "=~", value: "(?:\\w{1,20}\\s*){1,40}[!?]$" },
      tag: { a: "1" },
    };
    const rewrite_rules = [{ tag: { b: "1" } }, bad];
    // So long that the bad one takes longer than others do when the processor is taken from them.
    const sample_events = ["some words ".repeat(4_000)];
    const inline = await ended(await start("parser-rules", { rewrite_rules, sample_events, event_count: 100 }));
    expect(inline.result.rules.map(({ name }: { name: string }) => name)).toEqual([
      "rewrite_rules / bad",
      "rewrite_rules / rule 1",
    ]);
    expect(inline.result.rules[0].reason).toContain("may backtrack");
  });

  test("when stored events are to be taken, then those the caller may see, as they were sent", async () => {
    const line = "Failed password for root from 203.0.113.9 port 4242 ssh2";
    const body = [{ host: "web-9", program: "sshd", message: line, user_tags: { rack: "r1" } }];
    await service.call("POST", "/incoming", { body });
    const body2 = { rules: ["sshd"], sample_source: "stored", event_count: 50 };
    const { result, error } = await ended(await start("parser-rules", body2));
    expect(error).toBeNull();
    expect(result?.samples.of).toBe("stored");
    expect(result.rules.find(({ name }: { name: string }) => name === "sshd / failed login").slowest_sample).toBe(line);
    const limits = { permissions: ["run_performance_tests", "search_events"], hosts: ["nowhere"] };
    const limited = await service.createUser({ username: "limited", ...limits });
    const refused = await start("parser-rules", body2, limited);
    const record = async () => (await callAs(limited.token, "GET", `/api/async-tasks/${refused.body.id}`)).body;
    while ((await record()).finished_at === null) await Bun.sleep(5);
    expect(await record()).toMatchObject({ status: "FAILURE", error: expect.stringContaining("No event") });
    const blind = await service.createUser({ username: "sightless", permissions: ["run_performance_tests"] });
    expect((await start("parser-rules", body2, blind)).status).toBe(403);
  });
});

describe("dashboard", () => {
  test("when dashboards are measured, then those that the caller sees, slowest first, and what fails says why", async () => {
    const widgets = [
      { title: "Hosts", type: "TopN", config: { field: "host" } },
      { title: "Newest", type: "Search", config: {} },
      { title: "Tasks", type: "Tasks", config: {} },
    ];
    await service.call("POST", "/incoming", { body: [{ host: "web-1", message: "hello" }] });
    const made = await callAs(tester.token, "POST", "/api/dashboards", { title: "Mine", widgets });
    const hidden = await callAs(other.token, "POST", "/api/dashboards", { title: "Theirs", widgets });
    const { result } = await ended(await start("dashboard", { repeat: 2 }));
    expect(dashboardsResult.parse(result)).toEqual(result);
    expect([result.repeat, result.dashboards.length]).toEqual([2, 1]);
    const [board] = result.dashboards;
    expect(board).toMatchObject({ id: made.body.id, title: "Mine", status: "SUCCESS", rows_read: expect.any(Number) });
    expect(board.widgets.map(({ title }: { title: string }) => title).toSorted()).toEqual(["Hosts", "Newest", "Tasks"]);
    const times = board.widgets.map(({ p50_ms }: { p50_ms: number }) => p50_ms);
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a));
    expect(board.widgets.find(({ type }: { type: string }) => type === "TopN").rows_read).toBeGreaterThan(0);
    const refused = await start("dashboard", { dashboard_id: hidden.body.id });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["dashboard_id"]]);
    const blind = await service.createUser({ username: "blind", permissions: ["run_performance_tests"] });
    const shared = await callAs(tester.token, "PATCH", `/api/dashboards/${made.body.id}`, { is_public: true });
    expect(shared.status).toBe(200);
    const seen = await start("dashboard", { dashboard_id: made.body.id, repeat: 1 }, blind);
    const record = async () => (await callAs(blind.token, "GET", `/api/async-tasks/${seen.body.id}`)).body;
    while ((await record()).finished_at === null) await Bun.sleep(5);
    const statuses = (await record()).result.dashboards[0].widgets.map(
      ({ type, status }: { type: string; status: string }) => [type, status],
    );
    expect(Object.fromEntries(statuses)).toEqual({ TopN: "FAILURE", Search: "FAILURE", Tasks: "SUCCESS" });
  });
});

describe("estimate", () => {
  test(
    "when it ran, then every number was measured or is null, and the next one knows it",
    async () => {
      await service.call("POST", "/incoming", { body: [{ host: "web-2", message: "something is stored" }] });
      const { result } = await ended(await start("estimate", { seconds: 0.2, eps: 1000, disk_bytes: 10_000_000_000 }));
      expect(estimateResult.parse(result)).toEqual(result);
      expect(result).toMatchObject({ trigger_eps: null, trigger_count: 0, samples: { of: "stored" } });
      expect(result.max_eps).toBeLessThanOrEqual(result.store_eps);
      expect(result.max_eps).toBeGreaterThan(0);
      expect(result.query_ms).toBeGreaterThan(0);
      expect(result.query_ms_at[0].events).toBe(86_400_000);
      expect(result.bytes_per_event_of).toBe("scratch");
      expect(result.duration).toBeGreaterThan(0.1);
      expect(result.disk_bytes).toBe(10_000_000_000);
      expect(result.retention_days_at[0]).toMatchObject({ eps: 1000, of: "given" });
      const next = (await ended(await start("estimate", { seconds: 0.1 }))).result;
      expect(next.history[0]).toMatchObject({ max_eps: result.max_eps, store_eps: result.store_eps });
      expect(next.drift.max_eps).toBeTypeOf("number");
    },
    patienceMs,
  );

  test(
    "when triggers are active, then they are asked of the made-up events, too, and nobody hears of it",
    async () => {
      const trigger = { name: "all", is_active: true, filter: [], add_note: "seen" };
      const made = await service.call("POST", "/api/triggers", { body: trigger });
      expect([made.status, made.text]).toEqual([201, expect.anything()]);
      const { result } = await ended(await start("estimate", { seconds: 0.2 }));
      expect(result.trigger_eps).toBeGreaterThan(0);
      expect(result.trigger_count).toBe(1);
      const after = await service.call("GET", `/api/triggers/${made.body.id}`);
      expect(after.body).toMatchObject({ hits_count: 0, last_matched: null });
      expect((await service.call("DELETE", `/api/triggers/${made.body.id}`)).status).toBe(204);
    },
    patienceMs,
  );
});

test(
  "when a killed process left scratch data behind, then the next start removes it and nothing else",
  async () => {
    const first = await startService();
    await first.close();
    mkdirSync(join(first.dataFolder, left, "events"), { recursive: true });
    mkdirSync(join(first.dataFolder, "scratch-notes"));
    const second = await startService({ dataFolder: first.dataFolder });
    const names = readdirSync(first.dataFolder).filter((name) => name.startsWith("scratch-"));
    await second.close();
    expect(names).toEqual(["scratch-notes"]);
  },
  patienceMs,
);
