import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createToken, logIn, type ServiceProcess, startServiceProcess } from "../../support/service/service-process.ts";
import { runVigie } from "../run-vigie.ts";

const folder = mkdtempSync(join(tmpdir(), "vigie-dashboards-"));
let service: ServiceProcess;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startServiceProcess(join(folder, "data"));
  env = { VIGIE_URL: service.url, VIGIE_TOKEN: await createToken(service.url, await logIn(service.url), "USER") };
});
afterAll(async () => {
  await service.end("SIGTERM");
  rmSync(folder, { recursive: true });
});

const dashboards = (args: string[], stdin = "") => runVigie(["dashboards", ...args], { env, stdin });
const write = (name: string, text: string) => {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  return path;
};

const web = `
- title: "Web: errors"
  config: {time_range: {preset: today}}
  widgets:
    - {type: TopNQuery, title: Hosts, config: {col: 0, row: 0, field: host, filter: [{field: message, op: qp, value: ""}]}}
    - {type: EventRateQuery, title: Rate, config: {col: 2, row: 0, sizeX: 4, view_type: time_chart_bars}}
`;
const pair = '[\n\t{"title": "One"},\n\t{"title": "Web, errors", "is_public": true}\n]';

test("when a folder of files is imported, then each dashboard is made, and a folder it is exported to holds the same", async () => {
  write("in/web.yaml", web);
  write("in/below/pair.json", pair);
  write("in/readme.txt", "not a dashboard");
  const imported = await dashboards(["import", join(folder, "in")]);
  expect([imported.code, imported.err]).toEqual([0, "3 dashboards made.\n"]);
  expect(imported.out).toMatch(/^ +3 +2 {2}Web: errors {2}.*web\.yaml$/m);
  expect(imported.out).toMatch(/^ +2 +0 {2}Web, errors {2}.*pair\.json, number 2$/m);
  expect((await dashboards(["list"])).out).toMatch(/^ +2 +0 {2}all +admin .* Web, errors$/m);

  const out = join(folder, "out");
  expect(await dashboards(["export", "-o", `${out}/`])).toMatchObject({ code: 0, err: `${out}/: 3 dashboards\n` });
  expect(readdirSync(out).sort()).toEqual(["one.yaml", "web-errors-2.yaml", "web-errors.yaml"]);
  const again = await dashboards(["import", out, "--public"]);
  expect(again.code).toBe(0);
  const [before, after] = await Promise.all(
    ["3", "5"].map(async (id) => dashboards(["export", id, "--format", "json"])),
  );
  expect(JSON.parse(after!.out)).toEqual({ ...JSON.parse(before!.out), is_public: true });
});

test("when one is exported to stdout, then what reads stdin makes it again, and several are a list", async () => {
  const one = await dashboards(["export", "3"]);
  expect(one.out).toMatch(/^title: "Web: errors"\n/);
  expect((await dashboards(["import", "-"], one.out)).out).toContain("Web: errors");
  const file = join(folder, "all.json");
  expect((await dashboards(["export", "1", "2", "-o", file])).code).toBe(0);
  expect(JSON.parse(readFileSync(file, "utf8")).map(({ title }: { title: string }) => title)).toEqual([
    "One",
    "Web, errors",
  ]);
});

test("when a file holds what is no dashboard, then it is told with its reason, and the others are made", async () => {
  const bad = write(
    "bad/a.yaml",
    "- {title: Fine}\n- {title: Wrong, widgets: [{type: TopN, config: {col: 9}, title: x}]}\n- 7\n",
  );
  const broken = write("bad/b.yaml", "title: [");
  const { code, out, err } = await dashboards(["import", bad, broken]);
  expect(code).toBe(1);
  expect(out).toContain("Fine");
  expect(err).toMatch(/a\.yaml, number 2: widgets\.0\.config\.col: /);
  expect(err).toMatch(/a\.yaml, number 3: is no dashboard/);
  expect(err).toMatch(/b\.yaml: cannot be read: /);
  expect(err).toMatch(/1 dashboard made\. 3 were not\.\n$/);
  expect((await dashboards(["list"])).out).not.toContain("Wrong");
});

test("when an example of the help names a template, then there is one", async () => {
  const { out } = await runVigie(["dashboards", "create", "--help"]);
  const named = [...out.matchAll(/vigie dashboards create .*--template (\S+)/g)].map(([, path]) => path);
  const { out: listed } = await dashboards(["templates"]);
  const paths = listed.split("\n").map((line) => line.split(" ")[0]);
  expect(named).not.toEqual([]);
  expect(named.filter((path) => !paths.includes(path))).toEqual([]);
});

test("when one is created of a template, then it has its widgets; of an unknown one, then there is none", async () => {
  const listed = await dashboards(["templates"]);
  expect(listed.out).toMatch(/^linux\/hosts +\d+ {2}shipped +/m);
  const { code, out } = await dashboards(["create", "Machines", "--template", "linux/hosts"]);
  expect(code).toBe(0);
  const made = JSON.parse((await dashboards(["export", out.trim(), "--format", "json"])).out);
  expect([made.title, made.widgets.length > 2]).toEqual(["Machines", true]);
  const refused = await dashboards(["create", "Nothing", "--template", "linux/none"]);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('There is no template "linux/none"')]);
  expect((await dashboards(["list"])).out).not.toContain("Nothing");
  const deleted = await dashboards(["delete", "987654", out.trim()]);
  expect(deleted).toMatchObject({ code: 1, out: `Deleted dashboard ${out.trim()}.\n` });
  expect(deleted.err).toMatch(/^Dashboard 987654 was not deleted: .*not found/i);
  expect((await dashboards(["delete", out.trim()])).code).toBe(1);
});

test.each([
  [["import"], "Nothing to import"],
  [["import", "/nowhere"], 'Cannot read "/nowhere"'],
  [["export", "x"], 'Expected the number of a dashboard, got "x"'],
  [["export", "-o", "x.foo"], "expected a file that ends with .yaml, .yml or .json"],
  [["export", "--format", "xml"], "expected yaml or json"],
  [["export", "1", "--all"], "--all goes without numbers"],
  [["delete"], "Nothing to delete"],
])("when it is asked for %j, then that is refused", async (args, said) => {
  const { code, err } = await dashboards(args);
  expect([code, err]).toEqual([2, expect.stringContaining(said)]);
});
