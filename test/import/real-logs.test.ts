import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { connect } from "../../src/cli/connection.ts";
import { emptyTotals, importFiles } from "../../src/cli/import/import-files.ts";
import { openServiceDestination } from "../../src/cli/import/service-destination.ts";
import { writeSwitches } from "../../src/parser-rules/files/rule-switches.ts";
import { shippedRules } from "../../src/parser-rules/files/shipped-rules.ts";
import { type Service, startService } from "../support/service/start-service.ts";

/**
 * What grep, cut, sort and uniq would say of each sample, said here in a few plain expressions of its own, against what
 * the service answers after the import of the file.
 */
interface Sample {
  /** The time of a line as Date.parse reads it; undefined: that of the line before. */
  time: (line: string) => string | undefined;
  /** What `cut` gives for each field. */
  fields: Record<string, (line: string) => string | number | undefined>;
  /** A filter on one line, and the `grep` that finds the same lines. */
  searches: [q: string, lines: (line: string) => boolean][];
}

const part = (pattern: RegExp) => (line: string) => pattern.exec(line)?.[1];
const always = (value: string) => () => value;
const has = (pattern: RegExp) => (line: string) => pattern.test(line);
const json = (name: string) => (line: string) => {
  const value = (JSON.parse(line) as Record<string, string | number | undefined>)[name];
  return value === "" ? undefined : value;
};

const syslogTime = (line: string) => {
  const [, day, clock] = /Nov +(\d+) ([\d:]+) /.exec(line)!;
  return `2026-11-${day!.padStart(2, "0")}T${clock}Z`;
};
const webTime = (line: string) => part(/\[([^\]]+)\]/)(line)!.replace(/^(\d+)\/(\w+)\/(\d+):/, "$1 $2 $3 ");
const code = part(/" (\d{3}) /);
const severityOfCode = (line: string) => (Number(code(line)) >= 500 ? 3 : Number(code(line)) >= 400 ? 4 : 6);
const severityOfPriority = (line: string) => Number(part(/^<(\d+)>/)(line)) % 8;
const pick = (words: Record<string, number>, word: (line: string) => string | undefined) => (line: string) =>
  words[word(line) ?? ""];
const levels = { debug: 7, info: 6, notice: 5, warn: 4, error: 3, crit: 2 };

const access: Sample = {
  time: webTime,
  fields: {
    host: always("here"),
    src_ip: part(/^(\S+)/),
    code,
    path: part(/"[A-Z]+ ([^ ?]+)/),
    user_agent: (line) => part(/"([^"]*)"$/)(line)?.replace(/^-$/, "") || undefined,
    severity: severityOfCode,
  },
  searches: [
    ["code>=500", has(/" 5\d\d /)],
    ["POST", has(/"POST /)],
    ['"docs install"', has(/"\S+ \/docs\/install /)],
    ["-code:200 method:GET", (line) => has(/"GET /)(line) && code(line) !== "200"],
  ],
};
const logfmt: Sample = {
  time: part(/ts=(\S+)/),
  fields: {
    caller: part(/ caller=(\S+)/),
    component: part(/ component=("[^"]*"|\S+)/),
    severity: pick(levels, part(/ level=(\w+)/)),
    host: always("here"),
  },
  searches: [
    ["severity<=4", has(/ level=(warn|error)/)],
    ["caller:main*", has(/ caller=main/)],
  ],
};
const sshd: Sample = {
  time: syslogTime,
  fields: {
    host: part(/^\S+ +\S+ \S+ (\S+)/),
    program: part(/^\S+ +\S+ \S+ \S+ ([^ :[]+)/),
    pid: part(/^\S+ +\S+ \S+ \S+ [^ :[]+\[(\d+)\]/),
  },
  searches: [
    ['"Failed password"', has(/: Failed password /)],
    ["accept*", has(/: Accepted /)],
    ["Failed -password", () => false],
    ["program:CRON", has(/ cron\[/i)],
  ],
};
const postgresHead = String.raw`^2026\S+ \S+ UTC \[(?:\d+)\] (?:[^ :@]+@\S+ )?`;
const severityOfPostgres = (line: string) =>
  pick({ ERROR: 3, FATAL: 2, WARNING: 4 }, part(new RegExp(`${postgresHead}([A-Z]+): `)))(line) ?? 6;

const samples: Record<string, Sample> = {
  "auth.log": sshd,
  "syslog-rfc3164.log": { ...sshd, fields: { ...sshd.fields, severity: severityOfPriority } },
  "syslog-rfc5424.log.gz": {
    time: part(/^\S+ (\S+)/),
    fields: {
      host: part(/^\S+ \S+ (\S+)/),
      program: part(/^\S+ \S+ \S+ (\S+)/),
      severity: severityOfPriority,
      "order.customer": part(/ customer="(\d+)"/),
    },
    searches: [
      ['"payment refused"', has(/payment refused/)],
      ["severity:3 program:shop", (line) => severityOfPriority(line) === 3 && has(/ shop /)(line)],
    ],
  },
  "nginx-access.log.gz": { ...access, fields: { ...access.fields, program: always("nginx-access") } },
  "apache-access.log": { ...access, fields: { ...access.fields, program: always("apache-access") } },
  "nginx-access.jsonl.gz": {
    time: (line) => String(json("time")(line)),
    fields: {
      host: json("host"),
      program: json("service"),
      ut_status: json("status"),
      remote_addr: json("remote_addr"),
      uri: json("uri"),
    },
    searches: [["ut_status>=500", has(/"status":5/)]],
  },
  "postgresql.json.zst": {
    time: (line) => String(json("timestamp")(line)).replace(" UTC", "Z").replace(" ", "T"),
    fields: { user: json("user"), backend_type: json("backend_type"), error_severity: json("error_severity") },
    searches: [['"duplicate key"', has(/"message":"[^"]*duplicate key/)]],
  },
  "postgresql.log.gz": {
    time: (line) =>
      part(/^(2026\S+ \S+) UTC /)(line)
        ?.replace(" ", "T")
        .concat("Z"),
    fields: {
      program: always("postgres"),
      severity: severityOfPostgres,
      user: part(/^2026\S+ \S+ UTC \[\d+\] ([^ :@]+)@/),
    },
    searches: [
      ['"deadlock detected"', has(/deadlock detected/)],
      ["duration statement", has(/duration: .*statement: /)],
    ],
  },
  "nginx-error.log": {
    time: (line) => `${line.slice(0, 10).replaceAll("/", "-")}T${line.slice(11, 19)}Z`,
    fields: { severity: pick(levels, part(/ \[(\w+)\] /)), src_ip: part(/ client: ([^,]+)/), program: always("nginx") },
    searches: [['"timed out"', has(/timed out/)]],
  },
  "apache-error.log": {
    time: (line) => line.replace(/^\[\w+ Nov (\d+) (\S+) 2026\].*/, "2026-11-$1T$2Z"),
    fields: {
      severity: pick(levels, part(/ \[\w+:(\w+)\] /)),
      module: part(/ \[(\w+):\w+\] /),
      src_ip: part(/\[client ([^\]]+):\d+\]/),
    },
    searches: [["denied", has(/denied/)]],
  },
  "prometheus.log": logfmt,
  "alertmanager.log": logfmt,
  "node-exporter.log.zst": logfmt,
  "dpkg.log": {
    time: (line) => `${line.slice(0, 19).replace(" ", "T")}Z`,
    fields: { program: always("dpkg"), severity: () => 6 },
    searches: [
      ['"status installed"', has(/ status installed /)],
      ["half*", has(/\bhalf/)],
    ],
  },
};

describe.each(Object.entries(samples))("%s", (name, sample) => {
  test("when it is imported, then counts, rankings, rates and the newest are those of its lines", async () => {
    const path = join(import.meta.dirname, "../../data/samples", name);
    const lines = readLines(path);
    const times = timesOf(lines, sample);
    const dataFolder = withoutRules();
    const service = await startService({ dataFolder });
    try {
      await importFile(service, path, lines.length);
      const from = Math.floor(Math.min(...times) / 60) * 60;
      const ask = asker(service, { ts_from: from, ts_to: Math.floor(Math.max(...times) / 60) * 60 + 60, step: 60 });
      const events = await ask("Search", { page_size: 10_000 });
      expect(sum(events.events.objects.map(({ counter }) => counter))).toBe(lines.length);
      const latest = events.events.objects.map(({ last_occurrence }) => last_occurrence).slice(0, 20);
      expect(latest).toEqual(latest.toSorted((a, b) => b - a));
      expect(latest[0]).toBe(Math.max(...times));
      // Where nothing was repeated the events are the lines.
      if (events.events.objects.length === lines.length)
        expect(latest).toEqual(times.toSorted((a, b) => b - a).slice(0, 20));

      const { details } = await ask("EventRate", {});
      expect(details.filter(({ count }) => count > 0).map(({ ts_from, count }) => [ts_from, count])).toEqual(
        ranked(times.map((time) => Math.floor(time / 60) * 60)).sort((a, b) => a[0] - b[0]),
      );

      for (const [field, read] of Object.entries(sample.fields)) {
        const expected = ranked(lines.map(read)).map(([value, count]) => ({ name: unquoted(value), count }));
        const top = await ask("TopN", { field, limit: 1000 });
        expect({ field, values: byName(top.totals.values) }).toEqual({
          field,
          values: byName(expected).slice(0, 1000),
        });
        const last = await ask("LastN", { field, limit: 1000 });
        const seen = new Map<string, number>();
        lines.forEach((line, i) => {
          const value = unquoted(read(line));
          if (value !== "") seen.set(value, Math.max(seen.get(value) ?? 0, times[i]!));
        });
        const lastSeen = Object.fromEntries(last.totals.values.map((value) => [value.name, value.last_seen]));
        expect({ field, lastSeen }).toEqual({ field, lastSeen: Object.fromEntries(seen) });
      }

      const middle = from + Math.floor((Math.max(...times) - from) / 120) * 60;
      const later = asker(service, { ts_from: middle, ts_to: middle + 60, step: 60 });
      expect((await later("EventRate", {})).totals.sum).toBe(
        times.filter((time) => time >= middle && time < middle + 60).length,
      );
      for (const [q, matches] of sample.searches)
        expect({ q, count: (await ask("EventRate", { q })).totals.sum }).toEqual({
          q,
          count: lines.filter(matches).length,
        });
    } finally {
      await service.close();
      rmSync(dataFolder, { recursive: true, force: true });
    }
  });
});

/** Rules change what lines say of themselves, and have tests of their own. */
function withoutRules(): string {
  const dataFolder = mkdtempSync(join(tmpdir(), "vigie-test-"));
  const rulesFolder = join(dataFolder, "parser-rules");
  mkdirSync(rulesFolder);
  writeSwitches(rulesFolder, new Set(shippedRules.map(({ name }) => name)));
  return dataFolder;
}

function readLines(path: string): string[] {
  const bytes = readFileSync(path);
  const text = path.endsWith(".gz") ? gunzipSync(bytes) : path.endsWith(".zst") ? zstdDecompressSync(bytes) : bytes;
  return text.toString().split("\n").slice(0, -1);
}

/** Epoch seconds of each line; Date knows no microseconds. */
function timesOf(lines: string[], { time }: Sample): number[] {
  let last = 0;
  return lines.map((line) => {
    const text = time(line);
    if (text === undefined) return last;
    const micros = /\.(\d+)/.exec(text)?.[1]?.padEnd(6, "0") ?? "0";
    last = (Math.floor(Date.parse(text) / 1000) * 1_000_000 + Number(micros)) / 1_000_000;
    return last;
  });
}

async function importFile(service: Service, path: string, lines: number): Promise<void> {
  const destination = await openServiceDestination(await connect({ url: service.url, token: service.adminToken }));
  const totals = emptyTotals();
  const options = { host: "here", program: undefined, tags: [], oneLine: true, line: { timezone: "UTC", year: 2026 } };
  await importFiles([path], options, destination, totals, () => {});
  expect(totals).toMatchObject({ lines, accepted: lines, refused: 0, blank: 0, cutEvents: 0, outOfTime: 0 });
}

interface Answer {
  events: { objects: { counter: number; last_occurrence: number }[] };
  totals: { sum: number; values: { name: string; count: number; last_seen?: number }[] };
  details: { ts_from: number; count: number }[];
}

function asker(service: Service, range: Record<string, unknown>) {
  return async (type: string, params: Record<string, unknown>): Promise<Answer> => {
    const body = { type, params: { ...params, time_range: range } };
    let { body: record } = await service.call("POST", "/api/query", { body });
    while (["PENDING", "IN_PROGRESS"].includes(record.status))
      ({ body: record } = await service.call("GET", `/api/query/${record.qid}`));
    expect(record).toMatchObject({ status: "SUCCESS" });
    return record.results as Answer;
  };
}

/** `sort | uniq -c` without what is not there. */
function ranked<T extends string | number>(values: (T | undefined)[]): [value: T, count: number][] {
  const counts = new Map<T, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts];
}

function byName(values: { name: string; count: number }[]): { name: string; count: number }[] {
  const plain = values.map(({ name, count }) => ({ name, count }));
  return plain.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function unquoted(value: string | number | undefined): string {
  return String(value ?? "").replace(/^"(.*)"$/, "$1");
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
