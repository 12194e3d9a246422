import { expect, test } from "vitest";
import { howPagesFor } from "../../../src/api/how/pages.ts";
import { runVigie } from "../run-vigie.ts";

test("when no sender is named, then all are listed", async () => {
  const { code, out } = await runVigie(["how"]);
  expect(code).toBe(0);
  for (const { name, title } of howPagesFor())
    expect(out).toMatch(new RegExp(`^${name} +${title.replace(".", "\\.")}$`, "m"));
});

test("when one is named, then what it needs and the text to paste are shown, for the address and the token", async () => {
  const { code, out } = await runVigie(["how", "Filebeat", "--url", "http://logs:7080", "--token", "abc"]);
  expect(code).toBe(0);
  expect(out).toContain('hosts: ["http://logs:7080"]');
  expect(out).toContain('password: "abc"');
  expect((await runVigie(["how", "rsyslog", "--url", "http://logs:7080"])).out).toContain("--syslog-tcp 514");
});

test("when there is no token yet, then it is said how to make one", async () => {
  const { out } = await runVigie(["how", "vector"], { env: { VIGIE_TOKEN: "" } });
  expect(out).toContain("vigie tokens create --type INGEST");
});

test("when there is no such page, or the address is none, then that is said", async () => {
  const unknown = await runVigie(["how", "carrier-pigeon"]);
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('"carrier-pigeon"')]);
  expect((await runVigie(["how", "rsylog"])).err).toContain('for "rsylog". Did you mean "rsyslog"?');
  expect((await runVigie(["how", "curl", "--url", "logs"])).code).toBe(2);
});
