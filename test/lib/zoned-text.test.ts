import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compactText, dateText, isoText, isTimezone } from "../../src/lib/zoned-text.ts";

describe("times as text", () => {
  const cases: [micros: number, timezone: string, iso: string, date: string][] = [
    [0, "UTC", "1970-01-01T00:00:00+00:00", "1970/01/01 00:00:00"],
    [1_774_745_999_999_999, "Europe/Paris", "2026-03-29T01:59:59.999999+01:00", "2026/03/29 01:59:59"],
    [1_774_746_000_000_000, "Europe/Paris", "2026-03-29T03:00:00+02:00", "2026/03/29 03:00:00"],
    [1_792_889_999_000_000, "Europe/Paris", "2026-10-25T02:59:59+02:00", "2026/10/25 02:59:59"],
    [1_792_890_000_000_001, "Europe/Paris", "2026-10-25T02:00:00.000001+01:00", "2026/10/25 02:00:00"],
    [1_700_000_000_500_000, "Asia/Kathmandu", "2023-11-15T03:58:20.500000+05:45", "2023/11/15 03:58:20"],
  ];
  test.each(cases)("when %d is written in %s, then it says %s", (micros, timezone, iso, date) => {
    expect(isoText(micros, timezone)).toBe(iso);
    expect(dateText(micros, timezone)).toBe(date);
    expect(compactText(micros, timezone)).toBe(date.replaceAll(/\D/g, ""));
  });

  test("when any time is written in any zone, then it says the same as the calendar", () => {
    const zones = fc.constantFrom("UTC", "Europe/Paris", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kolkata");
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1e14, max: 9e15 }), zones), { minLength: 1 }), (times) => {
        for (const [micros, timezone] of times) {
          const here = Temporal.Instant.fromEpochNanoseconds(BigInt(micros) * 1000n).toZonedDateTimeISO(timezone);
          const digits = micros % 1e6 === 0 ? 0 : 6;
          expect(isoText(micros, timezone)).toBe(
            here.toString({ fractionalSecondDigits: digits, timeZoneName: "never" }),
          );
          expect(dateText(micros, timezone).slice(0, 10)).toBe(here.toPlainDate().toString().replaceAll("-", "/"));
        }
      }),
    );
  });

  test.each(["Europe/Paris", "UTC", "America/Argentina/Buenos_Aires"])("when %s is a zone, then it passes", (name) => {
    expect(isTimezone(name)).toBe(true);
  });
  test.each(["", "Europe/Nowhere", "+02:00", "02:00", "Paris", "../etc"])("when %s is none, then not", (name) => {
    expect(isTimezone(name)).toBe(false);
  });
});
