import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findOffsets } from "../../../src/eventstore/columns/text-blocks.ts";
import { textEnd } from "../../../src/eventstore/format/write-text.ts";

function blockOf(texts: readonly string[]): Uint8Array {
  return new Uint8Array(Buffer.concat(texts.flatMap((text) => [Buffer.from(text), Buffer.of(textEnd)])));
}

const short = fc.string({ unit: "binary", maxLength: 12 });
const any = fc.oneof({ weight: 5, arbitrary: short }, fc.string({ unit: "binary", minLength: 100, maxLength: 300 }));

describe("offsets of a block's rows", () => {
  test("when texts are of any length, then each begins behind the end of the one before", () => {
    fc.assert(
      fc.property(fc.array(any), (texts) => {
        const ends = texts.map((text) => Buffer.byteLength(text) + 1);
        const wanted = [0, ...ends.map((_, row) => ends.slice(0, row + 1).reduce((sum, length) => sum + length))];
        expect([...findOffsets(blockOf(texts), texts.length)]).toEqual(wanted);
      }),
    );
  });

  test.each([
    ["more", 4],
    ["fewer", 2],
  ])("when there are %s rows than texts, then the last offset is not the end", (_, rows) => {
    for (const text of ["a", "a".repeat(200)]) {
      const bytes = blockOf([text, text, text]);
      expect(findOffsets(bytes, rows)[rows]).not.toBe(bytes.length);
    }
  });
});
