import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSmtpServer } from "../../support/service/smtp-server.ts";
import { request, type Service, startService, type TestUser } from "../../support/service/start-service.ts";

const dataFolder = mkdtempSync(join(tmpdir(), "vigie-test-"));
const calls: { body: { report: Record<string, unknown>; schedule: unknown; url: string | null }; id: string | null }[] =
  [];
let answerStatus = 200;
const hook = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async (incoming) => {
    calls.push({
      body: (await incoming.json()) as (typeof calls)[0]["body"],
      id: incoming.headers.get("idempotency-key"),
    });
    return new Response("", { status: answerStatus });
  },
});
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let service: Service;
let user: TestUser;
let stranger: TestUser;
let manager: TestUser;
const settings = () => ({
  webhookAllow: ["127.0.0.1"],
  publicUrl: "https://logs.example.org",
  smtpFrom: "vigie@example.org",
  smtpUrl: {
    host: "127.0.0.1",
    port: smtp.port,
    encryption: "none",
    verifiesCertificate: true,
    login: undefined,
  } as const,
});
beforeAll(async () => {
  smtp = await startSmtpServer({}, (to) => (to.startsWith("busy") ? { code: 451, text: "Not now" } : undefined));
  service = await startService({ dataFolder, settings: settings() });
  user = await service.createUser({ username: "user", hosts: ["web1"] });
  stranger = await service.createUser({ username: "stranger" });
  manager = await service.createUser({
    username: "manager",
    permissions: ["manage_reports", "search_events"],
    hosts: ["web9"],
  });
  await service.call("POST", "/incoming", {
    body: Array.from({ length: 30 }, (_, i) => ({ host: `web${i % 3}`, message: `request ${i}` })),
  });
});
afterAll(async () => {
  await service.close();
  await hook.stop(true);
  await smtp.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

const topHosts = { type: "TopN", params: { field: "host" } };
const weekly = { title: "Hosts", format: "csv", cron: "0 7 * * 1", timezone: "Europe/Paris", query: topHosts };
const post = (body: Record<string, unknown>, token = user.token) =>
  service.call("POST", "/api/report-schedules", { body, token });
const created = async (fields: Record<string, unknown> = {}, token?: string) => {
  const { status, body, text } = await post({ ...weekly, ...fields }, token);
  if (status !== 201) throw new Error(text);
  return body.id as number;
};
const read = async (id: number) => (await service.call("GET", `/api/report-schedules/${id}`)).body;
const deliveriesOf = async (reportId: number) =>
  (await service.call("GET", `/api/reports/${reportId}`)).body.deliveries;
const run = async (id: number, token = user.token) =>
  service.call("POST", `/api/report-schedules/${id}/run`, { token });
/** Until nothing is owed. */
async function settled(id: number) {
  for (;;) {
    const database = new Database(join(dataFolder, "vigie.sqlite"), { readonly: true });
    const owed = database.prepare("SELECT owed_report_id FROM report_schedules WHERE id = ?").pluck().get(id);
    database.close();
    if (owed === null) return read(id);
    await Bun.sleep(5);
  }
}

describe("a schedule", () => {
  test("when it is made, then it is told with its defaults and when it is due", async () => {
    const { status, body } = await post(weekly);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: "Hosts",
      owner: { username: "user" },
      is_active: true,
      cron: "0 7 * * 1",
      timezone: "Europe/Paris",
      format: "csv",
      query: topHosts,
      dashboard_id: null,
      keep_last: 10,
      mail: null,
      webhook: null,
      last_run: null,
      last_report_id: null,
      last_error: null,
    });
    const due = Temporal.Instant.fromEpochMilliseconds(body.next_run * 1000).toZonedDateTimeISO("Europe/Paris");
    expect([due.dayOfWeek, due.hour, due.minute]).toEqual([1, 7, 0]);
    expect(body.next_run * 1000).toBeGreaterThan(Date.now());
  });

  test("when it is changed, then it is due anew; when it is not active, then never", async () => {
    const id = await created();
    const patch = (body: Record<string, unknown>) =>
      service.call("PATCH", `/api/report-schedules/${id}`, { body, token: user.token });
    expect((await patch({ is_active: false })).body).toMatchObject({ is_active: false, next_run: null });
    const hourly = (await patch({ is_active: true, cron: "@hourly" })).body;
    expect(hourly.next_run - Date.now() / 1000).toBeLessThanOrEqual(3600);
    expect((await patch({ keep_last: 3 })).body).toMatchObject({ keep_last: 3, next_run: hourly.next_run });
    const put = await service.call("PUT", `/api/report-schedules/${id}`, {
      body: { ...weekly, title: "Other" },
      token: user.token,
    });
    expect(put.body).toMatchObject({ title: "Other", keep_last: 10, cron: "0 7 * * 1" });
  });

  test("when it is told of a dashboard, then that takes the query's place, and back", async () => {
    const board = (await service.call("POST", "/api/dashboards", { body: { title: "B" }, token: user.token })).body.id;
    const id = await created({ format: "json" });
    const patch = async (body: Record<string, unknown>) =>
      (await service.call("PATCH", `/api/report-schedules/${id}`, { body, token: user.token })).body;
    expect(await patch({ dashboard_id: board })).toMatchObject({ dashboard_id: board, query: null });
    expect(await patch({ query: topHosts })).toMatchObject({ dashboard_id: null, query: topHosts });
  });

  test.each([
    [{ cron: "0 25 * * *" }, ["cron"]],
    [{ cron: "0 0 30 2 *" }, ["cron"]],
    [{ timezone: "Mars/Olympus" }, ["timezone"]],
    [{ format: "xml" }, ["format"]],
    [{ title: "" }, ["title"]],
    [{ keep_last: 0 }, ["keep_last"]],
    [{ keep_last: 501 }, ["keep_last"]],
    [{ query: undefined }, ["non_field_errors"]],
    [{ dashboard_id: 99_999, query: undefined, format: "json" }, ["dashboard_id"]],
    [{ query: { type: "TopN", params: { limit: 0 } } }, ["query.params.limit"]],
    [{ query: "0".repeat(32) }, ["query"]],
    [{ mail: { to: [] } }, ["mail.to"]],
    [{ mail: { to: ["a@b", "c@d\r\nBcc: e@f"] } }, ["mail.to.1"]],
    [{ mail: { to: ["a@b"], as: "fax" } }, ["mail.as"]],
    [{ webhook: { url: "ftp://example.org" } }, ["webhook.url"]],
    [{ webhook: { url: "http://10.1.2.3/x" } }, ["webhook.url"]],
  ])("when it has %j, then that is 400 on %j", async (fields, names) => {
    const reply = await post({ ...weekly, ...fields });
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, names]);
  });

  test("when there is no mail server or address of the service, then mails and links are refused at once", async () => {
    const bare = await startService();
    try {
      const send = (mail: unknown) => bare.call("POST", "/api/report-schedules", { body: { ...weekly, mail } });
      expect((await send({ to: ["a@b"] })).body).toEqual({ mail: [expect.stringContaining("VIGIE_SMTP_URL")] });
    } finally {
      await bare.close();
    }
  });

  test("when others look, then it is not there for them but for who manages reports", async () => {
    const id = await created();
    const statuses = async (method: string, path: string, body?: unknown) =>
      Promise.all(
        ["", stranger.token, manager.token].map(
          async (token) => (await service.call(method, path, { token, ...(body ? { body } : {}) })).status,
        ),
      );
    expect(await statuses("GET", `/api/report-schedules/${id}`)).toEqual([401, 404, 200]);
    // The manager is limited to other hosts than the owner: what he may not see he may not have sent to him.
    expect(await statuses("PATCH", `/api/report-schedules/${id}`, { title: "x" })).toEqual([401, 404, 403]);
    expect(await statuses("POST", `/api/report-schedules/${id}/run`)).toEqual([401, 404, 202]);
    expect(await statuses("DELETE", `/api/report-schedules/${id}`)).toEqual([401, 404, 204]);
    const ids = async (token: string) =>
      (await service.call("GET", "/api/report-schedules", { token })).body.objects.length;
    expect(await ids(stranger.token)).toBe(0);
    expect(await ids(manager.token)).toBeGreaterThan(0);
  });
});

describe("a run", () => {
  test("when it is asked for now, then its report is made with the rights of its owner", async () => {
    const id = await created();
    const reply = await run(id, service.adminToken);
    expect(reply.status).toBe(202);
    expect(reply.headers.get("location")).toBe(`/api/reports/${reply.body.report_id}`);
    expect(await settled(id)).toMatchObject({ last_report_id: reply.body.report_id, last_error: null });
    const report = await service.call("GET", `/api/reports/${reply.body.report_id}`);
    expect(report.body).toMatchObject({
      status: "SUCCESS",
      schedule_id: id,
      title: "Hosts",
      owner: { username: "user" },
    });
    const file = await request(`${service.url}/api/reports/${reply.body.report_id}/file`, "GET", { token: user.token });
    expect(file.text).toBe("name,count\r\nweb1,10\r\n");
  });

  test("when there are more reports than are kept, then the oldest are gone", async () => {
    const id = await created({ keep_last: 2 });
    const made: number[] = [];
    for (let i = 0; i < 4; i++) {
      made.push((await run(id)).body.report_id);
      await settled(id);
    }
    const statuses = await Promise.all(
      made.map(async (report) => (await service.call("GET", `/api/reports/${report}`)).status),
    );
    expect(statuses).toEqual([404, 404, 200, 200]);
  });

  test("when another manager changes it, then what it asks and the path of its webhook stay its owner's", async () => {
    const { token } = await service.createUser({ username: "peer", permissions: ["manage_reports", "search_events"] });
    const url = `http://127.0.0.1:${hook.port}/T0/token`;
    const id = await created({ webhook: { url } });
    const as = (method: string, body?: object, by = token) =>
      service.call(method, `/api/report-schedules/${id}`, { body, token: by });
    const { body: seen } = await as("GET");
    expect(seen.webhook.url).toBe(`http://127.0.0.1:${hook.port}/***`);
    expect((await as("PATCH", { query: { type: "Notifications", params: {} } })).status).toBe(403);
    const { status, body } = await as("PATCH", { title: "Of both", webhook: seen.webhook });
    expect([status, body.title, body.webhook.url]).toEqual([200, "Of both", seen.webhook.url]);
    expect((await as("GET", undefined, user.token)).body.webhook.url).toBe(url);
    await as("DELETE");
  });

  test("when it has a mail and a webhook, then both get it", async () => {
    const id = await created({
      mail: { to: ["ops@example.org"] },
      webhook: { url: `http://127.0.0.1:${hook.port}/x?key=geheim` },
    });
    const { report_id } = (await run(id)).body;
    expect(await settled(id)).toMatchObject({ last_error: null });
    const mail = smtp.mails.at(-1)!;
    expect(mail).toMatchObject({ to: ["ops@example.org"], from: "vigie@example.org" });
    expect(mail.source).toContain("Subject: Hosts");
    expect(mail.source).toContain(Buffer.from("name,count\r\nweb1,10\r\n").toString("base64"));
    expect(calls.at(-1)).toMatchObject({
      body: {
        schedule: { id, title: "Hosts" },
        report: { id: report_id, status: "SUCCESS", format: "csv", file_name: "Hosts.csv", error: null },
        url: `https://logs.example.org/api/reports/${report_id}/file`,
      },
      id: expect.stringContaining(`report-${report_id}`),
    });
    const went = { state: "delivered", error: null, at: expect.any(Number) };
    expect(await deliveriesOf(report_id)).toEqual([
      { kind: "mail", place: "ops@example.org", ...went },
      { kind: "webhook", place: `http://127.0.0.1:${hook.port}`, ...went },
    ]);
  });

  test("when the mail shall have a link, then it has no attachment", async () => {
    const id = await created({ mail: { to: ["ops@example.org"], as: "link" } });
    const { report_id } = (await run(id)).body;
    await settled(id);
    const { source } = smtp.mails.at(-1)!;
    // Its reader comes by a browser: to the login, then to the report.
    expect(source.replaceAll("=3D", "=")).toContain(`https://logs.example.org/reports?report=${report_id}\r\n`);
    expect(source).not.toMatch(/Content-Disposition: attachment/i);
  });

  test("when the webhook says no, then the schedule tells it", async () => {
    answerStatus = 404;
    const id = await created({ webhook: { url: `http://127.0.0.1:${hook.port}/x` } });
    const { report_id } = (await run(id)).body;
    expect((await settled(id)).last_error).toBe(`Webhook: http://127.0.0.1:${hook.port} answered 404.`);
    expect(await deliveriesOf(report_id)).toMatchObject([{ state: "failed", error: expect.stringContaining("404") }]);
    answerStatus = 200;
  });

  test("when neither mail nor webhook get through at once, then the schedule tells of both while they are tried again", async () => {
    const id = await created({
      mail: { to: ["busy@example.org"] },
      webhook: { url: `http://127.0.0.1:${hook.port}/x` },
    });
    answerStatus = 503;
    const { report_id } = (await run(id)).body;
    let lastError = "";
    while (!/Mail: .*\n.*Webhook: |Webhook: .*\n.*Mail: /.test(lastError))
      lastError = (await read(id)).last_error ?? "";
    answerStatus = 200;
    expect(await deliveriesOf(report_id)).toMatchObject([
      { state: "owed", error: expect.stringContaining("Not now") },
      { state: "owed", error: expect.stringContaining("503") },
    ]);
    expect(lastError).toContain("Not now");
    expect(lastError).toContain("503");
    expect(lastError.endsWith("\nIt is tried again.")).toBe(true);
    expect((await service.call("DELETE", `/api/report-schedules/${id}`)).status).toBe(204);
  });

  test("when the owner is deleted while a delivery is tried again, then it ends", async () => {
    const leaver = await service.createUser({ username: "third-leaver" });
    const id = await created({ webhook: { url: `http://127.0.0.1:${hook.port}/x` } }, leaver.token);
    answerStatus = 503;
    await run(id, leaver.token);
    while (!((await read(id)).last_error ?? "").includes("tried again")) await Promise.resolve();
    answerStatus = 200;
    expect((await service.call("DELETE", `/api/users/${leaver.id}`)).status).toBe(204);
    const before = calls.length;
    expect((await service.call("GET", `/api/report-schedules/${id}`)).status).toBe(404);
    expect(calls.length).toBe(before);
  });

  test("when the dashboard is gone, then the run says so", async () => {
    const board = (await service.call("POST", "/api/dashboards", { body: { title: "B" }, token: user.token })).body.id;
    const id = await created({ format: "json", query: undefined, dashboard_id: board });
    await service.call("DELETE", `/api/dashboards/${board}`, { token: user.token });
    const reply = await run(id);
    expect([reply.status, Object.keys(reply.body)]).toEqual([400, ["dashboard_id"]]);
  });

  test("when the owner is deactivated, then nothing is run", async () => {
    const leaver = await service.createUser({ username: "leaver" });
    const id = await created({}, leaver.token);
    await service.call("PATCH", `/api/users/${leaver.id}`, { body: { is_active: false } });
    const reply = await run(id, service.adminToken);
    expect([reply.status, reply.body.detail]).toEqual([409, expect.stringContaining("deactivated")]);
  });
});

describe("the clock", () => {
  /** While the service is down, as if the time had come. */
  const whileDown = async (change: (database: Database.Database) => void) => {
    await service.close();
    const database = new Database(join(dataFolder, "vigie.sqlite"));
    change(database);
    database.close();
    service = await startService({ dataFolder, settings: settings() });
  };
  const reportsOf = async (id: number) =>
    (await service.call("GET", "/api/reports?page_size=1000")).body.objects.filter(
      (report: { schedule_id: number }) => report.schedule_id === id,
    );

  test("when runs were missed while the service was down, then one is made up for and the next is due", async () => {
    const id = await created();
    const off = await created({ is_active: false });
    await whileDown((database) =>
      database.prepare("UPDATE report_schedules SET next_run_at = 1000 WHERE id = ?").run(id),
    );
    const { last_run, next_run, last_error } = await settled(id);
    expect([last_error, next_run > last_run]).toEqual([null, true]);
    expect(await reportsOf(id)).toHaveLength(1);
    expect(await reportsOf(off)).toHaveLength(0);
    await service.call("DELETE", `/api/report-schedules/${id}`);
  });

  test("when the service ended between the report and its delivery, then it is delivered after the start", async () => {
    const id = await created({ webhook: { url: `http://127.0.0.1:${hook.port}/x` } });
    const { report_id } = (await run(id)).body;
    await settled(id);
    const before = calls.length;
    await whileDown((database) => {
      database.prepare("UPDATE reports SET deliveries = '[]' WHERE id = ?").run(report_id);
      database.prepare("UPDATE report_schedules SET owed_report_id = ? WHERE id = ?").run(report_id, id);
    });
    await settled(id);
    expect(calls.slice(before).map(({ id }) => id)).toEqual([calls[before - 1]!.id]);
  });

  test("when the service ended while one way was owed, then only that one is gone again", async () => {
    const id = await created({
      mail: { to: ["nobody@example.org"] },
      webhook: { url: `http://127.0.0.1:${hook.port}/x` },
    });
    const { report_id } = (await run(id)).body;
    await settled(id);
    const [mail, webhook] = await deliveriesOf(report_id);
    const before = calls.length;
    await whileDown((database) => {
      const given = JSON.stringify([
        { ...mail, state: "failed", error: "The mail server refused it." },
        { ...webhook, state: "owed" },
      ]);
      database.prepare("UPDATE reports SET deliveries = ? WHERE id = ?").run(given, report_id);
      database.prepare("UPDATE report_schedules SET owed_report_id = ? WHERE id = ?").run(report_id, id);
    });
    expect((await settled(id)).last_error).toBe("Mail: The mail server refused it.");
    expect(calls.length).toBe(before + 1);
    expect(await deliveriesOf(report_id)).toMatchObject([{ state: "failed", at: mail.at }, { state: "delivered" }]);
  });

  test("when the service ended while the report was made, then that is told and sent", async () => {
    const id = await created({ webhook: { url: `http://127.0.0.1:${hook.port}/x` } });
    const { report_id } = (await run(id)).body;
    await settled(id);
    await whileDown((database) => {
      database
        .prepare("UPDATE reports SET status = 'IN_PROGRESS', finished_at = NULL, deliveries = '[]' WHERE id = ?")
        .run(report_id);
      database.prepare("UPDATE report_schedules SET owed_report_id = ? WHERE id = ?").run(report_id, id);
    });
    expect((await settled(id)).last_error).toContain("restarted before the report was finished");
    expect(calls.at(-1)!.body.report).toMatchObject({ id: report_id, status: "FAILURE" });
  });

  test("when the owner is deactivated before what is owed is delivered, then it is not", async () => {
    const leaver = await service.createUser({ username: "fourth-leaver" });
    const id = await created({ webhook: { url: `http://127.0.0.1:${hook.port}/x` } }, leaver.token);
    const { report_id } = (await run(id, leaver.token)).body;
    await settled(id);
    const before = calls.length;
    await whileDown((database) => {
      database.prepare("UPDATE users SET is_active = 0 WHERE id = ?").run(leaver.id);
      database.prepare("UPDATE report_schedules SET owed_report_id = ? WHERE id = ?").run(report_id, id);
    });
    expect((await settled(id)).last_error).toContain("deactivated");
    expect(calls.length).toBe(before);
  });

  test("when the owner of a schedule that is due is deactivated, then it is left out and says so", async () => {
    const leaver = await service.createUser({ username: "second-leaver" });
    const id = await created({}, leaver.token);
    await service.call("PATCH", `/api/users/${leaver.id}`, { body: { is_active: false } });
    await whileDown((database) =>
      database.prepare("UPDATE report_schedules SET next_run_at = 1000 WHERE id = ?").run(id),
    );
    const schedule = await read(id);
    expect([schedule.last_error, schedule.next_run > 1000]).toEqual([expect.stringContaining("deactivated"), true]);
    expect(await reportsOf(id)).toHaveLength(0);
  });
});
