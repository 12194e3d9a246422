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

/** Reads frame by frame, as RFC 8878 describes them. */
function readPlainly(bytes: Uint8Array): boolean {
  let at = 0;
  const number = (length: number) => {
    at += length;
    if (at > bytes.length) throw new RangeError("ends early");
    return bytes.subarray(at - length, at).reduceRight((sum, byte) => sum * 256 + byte, 0);
  };
  const readFrame = () => {
    const descriptor = number(1);
    const isSingle = (descriptor & 32) !== 0;
    at += (isSingle ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]! + [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
    for (let isLast = false; !isLast; ) {
      const header = number(3);
      const type = (header >> 1) & 3;
      if (type === 3) return false;
      isLast = (header & 1) === 1;
      at += type === 1 ? 1 : header >> 3;
    }
    if ((descriptor & 4) !== 0) at += 4;
    return true;
  };
  try {
    do {
      const magic = number(4);
      if (magic >= 0x184d2a50 && magic <= 0x184d2a5f) {
        const size = number(4);
        at += size;
      } else if (magic !== 0xfd2fb528 || !readFrame()) return false;
    } while (at < bytes.length);
    return at === bytes.length;
  } catch {
    return false;
  }
}

const magic = [0x28, 0xb5, 0x2f, 0xfd];
/** Pieces of which frames consist, some of them out of place. */
const piece = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0x4f, max: 0x61 }), fc.nat(3))
    .map(([kind, size]) => [kind, 0x2a, 0x4d, 0x18, size, 0, 0, 0]),
  fc.nat(255).map((descriptor) => [...magic, descriptor]),
  fc.constantFrom([...magic, 0x20, 0], [...magic, 0x24, 0], [0, 0, 0], [1, 0, 0], [3, 0, 0, 7], [9, 0, 0, 7]),
  fc.array(fc.nat(255), { maxLength: 4 }),
);

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

  test("when frames are put together in any way, then it says what a plain reading says, at once and in pieces", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.integer({ min: 1, max: 5 }), (pieces, step) => {
        const bytes = Uint8Array.from(pieces.flat());
        const isWhole = readPlainly(bytes);
        expect(isWholeZstd(bytes)).toBe(isWhole);
        const frames = new ZstdFrames();
        for (let at = 0; at < bytes.length; at += step) frames.push(bytes.subarray(at, at + step));
        expect(frames.isWhole).toBe(isWhole);
      }),
      { numRuns: 5000 },
    );
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
