import { describe, expect, test } from "vitest";

// The language is that of a browser.
Object.assign(globalThis, { localStorage: { getItem: () => null } });
const { readNumber } = await import("../../../src/web/words/read-number.ts");

const english = { group: ",", decimal: "." };
const german = { group: ".", decimal: "," };

describe("a number that is typed", () => {
  test.each([
    ["12", 12],
    ["-5", -5],
    ["1e9", 1_000_000_000],
    ["2.5E3", 2500],
    ["1,200", 1200],
    ["1 234 567", 1_234_567],
    ["1.5", 1.5],
    ["7.", 7],
  ])("when it is %s in English, then it is %d", (text, value) => {
    expect(readNumber(text, false, english)).toBe(value);
  });

  test.each([
    ["1.200", 1200],
    ["1,5", 1.5],
    ["1.234.567,25", 1_234_567.25],
  ])("when it is %s in German, then it is %d", (text, value) => {
    expect(readNumber(text, false, german)).toBe(value);
  });

  test.each(["1o0", "e9", "1,20", "1,2000", "1.2.3", "0x10", "1e999", "--1", "ten", "1,200,30"])(
    "when it is %s, then it is none",
    (text) => {
      expect(readNumber(text, false, english)).toBeUndefined();
    },
  );

  test("when only whole ones fit, then 1.5 and what is too long to be exact are none, and 1.5e1 is one", () => {
    expect(["1.5", "12345678901234567890", "1.5e1"].map((text) => readNumber(text, true, english))).toEqual([
      undefined,
      undefined,
      15,
    ]);
  });
});
