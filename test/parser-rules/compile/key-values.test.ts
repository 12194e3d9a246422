import { describe, expect, test } from "vitest";
import { readKeyValues } from "../../../src/parser-rules/compile/key-values.ts";

function pairsOf(text: string, separator: string, spacesInValues: boolean): Record<string, string> {
  const found = new Map<string, string>();
  readKeyValues(text, { separator, delimiter: '"', pairSeparator: " ", spacesInValues }, found);
  return Object.fromEntries(found);
}

describe("readKeyValues", () => {
  test("when a separator may be part of a key, then the first one ends it", () => {
    expect(pairsOf("a-1 b-2-3", "-", false)).toEqual({ a: "1", b: "2-3" });
    expect(pairsOf("a-some words b-2", "-", true)).toEqual({ a: "some words", b: "2" });
  });

  // 200,000 separators, from each of which a key could reach back to the first.
  for (const separator of ["-", ".", "/", " ", "="])
    for (const spacesInValues of [true, false])
      test(`when a text is "${separator}" over and over, values ${spacesInValues ? "with" : "without"} spaces, then it costs no more than its size`, () => {
        for (const text of [separator, `x${separator}`, ` ${separator}`])
          expect(pairsOf(`a${text.repeat(200_000)}`, separator, spacesInValues)).toBeTypeOf("object");
      });
});
