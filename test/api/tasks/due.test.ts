import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseIsoTime } from "../../../src/api/tasks/due.ts";

describe("times in ISO 8601", () => {
  test("when any second is written with any offset, then it is read back", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 86_400, max: 253_402_200_000 }),
        fc.integer({ min: -23 * 60, max: 23 * 60 }),
        fc.constantFrom("", ".0", ".999", ",5"),
        (seconds, offsetMinutes, fraction) => {
          const local = new Date((seconds + offsetMinutes * 60) * 1000).toISOString().slice(0, 19);
          const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
          const digits = [hours, minutes].map((part) => String(part).padStart(2, "0"));
          const sign = offsetMinutes < 0 ? "-" : "+";
          expect(parseIsoTime(`${local}${fraction}${sign}${digits.join(":")}`)).toBe(seconds);
          expect(parseIsoTime(`${local}${fraction}${sign}${digits.join("")}`)).toBe(seconds);
          if (offsetMinutes === 0) expect(parseIsoTime(`${local}Z`)).toBe(seconds);
        },
      ),
    );
  });

  test("when there is no offset, then it is the time of this machine", () => {
    expect(parseIsoTime("2030-06-15T12:30")).toBe(new Date(2030, 5, 15, 12, 30).getTime() / 1000);
    expect(parseIsoTime("2030-06-15")).toBe(new Date(2030, 5, 15).getTime() / 1000);
  });

  test.each([
    "",
    "2030",
    "2030-06",
    "2030-13-01",
    "2030-02-29",
    "2030-06-15T24:00:00Z",
    "2030-06-15T12:60Z",
    "2030-06-15T12:00:61Z",
    "2030-06-15T12:00:00+24:00",
    "2030-06-15Z",
    "2030-06-15T12Z",
    "15.06.2030",
    "2030-06-15T12:00:00Z or so",
  ])('when it says "%s", then that is no time', (text) => {
    expect(parseIsoTime(text)).toBeUndefined();
  });

  test("when it is any text, then the answer is whole seconds or none", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const seconds = parseIsoTime(text);
        expect(seconds === undefined || Number.isSafeInteger(seconds)).toBe(true);
      }),
    );
  });
});
