import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonScanner } from "../../../src/ingest/body/json-scanner.ts";

const scannerOf = (text: string) => new JsonScanner(new TextEncoder().encode(text));

describe("JsonScanner", () => {
  test("when a JSON value stands before anything else, then its end is found", () => {
    const space = fc.constantFrom(undefined, 1);
    fc.assert(
      fc.property(
        fc.jsonValue(),
        space,
        fc.constantFrom(",", "]", "}", " ", "\n", ", {", "]x"),
        (value, spaces, after) => {
          const text = JSON.stringify(value, undefined, spaces);
          expect(scannerOf(text + after).endOfValue(0)).toBe(Buffer.byteLength(text));
        },
      ),
    );
  });

  test("when a value with brackets or quotes is cut, then it has no end", () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.string()), fc.nat(), (value, cut) => {
        const bytes = new TextEncoder().encode(JSON.stringify(value));
        expect(new JsonScanner(bytes.subarray(0, cut % bytes.length)).endOfValue(0)).toBeOneOf([-1, 0]);
      }),
    );
  });

  test("when a value is nested, then its depth and the brackets around it count", () => {
    const scanner = scannerOf(`[${"[".repeat(63)}${"]".repeat(63)}]`);
    scanner.endOfValue(0);
    expect([scanner.deepest, scanner.excess(0)]).toEqual([64, undefined]);
    expect(scanner.excess(1)).toBe("The event is nested deeper than 64 levels.");
  });

  test("when brackets stand in texts, then they are text", () => {
    const scanner = scannerOf('{"a":"[[\\"{","b":1}');
    expect([scanner.endOfValue(0), scanner.deepest]).toEqual([19, 1]);
  });

  test("when millions of brackets come, then they are counted and not followed into", () => {
    const scanner = new JsonScanner(new Uint8Array(4 * 1024 * 1024).fill(0x5b));
    expect(scanner.endOfValue(0)).toBe(-1);
    expect(scanner.deepest).toBe(4 * 1024 * 1024);
  });
});
