import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServiceProcess, startServiceProcess, testPassword } from "../../support/service/service-process.ts";
import { runVigie } from "../run-vigie.ts";

const folder = mkdtempSync(join(tmpdir(), "vigie-accounts-"));
let service: ServiceProcess;
beforeAll(async () => {
  service = await startServiceProcess(folder);
});
afterAll(async () => {
  await service.end("SIGTERM");
  rmSync(folder, { recursive: true });
});

/** As the administrator, by name and password. */
const asAdmin = (args: string[], stdin?: string) =>
  runVigie([...args, "--url", service.url, "--username", "admin"], { env: { VIGIE_PASSWORD: testPassword }, stdin });

const logInAs = (username: string, password: string) =>
  fetch(`${service.url}/api/auth/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });

test("when users are created, given passwords, locked out and deleted, then the service obeys each step", async () => {
  const created = await asAdmin(["users", "create", "ada", "--hosts", "web*, db1", "--email", "ada@example.org"]);
  const password = /^Password: (\S+)$/m.exec(created.out)?.[1];
  expect(created).toMatchObject({ code: 0, err: "" });
  expect((await logInAs("ada", password!)).status).toBe(200);

  expect((await asAdmin(["users", "password", "ada", "--password-stdin"], "another password\n")).code).toBe(0);
  expect((await logInAs("ada", password!)).status).toBe(403);
  expect((await logInAs("ada", "another password")).status).toBe(200);

  expect((await asAdmin(["users", "deactivate", "ada"])).out).toBe("ada is inactive now.\n");
  expect((await logInAs("ada", "another password")).status).toBe(403);
  const { out } = await asAdmin(["users", "list", "--json"]);
  expect(
    out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { username: "admin", is_superuser: true },
    {
      username: "ada",
      is_active: false,
      hosts: ["web*", "db1"],
      email: "ada@example.org",
      permissions: ["search_events"],
    },
  ]);
  const { out: table } = await asAdmin(["users", "list"]);
  expect(table).toMatch(/ admin .* active +all +everything$/m);
  expect(table).toMatch(/ ada .* inactive +web\* db1 +search_events$/m);
  expect((await asAdmin(["users", "activate", "ada"])).code).toBe(0);
  expect((await logInAs("ada", "another password")).status).toBe(200);

  expect((await asAdmin(["users", "delete", "ada"])).out).toBe("Deleted user ada.\n");
  expect((await asAdmin(["users", "list"])).out).not.toContain("ada");
});

test("when a user who may not manage users lists them, then nothing is said of hosts and permissions", async () => {
  const { out: made } = await asAdmin(["users", "create", "grace", "--hosts", "web*"]);
  const env = { VIGIE_PASSWORD: /^Password: (\S+)$/m.exec(made)![1]!, VIGIE_URL: service.url };
  const { code, out } = await runVigie(["users", "list", "--username", "grace"], { env });
  expect(code).toBe(0);
  expect(out).toMatch(/ admin .* active +– +–$/m);
  expect(out).not.toMatch(/everything|all/);
  await asAdmin(["users", "delete", "grace"]);
});

test("when the service refuses, then its reason is shown and the exit code is 1", async () => {
  const twice = await asAdmin(["users", "create", "admin"]);
  expect(twice).toMatchObject({ code: 1, out: "" });
  expect(twice.err).toContain('username: There is already a user named "admin".');
  const short = await asAdmin(["users", "create", "bob", "--password-stdin"], "short\n");
  expect(short.err).toContain("password: Expected at least 8 characters.");
  const wrong = await runVigie(["users", "list", "--url", service.url, "--username", "admin"], {
    env: { VIGIE_PASSWORD: "not it at all" },
  });
  expect(wrong).toMatchObject({ code: 1, out: "" });
  expect(wrong.err).toContain("answered 403");
});

test("when a token is created, then its key alone is on stdout, it works, and after deletion it does not", async () => {
  const { out, code } = await asAdmin(["tokens", "create", "--description", "for a script"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^user-[0-9a-f]{48}\n$/);
  const key = out.trim();
  const env = { VIGIE_TOKEN: key, VIGIE_URL: service.url };
  const listed = await runVigie(["tokens", "list"], { env });
  expect(listed.code).toBe(0);
  expect(listed.out).toContain(key.slice(0, 17));
  expect(listed.out).toContain("for a script");
  expect(listed.out).not.toContain(key);
  expect((await runVigie(["tokens", "delete", key.slice(0, 17)], { env })).out).toBe("Deleted the token.\n");
  const refused = await runVigie(["tokens", "list"], { env });
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("refused the token (401)");
});

test("when a service holds the folder, then --data is refused; when it has ended, then --data is the way back in", async () => {
  const other = mkdtempSync(join(tmpdir(), "vigie-accounts-"));
  try {
    const none = await runVigie(["users", "list", "--data", other]);
    expect(none).toMatchObject({ code: 1, out: "" });
    expect(none.err).toContain("is no data folder");
    const running = await startServiceProcess(other);
    const held = await runVigie(["users", "password", "admin", "--data", other]);
    expect(held.code).toBe(1);
    expect(held.err).toContain("is in use by another vigie process");
    await running.end("SIGTERM");

    expect(
      (await runVigie(["users", "password", "admin", "--password-stdin", "--data", other], { stdin: "a new password" }))
        .code,
    ).toBe(0);
    expect((await runVigie(["users", "create", "eve", "--permissions", "view_system", "--data", other])).code).toBe(0);
    expect((await runVigie(["users", "create", "eve", "--data", other])).err).toContain("There is already a user");
    expect((await runVigie(["users", "create", "bob", "--permissions", "fly", "--data", other])).err).toContain(
      "permissions",
    );
    const key = (await runVigie(["tokens", "create", "--type", "ingest", "--data", other])).out.trim();
    expect(key).toMatch(/^ingest-/);
    expect((await runVigie(["tokens", "list", "--json", "--data", other])).out).toContain(
      `"secret_key":"${key.slice(0, 19)}"`,
    );

    const again = await startServiceProcess(other);
    const login = await runVigie(["users", "list", "--url", again.url, "--username", "admin"], {
      env: { VIGIE_PASSWORD: "a new password" },
    });
    expect(login.code).toBe(0);
    expect(login.out).toContain("view_system");
    await again.end("SIGTERM");
  } finally {
    rmSync(other, { recursive: true });
  }
});
