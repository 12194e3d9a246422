import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DayCounter } from "../../../../src/ingest/line-formats/learn/day-counter.ts";
import type { TimeLayout } from "../../../../src/ingest/line-formats/learn/layout.ts";
import { searchedCharactersMax } from "../../../../src/ingest/line-formats/learn/limits.ts";
import { MidnightCounter } from "../../../../src/ingest/line-formats/learn/midnight-counter.ts";
import { LineStream } from "../../../../src/ingest/line-formats/records/line-stream.ts";

const known = { reference: Date.UTC(2026, 10, 21, 12) * 1000, timezone: "Europe/Berlin" };

const clockLayout = (shape: string, ordinal: number): TimeLayout => ({
  ...({ kind: "clock", order: "ymd", columns: [] } as const),
  ...{ shape, ordinal, days: undefined },
});

/** Each line is read as an event is. */
function naiveMidnights(lines: readonly string[], layout: TimeLayout): number {
  const days = new DayCounter(known.reference, known.timezone, 0);
  const stream = new LineStream({ context: { ...known, layout: { ...layout, days } }, oneLine: true }, () => {});
  for (const line of lines) stream.push(line);
  return days.midnights;
}

const noon = { hour: 12, minute: 0, second: 0, fraction: 0, hasSeconds: true, shape: "%H:%M:%S", end: 8 };

const table = (name: string) => readFileSync(join(import.meta.dirname, "../table", name), "utf8").split("\n");
const documented = [...table("documented-lines.txt"), ...table("documented-files.txt")];

const two = (max: number) => fc.nat({ max }).map((number) => `${number}`.padStart(2, "0"));
const clock = fc.tuple(two(23), two(59), two(59)).map((parts) => parts.join(":"));
const clockLine = fc
  .tuple(
    fc.constantFrom("", "\u001b[31m", "[", "job ", "<13>", "<13>cron: ", "7 <11>cron[4]: ", "é", " "),
    fc.constantFrom(0, 0, 0, searchedCharactersMax - 9, searchedCharactersMax - 1, searchedCharactersMax + 3),
    clock,
    fc.constantFrom("", ".123", " PM", "\u001b[0m", "]", " x", " 03:04:05", "é"),
  )
  .map(([before, blanks, time, behind]) => before + " ".repeat(blanks) + time + behind);
const line = fc.oneof(
  { weight: 6, arbitrary: clockLine },
  clockLine.map((text) => text.replace(":", ":\u001b[1m")),
  fc.constantFrom(...documented),
  fc.constantFrom("#Fields: time x", "#Fields: x time", "\u001b[1m#Fields: date time x", "#fields\tts\tx", "", " \t"),
);

describe("MidnightCounter", () => {
  test("when lines of all kinds are counted, then there are as many midnights as in reading each as an event", () => {
    const shape = fc.constantFrom("%H:%M:%S", "%H:%M:%S", "%I:%M:%S %p");
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), shape, fc.nat({ max: 1 }), (lines, name, ordinal) => {
        const layout = clockLayout(name, ordinal);
        const counter = new MidnightCounter(known, layout);
        for (const text of lines) counter.push(text);
        const midnights = naiveMidnights(lines, layout);
        const days = new DayCounter(known.reference, known.timezone, midnights);
        expect(counter.context.layout!.days!.timeOf(noon)).toBe(days.timeOf(noon));
      }),
      { numRuns: 3000 },
    );
  });

  test("when a clock begins as late as is searched, then it counts, and one behind that does not", () => {
    const layout = clockLayout("%H:%M:%S", 0);
    const midnightsOf = (blanks: number) => {
      const lines = ["23:00:00 a", `${" ".repeat(blanks)}1:00:00 b`, "23:00:00 c"];
      const counter = new MidnightCounter(known, layout);
      for (const text of lines) counter.push(text);
      return (known.reference - counter.context.layout!.days!.timeOf(noon)) / 86_400_000_000;
    };
    const ofDay = midnightsOf(searchedCharactersMax);
    expect(midnightsOf(searchedCharactersMax - 1)).toBe(ofDay + 1);
  });
});
