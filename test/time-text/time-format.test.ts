import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileTimeFormat, findFormatted } from "../../src/time-text/time-format.ts";
import { isoOf, reference } from "../ingest/line-formats/understand.ts";

const context = { reference, timezone: "UTC" };

function readAs(format: string, text: string): string | undefined {
  const read = compileTimeFormat(format).read(text, 0, context);
  return read === undefined ? undefined : `${isoOf(read.time)} ${text.slice(read.end)}`.trim();
}

const cases: [format: string, text: string, time: string][] = [
  ["%d.%m.%Y %H:%M:%S", "21.11.2026 09:00:00", "2026-11-21T09:00:00.000Z"],
  ["%d.%m.%Y %H:%M:%S", "1.2.2026   9:00:00", "2026-02-01T09:00:00.000Z"],
  ["%Y%m%d%H%M%S", "20261121090000", "2026-11-21T09:00:00.000Z"],
  ["%y%m%d %T", "261121 09:00:00", "2026-11-21T09:00:00.000Z"],
  ["%D %I:%M:%S %p", "11/21/26 09:00:00 PM", "2026-11-21T21:00:00.000Z"],
  ["%I:%M %p, %b %e %Y", "12:05 am, Nov  1 2026", "2026-11-01T00:05:00.000Z"],
  ["%A, %d. %B %Y %H:%M", "Saturday, 21. November 2026 09:00", "2026-11-21T09:00:00.000Z"],
  ["%Y-%m-%dT%H:%M:%S.%f%z", "2026-11-21T09:00:00.5+01:00", "2026-11-21T08:00:00.500Z"],
  ["%F %T,%L %Z", "2026-11-21 09:00:00,123 CET", "2026-11-21T09:00:00.123Z"],
  ["%s", "1763715600", "2025-11-21T09:00:00.000Z"],
  ["%s.%f", "1763715600.25", "2025-11-21T09:00:00.250Z"],
  ["%Q", "1763715600123", "2025-11-21T09:00:00.123Z"],
  ["%Y.%j %H:%M", "2026.325 09:00", "2026-11-21T09:00:00.000Z"],
  ["%b %d %H:%M:%S", "Nov 20 09:00:00", "2026-11-20T09:00:00.000Z"],
  ["at %H:%M on %d/%m/%Y", "at 09:00 on 21/11/2026", "2026-11-21T09:00:00.000Z"],
  ["dd.MM.yyyy HH:mm:ss,SSS", "21.11.2026 09:00:00,123", "2026-11-21T09:00:00.123Z"],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2026-11-21T09:00:00.123Z", "2026-11-21T09:00:00.123Z"],
  ["d MMM yyyy h:mm a", "21 Nov 2026 9:00 PM", "2026-11-21T21:00:00.000Z"],
  ["EEE MMM dd HH:mm:ss zzz yyyy", "Sat Nov 21 09:00:00 UTC 2026", "2026-11-21T09:00:00.000Z"],
];

describe("a format of times that somebody names", () => {
  test.each(cases)("when it is %s and the text %s, then it is %s", (format, text, time) => {
    expect(readAs(format, text)).toBe(time);
  });

  test.each([
    ["%d.%m.%Y %H:%M:%S", "21/11/2026 09:00:00"],
    ["%d.%m.%Y %H:%M:%S", "31.11.2026 09:00:00"],
    ["%d.%m.%Y %H:%M:%S", "21.11.2026 09:00:001"],
    ["%d.%m.%Y %H:%M:%S", "21.11.26 09:00:00"],
    ["%Y%m%d%H%M%S", "2026112190000"],
    ["%I:%M %p %F", "13:00 PM 2026-11-21"],
    ["%s", "soon"],
  ])("when it is %s and the text %s, then it is no time", (format, text) => {
    expect(readAs(format, text)).toBeUndefined();
  });

  test.each([
    ["%H:%M:%S", "expected at least a month, a day and an hour"],
    ["%d.%m.%Y", "expected at least a month, a day and an hour"],
    ["%d.%m.%Y %H:%M %E", "means nothing in it"],
    ["dd.MM.yyyy HH:mm Q", "means nothing in it"],
    ["%".repeat(300), "at most 200 characters"],
  ])("when it is %s, then it is refused with a reason", (format, reason) => {
    expect(() => compileTimeFormat(format)).toThrow(reason);
  });

  test("when a line has the time somewhere near its beginning, then it is found there and nowhere inside a number", () => {
    const format = compileTimeFormat("%d.%m.%Y %H:%M");
    const found = findFormatted("id 1121.11.2026 09:00 at 21.11.2026 09:00 up", format, context);
    expect([found?.start, isoOf(found!.time)]).toEqual([25, "2026-11-21T09:00:00.000Z"]);
  });

  test("when any time is written by one of these formats, then it is read back", () => {
    const formats = ["%d.%m.%Y %H:%M:%S.%f", "%Y%m%d%H%M%S.%f", "%m/%d/%Y %H:%M:%S,%f", "yyyy/dd/MM-HH.mm.ss,SSSSSS"];
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000 }),
        fc.nat(999_999),
        fc.constantFrom(...formats),
        (seconds, micros, format) => {
          const iso = new Date(seconds * 1000).toISOString();
          const digits = String(micros).padStart(6, "0");
          const parts: Record<string, string> = {
            Y: iso.slice(0, 4),
            m: iso.slice(5, 7),
            d: iso.slice(8, 10),
            H: iso.slice(11, 13),
            M: iso.slice(14, 16),
            S: iso.slice(17, 19),
            f: digits,
          };
          const java: Record<string, string> = {
            yyyy: parts.Y!,
            MM: parts.m!,
            dd: parts.d!,
            HH: parts.H!,
            mm: parts.M!,
            ss: parts.S!,
            SSSSSS: digits,
          };
          const text = format.includes("%")
            ? format.replace(/%(\w)/g, (_, letter: string) => parts[letter]!)
            : format.replace(/[A-Za-z]+/g, (letters) => java[letters]!);
          expect(compileTimeFormat(format).read(text, 0, context)?.time).toBe(seconds * 1_000_000 + micros);
        },
      ),
    );
  });
});
