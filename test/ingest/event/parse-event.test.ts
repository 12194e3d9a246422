import { describe, expect, test } from "vitest";
import { BadEvent } from "../../../src/ingest/event/bad-event.ts";
import type { MapContext, MappedEvent } from "../../../src/ingest/event/finish-event.ts";
import { parseEvent, parseRaw } from "../../../src/ingest/event/parse-event.ts";

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
