import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendDatagrams, sendStream } from "../../ingest/listeners/listening.ts";
import { until } from "../../support/patience.ts";
import { type Service, startService } from "../../support/service/start-service.ts";

const folder = mkdtempSync(join(tmpdir(), "vigie-ledger-"));
const ports = { syslogTcp: 0, syslogUdp: 0, gelfTcp: 0, gelfUdp: 0, forward: 0, dedupSeconds: 0, host: "127.0.0.1" };
let service: Service;
/** In the short form. */
let token: string;
let key: string;
beforeAll(async () => {
  await start();
  key = (await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST" } })).body.secret_key;
  token = key.slice(0, "ingest-".length + 12);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  service = await startService({ dataFolder: folder, settings: { ...ports, data: folder } });
}

const ahead = Math.floor(Date.now() / 1000) + 30 * 86_400;
const long = "x".repeat(70_000);
const tooLarge = `"${"x".repeat(65 * 1024 * 1024)}"`;

interface Way {
  protocol: string;
  /** By what was sent: events that are all right, not understood, cut, too far ahead, dropped by a rule. */
  sent: { good: number; bad?: number; cut?: number; ahead?: number; dropped?: number };
  /** Bodies refused as a whole, by cause. */
  refused?: Record<string, number>;
  send(): Promise<unknown>;
}

const post = (path: string, body: string, type = "application/json") =>
  service.call("POST", path, { token: key, body, headers: { "content-type": type } });
const now = () => new Date().toISOString();

const ways: Way[] = [
  {
    protocol: "http",
    sent: { good: 3, bad: 2, cut: 1, ahead: 1, dropped: 1 },
    refused: { too_large: 1 },
    async send() {
      const events = [{ message: "a" }, { message: "b" }, { message: "c" }, {}, { message: 7, host: [] }];
      const odd = [{ message: long }, { message: "ahead", ts: ahead }, { message: "please forget this" }];
      await service.call("POST", "/incoming", { token: key, body: { events: [...events, ...odd] } });
      expect((await post("/incoming", tooLarge)).status).toBe(413);
    },
  },
  {
    protocol: "elasticsearch",
    sent: { good: 2, bad: 2, dropped: 1 },
    refused: { too_large: 1 },
    async send() {
      const lines = ['{"create":{}}', '{"message":"es one"}', '{"index":{}}', '{"message":"es two"}'];
      const odd = ['{"create":{}}', '{"message":"please forget this"}', '{"create":{}}', "{", '{"delete":{"_id":"1"}}'];
      await post("/_bulk", `${[...lines, ...odd].join("\n")}\n`, "application/x-ndjson");
      expect((await post("/_bulk", tooLarge)).status).toBe(413);
    },
  },
  {
    protocol: "loki",
    sent: { good: 2, ahead: 1 },
    refused: { rejected: 1, unauthorized: 2 },
    async send() {
      const values = ["one", "two"].map((line) => [`${Date.now()}000000`, line]);
      const stream = { program: "loki-test" };
      await post(
        "/loki/api/v1/push",
        JSON.stringify({ streams: [{ stream, values: [...values, [`${ahead}000000000`, "ahead"]] }] }),
      );
      expect((await post("/loki/api/v1/push", "{")).status).toBe(400);
      for (const token of ["", "ingest-no-key"])
        expect((await service.call("POST", "/loki/api/v1/push", { token, body: {} })).status).toBe(401);
    },
  },
  {
    protocol: "syslog-tcp",
    sent: { good: 2, cut: 1, ahead: 1, dropped: 1 },
    send: () =>
      sendStream(
        service.ports["syslog-tcp"]!,
        `<13>1 ${now()} box app - - - one\n<13>1 ${now()} box app - - - two\n<13>1 ${now()} box app - - - ${long}\n`,
        `<13>1 ${new Date(ahead * 1000).toISOString()} box app - - - ahead\n<13>1 ${now()} box app - - - please forget this\n`,
      ),
  },
  {
    protocol: "syslog-udp",
    sent: { good: 3, dropped: 1 },
    send: () =>
      sendDatagrams(
        service.ports["syslog-udp"]!,
        ["one", "two", "three", "please forget this"].map((text) => `<13>1 ${now()} box app - - - ${text}`),
      ),
  },
  {
    protocol: "gelf-udp",
    sent: { good: 1, bad: 2 },
    send: () =>
      sendDatagrams(service.ports["gelf-udp"]!, [
        JSON.stringify({ version: "1.1", host: "box", short_message: "good" }),
        JSON.stringify({ version: "1.1", host: "box" }),
        "no json",
      ]),
  },
  {
    protocol: "gelf-tcp",
    // The large one is cut on the way, and what is left is no JSON.
    sent: { good: 1, bad: 2 },
    async send() {
      const good = JSON.stringify({ version: "1.1", host: "box", short_message: "good" });
      await sendStream(service.ports["gelf-tcp"]!, `${good}\0{"host":1}\0`);
      await sendStream(service.ports["gelf-tcp"]!, `{"short_message":"${"x".repeat(1024 * 1024)}`);
    },
  },
];

interface Account {
  protocol: string;
  source: string;
  token: string | null;
  received: number;
  stored: number;
  lost: number;
  loss: Record<string, number>;
  uncounted: Record<string, { deliveries: number; bytes: number }>;
}

async function readLedger(params: object = {}): Promise<{
  received: number;
  stored: number;
  lost: number;
  uncounted: Account["uncounted"];
  values: Account[];
}> {
  const { body } = await service.call("POST", "/api/query", { body: { type: "LossLedger", params } });
  expect(body.status).toBe("SUCCESS");
  return body.results.totals;
}

/** What must be told of a way: everything that was sent is stored or has its cause. */
function accountOf({ sent }: Way): Pick<Account, "received" | "stored" | "lost" | "loss"> {
  const { good, bad = 0, cut = 0, ahead: late = 0, dropped = 0 } = sent;
  const loss = { rejected: bad, cut, out_of_time: late, rule_dropped: dropped };
  const stored = good + cut + late;
  const lost = bad + dropped;
  const present = Object.fromEntries(Object.entries(loss).filter(([, count]) => count > 0));
  return { received: stored + lost, stored, lost, loss: present };
}

/** Deliveries by protocol and cause: whoever was refused without a token has an account without an address. */
function refusedOf(values: readonly Account[]): Record<string, Record<string, number>> {
  const refused: Record<string, Record<string, number>> = {};
  for (const { protocol, uncounted } of values)
    for (const [cause, { deliveries }] of Object.entries(uncounted))
      refused[protocol] = { ...refused[protocol], [cause]: deliveries };
  return refused;
}

describe("the loss ledger", () => {
  test("when a clean run is over, then 0 are lost, by every account of it", async () => {
    await service.call("POST", "/incoming", { token: key, body: { events: [{ message: "clean" }] } });
    expect(await readLedger()).toEqual({
      received: 1,
      stored: 1,
      lost: 0,
      loss: expect.objectContaining({ rejected: 0, overload: 0, too_large: 0, udp_dropped: 0 }),
      uncounted: expect.objectContaining({ overload: { deliveries: 0, bytes: 0 } }),
      values: [
        { protocol: "http", source: "127.0.0.1", token, received: 1, stored: 1, lost: 0, loss: {}, uncounted: {} },
      ],
    } as never);
    const { body } = await service.call("GET", "/api/system");
    expect([body.lost, body.noisiest]).toEqual([0, (await readLedger()).values]);
  });

  test("when several protocols bring good, bad, large, late and unwanted events, then sent is stored and each cause, also after a restart", async () => {
    writeFileSync(
      join(folder, "parser-rules", "forget.yaml"),
      'rewrite_rules:\n  - match: {field: message, op: "=~", value: "please forget this"}\n    drop: true\n',
    );
    await until(async () => {
      const { body } = await service.call("GET", "/api/parser-rules");
      return JSON.stringify(body).includes("forget.yaml");
    }, "the rule is in force");
    const before = await readLedger();
    for (const way of ways) await way.send();
    const expected = ways.map((way) => {
      const clean = before.values.find(({ protocol }) => protocol === way.protocol);
      const account = accountOf(way);
      const { received, stored } = account;
      return {
        ...{ protocol: way.protocol, ...account },
        ...{ received: received + (clean?.received ?? 0), stored: stored + (clean?.stored ?? 0) },
      };
    });
    const sum = expected.reduce((total, { received }) => total + received, 0);
    await until(async () => (await readLedger()).received >= sum, `${sum} events are counted`);
    // Of strangers the ledger is told once a second.
    await until(async () => refusedOf((await readLedger()).values).loki?.unauthorized === 2, "strangers are counted");
    const check = async () => {
      const ledger = await readLedger();
      const told = ledger.values
        .filter(({ received }) => received > 0)
        .map(({ source: _source, token: _token, uncounted: _uncounted, ...account }) => account);
      const refused = ways.flatMap((way) => (way.refused ? [[way.protocol, way.refused] as const] : []));
      expect(refusedOf(ledger.values)).toEqual(Object.fromEntries(refused));
      expect(ledger.uncounted).toMatchObject({
        ...{ too_large: { deliveries: 2, bytes: 2 * tooLarge.length }, rejected: { deliveries: 1, bytes: 1 } },
        ...{ unauthorized: { deliveries: 2, bytes: 4 }, overload: { deliveries: 0, bytes: 0 } },
      });
      const byName = (list: { protocol: string }[]) => [...list].sort((a, b) => (a.protocol < b.protocol ? -1 : 1));
      expect(byName(told)).toEqual(byName(expected));
      expect(ledger.received).toBe(ledger.stored + ledger.lost);
      expect(ledger.received).toBe(sum);
    };
    await check();
    const { body } = await service.call("POST", "/api/query", {
      body: { type: "EventRate", params: { time_range: { ts_from: 1, ts_to: ahead + 1, step: 31_536_000 } } },
    });
    expect(body.results.totals.sum).toBe((await readLedger()).stored);
    await service.close();
    await start();
    await check();
  });

  test("when it is asked by protocol, source and order, then only these are told, and a wrong order is 400", async () => {
    const { values } = await readLedger({ protocol: "loki" });
    expect(new Set(values.map(({ protocol }) => protocol))).toEqual(new Set(["loki"]));
    expect((await readLedger({ source: "192.0.2.1" })).values).toEqual([]);
    const lost = (await readLedger({ order: "lost", limit: 3 })).values.map(({ lost }) => lost);
    expect(lost).toEqual([...lost].sort((a, b) => b - a));
    expect(lost.length).toBe(3);
    const [most] = (await readLedger({ order: "refused", limit: 1 })).values;
    expect([most!.protocol, most!.source, most!.uncounted.unauthorized]).toEqual([
      ...["loki", ""],
      { deliveries: 2, bytes: 4 },
    ]);
    const wrong = await service.call("POST", "/api/query", { body: { type: "LossLedger", params: { order: "age" } } });
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ["params.order"]]);
  });

  test("when a token is deleted, then its account stays without its name", async () => {
    await service.call("DELETE", `/api/authtokens/${token}`);
    const { values } = await readLedger({ protocol: "http" });
    expect(values.map((account) => account.token)).toEqual(["deleted"]);
  });
});
