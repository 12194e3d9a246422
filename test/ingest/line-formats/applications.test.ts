import { expect, test } from "vitest";
import { understand } from "./understand.ts";

const at = (time: string, rest: Record<string, unknown>) => ({ format: "timed", time, ...rest });

const cases: [title: string, line: string, fields: Record<string, unknown>][] = [
  [
    "dpkg",
    "2026-11-21 09:00:00 status installed libc6:amd64 2.36-9",
    at("2026-11-21T09:00:00.000Z", { message: "status installed libc6:amd64 2.36-9" }),
  ],
  [
    "slashes in the date",
    "2026/11/21 09:00:00 http: TLS handshake error",
    at("2026-11-21T09:00:00.000Z", { message: "http: TLS handshake error" }),
  ],
  [
    "Go's date and a word that only looks like a level",
    "2026/11/21 09:00:00 an error was seen",
    at("2026-11-21T09:00:00.000Z", { message: "an error was seen" }),
  ],
  [
    "epoch seconds",
    "1763715600.123    45 10.0.0.1 TCP_MISS/200",
    at("2025-11-21T09:00:00.123Z", { message: "45 10.0.0.1 TCP_MISS/200" }),
  ],
  ["epoch milliseconds", "1763715600123 up", at("2025-11-21T09:00:00.123Z", { message: "up" })],
  ["epoch nanoseconds", "1763715600123456789 up", at("2025-11-21T09:00:00.123456Z", { message: "up" })],
  ["ctime in brackets", "[Sat Nov 21 09:00:00 2026] started", at("2026-11-21T09:00:00.000Z", { message: "started" })],
  ["date(1)", "Sat Nov 21 09:00:00 UTC 2026 backup done", at("2026-11-21T09:00:00.000Z", { message: "backup done" })],
  [
    "update-alternatives, its name before the time",
    "update-alternatives 2026-11-21 09:00:00: run with --quiet",
    at("2026-11-21T09:00:00.000Z", { program: "update-alternatives", message: "run with --quiet" }),
  ],
  [
    "apt's history, a name before the time",
    "Start-Date: 2026-11-21  09:00:00",
    at("2026-11-21T09:00:00.000Z", { message: "Start-Date: 2026-11-21  09:00:00" }),
  ],
  [
    "apt's terminal",
    "Log started: 2026-11-21  09:00:00",
    at("2026-11-21T09:00:00.000Z", { message: "Log started: 2026-11-21  09:00:00" }),
  ],
  ["epoch seconds in brackets", "[1763715600.123] up", at("2025-11-21T09:00:00.123Z", { message: "up" })],
  ["a time alone", "2026-11-21 09:00:00", at("2026-11-21T09:00:00.000Z", { message: "2026-11-21 09:00:00" })],
  [
    "PostgreSQL on Debian",
    '2026-11-21 09:00:00.123 UTC [4711] app@shop ERROR:  relation "x" does not exist at character 15',
    {
      format: "postgres",
      time: "2026-11-21T09:00:00.123Z",
      program: "postgres",
      severity: 3,
      message: 'ERROR:  relation "x" does not exist at character 15',
      tags: { pid: "4711", user: "app", database: "shop" },
    },
  ],
  [
    "PostgreSQL's own words",
    "2026-11-21 09:00:00.123 CET [1] LOG:  database system is ready to accept connections",
    {
      format: "postgres",
      time: "2026-11-21T09:00:00.123Z",
      program: "postgres",
      severity: 6,
      message: "LOG:  database system is ready to accept connections",
      tags: { pid: "1" },
    },
  ],
  [
    "logfmt",
    'time="2026-11-21T09:00:00.5Z" level=warning msg="No \\"such\\" file" path=/a/b count=3 ok',
    {
      format: "logfmt",
      time: "2026-11-21T09:00:00.500Z",
      severity: 4,
      message: 'No "such" file',
      tags: { path: "/a/b", count: "3", ok: "true" },
    },
  ],
  [
    "logfmt without a message",
    "ts=1763715600.25 level=info host=web-1 service=api method=GET",
    {
      format: "logfmt",
      time: "2025-11-21T09:00:00.250Z",
      host: "web-1",
      program: "api",
      severity: 6,
      message: "level=info host=web-1 service=api method=GET",
      tags: { method: "GET" },
    },
  ],
  ["a JSON object", '{"msg":"x","level":30}', { format: "json", json: { msg: "x", level: 30 } }],
];

test.each(cases)("when a line is of %s, then each part is found", (_title, line, fields) => {
  expect(understand(line)).toEqual(fields);
});

test.each([
  ["a sentence with an equals sign", "set a=1 and b=2"],
  ["pairs without any word of a log", "a=1 b=2"],
  ["broken JSON", '{"msg":"x"'],
  ["a JSON array", "[1,2]"],
  ["a date alone", "2026-11-21 is a Saturday"],
  ["a number that is no time", "9999999999 apples"],
  ["a frame of a stack trace", "\tat org.example.App.main(App.java:17)"],
  ["a number in brackets", "[    1.234] Loading extension"],
  ["a label and a time that more follows", "Start-Date: 2026-11-21 09:00:00 and on"],
])("when a line is %s, then it is text and whole", (_title, line) => {
  expect(understand(line)).toEqual({ format: "text", message: line });
});

test.each([
  ["ERROR: boom", 3],
  ["error: boom", 3],
  ["[warn] boom", 4],
  ["FATAL boom", 2],
])("when a text begins with a level, as in %s, then it has that severity", (line, severity) => {
  expect(understand(line)).toEqual({ format: "text", severity, message: line });
});

test.each(["Errors were found", "an ERROR was found", "NON-FATAL thing", "error handling is hard", "INFO_SCHEMA"])(
  "when a text only speaks of levels, as in %s, then it has no severity",
  (line) => {
    expect(understand(line)).toEqual({ format: "text", message: line });
  },
);

test("when a format is prescribed, then no other is tried", () => {
  const line = "<34>Oct 11 22:14:15 mymachine su: hello";
  expect(understand(line, { format: "text" })).toEqual({ format: "text", message: line });
  expect(understand(line, { format: "access" })).toEqual({ format: "text", message: line });
  expect(understand(line, { format: "syslog" })).toMatchObject({ program: "su" });
});
