import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patienceMs } from "../support/patience.ts";
import { type Service, startService } from "../support/service/start-service.ts";

describe("find, in every list of what has names", () => {
  let service: Service;
  const names = ["Zebra 100% shop", "the quiet_zebra", "Ship it"];

  /** What makes one with this name; the list is read at the same path. */
  const kinds: Record<string, (name: string) => object> = {
    "/api/triggers": (name) => ({ name, filter: [] }),
    "/api/authtokens": (description) => ({ token_type: "INGEST", description }),
    "/api/tasks": (title) => ({ title }),
    "/api/dashboards": (title) => ({ title }),
    "/api/searches": (title) => ({ title, q: "host:web-1", time_range: { preset: "last_1_hours" } }),
    "/api/report-schedules": (title) => ({
      title,
      cron: "0 8 * * 1",
      format: "csv",
      query: { type: "Search", params: { time_range: { preset: "last_24_hours" } } },
    }),
    "/api/parser-rules": (description) => ({
      name: `own-${names.indexOf(description)}`,
      description,
      rewrite_rules: [{ name: "r", match: [{ field: "program", value: "p" }], tag: { a: "b" } }],
    }),
  };

  beforeAll(async () => {
    service = await startService();
    for (const [path, body] of Object.entries(kinds))
      for (const name of names) {
        const { status, text } = await service.call("POST", path, { body: body(name) });
        if (status !== 200 && status !== 201) throw new Error(`${path}: ${status} ${text}`);
      }
  }, patienceMs);
  afterAll(() => service?.close());

  const count = async (path: string, find: string) =>
    (await service.call("GET", `${path}?find=${encodeURIComponent(find)}`)).body.item_count;

  test.each(Object.keys(kinds))(
    "when %s has a part of a name, in another case too, then it finds these",
    async (path) => {
      expect([await count(path, "SHIP"), await count(path, "0% s"), await count(path, "t_z")]).toEqual([1, 1, 1]);
      expect(await count(path, "zebra")).toBe(2);
    },
  );

  test.each(Object.keys(kinds))("when %s has no such name, then it finds none; a sign means itself", async (path) => {
    expect([await count(path, "nobody is called so"), await count(path, "i%t"), await count(path, "q_iet_z")]).toEqual([
      0, 0, 0,
    ]);
  });

  test.each(Object.keys(kinds))(
    "when %s is asked for a text of 256 signs, then it refuses it by name",
    async (path) => {
      const { status, body } = await service.call("GET", `${path}?find=${"x".repeat(256)}`);
      expect([status, Object.keys(body)]).toEqual([400, ["find"]]);
    },
  );

  test("when tokens and sessions are looked for by whose they are, then these are found", async () => {
    expect(await count("/api/authtokens", "admin")).toBeGreaterThanOrEqual(names.length);
    expect(await count("/api/authtokens", "somebody else")).toBe(0);
    expect(await count("/api/sessions", "ADMIN")).toBeGreaterThan(0);
    expect(await count("/api/sessions", "somebody else")).toBe(0);
  });

  test("when searches are looked for by their line, then these are found", async () => {
    expect([await count("/api/searches", "web-1"), await count("/api/searches", "web-2")]).toEqual([names.length, 0]);
  });
});
