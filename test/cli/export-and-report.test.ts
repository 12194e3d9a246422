import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createToken, logIn, type ServiceProcess, startServiceProcess } from "../support/service/service-process.ts";
import { request } from "../support/service/start-service.ts";
import { runVigie } from "./run-vigie.ts";

const folder = mkdtempSync(join(tmpdir(), "vigie-export-"));
const cwd = mkdtempSync(join(tmpdir(), "vigie-exported-"));
let service: ServiceProcess;
let env: Record<string, string>;
const call = (method: string, path: string, body: unknown) =>
  request(`${service.url}${path}`, method, { token: env.VIGIE_TOKEN!, body });
beforeAll(async () => {
  service = await startServiceProcess(folder);
  env = { VIGIE_URL: service.url, VIGIE_TOKEN: await createToken(service.url, await logIn(service.url), "USER") };
  const events = Array.from({ length: 60 }, (_, i) => ({
    host: `web${i % 3}`,
    message: `request ${i}, "quoted"`,
    severity: i % 8,
  }));
  await call("POST", "/incoming", events);
  const widgets = [{ type: "TopN", title: "Hosts", config: { field: "host" } }];
  await call("POST", "/api/dashboards", { title: "Ops", widgets });
  const query = { type: "TopN", params: { field: "host" } };
  await call("POST", "/api/report-schedules", {
    title: "Mondays",
    format: "csv",
    cron: "0 7 * * 1",
    timezone: "UTC",
    query,
  });
});
afterAll(async () => {
  await service.end("SIGTERM");
  for (const path of [folder, cwd]) rmSync(path, { recursive: true });
});

const vigie = (...args: string[]) => runVigie(args, { env, cwd });
const startOf = (name: string) => readFileSync(join(cwd, name)).subarray(0, 4).toString("latin1");
const topHosts = "name,count\r\nweb0,20\r\nweb1,20\r\nweb2,20\r\n";

describe("vigie export", () => {
  test("when events are exported, then the file has all of them, though a page has twenty", async () => {
    const { code, out, err } = await vigie("export", "--all", "-o", "all.csv");
    expect([code, out, err.includes("all.csv: ")]).toEqual([0, "", true]);
    const rows = parse(readFileSync(join(cwd, "all.csv")), { columns: true }) as { message: string }[];
    expect(new Set(rows.map(({ message }) => message)).size).toBe(60);
  });

  test("when it goes to stdout, then nothing else does", async () => {
    expect(await vigie("export", "--all", "--top", "host", "-o", "-")).toEqual({ code: 0, out: topHosts, err: "" });
    const { out } = await vigie("export", "host:web1", "--top", "host", "-o", "-", "--format", "json");
    expect(JSON.parse(out).totals.values).toEqual([{ name: "web1", count: 20 }]);
  });

  test.each([
    ["a.xlsx", "PK\u0003\u0004"],
    ["a.docx", "PK\u0003\u0004"],
    ["a.pdf", "%PDF"],
  ])("when the file is %s, then that is the format", async (name, start) => {
    expect((await vigie("export", "--rate", "1m", "-o", name)).code).toBe(0);
    expect(startOf(name)).toBe(start);
  });

  test("when a file ends as no format does, then that is refused, unless the format is named", async () => {
    const { code, err } = await vigie("export", "--top", "host", "-o", "x.foo");
    expect([code, err]).toEqual([2, expect.stringContaining("ends with .csv, .json, .xlsx, .docx, .pdf")]);
    expect((await vigie("export", "--top", "host", "-o", "x.foo", "--format", "csv", "--bom")).code).toBe(0);
    expect(readFileSync(join(cwd, "x.foo"), "utf8")).toMatch(/^\ufeffname,count/);
  });

  test("when no file is named, then it has the name that the service gives", async () => {
    await vigie("export", "--top", "host");
    const names = readdirSync(cwd).filter((name) => /^query-TopN-\d{14}\.csv$/.test(name));
    expect(names).toHaveLength(1);
  });

  test("when it cannot be written, or was refused, then what was there stays and nothing is left beside it", async () => {
    writeFileSync(join(cwd, "old.csv"), "old");
    const refused = await vigie("export", "severity<=", "-o", "old.csv");
    expect([refused.code, refused.err.split("\n")[1]]).toEqual([2, "  severity<="]);
    const nowhere = await vigie("export", "-o", join(cwd, "none", "x.csv"));
    expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining("could not be written: ENOENT")]);
    expect(readFileSync(join(cwd, "old.csv"), "utf8")).toBe("old");
    expect(readdirSync(cwd).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test.each([
    [["--limit", "3"], "--limit is for --top"],
    [["--format", "exe"], "--format: expected one of csv"],
    [["--top", "host", "--rate"], "different questions"],
  ])("when it is called with %j, then that is wrong", async (args, text) => {
    const { code, err } = await vigie("export", ...args);
    expect([code, err.includes(text)]).toEqual([2, true]);
  });
});

describe("vigie report", () => {
  test("when one is made of a dashboard, then it is fetched, and is in the list", async () => {
    const { code } = await vigie("report", "create", "--dashboard", "1", "--title", "Week 47", "-o", "week.pdf");
    expect([code, startOf("week.pdf")]).toEqual([0, "%PDF"]);
    const { out } = await vigie("report", "list");
    expect(out).toMatch(/^id +made +owner +format +size +status +title\n/);
    expect(out).toMatch(/ admin +pdf +[\d.]+ KB +success +Week 47$/m);
  });

  test("when one is made of a query, then it can be fetched again until it is deleted", async () => {
    const { out } = await vigie("report", "create", "--all", "--top", "host", "--format", "csv", "--background");
    const id = out.trim();
    expect(await vigie("report", "get", id, "-o", "-")).toEqual({ code: 0, out: topHosts, err: "" });
    expect((await vigie("report", "delete", id)).out).toBe(`Deleted report ${id}.\n`);
    expect(await vigie("report", "get", id, "-o", "-")).toMatchObject({ code: 1, out: "" });
  });

  test("when its name comes from the service, then it is its title, in this folder", async () => {
    await vigie("report", "create", "--dashboard", "1", "--title", "../../up", "--format", "json");
    expect(readdirSync(cwd)).toContain("up.json");
  });

  test.each([
    [["create", "--dashboard", "1", "--top", "host"], 2, "--dashboard goes without --top"],
    [["create", "host:a", "--dashboard", "1"], 2, "takes no query"],
    [["create", "--dashboard", "x"], 2, "Expected the number"],
    [["create", "--dashboard", "99"], 2, "There is no dashboard 99"],
    [["create", "--dashboard", "1", "--format", "csv"], 2, "a dashboard has many"],
    [["get", "99999"], 1, "404"],
    [["get", "x"], 2, "Expected the number"],
  ])("when it is called with %j, then it says what is wrong", async (args, expected, text) => {
    const { code, err } = await vigie("report", ...args);
    expect([code, err]).toEqual([expected, expect.stringContaining(text)]);
  });

  test("when a schedule is run, then its report is made and the list tells when", async () => {
    expect((await vigie("report", "schedule", "list")).out).toMatch(
      /1 +0 7 \* \* 1 +UTC +csv +admin +\S+ 07:00:00 +never +Mondays/,
    );
    expect((await vigie("report", "schedule", "run", "1", "-o", "-")).out).toBe(topHosts);
    const { out } = await vigie("report", "schedule", "list", "--json");
    expect(JSON.parse(out)).toMatchObject({ id: 1, last_run: expect.any(Number), last_report_id: expect.any(Number) });
    expect((await vigie("report", "schedule", "run", "7")).code).toBe(1);
  });
});
