import { spawn, spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillIn, howPages } from "../../../src/api/how/pages.ts";
import { until } from "../../support/patience.ts";
import { type Service, startService } from "../../support/service/start-service.ts";

describe("the pages that say how to send", () => {
  test.each(howPages.map((page) => [page.name, page] as const))(
    "when %s is read, then it is short, and nothing is left to fill in",
    (_, page) => {
      const text = fillIn(page, { url: "https://logs.example.org/", token: "abc" });
      expect(text.split("\n").length).toBeLessThanOrEqual(10);
      expect(text).not.toMatch(/\{(?:URL|HOST|PORT|TOKEN)\}/);
      expect(text).toMatch(/logs\.example\.org/);
      expect(page.name).toMatch(/^[a-z-]+$/);
      expect(page.place).not.toBe("");
    },
  );

  test("when an address names no port, then it is that of its protocol", () => {
    const page = { text: "{URL} {HOST} {PORT} {TOKEN}" };
    expect(fillIn(page, { url: "https://a.b", token: "$&" })).toBe("https://a.b a.b 443 $&");
    expect(fillIn(page, { url: "http://a.b", token: "t" })).toBe("http://a.b a.b 80 t");
    expect(fillIn(page, { url: "http://[::1]:7080", token: "t" })).toBe("http://[::1]:7080 [::1] 7080 t");
  });
});

describe("a page, pasted as it is printed", () => {
  let service: Service;
  let token: string;
  beforeAll(async () => {
    service = await startService();
    token = (await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST" } })).body.secret_key;
  });
  afterAll(() => service.close());

  const textOf = (name: string) =>
    fillIn(howPages.find((page) => page.name === name)!, { url: service.url, token: token });
  const events = async (program: string) => {
    const filter = [{ field: "program", value: program }];
    const { body } = await service.call("POST", "/api/query", { body: { type: "Search", params: { filter } } });
    return body.results.events.objects as Record<string, unknown>[];
  };

  test.skipIf(Bun.which("curl") === null)("when it is that of curl, then the event is there", async () => {
    expect(await ended(spawn("sh", ["-c", textOf("curl")], { stdio: "ignore" }))).toBe(0);
    expect((await events("hello")).map(({ message }) => message)).toEqual(["The first event"]);
  });

  const hasNode = spawnSync("node", ["--version"]).status === 0;
  test.skipIf(!hasNode)("when it is that of Node, then the event is there with its program and order", async () => {
    const file = join(import.meta.dirname, `../../../node_modules/.how-${process.pid}.mjs`);
    writeFileSync(file, textOf("node"));
    try {
      expect(await ended(spawn("node", [file], { stdio: "inherit" }))).toBe(0);
    } finally {
      rmSync(file, { force: true });
    }
    await until(async () => (await events("shop")).length > 0, "the event of Node");
    expect((await events("shop"))[0]).toMatchObject({ message: "payment refused", user_tags: { order: "17" } });
  });

  test("when the list is asked for, then it has every page", async () => {
    const { status, body } = await service.call("GET", "/api/how");
    expect([status, body]).toEqual([200, { objects: howPages }]);
  });
});

function ended(child: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((resolve) => child.on("close", resolve));
}
