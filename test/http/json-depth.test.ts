import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkJsonDepth } from "../../src/http/json-depth.ts";
import { AppError } from "../../src/lib/errors.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("JSON depth", () => {
  test("when any value is no deeper than the bound, then it passes, and one less refuses it", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const depth = depthOf(JSON.parse(JSON.stringify(value)));
        const text = bytes(JSON.stringify(value));
        expect(() => checkJsonDepth(text, depth)).not.toThrow();
        if (depth > 0) expect(() => checkJsonDepth(text, depth - 1)).toThrow(AppError);
      }),
    );
  });

  test.each(['"[[["', '"\\"[[["', '"\\\\"', '"'])("when the text is %s, then brackets in text do not count", (text) => {
    expect(() => checkJsonDepth(bytes(text), 0)).not.toThrow();
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
