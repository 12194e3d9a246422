import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EventLeaves } from "../../../../src/ingest/event/event-leaves.ts";
import { JsonCheck } from "../../../../src/ingest/protocols/json/json-check.ts";
import { JsonCursor } from "../../../../src/ingest/protocols/json/json-cursor.ts";
import { JsonLeaves } from "../../../../src/ingest/protocols/json/json-leaves.ts";

/** Behind the object as a strict cursor walks through it; -1: it leaves it to the check. */
function strictEnd(bytes: Uint8Array): number {
  const cursor = JsonCursor.strict(bytes);
  const leaves = new EventLeaves(bytes, true);
  leaves.begin();
  cursor.open(0);
  if (!cursor.isObject) return -1;
  new JsonLeaves(cursor, leaves).addMembers();
  return cursor.isBroken ? -1 : cursor.at;
}

const endOf = (text: string) => strictEnd(Buffer.from(text));

describe("a strict cursor", () => {
  test("when an event is of the form that most have, then it walks to its end", () => {
    for (const text of [
      "{}",
      '{"a":1,"b":"x\\n\\u00e9","c":null,"d":-1.5e3}',
      '{ "a" : { "b" : [ 1 , "x" , { "c" : true } ] } , "d" : [ ] }',
    ])
      expect([text, endOf(`${text} {"next":1}`)]).toEqual([text, text.length]);
  });

  test.each([
    ...['{"a":1 "b":2}', '{,"a":1}', '{"a":1,}', '{"a":[1 2]}', '{"a":[1,]}', '{"a":[,1]}', '{"a"1}', '{"a":}'],
    ...['{"a":tru}', '{"a":truex}', '{"a":01}', '{"a":1', '{"a":"x', '{"a":"\\x"}', '{"a":"\n"}', '{"a\n":1}'],
    ...['{"a":[1}', '{"a":{"b":1]}', "{a:1}", '{"\\q":1}'],
  ])("when it is %s, then it leaves it to the check", (text) => {
    expect(endOf(text)).toBe(-1);
  });

  test("when an event has very many objects in objects, then it leaves them to the check", () => {
    expect(endOf(`${'{"a":'.repeat(31)}{}${"}".repeat(31)}`)).toBeGreaterThan(0);
    expect(endOf(`${'{"a":'.repeat(100_000)}{}${"}".repeat(100_000)}`)).toBe(-1);
  });

  test("when any bytes come, then it never walks where the check does not", () => {
    const change = fc.tuple(fc.nat(), fc.constantFrom(...Buffer.from('{}[],:"\\ 0-.etrue\n\u0000')));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(change, { maxLength: 3 }), (event, changes) => {
        const bytes = Buffer.from(JSON.stringify(event));
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        const end = strictEnd(bytes);
        if (end >= 0) expect(end).toBe(new JsonCheck(bytes).endOfValue(0));
      }),
      { numRuns: 3_000 },
    );
  });
});
