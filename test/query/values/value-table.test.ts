import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ValueTable } from "../../../src/query/values/value-table.ts";

const texts = fc.array(
  fc.oneof(fc.string({ unit: "grapheme", maxLength: 12 }), fc.constantFrom("", "a", "ab", "\uffff", "😀")),
  {
    maxLength: 2_000,
  },
);

describe("a table of values", () => {
  test("when any texts come, as strings or as bytes, then each has one number and each number its text", () => {
    fc.assert(
      fc.property(texts, (values) => {
        const table = new ValueTable("x");
        const known = new Map<string, number>();
        values.forEach((value, i) => {
          const bytes = Buffer.from(`é${value}!`);
          const id = i % 2 === 0 ? table.idOf(value) : table.idOfBytes(bytes, 2, bytes.length - 1);
          expect(id).toBe(known.get(value) ?? known.size);
          known.set(value, id);
        });
        expect(table.size).toBe(known.size);
        for (const [value, id] of known) {
          expect(table.nameOf(id)).toBe(value);
          expect(table.find(value)).toBe(id);
        }
        expect(table.find("not among them")).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });

  test("when two texts are compared, then as strings are", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
        const table = new ValueTable("x");
        const order = table.compare(table.idOf(a), table.idOf(b));
        expect(Math.sign(order)).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
      { numRuns: 2_000 },
    );
  });

  test("when the texts take more room than they may, then it says so and names the field", () => {
    const table = new ValueTable("request", 2 * 1024 * 1024);
    const fill = () => {
      for (let i = 0; i < 4_000; i++) table.idOf(String(i).padStart(1_000, "x"));
    };
    expect(fill).toThrow(/"request" has more than 2 MB/);
  });
});
