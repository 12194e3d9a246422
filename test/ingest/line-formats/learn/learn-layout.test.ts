import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { learnLayout } from "../../../../src/ingest/line-formats/learn/learn-layout.ts";
import type { LineContext } from "../../../../src/ingest/line-formats/line-fields.ts";
import { readLine } from "../../../../src/ingest/line-formats/read-line.ts";
import { compileTimeFormat } from "../../../../src/time-text/time-format.ts";
import { context, isoOf, reference } from "../understand.ts";

/** Lines a minute apart and more, over some days before the reference. */
function linesOf(
  write: (time: Date, index: number) => string,
  count = 300,
  start = reference - 6 * 86_400_000_000,
): string[] {
  return Array.from({ length: count }, (_, i) => write(new Date(start / 1000 + i * 1_500_000 + (i % 7) * 1000), i));
}

function learn(lines: readonly string[], more: Partial<LineContext> = {}) {
  const own = { ...context, ...more };
  const learned = learnLayout(lines, own);
  const { layout, dateOrder, hostBehind } = learned;
  const known: LineContext = { ...own, hostBehind, ...(layout && { layout }), ...(dateOrder && { dateOrder }) };
  const read = lines.map((line) => readLine(line, known));
  return { learned, read, times: read.map((fields) => (fields.format === "json" ? undefined : fields.time)) };
}

const two = (number: number) => String(number).padStart(2, "0");
const dayMonth = (t: Date, mark: string) => `${two(t.getUTCDate())}${mark}${two(t.getUTCMonth() + 1)}`;
const clock = (t: Date) => t.toISOString().slice(11, 19);

describe("where times stand in lines that nobody knows", () => {
  test("when the form of times is stated, then no other is learned for lines that lack it", () => {
    const lines = linesOf((t, i) => `${two(t.getUTCDate())}. ${i % 2 === 0 ? "Nov" : "Kas"} ${clock(t)} on`);
    const { learned, times } = learn(lines, { timeFormat: compileTimeFormat("%d. %b %H:%M:%S") });
    expect(learned.layout).toBeUndefined();
    expect(times.map((time) => time !== undefined)).toEqual(lines.map((_, i) => i % 2 === 0));
  });

  test("when dates have any order, any marks, any words around them, then each line has its time", () => {
    const dates = fc.constantFrom<[string, (t: Date) => string]>(
      ["dmY/", (t) => `${dayMonth(t, "/")}/${t.getUTCFullYear()}`],
      ["mdY/", (t) => `${two(t.getUTCMonth() + 1)}/${two(t.getUTCDate())}/${t.getUTCFullYear()}`],
      ["dmY.", (t) => `${dayMonth(t, ".")}.${t.getUTCFullYear()}`],
      ["Ymd-", (t) => t.toISOString().slice(0, 10)],
      ["dmy-", (t) => `${dayMonth(t, "-")}-${two(t.getUTCFullYear() % 100)}`],
      ["ymd/", (t) => t.toISOString().slice(2, 10).replaceAll("-", "/")],
      ["Ymd", (t) => t.toISOString().slice(0, 10).replaceAll("-", "")],
      ["md-", (t) => t.toISOString().slice(5, 10)],
      ["d b Y", (t) => `${t.getUTCDate()} ${t.toUTCString().slice(8, 11)} ${t.getUTCFullYear()}`],
    );
    const between = fc.constantFrom(" ", "T", "_", "-", "  ", ", ", " - ", "|");
    const before = fc.constantFrom("", "[", "srv ", "x=1 | ", "evt 4711 ", "(a) <", "user@host ", "INFO; ");
    // Never a comma and a digit: that is a part of the second.
    const after = fc.constantFrom(" done", "] done", " | ok", ";x;y", ",a,2", "");
    fc.assert(
      fc.property(dates, between, before, after, ([, date], mark, head, tail) => {
        const start = reference - 20 * 86_400_000_000;
        const lines = linesOf((t, i) => `${head}${date(t)}${mark}${clock(t)}${tail} ${i}`, 200, start);
        const expected = linesOf((t) => String(t.getTime() - (t.getTime() % 1000)), 200, start).map(
          (text) => Number(text) * 1000,
        );
        expect(learn(lines).times).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    ["day first", (t: Date) => `${dayMonth(t, "/")}/2026 ${clock(t)} x`, "%d/%m/%Y %H:%M:%S"],
    [
      "month first",
      (t: Date) => `${two(t.getUTCMonth() + 1)}/${two(t.getUTCDate())}/2026 ${clock(t)} x`,
      "%m/%d/%Y %H:%M:%S",
    ],
  ])("when %s and no day is beyond the twelfth, then the order of the lines tells", (_title, write, pattern) => {
    const start = Date.UTC(2026, 9, 2) * 1000;
    const lines = linesOf(write, 500, start);
    const { learned, times } = learn(lines);
    expect(learned.finding?.pattern).toBe(pattern);
    expect(isoOf(times[0]!)).toBe("2026-10-02T00:00:00.000Z");
  });

  test("when two orders are as good, then the one next to now is taken and the other one is told", () => {
    const lines = linesOf((t) => `${dayMonth(t, "/")}/26 ${clock(t)} x`, 20, Date.UTC(2026, 10, 20) * 1000);
    const { learned, times } = learn(lines);
    expect(learned.finding).toMatchObject({ pattern: "%d/%m/%y %H:%M:%S", alternative: "%y/%m/%d %H:%M:%S" });
    expect(isoOf(times[0]!)).toBe("2026-11-20T00:00:00.000Z");
  });

  test("when the epoch stands in a column among other numbers, then it is found, also in lines out of order", () => {
    const lines = linesOf(
      (t, i) => `${i * 7919} node-${i % 9} ${Math.floor(t.getTime() / 1000) - ((i * 7919) % 5) * 86_400} ${i} up`,
    );
    const { learned, times, read } = learn(lines);
    expect(learned.finding).toMatchObject({ pattern: "the seconds since 1970", lines: 300, isOrdered: false });
    expect(times.every((time) => time !== undefined)).toBe(true);
    expect(read[4]).toMatchObject({ host: "node-4", message: "4 up", extra: { sequence: "31676" } });
  });

  test("when a number in front is a part of what the line says, then the message keeps it", () => {
    const job = linesOf((t, i) => `job ${i} of ann ended at ${dayMonth(t, ".")}.2026 ${clock(t)} ok`);
    expect(learn(job).read[7]).toMatchObject({ message: "job 7 of ann ended at ok" });
    const first = linesOf((t, i) => `${i} jobs waited at ${dayMonth(t, ".")}.2026 ${clock(t)} ok`);
    expect(learn(first).read[7]).toMatchObject({ message: "7 jobs waited at ok" });
  });

  test("when a level and a host stand in front, then they are those of the event", () => {
    const lines = linesOf(
      (t, i) => `${["WARN", "INFO"][i % 2]} db${i % 3}.example.org ${dayMonth(t, ".")}.2026 ${clock(t)} up ${i}`,
    );
    expect(learn(lines).read[3]).toMatchObject({ severity: 6, host: "db0.example.org", message: "up 3" });
  });

  test("when a host and a program stand behind, then they are those of the event", () => {
    const lines = linesOf(
      (t, i) => `${t.toISOString().slice(0, 19).replace("T", " ")} web-${i % 3} nginx[${i}]: up ${i}`,
    );
    expect(learn(lines).read[3]).toMatchObject({ host: "web-0", program: "nginx", message: "up 3" });
  });

  test.each(["2026-02-30 ", "2026-02-32 ", "2026/13/01 "])(
    "when no day is %s, then its clock is none of today",
    (day) => {
      const { learned, times } = learn(linesOf((t, i) => `${day}${clock(t)} up ${i}`));
      expect(learned.layout).toBeUndefined();
      expect(times.every((time) => time === undefined)).toBe(true);
    },
  );

  test.each([
    ["a date that lies ahead", (t: Date) => `certificate ends 2031-01-01 ${clock(t)}`],
    ["a date that never changes", (_: Date, i: number) => `build 2020-01-01 00:00:00 of number ${i}`],
    ["numbers that jump about", (_: Date, i: number) => `number ${(i * 7919) % 1_000_003}`],
    ["a date in some lines", (t: Date, i: number) => (i % 3 === 0 ? `it was ${t.toISOString()}` : `order ${i}`)],
    [
      "dates in no order, in half of the lines",
      (t: Date, i: number) =>
        i % 2 === 0 ? `since ${new Date(t.getTime() - ((i * 7919) % 900) * 86_400_000).toISOString()}` : `order ${i}`,
    ],
  ])("when lines have %s, then no time is made of it", (_title, write) => {
    const { learned, times } = learn(linesOf(write));
    expect(learned.layout).toBeUndefined();
    expect(times.every((time) => time === undefined)).toBe(true);
  });

  test("when lines tell their times as others do, then nothing has to be found out", () => {
    const { learned } = learn(linesOf((t) => `${t.toISOString()} INFO up`));
    expect(learned).toMatchObject({ layout: undefined, dateOrder: undefined, finding: undefined, allTimed: true });
  });

  test("when one line in five has no time, then lines are no longer taken for parts of others", () => {
    const share = (every: number) =>
      learn(linesOf((t, i) => (i % every === 0 ? "plain" : `${t.toISOString()} up`))).learned.allTimed;
    expect([share(50), share(4)]).toEqual([true, false]);
  });

  test("when lines are anything, then learning ends without an error", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom("20/11/2026 09:00:00 x", "1763715600", "09:00:00 x")), {
          maxLength: 30,
        }),
        (lines) => {
          learn(lines);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
