import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { patienceMs } from "../../support/patience.ts";
import { vigieCommand } from "../../support/service/service-process.ts";
import { runVigie, withoutProgress } from "../run-vigie.ts";

const samples = join(import.meta.dirname, "../../../data/samples");
let demo: { status: number | null; stdout: string; stderr: string };

beforeAll(() => {
  const [command, ...leading] = vigieCommand();
  demo = spawnSync(command!, [...leading, "demo"], { encoding: "utf8", timeout: patienceMs });
}, patienceMs);

describe("the demo", () => {
  test("when stdout is no terminal, then it answers and ends by itself with 0", () => {
    expect({ status: demo.status, stderr: withoutProgress(demo.stderr) }).toEqual({ status: 0, stderr: "" });
    expect(demo.stdout).toMatch(/runs at http:\/\/127\.0\.0\.1:\d+, user admin, password \S+/);
    expect(demo.stdout.match(/^\$ .* query .* --token \S+$/gm)).toHaveLength(3);
  });

  test("when it is to keep everything, then the logs and a folder to go on with are there; a folder in use is refused", async () => {
    const folder = mkdtempSync(join(tmpdir(), "vigie-kept-"));
    try {
      const kept = await runVigie(["demo", "--keep", folder]);
      expect([kept.code, kept.out]).toEqual([0, expect.stringContaining(`serve --data ${folder}/data`)]);
      expect(readFileSync(join(folder, "logs/auth.log"))).toEqual(readFileSync(join(samples, "auth.log")));
      expect(readdirSync(join(folder, "data"))).toContain("vigie.sqlite");
      const again = await runVigie(["demo", "--keep", folder]);
      expect([again.code, again.err]).toEqual([2, expect.stringContaining("new or empty")]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("when it counts refused logins by host, then grep -c says the same", () => {
    const files = { "bastion-1": "auth.log", "bastion-2": "syslog-rfc3164.log", "bastion-3": "syslog-rfc5424.log.gz" };
    const counts = Object.entries(files).map(([host, file]): [string, number] => [
      host,
      readLines(file).filter((line) => line.includes("Failed password")).length,
    ]);
    expect(answerTo("fail to log in")).toEqual(ranked(new Map(counts), 10));
  });

  test("when it counts server errors by path, then cut, sort and uniq -c say the same", () => {
    const counts = new Map<string, number>();
    for (const line of [...readLines("nginx-access.log.gz"), ...readLines("apache-access.log")]) {
      const [, path, code] = /"\S+ ([^? ]+)\S* HTTP\/[\d.]+" (\d{3}) /.exec(line) ?? [];
      if (Number(code) >= 500) counts.set(path!, (counts.get(path!) ?? 0) + 1);
    }
    expect(counts.size).toBeGreaterThan(3);
    expect(answerTo("server error")).toEqual(ranked(counts, 10));
  });

  test("when it counts errors by program, then the database and the web servers are there", () => {
    const programs = answerTo("report errors").map(([, program]) => program);
    expect(programs).toEqual(expect.arrayContaining(["nginx", "apache", "shop"]));
    expect(programs.some((program) => program.startsWith("postgres"))).toBe(true);
  });
});

/** The rows below the question, each as [count, name]. */
function answerTo(question: string): [number, string][] {
  const lines = demo.stdout.split("\n");
  const title = lines.findIndex((line) => line.includes(question));
  expect(title, demo.stdout).toBeGreaterThan(0);
  const rows = lines.slice(title + 3);
  const end = rows.indexOf("");
  return rows.slice(0, end === -1 ? rows.length : end).map((line) => {
    const [, count, name] = /^\s*([\d,]+)\s+(.*)$/.exec(line)!;
    return [Number(count!.replaceAll(",", "")), name!];
  });
}

/** By count, ties by name, as TopN does. */
function ranked(counts: Map<string, number>, limit: number): [number, string][] {
  return [...counts]
    .map(([name, count]): [number, string] => [count, name])
    .sort(([a, nameA], [b, nameB]) => b - a || (nameA < nameB ? -1 : 1))
    .slice(0, limit);
}

function readLines(file: string): string[] {
  const bytes = readFileSync(join(samples, file));
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8").split("\n");
}
