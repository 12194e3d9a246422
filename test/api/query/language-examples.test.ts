import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { languageExamples } from "../../../src/filter/language/examples.ts";
import { type Service, startService } from "../../support/service/start-service.ts";

const events = [
  {
    host: "web1",
    program: "nginx",
    severity: 6,
    message: "GET",
    user_tags: { code: 200, bytes: 512, path: "/api/v1/x" },
  },
  {
    host: "web2",
    program: "nginx",
    severity: 3,
    message: "upstream timeout",
    user_tags: { code: 504, took: "1600ms" },
  },
  { host: "web2", program: "nginx", severity: 4, message: "connection to upstream", user_tags: { bytes: "12 MB" } },
  { host: "db1", program: "postgres", severity: 3, message: "Connection refused", user_tags: { src_ip: "10.1.2.3" } },
  { host: "db1", program: "cron", severity: 7, message: "debug: refused", user_tags: { path: "/a b", took: 0.2 } },
  { host: "gate", program: "sshd", severity: 5, message: "login", user_tags: { user: "eve", src_ip: "192.0.2.1" } },
];

let service: Service;
beforeAll(async () => {
  service = await startService();
  await service.call("POST", "/incoming", { body: { events } });
});
afterAll(() => service.close());

const signOf = (_: string, code: string) => String.fromCodePoint(Number(code));

describe("the examples of the query language", () => {
  test.each(languageExamples)("when the line is %s, then it finds some events and leaves others", async (q) => {
    const { body } = await service.call("POST", "/api/query", { body: { type: "Search", params: { q } } });
    const found = body.results.events.item_count;
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(events.length);
    expect(body.warnings).toEqual([]);
  });

  test("when the README and the API's description are read, then each example stands there", async () => {
    const readme = readFileSync(join(import.meta.dirname, "../../../README.md"), "utf8");
    const { body } = await service.call("GET", "/api/openapi.json");
    expect(languageExamples).toHaveLength(21);
    for (const [line, meaning] of languageExamples) {
      expect(readme).toContain(`| \`${line.replaceAll("|", "\\|")}\` | ${meaning} |`);
      const shown = body.info.description.replaceAll(/<\/?code>/g, "`").replaceAll(/&#(\d+);/g, signOf);
      expect(shown).toContain(`| \`${line}\` | ${meaning} |`);
    }
  });
});
