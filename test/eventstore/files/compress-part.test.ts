import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compressPart, WordCompressor } from "../../../src/eventstore/files/compress-part.ts";
import { slicesPerTrial, wordsLargerMost } from "../../../src/eventstore/limits.ts";

const sliceBytes = 16_384;

/** Words of `kinds` values in no order, the first ones more often. */
function anyOrder(kinds: number, seed: number): Uint8Array<ArrayBuffer> {
  let state = seed;
  return Uint8Array.from({ length: sliceBytes }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor(kinds * (state / 2 ** 32) ** 2);
  });
}

/** One value for a long time, then the next. */
function inRuns(seed: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: sliceBytes }, (_, i) => (seed + Math.floor(i / 700)) % 256);
}

const slices = fc.oneof(
  fc
    .record({ kinds: fc.integer({ min: 1, max: 256 }), seed: fc.nat() })
    .map(({ kinds, seed }) => anyOrder(kinds, seed)),
  fc.nat(255).map(inRuns),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes)),
);

describe("words of a part", () => {
  test("when slices of any nature follow each other, then each is read as it was", () => {
    fc.assert(
      fc.property(fc.array(slices, { minLength: 1, maxLength: 2 * slicesPerTrial }), (parts) => {
        const words = new WordCompressor();
        for (const bytes of parts) {
          const read = Bun.zstdDecompressSync(words.compress(bytes) as Uint8Array<ArrayBuffer>);
          expect(Buffer.compare(read, bytes)).toBe(0);
        }
      }),
      { numRuns: 100 },
    );
  });

  test.each([2, 3, 4, 11, 15, 200])(
    "when %i values come in no order, then they take less than repeats found",
    (kinds) => {
      const bytes = anyOrder(kinds, 7);
      expect(new WordCompressor().compress(bytes).length).toBeLessThanOrEqual(
        compressPart(bytes).length * wordsLargerMost,
      );
      expect(new WordCompressor().compress(anyOrder(11, 7)).length).toBeLessThan(
        0.95 * compressPart(anyOrder(11, 7)).length,
      );
    },
  );

  test("when words repeat, then what repeats is written once, also behind slices that did not", () => {
    const words = new WordCompressor();
    for (let slice = 0; slice < slicesPerTrial; slice++) words.compress(anyOrder(11, slice));
    for (const seed of [1, 2, 3])
      expect(words.compress(inRuns(seed)).length).toBeLessThanOrEqual(
        compressPart(inRuns(seed)).length * wordsLargerMost,
      );
  });
});
