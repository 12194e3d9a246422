import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createToken, logIn, type ServiceProcess, startServiceProcess } from "../../support/service/service-process.ts";
import { runVigie } from "../run-vigie.ts";

const folder = mkdtempSync(join(tmpdir(), "vigie-tasks-"));
let service: ServiceProcess;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startServiceProcess(folder);
  env = { VIGIE_URL: service.url, VIGIE_TOKEN: await createToken(service.url, await logIn(service.url), "USER") };
});
afterAll(async () => {
  await service.end("SIGTERM");
  rmSync(folder, { recursive: true });
});

const tasks = (...args: string[]) => runVigie(["tasks", ...args], { env });

test("when a task is made, changed, talked about and done, then list and show tell it at each step", async () => {
  const made = await tasks("create", "Renew", "--assign", "me", "--due", "2020-01-31", "--events", "4,9");
  expect([made.code, made.out]).toEqual([0, "1\n"]);
  await tasks("create", "Later", "--due", "2190-01-31", "--description", "first\nsecond");
  expect((await tasks("list")).out).toMatch(/^ *1 {2}new {5}2020-01-31 00:00:00 ! {2}admin +admin {2}Renew$/m);
  expect((await tasks("list", "--overdue")).out).not.toContain("Later");
  expect((await tasks("list", "--no-overdue")).out).not.toContain("Renew");
  expect((await tasks("list", "--unassigned")).out).not.toContain("Renew");
  expect((await tasks("list", "--mine")).out).not.toContain("Later");
  expect((await tasks("list", "--mine", "--unassigned")).out).toMatch(/Later[\s\S]*Renew/);

  expect((await tasks("set", "1", "--status", "resolved", "--assign", "nobody", "--due", "none")).out).toBe(
    "Changed task 1.\n",
  );
  expect((await tasks("comment", "1", "it is \u001b[31mdone")).code).toBe(0);
  expect((await tasks("show", "1")).out).toMatch(
    /^1 Renew\nresolved, owner admin, assigned to nobody\nevents 4, 9\n\nadmin, .*\nit is ␛\[31mdone\n$/,
  );
  expect((await tasks("show", "2")).out).toContain("\n\nfirst\nsecond\n");
  expect(JSON.parse((await tasks("show", "1", "--json")).out)).toMatchObject({ id: 1, comments: [{ task_id: 1 }] });
  expect((await tasks("list", "--open")).out).not.toContain("Renew");
  expect((await tasks("list", "--no-open", "--json")).out).toMatch(/^\{"id":1,.*\}\n$/);
  expect((await tasks("list", "--title", "Later")).out).not.toContain("Renew");
  expect((await tasks("delete", "1")).out).toBe("Deleted task 1.\n");
  const { out: soon } = await tasks("create", "Soon", "--due", "2h");
  const { due } = JSON.parse((await tasks("show", soon.trim(), "--json")).out);
  expect(Math.abs(due - Date.now() / 1000 - 7_200)).toBeLessThan(120);
});

test.each([
  [["show", "x"], 2, 'Expected the number of a task, got "x"'],
  [["show", "99"], 1, "Not found"],
  [["set", "2"], 2, "Nothing to change"],
  [["set", "2", "--status", "done"], 2, "expected one of new, in_progress, resolved, closed"],
  [["set", "2", "--assign", "eve"], 2, 'There is no user "eve"'],
  [["create", "a", "--due", "soon"], 2, "--due: expected a time"],
])("when it is asked for %j, then it says what is wrong", async (args, code, said) => {
  const { code: ended, err } = await tasks(...args);
  expect([ended, err]).toEqual([code, expect.stringContaining(said)]);
});
