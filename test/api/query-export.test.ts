import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patienceMs, until } from "../support/patience.ts";
import { type Service, startService, type TestUser } from "../support/service/start-service.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into
type Json = any;

let service: Service;
let ann: TestUser;
let bob: TestUser;
let ingestToken: string;

beforeAll(async () => {
  service = await startService();
  ann = await service.createUser({ username: "ann" });
  bob = await service.createUser({ username: "bob" });
  const created = await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST" } });
  ingestToken = created.body.secret_key;
  const now = Date.now() / 1000;
  await store(
    Array.from({ length: 250 }, (_, index) => ({
      ts: now - 1000 + index,
      host: index % 5 === 0 ? "db1" : "web1",
      program: index % 2 === 0 ? "sshd" : "cron",
      message: `${index % 50 === 0 ? "=" : ""}event number ${index}, "quoted"\nand 🦊 שלום`,
      severity: index % 8,
      user_tags: { code: String(200 + (index % 3)) },
    })),
  );
});

afterAll(() => service.close());

async function store(events: object[]): Promise<void> {
  const { status, text } = await service.call("POST", "/incoming", { token: ingestToken, body: { events } });
  if (status !== 200) throw new Error(`not stored: ${status} ${text}`);
}

async function make(type: string, params: object = {}, token = ann.token) {
  const { status, body, text } = await service.call("POST", "/api/query", { token, body: { type, params } });
  if (status !== 201 || body.status !== "SUCCESS") throw new Error(`not made: ${status} ${text}`);
  return body;
}

const exported = (qid: string, query = "", token = ann.token) =>
  service.call("GET", `/api/query/${qid}/export?${query}`, { token });
const rowsOf = (text: string) => parse(text, { columns: true }) as Record<string, string>[];
const files = (from = service) => readdirSync(join(from.dataFolder, "exports"));

describe("what is exported", () => {
  const lastHour = { preset: "last_1_hours" };
  const kinds: [type: string, params: object, rows: (results: Json) => [string, unknown][][]][] = [
    [
      "TopN",
      { field: "program" },
      ({ totals }) =>
        totals.values.map((v: Json) => [
          ["name", v.name],
          ["count", v.count],
        ]),
    ],
    [
      "LastN",
      { field: "host" },
      ({ totals }) =>
        totals.values.map((v: Json) => [
          ["name", v.name],
          ["count", v.count],
        ]),
    ],
    ["EventRate", {}, ({ details }) => details.map((d: Json) => [["count", d.count]])],
    [
      "Stats",
      { by: ["host"], functions: ["count", "max"], field: "code" },
      ({ totals }) =>
        totals.values.map((v: Json) => [
          ["host", v.by.host],
          ["count", v.count],
          ["max", v.max],
        ]),
    ],
    [
      "StorageStats",
      {},
      ({ details }) =>
        details.map((d: Json) => [
          ["new", d.new],
          ["total", d.total],
        ]),
    ],
    [
      "ProcessingStats",
      {},
      ({ details }) =>
        details.map((d: Json) => [
          ["new", d.new],
          ["total", d.total],
        ]),
    ],
    ["System_Memory", {}, ({ details }) => details.map(() => [])],
  ];
  test.each(kinds)("when it is a %s, then json is the results and csv has their rows", async (type, params, wanted) => {
    const query = await make(type, { time_range: lastHour, ...params }, service.adminToken);
    const json = await exported(query.qid, "", service.adminToken);
    expect([json.status, json.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(json.body).toEqual(query.results);
    const csv = await exported(query.qid, "ftype=csv", service.adminToken);
    expect([csv.status, csv.headers.get("content-type")]).toEqual([200, "application/csv"]);
    const rows = rowsOf(csv.text);
    const expected = wanted(query.results);
    expect(rows.length).toBe(expected.length);
    for (const [i, cells] of expected.entries())
      for (const [name, value] of cells) expect(rows[i]![name]).toBe(String(value));
  });

  test("when it is a list of tasks, then json is that list and csv has a row for each", async () => {
    await service.call("POST", "/api/tasks", { body: { title: "@look", due: 1_774_746_000 } });
    const query = await make("Tasks", {});
    expect((await exported(query.qid)).body).toEqual(query.results);
    const rows = rowsOf((await exported(query.qid, "ftype=csv&timezone=Europe/Paris")).text);
    expect(rows[0]).toMatchObject({ title: "'@look", due: "2026-03-29T03:00:00+02:00" });
    const notices = await make("Notifications", {});
    expect((await exported(notices.qid)).body).toEqual(notices.results);
  });

  test.each(["-last_occurrence", "first_occurrence", "-counter"])(
    "when a search is sorted by %s, then all events, not only its page, in that order",
    async (sort) => {
      const query = await make("Search", { sort, page_size: 10 });
      const all = await service.call("GET", `/api/query/${query.qid}?page=1&page_size=1000`, { token: ann.token });
      const objects = all.body.results.events.objects;
      expect(objects).toHaveLength(250);
      const { body } = await exported(query.qid);
      expect(body).toEqual(objects);
      const rows = rowsOf((await exported(query.qid, "ftype=csv")).text);
      expect(rows.map(({ id }) => id)).toEqual(objects.map(({ id }: Json) => id));
      for (const [i, row] of rows.entries()) {
        const { message, severity, user_tags, last_occurrence } = objects[i];
        expect(row).toMatchObject({
          message: message.startsWith("=") ? `'${message}` : message,
          severity: String(severity),
          "user_tags.code": user_tags.code,
        });
        expect(Temporal.Instant.from(row.last_occurrence!).epochNanoseconds).toBe(
          BigInt(Math.round(last_occurrence * 1e6)) * 1000n,
        );
      }
    },
  );

  test("when it has a filter, then only what meets it", async () => {
    const query = await make("Search", { filter: [{ field: "host", value: "db1" }], q: "event program:sshd" });
    const rows = rowsOf((await exported(query.qid, "ftype=csv")).text);
    expect(rows.length).toBe(25);
    expect(new Set(rows.map(({ host }) => host))).toEqual(new Set(["db1"]));
  });

  test("when events came since, then the export is still of the query's instant, also when that is not kept any more", async () => {
    const query = await make("Search", { filter: [{ field: "program", value: ["late", "sshd"] }] });
    await store([{ host: "x", program: "late", message: "came later" }]);
    expect((await exported(query.qid)).body).toHaveLength(query.results.totals.count);
    // Another zone moves a preset of days, so that the question is asked anew at the same base time.
    const today = await make("Search", {
      time_range: { preset: "last_2_days" },
      filter: [{ field: "program", value: "late" }],
    });
    expect((await exported(today.qid, "timezone=Asia/Tokyo")).body).toHaveLength(today.results.totals.count);
  });
});

describe("time zones", () => {
  test("when one is named, then every time is printed in it", async () => {
    const query = await make("Search", { page_size: 1, filter: [{ field: "message", op: "=~", value: "number 249" }] });
    const instant = Temporal.Instant.fromEpochMilliseconds(
      Math.floor(query.results.events.objects[0].last_occurrence * 1000),
    );
    const here = instant.toZonedDateTimeISO("Asia/Kathmandu").toString().slice(0, 19);
    const { body } = await exported(query.qid, "timezone=Asia/Kathmandu");
    expect(body[0].last_occurrence_date).toBe(here.replaceAll("-", "/").replace("T", " "));
    const [row] = rowsOf((await exported(query.qid, "ftype=csv&timezone=Asia/Kathmandu")).text);
    expect(row!.last_occurrence).toMatch(new RegExp(`^${here}(\\.\\d{6})?\\+05:45$`));
  });

  test("when the query named none, then a preset means the days of the export's zone; when it did, its own", async () => {
    const params = { time_range: { preset: "yesterday" } };
    const dayOf = async (qid: string) => {
      const { body } = await exported(qid, "timezone=Pacific/Kiritimati");
      return Temporal.Instant.fromEpochMilliseconds(body.totals.ts_from * 1000).toZonedDateTimeISO(
        "Pacific/Kiritimati",
      );
    };
    const open = await dayOf((await make("EventRate", params)).qid);
    expect([open.hour, open.minute]).toEqual([0, 0]);
    const named = await make("EventRate", { time_range: { preset: "yesterday", timezone: "UTC" } });
    expect((await dayOf(named.qid)).hour).toBe(14);
    expect((await exported(named.qid, "timezone=Pacific/Kiritimati")).body).toEqual(named.results);
  });
});

describe("file names", () => {
  const cases: [query: string, name: RegExp][] = [
    ["", /^query-TopN-\d{14}\.json$/],
    ["ftype=csv", /^query-TopN-\d{14}\.csv$/],
    ["ftype=csv&filename=top", /^top\.csv$/],
    ["ftype=csv&filename=top.csv", /^top\.csv$/],
    ["ftype=csv&filename=top.CSV", /^top\.CSV$/],
    ["ftype=json&filename=top.csv", /^top\.csv\.json$/],
    ["filename=..%2F..%2Fetc%2Fpasswd", /^passwd\.json$/],
    ["filename=C%3A%5Ca%0D%0Ab", /^ab\.json$/],
    ["filename=%C3%BCber%20%F0%9F%A6%8A", /^über 🦊\.json$/],
  ];
  test.each(cases)("when it is asked with %j, then it is named %s", async (query, name) => {
    const { qid } = await make("TopN");
    const { status, headers } = await exported(qid, query);
    expect(status).toBe(200);
    const disposition = headers.get("content-disposition")!;
    expect(disposition).toMatch(/^attachment; filename="/);
    expect(decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(disposition)![1]!)).toMatch(name);
  });
});

describe("documents", () => {
  const office = "application/vnd.openxmlformats-officedocument";
  const formats: [ftype: string, ending: string, type: string, begin: string][] = [
    ["xlsx", "xlsx", `${office}.spreadsheetml.sheet`, "PK"],
    ["xslx", "xlsx", `${office}.spreadsheetml.sheet`, "PK"],
    ["docx", "docx", `${office}.wordprocessingml.document`, "PK"],
    ["pdf", "pdf", "application/pdf", "%PDF-1.7"],
  ];
  const fetchExport = (qid: string, ftype: string) =>
    fetch(`${service.url}/api/query/${qid}/export?ftype=${ftype}&timezone=Asia/Tokyo`, {
      headers: { authorization: `Token ${ann.token}` },
    });

  test.each(formats)(
    "when %s is asked for, then the file ends with .%s and is %s, twice the same",
    async (...given) => {
      const [ftype, ending, type, begin] = given;
      for (const kind of ["Search", "TopN", "LastN", "EventRate", "Stats", "Tasks"]) {
        const { qid } = await make(kind, kind === "Tasks" ? {} : { time_range: { preset: "last_1_hours" } });
        const answer = await fetchExport(qid, ftype);
        expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
        expect(answer.headers.get("content-disposition")).toMatch(
          new RegExp(`filename="query-${kind}-\\d{14}\\.${ending}"`),
        );
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect(bytes.subarray(0, begin.length).toString()).toBe(begin);
        expect(bytes.equals(Buffer.from(await (await fetchExport(qid, ftype)).arrayBuffer()))).toBe(true);
      }
      expect(files()).toEqual([]);
    },
  );

  test("when tags are numbers, then a workbook has them as numbers, but for what it would write otherwise", async () => {
    const user_tags = { n: "42", ratio: "-0.5", zeros: "007", long: "12345678901234567", word: "a1", tail: "1.50" };
    await store([{ host: "numbers", message: "n", user_tags }]);
    const { qid } = await make("Search", { time_range: { preset: "last_1_hours" }, q: "host:numbers" });
    const parts = unzipSync(new Uint8Array(await (await fetchExport(qid, "xlsx")).arrayBuffer()));
    const sheet = Buffer.from(parts["xl/worksheets/sheet1.xml"]!).toString();
    const row = sheet.slice(sheet.indexOf('<row r="2"'));
    const numbers = [...row.matchAll(/<v>([^<]*)<\/v>/g)].map(([, text]) => text);
    expect(numbers).toEqual(expect.arrayContaining(["42", "-0.5"]));
    for (const text of ["007", "12345678901234567", "12345678901234568", "1.5"])
      expect(row).not.toContain(`<v>${text}</v>`);
    const texts = row + Buffer.from(parts["xl/sharedStrings.xml"]!).toString();
    for (const text of ["007", "12345678901234567", "1.50", "a1"]) expect(texts).toContain(`>${text}</t>`);
  });

  test("when a csv is for Excel, then it begins with the mark of UTF-8; else not", async () => {
    const { qid } = await make("TopN");
    const begin = async (query: string) => {
      const answer = await fetch(`${service.url}/api/query/${qid}/export?ftype=csv${query}`, {
        headers: { authorization: `Token ${ann.token}` },
      });
      return Buffer.from(await answer.arrayBuffer())
        .subarray(0, 4)
        .toString("hex");
    };
    expect(await begin("&bom=true")).toBe("efbbbf6e");
    expect(await begin("&bom=false")).toBe("6e616d65");
  });

  test("when a search is a workbook, then every event is a row with its fields", async () => {
    const { qid } = await make("Search", { time_range: { preset: "last_1_hours" }, q: "host:db1" });
    const parts = unzipSync(new Uint8Array(await (await fetchExport(qid, "xlsx")).arrayBuffer()));
    const sheet = Buffer.from(parts["xl/worksheets/sheet1.xml"]!).toString();
    expect(sheet.match(/<row /g)).toHaveLength(51);
    const texts = Buffer.from(parts["xl/sharedStrings.xml"]!).toString();
    expect(texts.includes('event number 245, "quoted"\nand 🦊 שלום</t>')).toBe(true);
    // The name of a severity stands in the colour of the severity: format 16 is that of severity 0.
    expect(sheet).toMatch(/<c r="H2" s="(1[6-9]|2[0-3])" t="s">/);
    const summary = Buffer.from(parts["xl/worksheets/sheet2.xml"]!).toString();
    expect(summary).toContain("Events which match host:db1, the latest first.");
    expect(summary).toContain("(Asia/Tokyo)");
  });
});

describe("what is refused", () => {
  const cases: [query: string, parameter: string][] = [
    ["ftype=xml", "ftype"],
    ["ftype=", "ftype"],
    ["timezone=Europe/Nowhere", "timezone"],
    ["timezone=", "timezone"],
    ["filename=", "filename"],
    ["filename=..%2F", "filename"],
    ["bom=yes", "bom"],
    [`filename=${"x".repeat(300)}`, "filename"],
  ];
  test.each(cases)("when it is asked with %j, then 400 names %s", async (query, parameter) => {
    const { qid } = await make("TopN");
    const { status, body } = await exported(qid, query);
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual([parameter]);
  });

  test.each(["docx", "pdf"])(
    "when counters of the service are asked for as %s, then 400 names ftype",
    async (ftype) => {
      const { qid } = await make("System_Memory", {}, service.adminToken);
      const { status, body } = await exported(qid, `ftype=${ftype}`, service.adminToken);
      expect([status, Object.keys(body)]).toEqual([400, ["ftype"]]);
    },
  );

  test("when a guest, a shipper, a stranger or a superuser asks, then 401, 401, 404, 200", async () => {
    const { qid } = await make("TopN");
    const statuses = [];
    for (const token of ["", ingestToken, bob.token, service.adminToken, ann.token])
      statuses.push((await exported(qid, "ftype=csv", token)).status);
    expect(statuses).toEqual([401, 401, 404, 200, 200]);
    const unable = await service.createUser({ username: "unable", permissions: [] });
    expect((await exported(qid, "", unable.token)).status).toBe(403);
    for (const unknown of ["0".repeat(32), "x"]) expect((await exported(unknown)).status).toBe(404);
    await service.call("GET", `/api/query/${qid}/remove`, { token: ann.token });
    expect((await exported(qid)).status).toBe(404);
  });

  test("when the owner is limited to hosts, then so is the export, for whoever asks", async () => {
    const limited = await service.createUser({ username: "limited", hosts: ["db*"] });
    const { qid } = await make("Search", {}, limited.token);
    for (const token of [limited.token, service.adminToken]) {
      const rows = rowsOf((await exported(qid, "ftype=csv", token)).text);
      expect(new Set(rows.map(({ host }) => host))).toEqual(new Set(["db1"]));
    }
    await service.call("PATCH", `/api/users/${limited.id}`, { body: { hosts: ["nothing"] } });
    expect((await exported(qid, "", limited.token)).body).toEqual([]);
  });

  test("when only the header is asked for, then it comes without a body and without work", async () => {
    const { qid } = await make("Search");
    const { status, headers, text } = await service.call("HEAD", `/api/query/${qid}/export?ftype=csv`, {
      token: ann.token,
    });
    expect([status, text, headers.get("content-type")]).toEqual([200, "", "application/csv"]);
    // Its length is not known, and it is not 0.
    expect(headers.get("content-length")).toBeNull();
    expect(files()).toEqual([]);
  });
});

describe("a large export", () => {
  let own: Service;
  const count = 100_000;

  beforeAll(async () => {
    own = await startService({ settings: { queryThreads: 1 } });
    const now = Date.now() / 1000;
    for (let batch = 0; batch < count / 10_000; batch++) {
      const events = Array.from({ length: 10_000 }, (_, i) => {
        const n = batch * 10_000 + i;
        return { ts: now - 3000 + ((n * 7919) % count) / 40, host: `h${n % 20}`, message: `message number ${n}` };
      });
      const { status, text } = await own.call("POST", "/incoming", { body: { events } });
      if (status !== 200) throw new Error(`not stored: ${status} ${text}`);
    }
  }, patienceMs);

  afterAll(() => own.close());

  const makeSearch = async () => (await own.call("POST", "/api/query", { body: { type: "Search", params: {} } })).body;
  const request = (qid: string, signal?: AbortSignal) =>
    fetch(`${own.url}/api/query/${qid}/export?ftype=csv`, {
      headers: { authorization: `token ${own.adminToken}` },
      ...(signal === undefined ? {} : { signal }),
    });

  test(
    "when 100,000 events are exported, then each is there once, in order, and no file stays",
    async () => {
      const { qid } = await makeSearch();
      const rows = rowsOf(await (await request(qid)).text());
      expect(rows.length).toBe(count);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
      for (let i = 1; i < rows.length; i++)
        if (rows[i]!.last_occurrence! > rows[i - 1]!.last_occurrence!) throw new Error(`row ${i} is out of order`);
      await until(() => files(own).length === 0, "no file stays");
    },
    patienceMs,
  );

  test(
    "when the client goes away while it is written or sent, then the thread is free and no file stays",
    async () => {
      const { qid } = await makeSearch();
      for (let round = 0; round < 12; round++) {
        const gone = new AbortController();
        const asked = request(qid, gone.signal).catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, round));
        gone.abort();
        await asked;
      }
      const reply = await request(qid);
      expect(reply.status).toBe(200);
      const reader = reply.body!.getReader();
      await reader.read();
      expect(files(own).length).toBeGreaterThan(0);
      await reader.cancel();
      await until(() => files(own).length === 0, "no file stays");
    },
    patienceMs,
  );

  test(
    "when the query is removed or stopped meanwhile, then the export ends",
    async () => {
      for (const [action, status] of [
        ["remove", 404],
        ["stop", 400],
      ] as const) {
        const { qid } = await makeSearch();
        const asked = request(qid);
        let acted = false;
        while (!acted) {
          await new Promise((resolve) => setImmediate(resolve));
          acted = (await own.call("GET", `/api/query/${qid}/${action}`)).status === 200;
        }
        // Either it had been written already, or it ended with the decided answer.
        const reply = await asked;
        expect([200, status]).toContain(reply.status);
        await reply.arrayBuffer().catch(() => undefined);
      }
      await until(() => files(own).length === 0, "no file stays");
    },
    patienceMs,
  );
});
