import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineReader } from "../../../src/ingest/body/line-reader.ts";
import { RawEvents } from "../../../src/ingest/body/raw-events.ts";
import { BadEvent } from "../../../src/ingest/event/bad-event.ts";
import type { MapContext } from "../../../src/ingest/event/finish-event.ts";
import { rawLineBytesMax } from "../../../src/ingest/limits.ts";

const table = (name: string) => readFileSync(join(import.meta.dirname, "../line-formats/table", name), "utf8");

/** One line of each of some two hundred formats, and those of some hundred short files. */
const documented = [
  ...table("documented-lines.txt")
    .split("\n\n")
    .map((entry) => entry.split("\n")[1]!),
  ...table("documented-files.txt")
    .split("\n")
    .filter((line) => !/^(?:### |> |$)/.test(line)),
];

const arrival = Date.UTC(2026, 10, 21, 12) * 1000;
const context: MapContext = { arrival, oldest: 0, address: "192.0.2.7", type: 2, defaultTags: [] };

function read(text: string | Buffer, hints = {}) {
  const raw = new RawEvents(new LineReader(new Uint8Array(Buffer.from(text)), 0), context, hints);
  const events = [];
  for (let event = raw.next(); event !== undefined; event = raw.next()) {
    if (event === "pending") continue;
    if (event instanceof BadEvent) throw new Error(event.error);
    const { row, withoutTime, outOfTime, cut } = event;
    events.push({
      time: new Date(row.times[0]! / 1000).toISOString(),
      program: row.program,
      severity: row.severity,
      message: row.message,
      withoutTime,
      outOfTime,
      cut,
    });
  }
  return { events, notes: raw.notes() };
}

const trace = [
  "2026-11-21T09:00:00Z ERROR shop::http: boom",
  "\tat a.B.c(B.java:7)",
  "2026-11-21T09:00:01Z INFO shop::http: on",
];

describe("lines of a raw body", () => {
  test("when the sender asks for it, then lines that go on with one are part of its event", () => {
    const { events } = read(trace.join("\n"), { multiline: "true" });
    expect(events.map(({ message, severity }) => [message, severity])).toEqual([
      ["boom\n\tat a.B.c(B.java:7)", 3],
      ["on", 6],
    ]);
  });

  test("when the sender names the file, then it names the program of lines that name none, nor a logger", () => {
    const lines = ["2026-11-21 09:00:00 status installed a", "2026-11-21T09:00:00Z web-1 sshd[7]: Accepted"];
    const { events } = read(lines.join("\n"), { file: "dpkg.log.2.gz" });
    expect(events.map(({ program }) => program)).toEqual(["dpkg", "sshd"]);
    expect(read(lines[0]!).events.map(({ program }) => program)).toEqual([""]);
  });

  test("when the sender does not, then each is an event, and one without a time has that of the one before", () => {
    const { events, notes } = read(trace.join("\n"));
    expect(events.map(({ message, time }) => [message, time])).toEqual([
      ["boom", "2026-11-21T09:00:00.000Z"],
      ["\tat a.B.c(B.java:7)", "2026-11-21T09:00:00.000Z"],
      ["on", "2026-11-21T09:00:01.000Z"],
    ]);
    expect(notes).toEqual(["1 events without a time took that of the one before."]);
  });

  test("when times stand where no format has them, then they are found, and it is told how", () => {
    const lines = Array.from(
      { length: 30 },
      (_, index) => `job ${index} of web-${index % 3} when=2026.11.20-09:00:${index + 10} done`,
    );
    const { events, notes } = read(lines.join("\n"));
    expect(events.map(({ time }) => time)).toEqual(lines.map((_, index) => `2026-11-20T09:00:${index + 10}.000Z`));
    expect(notes).toEqual([expect.stringContaining("found in 30 of the first 30 lines")]);
  });

  test("when the order of numbers is open, then the other reading is told, too", () => {
    const { notes } = read("05/06/2026 09:00:00 a\n06/06/2026 09:00:00 b\n07/06/2026 09:00:00 c");
    expect(notes).toEqual([expect.stringMatching(/%d\/%m\/%Y %H:%M:%S/)]);
  });

  test("when the first line names columns, then the others are rows, and it is told which", () => {
    const { events, notes } = read("time,level,message\n2026-11-21 09:00:00,error,boom\n2026-11-21 09:00:01,info,on");
    expect(events.map(({ message, severity }) => [message, severity])).toEqual([
      ["boom", 3],
      ["on", 6],
    ]);
    expect(notes).toEqual([
      'The first line names the columns: "time" the time, "level" the severity, "message" the message; the others are tags.',
      "1 of the lines told what the others are, and are no events.",
    ]);
  });

  test("when clocks have no dates, then the last is of the day of arrival, and midnights between them count", () => {
    const hour = 3_600_000;
    const day = 24 * hour;
    const step = fc.oneof(
      fc.constant(1000),
      fc.nat({ max: 11 * hour }).map((ms) => ms - (ms % 1000)),
    );
    const line = fc.record({ step, without: fc.boolean() });
    const lines = fc.oneof(fc.array(line, { minLength: 2 }), fc.array(line, { minLength: 250, maxLength: 300 }));
    fc.assert(
      fc.property(lines, fc.nat({ max: day / 1000 - 1 }), fc.boolean(), (steps, last, isMarked) => {
        let time = Date.UTC(2026, 10, 21) + last * 1000;
        const ofSteps = steps.map((one) => {
          time -= one.step;
          return [time + one.step, one.without] as const;
        });
        const expected = ofSteps.reverse();
        const text = expected.map(([at, without], index) => {
          const clock = `${new Date(at).toISOString().slice(11, 19)} job ${index}`;
          return without ? `${clock}\n\tat a.B.c(B.java:7)\n` : clock;
        });
        const { events } = read(`${isMarked ? "\ufeff" : ""}${text.join("\n")}`);
        const times = expected.flatMap(([at, without]) => (without ? [at, at] : [at]));
        expect(events.map((event) => event.time)).toEqual(times.map((at) => new Date(at).toISOString()));
      }),
      { numRuns: 200 },
    );
  });

  test("when no line has a time, then each is known to have none", () => {
    expect(read("backup done\nbackup begins").events.map(({ withoutTime }) => withoutTime)).toEqual([true, true]);
  });

  test("when a line is no UTF-8, then its event alone is cut", () => {
    const body = Buffer.concat([Buffer.from("a\n"), Buffer.from([0xff, 0x41, 10]), Buffer.from("b\n")]);
    expect(read(body).events.map(({ cut }) => cut)).toEqual([false, true, false]);
  });

  test("when a line of text is longer than its bound, then only its beginning is read, to a whole character", () => {
    const lines = new LineReader(new Uint8Array(Buffer.from(`${"é".repeat(rawLineBytesMax)}\nb`)), 0);
    expect(lines.next(rawLineBytesMax - 1)).toBe("é".repeat(rawLineBytesMax / 2 - 1));
    const { events } = read(`2026-11-21T09:00:00Z host app: ${"\0".repeat(rawLineBytesMax)}\nb`);
    expect(events.map(({ cut }) => cut)).toEqual([true, false]);
    expect(lines.next(rawLineBytesMax)).toBe("b");
    expect(lines.garbled).toBe(false);
  });

  test("when a line is JSON, then it is read whole, unless something else follows it", () => {
    const json = `{"message":"${"a".repeat(rawLineBytesMax)}","host":"web-1"}`;
    const lines = new LineReader(new Uint8Array(Buffer.from(`${json} \n${json} b`)), 0);
    expect(lines.next(rawLineBytesMax)).toBe(`${json} `);
    expect(lines.garbled).toBe(false);
    expect(lines.next(rawLineBytesMax)).toBe(json.slice(0, rawLineBytesMax));
    expect(lines.garbled).toBe(true);
  });

  test("when a body is cut anywhere and lines of all kinds are mixed, then nothing throws, and no event is lost", () => {
    const line = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...documented) },
      fc.constantFrom(
        ...trace,
        '{"message":"m","time":"2026-11-21T09:00:00Z"}',
        "#Fields: date time c-ip",
        "time,message",
        "",
      ),
      fc.string({ unit: fc.constantFrom("a", "1", ":", " ", "-", "[", "]", '"', ",", "{", "\t") }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.nat(), fc.boolean(), (lines, at, isMultiline) => {
        const body = Buffer.from(lines.join("\n"));
        const cut = body.subarray(0, at % (body.length + 1));
        const { events } = read(cut, isMultiline);
        const kept = cut
          .toString()
          .split("\n")
          .filter((text) => text.trim() !== "");
        expect(events.length).toBeLessThanOrEqual(kept.length);
        // What no line told the time of says so.
        for (const { time, withoutTime, outOfTime } of events)
          if (time === "2026-11-21T12:00:00.000Z") expect(withoutTime || outOfTime).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
