import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shippedRuleTests } from "../../../src/parser-rules/files/shipped-rule-tests.ts";
import { shippedRules } from "../../../src/parser-rules/files/shipped-rules.ts";
import { type Service, startService, type TestUser } from "../../support/service/start-service.ts";

let service: Service;
let reader: TestUser;
let writer: TestUser;
beforeAll(async () => {
  service = await startService();
  reader = await service.createUser({ username: "reader", permissions: [] });
  writer = await service.createUser({ username: "writer", permissions: ["manage_parser_rules"] });
  await service.call("POST", "/api/parser-rules", { body: { name: "shop", text: rules } });
});
afterAll(() => service.close());

const rules = `rewrite_rules:
  - name: refused
    match:
      - {field: message, op: "=~", value: 'payment of (?P<user>\\w+) refused'}
    tag: {user: "\${user}"}
`;
const testOf = (user: string) => `tests:
  - name: a refused payment
    event: {program: shop, message: payment of alice refused}
    expect:
      user_tags: {user: ${user}}
`;
const call = (method: string, name: string, body?: unknown, token = writer.token) =>
  service.call(method, `/api/parser-rules/${name}/tests`, { body, token });
const fileOf = (name: string) => join(service.dataFolder, "parser-rules", `${name}.tests.yaml`);

describe("tests beside a rule file", () => {
  test("when they are written, then they stand beside it, are read again, and run", async () => {
    expect((await call("GET", "shop")).body).toEqual({ text: "", origin: null });
    expect((await call("POST", "shop", {})).body).toEqual({ passed: 0, failed: 0, tests: [] });
    const written = await call("PUT", "shop", { text: testOf("alice") });
    expect([written.status, written.body]).toEqual([200, { text: testOf("alice"), origin: "user" }]);
    expect(readFileSync(fileOf("shop"), "utf8")).toBe(testOf("alice"));
    expect((await call("GET", "shop", undefined, reader.token)).body.text).toBe(testOf("alice"));
    expect((await call("POST", "shop", {})).body).toEqual({
      passed: 1,
      failed: 0,
      tests: [{ name: "a refused payment", differences: [] }],
    });
  });

  test("when rules or tests are tried that are not stored, then these are run, and nothing is stored", async () => {
    const wrongTest = await call("POST", "shop", { tests: testOf("bob") });
    expect(wrongTest.body).toMatchObject({
      passed: 0,
      failed: 1,
      tests: [{ differences: ['tag user: expected "bob", got "alice".'] }],
    });
    const brokenRule = await call("POST", "shop", {
      text: rules.replace("refused)", "accepted)").replace("refused'", "accepted'"),
    });
    expect(brokenRule.body).toMatchObject({
      failed: 1,
      tests: [{ differences: ['tag user: expected "alice", got none.'] }],
    });
    const unknown = await call("POST", "to-be", { text: rules, tests: testOf("alice") });
    expect([unknown.status, unknown.body.passed]).toEqual([200, 1]);
    expect((await call("POST", "to-be", { tests: testOf("alice") })).status).toBe(404);
    expect((await call("GET", "shop")).body.text).toBe(testOf("alice"));
  });

  test("when they are no tests, then they are refused with their line, and what was there stays", async () => {
    for (const text of ["tests: [", "tests:\n  - expected: dropped\n", "rules: []", "x: 1\ntests: []"]) {
      const refused = await call("PUT", "shop", { text });
      expect([text, refused.status, Object.keys(refused.body)]).toEqual([text, 400, ["tests"]]);
      expect((await call("POST", "shop", { tests: text })).status).toBe(400);
    }
    expect((await call("PUT", "shop", { text: "tests: [" })).body.tests[0]).toMatch(/^line \d+: /);
    expect((await call("GET", "shop")).body.text).toBe(testOf("alice"));
  });

  test("when they are blank, then the file is gone; when the rules are deleted, then their tests too", async () => {
    await service.call("POST", "/api/parser-rules", { body: { name: "gone", text: rules } });
    await call("PUT", "gone", { text: testOf("alice") });
    expect((await call("PUT", "gone", { text: " \n" })).body).toEqual({ text: "", origin: null });
    expect(existsSync(fileOf("gone"))).toBe(false);
    await call("PUT", "gone", { text: testOf("alice") });
    expect((await service.call("DELETE", "/api/parser-rules/gone")).status).toBe(204);
    expect(existsSync(fileOf("gone"))).toBe(false);
  });

  test("when the rules are shipped, then so are their tests, and all of them pass", async () => {
    expect([...shippedRuleTests.keys()].sort()).toEqual(shippedRules.map(({ name }) => name).sort());
    for (const [name, text] of shippedRuleTests) {
      expect((await call("GET", name)).body).toEqual({ text, origin: "shipped" });
      const { body } = await call("POST", name, {});
      expect([name, body.failed, body.passed > 0]).toEqual([name, 0, true]);
    }
  });

  test("when one's own rules stand for shipped ones, then the shipped tests are not theirs", async () => {
    await service.call("PUT", "/api/parser-rules/su", { body: { text: rules } });
    expect((await call("GET", "su")).body).toEqual({ text: "", origin: null });
    await service.call("DELETE", "/api/parser-rules/su");
    expect((await call("GET", "su")).body.origin).toBe("shipped");
  });

  test("when a file on the disk is too large, then that is told and not read", async () => {
    writeFileSync(fileOf("shop"), `#${"x".repeat(300_000)}`);
    const refused = await call("GET", "shop");
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["tests"]]);
    await call("PUT", "shop", { text: testOf("alice") });
  });

  test("when somebody may not manage rules, then he reads them; a guest and a name of nothing get none", async () => {
    expect((await call("GET", "shop", undefined, reader.token)).status).toBe(200);
    expect((await call("PUT", "shop", { text: testOf("x") }, reader.token)).status).toBe(403);
    expect((await call("POST", "shop", {}, reader.token)).status).toBe(403);
    expect((await call("GET", "shop", undefined, "")).status).toBe(401);
    for (const name of ["nothing", "..%2Fshop", "shop.tests"])
      expect([name, (await call("GET", name)).status]).toEqual([name, 404]);
  });
});
