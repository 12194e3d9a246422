import { expect, test } from "vitest";
import { eventOfLine } from "../../../src/ingest/event/event-of-line.ts";
import { readLine } from "../../../src/ingest/line-formats/read-line.ts";

const defaults = { host: "here", program: "app", fileProgram: "file", time: 1_763_715_600_123_456 };
const eventOf = (line: Parameters<typeof eventOfLine>[0], text = "the line", more = defaults) =>
  JSON.parse(eventOfLine(line, text, more));

test("when a line names everything, then no default stands in", () => {
  const line = {
    format: "syslog" as const,
    time: 1_000_000,
    host: "h",
    program: "p",
    severity: 3,
    facility: 4,
    message: "m",
    tags: ["a", "1", "b", "2"],
    extra: { x: 1 },
  };
  expect(eventOf(line)).toEqual({
    ts: 1,
    host: "h",
    program: "p",
    severity_in_text: 3,
    facility: 4,
    message: "m",
    user_tags: { a: "1", b: "2" },
    extra_fields: { x: 1 },
  });
});

test("when a line names nothing but a message, then defaults stand in and the rest is left out", () => {
  expect(eventOf({ format: "text", message: "m", tags: [] })).toEqual({
    time_before: 1_763_715_600.123456,
    host: "here",
    program: "app",
    message: "m",
  });
});

test("when a line breaks off before its message, then it is the message", () => {
  const event = eventOf({ format: "syslog", time: 1_000_000, host: "h", message: "", tags: [] }, "Nov 21 09:00:00 h");
  expect(event).toMatchObject({ host: "h", message: "Nov 21 09:00:00 h" });
});

test.each([
  ["a severity of its own", { severity: "high" }, { severity: "high" }],
  [
    "a priority in words, a facility of a house",
    { priority: "urgent", facility: "7b" },
    { priority: "urgent", facility: "7b" },
  ],
  ["a list of hosts and a numbered program", { host: ["a"], program: 7 }, { host: ["a"], program: 7 }],
  ["tags as a list", { user_tags: ["a"], extra_fields: "x" }, { user_tags: ["a"], extra_fields: "x" }],
  ["tags, too", { severity: "S1", user_tags: { a: 1 } }, { severity: "S1", a: 1 }],
])("when a line of JSON has %s, then it is no bad event: they are tags", (_title, json, tags) => {
  const event = eventOf({ format: "json", json: { ts: 1, message: "m", ...json } });
  expect(event).toEqual({ ts: 1, message: "m", host: "here", program: "app", user_tags: tags });
});

test("when the ts of a line of JSON is no time, then it has none", () => {
  const event = eventOf({ format: "json", json: { ts: "yesterday", message: "m" } });
  expect(event).toMatchObject({ time_before: 1_763_715_600.123456, user_tags: { ts: "yesterday" } });
  expect(event).not.toHaveProperty("ts");
});

test("when nothing is known of time and program, then they are left to the service", () => {
  const event = eventOfLine({ format: "text", message: "m", tags: [] }, "m", {
    host: "here",
    program: "",
    fileProgram: "",
    time: undefined,
  });
  expect(JSON.parse(event)).toEqual({ ts: null, host: "here", message: "m" });
});

test.each([
  ["a program, then the logger is a tag", "p", "app", "p", { logger: "org.example.App" }],
  [
    "none and one was chosen, then that counts and the logger is a tag",
    undefined,
    "app",
    "app",
    { logger: "org.example.App" },
  ],
  ["none and none was chosen, then the logger stands in for it", undefined, "", "org.example.App", undefined],
])("when a line with a logger names %s", (_title, program, chosen, expected, tags) => {
  const line = {
    format: "timed" as const,
    logger: "org.example.App",
    message: "m",
    tags: [],
    ...(program ? { program } : {}),
  };
  const event = eventOf(line, "m", { ...defaults, program: chosen });
  expect([event.program, event.user_tags]).toEqual([expected, tags]);
});

test("when a line names neither program nor logger and none was chosen, then the file's name stands in", () => {
  const event = eventOf({ format: "text", message: "m", tags: [] }, "m", { ...defaults, program: "" });
  expect([event.program, event.program_of_file]).toEqual([undefined, "file"]);
});

test("when a time has microseconds, then they survive as seconds with a fraction", () => {
  for (const time of [1, 1_763_715_600_123_457, 4_102_444_799_999_999])
    expect(Math.round(eventOf({ format: "text", time, message: "m", tags: [] }).ts * 1e6)).toBe(time);
});

test("when a line has a priority of syslog, then its severity is that of its sender", () => {
  const fields = readLine("<34>Oct 11 22:14:15 h su: failed", { reference: 1_763_715_600_000_000, timezone: "UTC" });
  const event = eventOf(fields);
  expect([event.severity, event.facility, event.severity_in_text]).toEqual([2, 4, undefined]);
});

test("when tags were chosen, then a line has those that it does not have itself", () => {
  const chosen = { ...defaults, tags: ["a", "chosen", "c", "chosen"] };
  const line = { format: "text" as const, message: "m", tags: ["a", "own"] };
  expect(eventOf(line, "m", chosen).user_tags).toEqual({ a: "own", c: "chosen" });
  const json = { message: "m", user_tags: { a: "own" } };
  expect(eventOf({ format: "json", json }, "", chosen).user_tags).toEqual({ a: "own", c: "chosen" });
  expect(eventOf({ format: "json", json: { message: "m" } }, "", chosen).user_tags).toEqual({
    a: "chosen",
    c: "chosen",
  });
});

test.each([
  ["nested", { host: { name: "h" }, service: { name: "p" }, log: { level: "info" }, message: "m", time: 1 }],
  ["dotted", { "host.name": "h", "service.name": "p", message: "m", time: 1 }],
])("when a JSON line names host and program by %s names, then no default stands in", (_title, json) => {
  expect(eventOf({ format: "json", json })).toEqual(json);
});

test("when a JSON line tells no time and none stood before it, then it says so", () => {
  expect(
    eventOf({ format: "json", json: { message: "m" } }, "", { ...defaults, time: undefined as never }).ts,
  ).toBeNull();
});

test("when a JSON line names its own time, host, program and message, then it goes as it came", () => {
  const json = { time: "2026-11-21T09:00:00Z", hostname: "h", app: "p", msg: "m", level: 30 };
  expect(eventOf({ format: "json", json })).toEqual(json);
});

test("when a JSON line names none of them, then defaults stand in and its text is the message", () => {
  expect(eventOf({ format: "json", json: { status: 200 } }, '{"status":200}')).toEqual({
    time_before: 1_763_715_600.123456,
    host: "here",
    program: "app",
    status: 200,
    message: '{"status":200}',
  });
});
