import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isDate } from "../../src/time-text/civil-time.ts";
import { readLikelyTime } from "../../src/time-text/free-time.ts";
import { readIsoTime } from "../../src/time-text/iso-time.ts";
import { readCommonLogTime, readCtime, readMonthTime } from "../../src/time-text/month-time.ts";
import type { TimeContext } from "../../src/time-text/named-format.ts";
import { compileTimeFormat } from "../../src/time-text/time-format.ts";
import { calendarDays, dateNames, type WrittenDate } from "./calendar-days.ts";

const context: TimeContext = { reference: Date.UTC(2200, 0) * 1000, timezone: "UTC" };
const clock = "10:20:30";
const likely = (text: string, dateOrder?: "dmy" | "mdy") =>
  readLikelyTime(text, 0, { ...context, ...(dateOrder && { dateOrder }) })?.time;
const formatted = (format: string, text: string) => compileTimeFormat(format).read(text, 0, context)?.time;

test("when a day is in the calendar or not, then that is known", () => {
  fc.assert(
    fc.property(calendarDays, ({ year, month, day, midnight }) => {
      expect(isDate(year, month, day)).toBe(midnight !== undefined);
    }),
  );
});

test.each<[form: string, read: (date: WrittenDate) => number | undefined]>([
  ["2026-02-31T10:20:30Z", ({ y, m, d }) => readIsoTime(`${y}-${m}-${d}T${clock}Z`, 0, "UTC")?.time],
  ["2026/02/31 10:20:30", ({ y, m, d }) => readIsoTime(`${y}/${m}/${d} ${clock}`, 0, "UTC")?.time],
  [
    "31/Feb/2026:10:20:30 +0000",
    ({ y, d, name }) => readCommonLogTime(`${d}/${name}/${y}:${clock} +0000`, 0, "UTC")?.time,
  ],
  ["Sat Feb 31 10:20:30 2026", ({ y, d, name }) => readCtime(`Sat ${name} ${d} ${clock} ${y}`, 0, "UTC")?.time],
  ["Feb 31 2026 10:20:30", ({ y, d, name }) => readMonthTime(`${name} ${d} ${y} ${clock}`, 0, context)?.time],
  ["Feb 31 10:20:30", ({ d, name, year }) => readMonthTime(`${name} ${d} ${clock}`, 0, { ...context, year })?.time],
  ["2026.02.31 10:20:30", ({ y, m, d }) => likely(`${y}.${m}.${d} ${clock}`)],
  ["20260231102030", ({ y, m, d }) => likely(`${y}${m}${d}102030`)],
  ["31.02.2026 10:20:30", ({ y, m, d }) => likely(`${d}.${m}.${y} ${clock}`, "dmy")],
  ["02/31/2026 10:20:30 AM", ({ y, m, d }) => likely(`${m}/${d}/${y} ${clock} AM`, "mdy")],
  ["Feb 31, 2026 10:20:30", ({ y, d, name }) => likely(`${name} ${d}, ${y} ${clock}`)],
  ["%Y-%m-%d %T", ({ y, m, d }) => formatted("%Y-%m-%d %T", `${y}-${m}-${d} ${clock}`)],
  ["dd.MM.yyyy HH:mm:ss", ({ y, m, d }) => formatted("dd.MM.yyyy HH:mm:ss", `${d}.${m}.${y} ${clock}`)],
])("when a day is written like %s, then it is read if it is in the calendar, and never as another day", (_, read) => {
  fc.assert(
    fc.property(calendarDays, (date) => {
      const expected = date.midnight === undefined ? undefined : date.midnight + 37_230_000_000;
      expect(read({ ...date, ...dateNames(date) })).toBe(expected);
    }),
    { numRuns: 1_000 },
  );
});

test("when the day of the year is written, then it is read if the year has it", () => {
  const read = (text: string) => formatted("%Y %j %T", `${text} ${clock}`);
  for (const [text, day] of [
    ["2026 032", "2026-02-01"],
    ["2026 365", "2026-12-31"],
    ["2024 366", "2024-12-31"],
  ] as const)
    expect(read(text)).toBe(Date.parse(`${day}T${clock}Z`) * 1000);
  expect(["2026 000", "2026 366", "2024 367"].map(read)).toEqual([undefined, undefined, undefined]);
});
