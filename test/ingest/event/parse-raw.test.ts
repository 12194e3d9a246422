import { describe, expect, test } from "vitest";
import { LineReader } from "../../../src/ingest/body/line-reader.ts";
import { RawEvents } from "../../../src/ingest/body/raw-events.ts";
import { BadEvent } from "../../../src/ingest/event/bad-event.ts";
import type { MapContext } from "../../../src/ingest/event/finish-event.ts";
import { parseRaw } from "../../../src/ingest/event/parse-event.ts";

const arrival = Date.UTC(2026, 10, 21, 12) * 1000;
const context: MapContext = { arrival, oldest: 0, address: "192.0.2.7", type: 2, defaultTags: [] };

function read(line: string, more: Partial<MapContext> = {}) {
  const whole = { ...context, ...more };
  const event = whole.keepsLines ? parseRaw(line, whole, false) : readFirst(line, whole);
  if (event instanceof BadEvent) throw new Error(event.error);
  const { row, withoutTime } = event;
  return { ...row, time: row.times[0], withoutTime };
}

function readFirst(line: string, whole: MapContext) {
  const raw = new RawEvents(new LineReader(new Uint8Array(Buffer.from(line)), 0), whole);
  let event = raw.next();
  while (event === "pending") event = raw.next();
  return event!;
}

const syslog = "<34>1 2026-11-21T09:00:00Z web-1 sshd 7 - - Accepted publickey for deploy";

describe("a line of a raw body", () => {
  test("when it is syslog, then it has its own time, host, program and severity", () => {
    expect(read(syslog)).toMatchObject({
      time: Date.UTC(2026, 10, 21, 9) * 1000,
      host: "web-1",
      program: "sshd",
      severity: 2,
      message: "Accepted publickey for deploy",
      withoutTime: false,
    });
  });

  test.each([
    ["a time under a name that nobody knows", '{"when":"2026-11-20T16:32:00Z","message":"m"}', true],
    ["no time", '{"message":"m"}', true],
    ["its time", '{"time":"2026-11-20T16:32:00Z","message":"m"}', false],
  ])("when it is JSON with %s, then that it has the time of arrival is told, or not", (_title, line, isTold) => {
    expect(read(line).withoutTime).toBe(isTold);
    expect(read(line, { keepsLines: true }).withoutTime).toBe(isTold);
  });

  test("when it is of a logger, then what the logger says leaves the message", () => {
    expect(read("2026-11-21T09:00:00Z ERROR shop::http: no route")).toMatchObject({
      time: Date.UTC(2026, 10, 21, 9) * 1000,
      host: "192.0.2.7",
      program: "shop::http",
      severity: 3,
      message: "no route",
    });
  });

  test("when lines are to stay as they are, then it is a message, and known to have no time", () => {
    expect(read(syslog, { keepsLines: true })).toMatchObject({
      time: arrival,
      host: "192.0.2.7",
      message: syslog,
      withoutTime: true,
    });
  });

  test("when no format fits, then it is a message at the time of arrival, and known to have none", () => {
    expect(read("backup done")).toMatchObject({
      time: arrival,
      message: "backup done",
      severity: 6,
      withoutTime: true,
    });
  });
});
