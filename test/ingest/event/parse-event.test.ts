import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BadEvent } from "../../../src/ingest/event/bad-event.ts";
import { EventLeaves } from "../../../src/ingest/event/event-leaves.ts";
import type { MapContext, MappedEvent } from "../../../src/ingest/event/finish-event.ts";
import { finishLeaves } from "../../../src/ingest/event/finish-leaves.ts";
import { parseEvent, parseRaw } from "../../../src/ingest/event/parse-event.ts";
import { JsonCursor } from "../../../src/ingest/protocols/json/json-cursor.ts";
import { JsonLeaves } from "../../../src/ingest/protocols/json/json-leaves.ts";

const context: MapContext = { arrival: 5, oldest: 0, address: "a", type: 2, defaultTags: [] };

describe("parseEvent", () => {
  test("when a line is not JSON, then it alone is bad; when a document is not, then the whole is", () => {
    expect((parseEvent("{", context, false) as BadEvent).error).toContain("not valid JSON");
    expect(() => parseEvent("{", context, true)).toThrow(SyntaxError);
  });

  test("when a whole number has more digits than a number holds, then all of them are kept", () => {
    const text = '{"message":"m","id":12345678901234567890,"small":1234567890123456,"x":{"__proto__":1}}';
    const { row } = parseEvent(text, context, false) as MappedEvent;
    expect(row.tags).toEqual(["small", "1234567890123456", "ut_id", "12345678901234567890", "x.__proto__", "1"]);
    const timed = parseEvent('{"message":"m","ts":1790000000123456789}', { ...context, arrival: 1.79e15 }, false);
    expect((timed as MappedEvent).row.times).toEqual([1790000000123456]);
  });
});

describe("numbers", () => {
  const zeros = "0".repeat(400);
  test.each([
    ["too large", "1e400", "1e400"],
    ["too large, below 0", "-1e+400", "-1e+400"],
    ["too small", "1E-400", "1E-400"],
    ["of 400 digits", `1${zeros}`, `1${zeros}`],
    ["of 400 digits and a fraction", `1${zeros}.5`, `1${zeros}.5`],
    ["of 400 zeros behind the point", `0.${zeros}1`, `0.${zeros}1`],
    ["of one digit too many", "9007199254740993", "9007199254740993"],
    ["0", "0e400", "0"],
    ["-0", "-0", "0"],
    ["0 of many digits", `0.${zeros}`, "0"],
    ["among the largest", "1e308", "1e+308"],
    ["whole, written short", "1e20", "100000000000000000000"],
    ["a long fraction", "0.1234567890123456789", "0.12345678901234568"],
  ])("when a number is %s, then whoever reads it stores what was sent", (_, json, stored) => {
    for (const text of [`{"message":"m","n":${json}}`, `{"message":"m","list":[2,{"n" : ${json} }]}`])
      expect(tagOf(parseEvent(text, context, false))).toBe(stored);
    expect(tagOf(parseRaw(`{"n":${json}}`, context, false))).toBe(stored);
    expect(tagOf(throughLeaves(`{"n":${json}}`))).toBe(stored);
  });

  test("when any number is stored, then it has its value or its text", () => {
    const digits = fc.stringMatching(/^(0|[1-9]\d{0,30})$/);
    const fraction = fc.option(fc.stringMatching(/^\.\d{1,30}$/), { nil: "" });
    const exponent = fc.option(fc.stringMatching(/^[eE][+-]?\d{1,3}$/), { nil: "" });
    fc.assert(
      fc.property(fc.constantFrom("", "-"), digits, fraction, exponent, (...parts) => {
        const json = parts.join("");
        const stored = tagOf(parseEvent(`{"message":"m","n":${json}}`, context, false));
        expect(tagOf(throughLeaves(`{"n":${json}}`))).toBe(stored);
        if (stored === json) return;
        const isZero = !/^[^eE]*[1-9]/.test(json);
        expect(stored).toBe(String(Number(json)));
        expect([stored === "Infinity" || stored === "-Infinity", stored === "0"]).toEqual([false, isZero]);
      }),
      { numRuns: 1_000 },
    );
  });

  function tagOf(event: MappedEvent | BadEvent): string | undefined {
    return (event as MappedEvent).row.tags.at(-1);
  }

  /** As the readers of protocols do. */
  function throughLeaves(json: string): MappedEvent | BadEvent {
    const bytes = Buffer.from(json);
    const leaves = new EventLeaves(bytes, true);
    leaves.writeText("message", "m");
    new JsonLeaves(new JsonCursor(bytes, 0), leaves).addMembers();
    return finishLeaves(leaves, context);
  }
});

describe("parseRaw", () => {
  const raws: [text: string, isDocument: boolean, message: string, tags: string[]][] = [
    ["a line", false, "a line", []],
    [" indented", false, " indented", []],
    ['{"message":"m","a":{"b":1}}', false, "m", ["a.b", "1"]],
    ['{"a":1}', false, '{"a":1}', ["a", "1"]],
    ['{\n "a": [2]\n}\n', true, '{"a":[2]}', ["a.0", "2"]],
    ['{"a":', false, '{"a":', []],
    ['"quoted"', true, "quoted", []],
    ['"quoted"', false, '"quoted"', []],
    ["5", true, "5", []],
    ["[1,2]", true, "[1,2]", []],
    ["null", true, "null", []],
    ['""', true, '""', []],
  ];
  for (const [text, isDocument, message, tags] of raws)
    test(`when ${JSON.stringify(text)} comes ${isDocument ? "as JSON" : "as a line"}, then it is an event`, () => {
      const event = parseRaw(text, context, isDocument);
      expect(event).not.toBeInstanceOf(BadEvent);
      expect((event as MappedEvent).row).toMatchObject({ message, tags });
    });
});
