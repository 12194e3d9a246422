import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openBody } from "../../../src/ingest/body/open-body.ts";
import { BadEvent } from "../../../src/ingest/event/bad-event.ts";
import type { BodyFormat } from "../../../src/ingest/intake.ts";
import { listEventsMax } from "../../../src/ingest/limits.ts";
import { AppError } from "../../../src/lib/errors.ts";

const json = "application/json";
const lines = "application/x-ndjson";

/** The entries of a body, those refused as errors; or the code of the error that the whole body is refused with. */
function entriesOf(body: string | Uint8Array, mediaType = "", format: BodyFormat = "events"): string[] | string {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  try {
    const reader = openBody(bytes, mediaType, format);
    const entries: string[] = [];
    for (let entry = reader.next(); entry !== undefined; entry = reader.next())
      entries.push(entry instanceof BadEvent ? `refused: ${entry.error}` : entry);
    return entries;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe("openBody, events", () => {
  const bodies: [name: string, body: string, mediaType: string, entries: string[] | string][] = [
    ["events object", '{"events":[{"a":1},{"b":[2]}]}', json, ['{"a":1}', '{"b":[2]}']],
    ["events among others", ' {"x":{"events":[1]},"events" : [ {"a":1} , 5 ] ,"y":"]"} ', "", ['{"a":1}', "5"]],
    ["events with no event", '{"events":[]}', json, []],
    ["pretty events object", '{\n "events": [\n  {"a":\n1}\n ]\n}\n', lines, ['{"a":\n1}']],
    ["list", '[{"a":"],"},"x",null]', json, ['{"a":"],"}', '"x"', "null"]],
    ["list without a type", "\n[1, 2]\n", "", ["1", "2"]],
    ["empty list", "[ ]", json, []],
    ["one object", '{"a":\n1}', json, ['{"a":\n1}']],
    ["one object in a form of curl", '{"a":1}', "application/x-www-form-urlencoded", ['{"a":1}']],
    ["events that is no list", '{"events":5}', json, ['{"events":5}']],
    ["lines", '{"a":1}\n{"b":2}', lines, ['{"a":1}', '{"b":2}']],
    ["lines called JSON", '{"a":1}\n{"b":2}\n', json, ['{"a":1}', '{"b":2}']],
    ["lines with CR LF and blank ones", '\r\n{"a":1}\r\n\r\n  \r\n{"b":2}\r\n\r\n', lines, ['{"a":1}', '{"b":2}']],
    ["lines, one bad", '{"a":1}\nbad\n{"b":2}', "text/plain", ['{"a":1}', "bad", '{"b":2}']],
    ["lines, the first bad", '{"a":\n{"b":2}', lines, ['{"a":', '{"b":2}']],
    ["lines of lists", "[1]\n[2]", lines, ["[1]", "[2]"]],
    ["a byte order mark", '\ufeff{"a":1}', json, ['{"a":1}']],
    ["a byte order mark before lines", '\ufeff{"a":1}\n{"b":2}', "", ['{"a":1}', '{"b":2}']],
    ["other JSON types", '{"a":1}', "application/vnd.x+json", ['{"a":1}']],
    ["empty", "", json, "invalid"],
    ["blank", " \r\n\t", lines, "invalid"],
    ["only a byte order mark", "\ufeff", "", "invalid"],
    ["a JSON scalar", '"text"', json, "invalid"],
    ["text called JSON", "hello", json, "invalid"],
    ["object that does not end", '{"message":"a"', json, "invalid"],
    ["list that does not end", '[{"a":1},', json, "invalid"],
    ["list without commas", '[{"a":1} {"b":2}]', json, "invalid"],
    ["list with one comma too many", "[1,]", json, "invalid"],
    ["list with a hole", "[1,,2]", json, "invalid"],
    ["list and more", "[1] 2", json, "invalid"],
    ["list closed wrongly", '[{"a":1}}', json, "invalid"],
    ["events that do not end", '{"events":[{"a":1}]', json, "invalid"],
    ["events in a broken object", '{"events":[1] "x":2}', json, "invalid"],
    ["two objects on a line", '{"a":1} {"b":2}', json, ['{"a":1} {"b":2}']],
    ["a picture", "x", "image/png", "unsupported_media_type"],
    ["a form with files", "x", "multipart/form-data", "unsupported_media_type"],
    ["xml", "<a/>", "application/xml", "unsupported_media_type"],
  ];
  for (const [name, body, mediaType, entries] of bodies)
    test(`when the body is: ${name}, then ${Array.isArray(entries) ? "its events are found" : `it is ${entries}`}`, () =>
      expect(entriesOf(body, mediaType)).toEqual(entries));

  test("when a list has 10,000 events, then it is read, and one more is too large; lines have no such bound", () => {
    const events = (count: number) => Array(count).fill('{"message":"m"}');
    expect(entriesOf(`[${events(listEventsMax)}]`, json)).toHaveLength(listEventsMax);
    expect(entriesOf(`[${events(listEventsMax + 1)}]`, json)).toBe("too_large");
    expect(entriesOf(`{"events":[${events(listEventsMax + 1)}]}`, json)).toBe("too_large");
    expect(entriesOf(events(listEventsMax + 1).join("\n"), lines)).toHaveLength(listEventsMax + 1);
  });

  test("when one event is nested too deep or has too many values, then it is refused and the others are read", () => {
    const deep = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    const refused = "refused: The event is nested deeper than 64 levels.";
    expect(entriesOf(`[${deep(63)},${deep(64)},1]`, json)).toEqual([deep(63), refused, "1"]);
    expect(entriesOf(`{"events":[${deep(62)},${deep(63)},1]}`, json)).toEqual([deep(62), refused, "1"]);
    expect(entriesOf(deep(65), json)).toEqual([refused]);
    expect(entriesOf(`{"a":1}\n${deep(20_000)}\n`, lines)).toEqual(['{"a":1}', refused]);
    const many = `[${Array(100_001).fill("1")}]`;
    const crowded = "refused: The event has more than 100000 values.";
    expect(entriesOf(`{"a":1}\n{"x":${many}}`, lines)).toEqual(['{"a":1}', crowded]);
    expect(entriesOf(`{"events":[1],"x":${many}}`, json)).toBe("invalid");
  });

  test("when a large body is made to be read again and again, then it is read once", () => {
    expect(entriesOf(`{"a":1}${"\n".repeat(3_000_000)}x`, lines)).toEqual(['{"a":1}', "x"]);
    const openLine = `{"a":"${"x".repeat(20_000)}\n`;
    expect(entriesOf(openLine.repeat(500), lines)).toHaveLength(500);
  });

  test("when bytes are no UTF-8, then they are replaced in their event alone, and it says so", () => {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xe9]), Buffer.from('"}\n{"a":"é"}\n')]);
    const reader = openBody(body, lines, "events");
    expect([reader.next(), reader.garbled]).toEqual(['{"a":"\ufffd"}', true]);
    expect([reader.next(), reader.garbled]).toEqual(['{"a":"é"}', false]);
  });

  test("when a list is any JSON, then its entries are what JSON.parse finds in it", () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 8 }),
        fc.constantFrom(undefined, 1, "\t"),
        fc.boolean(),
        (list, space, wrap) => {
          const body = JSON.stringify(wrap ? { before: list, events: list, after: "}]" } : list, undefined, space);
          const entries = entriesOf(body, json);
          expect((entries as string[]).map((entry) => JSON.parse(entry))).toEqual(JSON.parse(JSON.stringify(list)));
        },
      ),
    );
  });

  test("when the body is any bytes, then it is read to its end or refused as the caller's fault", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .array(fc.constantFrom('"', "{", "}", "[", "]", ",", ":", "\n", "\\", "a", '"events":[', "1 ", "\ufeff"))
        .map((parts) => new TextEncoder().encode(parts.join(""))),
    );
    const types = fc.constantFrom("", json, lines, "text/plain");
    fc.assert(
      fc.property(bytes, types, fc.constantFrom<BodyFormat>("events", "raw"), (body, mediaType, format) => {
        const entries = entriesOf(body, mediaType, format);
        expect(Array.isArray(entries) || ["invalid", "too_large"].includes(entries as string)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("openBody, raw", () => {
  const bodies: [name: string, body: string, entries: string[] | string][] = [
    ["text lines", "first\r\n\n  second \n", ["first", "  second "]],
    ["one object over many lines", '{\n"a": 1\n}\n', ['{\n"a": 1\n}\n']],
    ["a list", '[{"a":1},"x"]', ['{"a":1}', '"x"']],
    ["lines of JSON and text", '{"a":1}\ntext\n', ['{"a":1}', "text"]],
    ["text that begins like a list", "[ERROR] [core]", ["[ERROR] [core]"]],
    ["text that is like a list", "[ERROR]", ["[ERROR]"]],
    ["JSON that does not end", '{"a":1', ['{"a":1']],
    ["broken JSON", "{a}", ["{a}"]],
    ["events, which are nothing special here", '{"events":[1]}', ['{"events":[1]}']],
    ["blank", "\n \n", "invalid"],
  ];
  for (const [name, body, entries] of bodies)
    test(`when the body is: ${name}, then ${Array.isArray(entries) ? "each part is an entry" : `it is ${entries}`}`, () =>
      expect(entriesOf(body, "application/anything", "raw")).toEqual(entries));

  test("when it is any text, then no line of it is lost", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), (texts) => {
        const wanted = texts.flatMap((text) => text.split("\n")).filter((text) => /[^ \t\r]/.test(text));
        if (wanted.length === 0 || wanted[0]!.startsWith("\ufeff") || /^\s*[[{]/.test(texts.join("\n"))) return;
        const entries = entriesOf(wanted.join("\n"), "text/plain", "raw");
        expect(entries).toEqual(wanted.map((text) => text.replace(/\r$/, "")));
      }),
    );
  });
});
