import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TextCopier } from "../../../src/eventstore/format/text-copier.ts";

describe("TextCopier", () => {
  test("when texts are copied one behind the other, then each is whole and nothing else is touched", () => {
    const lengths = fc.array(fc.oneof(fc.nat(20), fc.nat(1_000)), { maxLength: 20 });
    fc.assert(
      fc.property(lengths, fc.nat(7), fc.uint8Array({ minLength: 1_000, maxLength: 1_000 }), (all, shift, bytes) => {
        const from = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
        const to = new Uint8Array(all.reduce((sum, length) => sum + length, 0) + shift).fill(1);
        const copier = new TextCopier(from, to);
        const expected = [...to.subarray(0, shift)];
        let at = shift;
        for (const length of all) {
          const start = from.length - length;
          copier.copy(start, start + length, at);
          expected.push(...from.subarray(start));
          at += length;
        }
        expect([...to]).toEqual(expected);
      }),
    );
  });
});
