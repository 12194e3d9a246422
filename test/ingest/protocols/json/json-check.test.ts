import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonCheck } from "../../../../src/ingest/protocols/json/json-check.ts";

/** Whether all of the text is one JSON value. */
function isJson(text: string): boolean {
  const bytes = Buffer.from(text);
  const end = new JsonCheck(bytes).endOfValue(0);
  return end >= 0 && text.slice(Buffer.from(bytes.subarray(0, end)).toString("utf8").length).trim() === "";
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const almostJson = fc
  .tuple(fc.json(), fc.array(fc.tuple(fc.nat(), fc.constantFrom(...'{}[],:"\\ 01e.-+tn\n\tu')), { maxLength: 3 }))
  .map(([json, changes]) => {
    const letters = [...json];
    for (const [at, letter] of changes) letters[at % letters.length] = letter;
    return letters.join("");
  });

describe("JsonCheck", () => {
  test("when a text is JSON, or nearly, then it says what JSON.parse says", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), almostJson), (text) => {
        expect([text, isJson(text)]).toEqual([text, parses(text)]);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['{"a":[1,-0.5e+3,{"b":null}],"c":"\\u00e9\\n"} ', "[]", "{}", " [ [ ] , { } ] ", '"\\ud83d"', "0", "-0"])(
    "when it is %s, then it is taken",
    (text) => expect(isJson(text)).toBe(true),
  );

  test.each([
    ...[
      "",
      "{",
      '{"a"}',
      '{"a":}',
      "[1,]",
      "[,1]",
      '{,"a":1}',
      '{"a":1,}',
      "[1 2]",
      "{]",
      "[}",
      "tru",
      "01",
      "1.",
      ".5",
    ],
    ...["+1", "1e", '"\\x"', '"\\u12g4"', '"open', '"tab\there"', "nul", "[1}", '{"a":1]'],
  ])("when it is %s, then it is refused", (text) => expect(isJson(text)).toBe(false));

  test("when values are counted, then depth and number are those of the value checked last", () => {
    const check = new JsonCheck(Buffer.from('[1] {"a":{"b":[1,2,{}]}}'));
    expect(check.endOfValue(0)).toBe(3);
    expect(check.endOfValue(4)).toBe(24);
    expect([check.deepest, check.values]).toEqual([4, 6]);
  });

  test("when brackets are nested deeper than is looked at, then the text is refused", () => {
    expect(isJson("[".repeat(1024) + "]".repeat(1024))).toBe(true);
    expect(isJson("[".repeat(1025) + "]".repeat(1025))).toBe(false);
  });
});
