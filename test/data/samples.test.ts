import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { LineFormat } from "../../src/ingest/line-formats/line-fields.ts";
import { readLine } from "../../src/ingest/line-formats/read-line.ts";

const folder = join(import.meta.dirname, "../../data/samples");
const files = readdirSync(folder).filter((name) => name !== "README.md");

/** What each file must be understood as, and the lines it has at least. */
const samples: [file: string, format: LineFormat, linesMin: number][] = [
  ["auth.log", "syslog", 1000],
  ["syslog-rfc3164.log", "syslog", 1000],
  ["syslog-rfc5424.log.gz", "syslog", 2000],
  ["nginx-access.log.gz", "access", 2000],
  ["nginx-access.jsonl.gz", "json", 500],
  ["nginx-error.log", "nginx_error", 50],
  ["apache-access.log", "access", 400],
  ["apache-error.log", "apache_error", 100],
  ["postgresql.log.gz", "postgres", 2000],
  ["postgresql.json.zst", "json", 2000],
  ["prometheus.log", "logfmt", 300],
  ["alertmanager.log", "logfmt", 100],
  ["node-exporter.log.zst", "logfmt", 2000],
  ["dpkg.log", "timed", 200],
];

describe("the samples", () => {
  test("when the folder is listed, then every file is in this table and in its README", () => {
    expect(files.sort()).toEqual(samples.map(([name]) => name).sort());
    const readme = readFileSync(join(folder, "README.md"), "utf8");
    for (const name of files) expect(readme).toContain(`\`${name}\``);
  });

  test("when their sizes are added, then they stay below 2 MB", () => {
    const sizes = files.map((name) => statSync(join(folder, name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_000_000);
  });

  test("when their addresses are looked at, then all are of the loopback network or unspecified", () => {
    for (const name of files) {
      const addresses = readLines(name).flatMap(
        (line) => line.match(/(?<![\d.-])(?:\d{1,3}\.){3}\d{1,3}(?![\d.-])/g) ?? [],
      );
      const others = addresses.filter((address) => !/^(?:127\.|0\.0\.0\.0$)/.test(address) && !isVersion(address));
      expect({ name, others: [...new Set(others)] }).toEqual({ name, others: [] });
    }
  });

  for (const [name, format, linesMin] of samples)
    test(`when ${name} is read, then its lines are understood as ${format} and have their times`, () => {
      const lines = readLines(name);
      expect(lines.length).toBeGreaterThanOrEqual(linesMin);
      const read = lines.map((line) => readLine(line, { reference: Date.now() * 1000, timezone: "UTC", year: 2026 }));
      const others = lines.filter((line, index) => read[index]!.format !== format && !isContinuation(line));
      expect(others.slice(0, 3)).toEqual([]);
      const timeless = read.filter((fields) => fields.format === format && fields.format !== "json" && !fields.time);
      expect(timeless.slice(0, 3)).toEqual([]);
    });
});

/** PostgreSQL indents the further lines of a record; they are text and get the time of the line before. */
function isContinuation(line: string): boolean {
  return line.startsWith("\t");
}

/** Browsers write their versions like addresses. */
function isVersion(address: string): boolean {
  return /\.0\.0$|^\d+\.\d+\.\d+\.0$/.test(address);
}

function readLines(name: string): string[] {
  const bytes = readFileSync(join(folder, name));
  const text = name.endsWith(".gz") ? gunzipSync(bytes) : name.endsWith(".zst") ? zstdDecompressSync(bytes) : bytes;
  return text
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
}
