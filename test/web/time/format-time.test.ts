import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isoText } from "../../../src/lib/zoned-text.ts";

// The page asks its browser for the language, and is checked with its types.
Object.assign(globalThis, { localStorage: { getItem: () => null } });
const web = join(import.meta.dirname, "../../../src/web");
const { clockTime, exactTime }: Record<"clockTime" | "exactTime", (epoch: number, zone: string) => string> =
  await import(join(web, "time/format-time.ts"));

describe("times as the page writes them", () => {
  const micros = fc.integer({ min: 0, max: 4_102_444_800_000_000 });

  test("when a time of whole milliseconds is written, then none of them is missing", () => {
    const millis = fc.integer({ min: 0, max: 4_102_444_800_000 });
    fc.assert(
      fc.property(millis, (time) => {
        expect(clockTime(time / 1000, "UTC")).toBe(new Date(time).toISOString().slice(11, 23));
      }),
    );
  });

  test("when a time is written exactly, then it has the digits that documents have", () => {
    fc.assert(
      fc.property(micros, (time) => {
        const [date, rest = ""] = isoText(time, "Asia/Kolkata").split("T");
        const clock = rest.slice(0, -"+05:30".length);
        const exact = clock.includes(".") ? clock : `${clock}.000000`;
        expect(exactTime(time / 1e6, "Asia/Kolkata")).toBe(`${date} ${exact} ${rest.slice(-6)} Asia/Kolkata`);
        expect(clockTime(time / 1e6, "Asia/Kolkata")).toBe(exact.slice(0, -3));
      }),
    );
  });

  test.each([
    [0.999_999_4, "00:00:00.999"],
    [0.999_999_5, "00:00:01.000"],
    [59.999_999_7, "00:01:00.000"],
    [-0.25, "23:59:59.750"],
  ])("when %d is written, then it is the time of the nearest microsecond", (time, written) => {
    expect(clockTime(time, "UTC")).toBe(written);
  });
});
