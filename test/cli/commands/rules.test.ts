import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService } from "../../support/service/start-service.ts";
import { runVigie } from "../run-vigie.ts";

let folder: string;
let service: Service;
beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), "vigie-rules-"));
  const write = (name: string, ...lines: string[]) => writeFileSync(join(folder, name), lines.join("\n"));
  write(
    "good.yaml",
    "rewrite_rules:",
    "  - match: {field: message, op: '=~', value: '^n=(\\d+)'}",
    "    tag: {n: $1}",
    "    rewrite: {severity: error}",
  );
  write(
    "good.tests.yaml",
    "tests:",
    "  - name: a number",
    "    event: {program: p, message: n=12}",
    "    expect: {severity: err, user_tags: {n: 12}}",
    "  - line: '<38>Mar  3 04:12:09 h p[1]: other'",
    "    expect: {}",
  );
  write("drops.json", '{"rewrite_rules": [{"match": {"field": "message", "value": "keepalive"}, "drop": true}]}');
  write("drops.tests.yaml", "tests:", "  - event: {message: keepalive}", "    expect: dropped");
  write("bad.txt", "");
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.close();
});

describe("vigie rules check", () => {
  test("when a file is fine, then it says so", async () => {
    const { code, out } = await runVigie(["rules", "check", join(folder, "good.yaml")]);
    expect([code, out]).toEqual([0, expect.stringContaining("1 rule, nothing wrong")]);
  });

  test("when a file is wrong, then place and reason are told as compilers do", async () => {
    const file = join(folder, "wrong.yml");
    writeFileSync(file, "rewrite_rules:\n  - drop: true\n    colour: red\n");
    const { code, out, err } = await runVigie(["rules", "check", file]);
    rmSync(file);
    expect([code, out, err]).toEqual([
      1,
      "",
      expect.stringContaining(`${file}:3: rewrite_rules[0].colour: There is no "colour" here.`),
    ]);
  });

  test("when a file is not there, or can be none, then that is told", async () => {
    expect((await runVigie(["rules", "check", join(folder, "none.yaml")])).code).toBe(1);
    expect((await runVigie(["rules", "check", join(folder, "bad.txt")])).code).toBe(2);
  });
});

describe("vigie rules test", () => {
  test("when all tests of a folder pass, then they are counted", async () => {
    const { code, out } = await runVigie(["rules", "test", folder]);
    expect([code, out]).toEqual([0, "3 passed, 0 failed, in 2 rule files.\n"]);
  });

  test("when one fails, then what was expected and what came is told, and the code is 1", async () => {
    const place = join(folder, "failing");
    mkdirSync(place);
    writeFileSync(join(place, "f.yaml"), "rewrite_rules: [{tag: {a: b}, rewrite: {program: q}}]");
    writeFileSync(
      join(place, "f.tests.yaml"),
      "tests:\n  - name: one\n    event: {message: m}\n    expect: {user_tags: {a: c}}\n",
    );
    for (const path of [place, join(place, "f.yaml"), join(place, "f.tests.yaml")]) {
      const { code, out } = await runVigie(["rules", "test", path]);
      expect([code, out]).toEqual([1, expect.stringContaining("f.yaml: one\n")]);
      expect(out).toContain('program: expected "", got "q".');
      expect(out).toContain('tag a: expected "c", got "b".');
    }
  });

  test("when there is no test, then that is no success", async () => {
    const empty = join(folder, "empty");
    mkdirSync(empty);
    const { code, err } = await runVigie(["rules", "test", empty]);
    expect([code, err]).toEqual([1, expect.stringContaining("There is no test")]);
  });
});

describe("vigie rules list", () => {
  test("when a service or a folder is asked, then its rules are shown in order", async () => {
    const env = { VIGIE_URL: service.url, VIGIE_TOKEN: service.adminToken };
    for (const place of [
      { args: [], env },
      { args: ["--data", service.dataFolder], env: {} },
    ]) {
      const { code, out } = await runVigie(["rules", "list", "--json", ...place.args], { env: place.env });
      const rules = out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(code).toBe(0);
      expect(rules.map(({ name }) => name)).toEqual(rules.map(({ name }) => name).toSorted());
      expect(rules.find(({ name }) => name === "sshd")).toMatchObject({
        origin: "shipped",
        enabled: true,
        error: null,
      });
    }
    expect((await runVigie(["rules", "list"], { env })).out).toMatch(/^name +from +state +rules/);
  });
});

describe("vigie rules bench", () => {
  test("when a rule backtracks, then it is the first row, with why and its slowest line", async () => {
    const events = join(folder, "lines.log");
    const line = "<38>Mar  3 04:12:09 h p[1]: one two three four five six";
    writeFileSync(events, `${line}\nn=12\n`);
    const file = join(folder, "slow.yaml");
    const match = `{field: message, op: '=~', value: '((?:\\w{1,20}\\s*){1,40})[!?]$'}`;
    writeFileSync(
      file,
      `rewrite_rules:\n  - {name: quick, tag: {a: b}}\n  - {name: bad, match: ${match}, tag: {c: $1}}\n`,
    );
    const { code, out } = await runVigie(["rules", "bench", file, "--events", events, "--count", "200"]);
    rmSync(file);
    const rows = out.trim().split("\n");
    expect([code, rows[0], rows[2]]).toEqual([
      0,
      expect.stringMatching(/^200 events, 2 rules: .* events\/s with reading/),
      expect.stringMatching(/^rule +type +share +us\/event/),
    ]);
    expect(rows[3]).toMatch(/^slow \/ bad .*may backtrack.*one two three four five six$/);
  });

  test("when there is nothing to measure, then that is told", async () => {
    expect((await runVigie(["rules", "bench", join(folder, "none")])).code).toBe(1);
    expect((await runVigie(["rules", "bench", "--count", "0"])).code).toBe(2);
    const empty = join(folder, "empty.log");
    writeFileSync(empty, "\n");
    expect((await runVigie(["rules", "bench", "--events", empty])).err).toContain("There is no event");
  });
});
