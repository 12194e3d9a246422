import { constants, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isWholeZstd, ZstdFrames } from "../../../src/ingest/body/zstd-frames.ts";

const options = [
  {},
  { params: { [constants.ZSTD_c_checksumFlag]: 1 } },
  { params: { [constants.ZSTD_c_contentSizeFlag]: 0 } },
  { params: { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_checksumFlag]: 1 } },
];

describe("isWholeZstd", () => {
  test("when frames of any settings are whole, then it is true, and false for every shorter or longer piece", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(...options), fc.nat(), (content, option, cut) => {
        const frame = zstdCompressSync(content, option);
        expect(isWholeZstd(frame)).toBe(true);
        expect(isWholeZstd(Buffer.concat([frame, frame]))).toBe(true);
        expect(isWholeZstd(frame.subarray(0, cut % frame.length))).toBe(false);
        expect(isWholeZstd(Buffer.concat([frame, Buffer.from("x")]))).toBe(false);
      }),
    );
  });

  test("when the content takes many blocks or is one byte repeated, then it is followed to its end", () => {
    const noise = crypto.getRandomValues(new Uint8Array(60_000));
    for (const content of [Buffer.alloc(1_000_000), Buffer.concat(Array(8).fill(noise))]) {
      const frame = zstdCompressSync(content);
      expect(isWholeZstd(frame)).toBe(true);
      expect(isWholeZstd(frame.subarray(0, frame.length - 1))).toBe(false);
    }
  });

  test("when a skippable frame stands before, then it is skipped", () => {
    const skippable = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    expect(isWholeZstd(Buffer.concat([skippable, zstdCompressSync("x")]))).toBe(true);
    expect(isWholeZstd(skippable.subarray(0, 9))).toBe(false);
  });

  test("when the bytes are anything, then it answers", () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => typeof isWholeZstd(bytes) === "boolean"));
    expect(isWholeZstd(new Uint8Array(0))).toBe(false);
  });

  test("when the bytes come in any pieces, then it is the same as for all at once", () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 200 }), { minLength: 1, maxLength: 4 }),
        fc.nat(),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        (contents, cut, step, isCut) => {
          const all = Buffer.concat(contents.map((content) => zstdCompressSync(content)));
          const bytes = isCut ? all.subarray(0, cut % all.length) : all;
          const frames = new ZstdFrames();
          for (let at = 0; at < bytes.length; at += step) frames.push(bytes.subarray(at, at + step));
          expect(frames.isWhole).toBe(isWholeZstd(bytes));
          if (!isCut) expect(frames.isWhole).toBe(true);
        },
      ),
    );
  });
});
