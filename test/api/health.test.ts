import { afterAll, beforeAll, describe, expect, test } from "vitest";
import project from "../../package.json" with { type: "json" };
import { openApp } from "../../src/app.ts";
import { defaultSettings } from "../../src/config/settings.ts";
import { createLog } from "../../src/lib/log.ts";
import { adminPassword, login, request, type Service, startService } from "../support/service/start-service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe("health", () => {
  test.each([
    ["/healthz", { status: "ok" }],
    ["/readyz", { status: "ok" }],
    ["/api/version", { name: "vigie", version: project.version, attributions: [{ license: "CC BY 4.0" }] }],
  ])("when anybody asks for %s, then it answers without a login", async (path, body) => {
    for (const token of ["", "user-0", service.adminToken])
      expect(await service.call("GET", path, { token })).toMatchObject({ status: 200, body });
  });
});

describe("a full disk", () => {
  test("when there is too little space, then writes are 503 with Retry-After; login, reading and deleting go on", async () => {
    const settings = { ...defaultSettings, ephemeral: true, port: 0, adminPassword, minFreeMb: 1_000_000_000 };
    const app = await openApp(settings, createLog("silent"));
    const cookie = await login(app.url, "admin", adminPassword);
    const ask = (method: string, path: string, body?: unknown) =>
      request(app.url + path, method, { headers: { cookie }, body });
    for (const [method, path] of [
      ["POST", "/api/authtokens"],
      ["POST", "/api/users"],
      ["PATCH", "/api/users/1"],
    ] as const) {
      const reply = await ask(method, path, {});
      expect([reply.status, Object.keys(reply.body), reply.headers.has("retry-after")]).toEqual([
        503,
        ["detail"],
        true,
      ]);
    }
    expect((await ask("GET", "/readyz")).status).toBe(503);
    expect((await ask("GET", "/healthz")).status).toBe(200);
    expect((await ask("GET", "/api/authtokens")).status).toBe(200);
    expect((await ask("DELETE", "/api/authtokens/user-000000000000")).status).toBe(404);
    expect((await ask("DELETE", "/api/auth/")).status).toBe(204);
    await app.close();
  });
});
