import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService, type TestUser } from "../../support/service/start-service.ts";

let service: Service;
let plain: TestUser;
let viewer: TestUser;
let ingestToken: string;
beforeAll(async () => {
  service = await startService();
  plain = await service.createUser({ username: "plain", permissions: ["search_events"] });
  viewer = await service.createUser({ username: "viewer", permissions: ["view_system"], hosts: ["web*"] });
  ingestToken = (await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST" } })).body.secret_key;
});
afterAll(() => service.close());

const scrape = async () => (await service.call("GET", "/metrics", { token: viewer.token })).text;

describe("the metrics", () => {
  test("when guest, shipper, user, viewer and admin scrape, then only who may sees them", async () => {
    const statuses: number[] = [];
    for (const token of ["", ingestToken, plain.token, viewer.token, service.adminToken])
      statuses.push((await service.call("GET", "/metrics", { token })).status);
    expect(statuses).toEqual([401, 401, 403, 200, 200]);
  });

  test("when they are scraped, then every line is one of the exposition format", async () => {
    const answer = await service.call("GET", "/metrics", { token: viewer.token });
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain; ?version=0\.0\.4/);
    for (const line of answer.text.split("\n").filter((one) => one !== ""))
      expect(line).toMatch(
        /^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{[a-z_]+="(?:[^"\\]|\\.)*"(?:,[a-z_]+="(?:[^"\\]|\\.)*")*\})? \S+)$/,
      );
    for (const name of ["vigie_build_info", "process_resident_memory_bytes", "process_open_fds", "vigie_storage_files"])
      expect(numbersOf(answer.text, name)).toHaveLength(1);
  });

  const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
  if (!hasPromtool) console.warn("Skipped: what promtool says of the metrics, which is not there.");
  test.skipIf(!hasPromtool)("when promtool of Prometheus looks at them, then it has nothing to say", async () => {
    const { status, stdout, stderr } = spawnSync("promtool", ["check", "metrics"], { input: await scrape() });
    expect([status, String(stdout), String(stderr)]).toEqual([0, "", ""]);
  });

  test("when events are stored and refused, then what was received is what was stored and what was not", async () => {
    const before = await scrape();
    const send = (body: unknown) => service.call("POST", "/incoming", { token: ingestToken, body });
    expect((await send({ events: [{ message: "one" }, { message: "two" }, { message: "" }] })).status).toBe(200);
    const after = await scrape();
    const rise = (name: string) => sum(after, name) - sum(before, name);
    expect(rise("vigie_events_received_total")).toBe(3);
    expect(rise("vigie_events_stored_total")).toBe(2);
    expect(rise('vigie_events_affected_total{cause="rejected"}')).toBe(1);
    expect(rise('vigie_protocol_events_received_total{protocol="http"}')).toBe(3);
    expect(rise('vigie_protocol_events_affected_total{protocol="http",cause="rejected"}')).toBe(1);
  });

  test("when requests are answered, then they are counted by route, and paths without one are one", async () => {
    const count = (text: string, route: string, status: number) =>
      sum(text, `vigie_http_requests_total{route="${route}",method="GET",status="${status}"}`);
    const before = await scrape();
    await service.call("GET", "/api/tasks/4711", { token: viewer.token });
    await service.call("GET", "/api/nowhere", { token: viewer.token });
    await service.call("GET", "/api/nowhere/else", { token: viewer.token });
    const after = await scrape();
    expect(count(after, "/api/tasks/{id}", 404) - count(before, "/api/tasks/{id}", 404)).toBe(1);
    expect(count(after, "other", 404) - count(before, "other", 404)).toBe(2);
    expect(after).not.toContain("nowhere");
    const seconds = 'vigie_http_request_duration_seconds_count{route="/api/tasks/{id}"}';
    expect(sum(after, seconds) - sum(before, seconds)).toBe(1);
  });

  test("when a method is a word of the sender's, then no label of it is made", async () => {
    await fetch(`${service.url}/api/tasks`, { method: "BREW", headers: { Authorization: `token ${viewer.token}` } });
    expect(await scrape()).not.toContain("BREW");
  });
});

function numbersOf(text: string, name: string): number[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .map((line) => Number(line.slice(line.lastIndexOf(" "))));
}

function sum(text: string, name: string): number {
  return numbersOf(text, name).reduce((total, value) => total + value, 0);
}
