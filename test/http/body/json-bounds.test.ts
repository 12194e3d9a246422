import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkJsonBounds } from "../../../src/http/body/json-bounds.ts";
import { AppError } from "../../../src/lib/errors.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("the bounds of JSON", () => {
  test("when any value is no deeper than the bound, then it passes, and one less refuses it", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const depth = depthOf(JSON.parse(JSON.stringify(value)));
        const text = bytes(JSON.stringify(value));
        expect(() => checkJsonBounds(text, depth)).not.toThrow();
        if (depth > 0) expect(() => checkJsonBounds(text, depth - 1)).toThrow(AppError);
      }),
    );
  });

  test("when any value has more values than the bound, then it is refused; twice as many always pass", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const count = countOf(JSON.parse(JSON.stringify(value)));
        const text = bytes(JSON.stringify(value));
        expect(() => checkJsonBounds(text, 64, count - 1)).toThrow(AppError);
        // An empty list counts as if something were in it.
        expect(() => checkJsonBounds(text, 64, 2 * count)).not.toThrow();
      }),
    );
  });

  test("when a text holds commas, then they are no values", () => {
    expect(() => checkJsonBounds(bytes(JSON.stringify([",".repeat(100)])), 64, 2)).not.toThrow();
  });

  test.each(['"[[["', '"\\"[[["', '"\\\\"', '"'])("when the text is %s, then brackets in text do not count", (text) => {
    expect(() => checkJsonBounds(bytes(text), 0)).not.toThrow();
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function countOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + countOf(inner), 1);
}
