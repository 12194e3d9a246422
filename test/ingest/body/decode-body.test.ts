import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeBody } from "../../../src/ingest/body/decode-body.ts";
import { wrappedBytesMax } from "../../../src/ingest/limits.ts";
import { AppError } from "../../../src/lib/errors.ts";

const text = Buffer.from('{"message":"hello"}\n'.repeat(500));
const encodings: [name: string, header: string, packed: Buffer][] = [
  ["gzip", "gzip", gzipSync(text)],
  ["gzip by its old name", "x-gzip", gzipSync(text)],
  ["zlib", "deflate", deflateSync(text)],
  ["a bare deflate stream", "deflate", deflateRawSync(text)],
  ["zstd", "zstd", zstdCompressSync(text)],
];

function codeOf(action: () => unknown): string {
  try {
    action();
    return "no error";
  } catch (error) {
    return error instanceof AppError ? error.code : `not an AppError: ${error}`;
  }
}

describe("decodeBody", () => {
  for (const [name, header, packed] of encodings) {
    test(`when the body is ${name}, then its content comes out`, () => {
      expect(Buffer.from(decodeBody(packed, header)).equals(text)).toBe(true);
      expect(Buffer.from(decodeBody(packed, header.toUpperCase())).equals(text)).toBe(true);
    });
    test(`when ${name} holds exactly the bound it is taken, and one byte more is too large`, () => {
      expect(decodeBody(packed, header, text.length).length).toBe(text.length);
      expect(codeOf(() => decodeBody(packed, header, text.length - 1))).toBe("too_large");
    });
    test(`when ${name} is cut anywhere, then it is refused and nothing of it is taken`, () => {
      for (let length = 0; length < packed.length; length++)
        expect(
          codeOf(() => decodeBody(packed.subarray(0, length), header)),
          `${length} bytes`,
        ).toBe("invalid");
    });
    test(`when ${name} is damaged, then it is refused or at least nothing else happens`, () => {
      fc.assert(
        fc.property(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
          const damaged = Buffer.from(packed);
          damaged[at]! ^= change;
          expect(["no error", "invalid", "too_large"]).toContain(codeOf(() => decodeBody(damaged, header, 100_000)));
        }),
        { numRuns: 200 },
      );
    });
  }

  test("when there is no encoding, or identity, then the body stays as it is", () => {
    for (const header of ["", "identity", " , identity"]) expect(decodeBody(text, header)).toBe(text);
    expect(codeOf(() => decodeBody(text, "", text.length - 1))).toBe("too_large");
  });

  test("when two encodings lie one over the other, then both are undone, the last named first", () => {
    expect(Buffer.from(decodeBody(zstdCompressSync(gzipSync(text)), "gzip, zstd")).equals(text)).toBe(true);
    expect(codeOf(() => decodeBody(zstdCompressSync(gzipSync(text)), "zstd, gzip"))).toBe("invalid");
    expect(codeOf(() => decodeBody(text, "gzip, gzip, gzip"))).toBe("unsupported_media_type");
  });

  test("when what lies between two encodings is large, then it is refused, and so says the answer", () => {
    const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);
    const wrapped = (sizeBytes: number) => gzipSync(Buffer.alloc(sizeBytes, skippable));
    expect(decodeBody(wrapped(wrappedBytesMax), "zstd, gzip").length).toBe(0);
    const tooLarge = () => decodeBody(wrapped(wrappedBytesMax + 8), "zstd, gzip");
    expect(codeOf(tooLarge)).toBe("too_large");
    expect(tooLarge).toThrow("larger than 8 MiB, counted after the first of its two decompressions");
    // One encoding alone may be as large as any body.
    expect(decodeBody(gzipSync(Buffer.alloc(wrappedBytesMax + 8)), "gzip").length).toBe(wrappedBytesMax + 8);
  });

  test("when the encoding is unknown, then the answer names it and the known ones", () => {
    for (const header of ["br", "lz4", "constructor", "gzip, br"])
      expect(codeOf(() => decodeBody(text, header))).toBe("unsupported_media_type");
    expect(() => decodeBody(text, "br")).toThrow('gzip, deflate, zstd, snappy or identity, got "br"');
  });

  test("when a small body would unpack to 300 MB, then it is refused without unpacking it", () => {
    const zeros = Buffer.alloc(300_000_000);
    for (const [header, packed] of [["zstd", zstdCompressSync(zeros)] as const, ["gzip", gzipSync(zeros)] as const])
      expect(codeOf(() => decodeBody(packed, header))).toBe("too_large");
  });
});
