import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unpackBytes, unpackTo } from "../../../src/eventstore/files/unpack-bytes.ts";
import { FormatError } from "../../../src/eventstore/format/segment-format.ts";

const packed = (bytes: Uint8Array) => new Uint8Array(Bun.zstdCompressSync(bytes as Uint8Array<ArrayBuffer>));
const textOf = (length: number) => Uint8Array.from({ length }, (_, i) => (i * i) % 251);

/** Into memory of the caller's, between bytes that must stay. */
function unpackBetween(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array {
  const whole = new Uint8Array(size + 2).fill(7);
  unpackTo(bytes, whole.subarray(1, size + 1));
  expect([whole[0], whole[size + 1]]).toEqual([7, 7]);
  return whole.subarray(1, size + 1);
}

describe.each([
  ["into memory of the thread", unpackBytes],
  ["into memory of the caller", unpackBetween],
])("unpacking a part %s", (_, unpack) => {
  test("when parts of any size come one after the other, then each is what was packed", () => {
    const parts = fc.array(
      fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 300_000 }).map(textOf)),
    );
    fc.assert(
      fc.property(parts, (all) => {
        for (const bytes of all) expect(Buffer.compare(unpack(packed(bytes), bytes.length), bytes)).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  test("when a part is too large to have memory waiting for it, then it is unpacked all the same", () => {
    const bytes = textOf(3_000_000);
    expect(Buffer.compare(unpack(packed(bytes), bytes.length), bytes)).toBe(0);
  });

  test.each([0, 1, 999, 1_001, 65_536, 2_000_000])(
    "when it has 1,000 bytes and should have %i, then that is an error",
    (size) => {
      expect(() => unpack(packed(textOf(1_000)), size)).toThrow(FormatError);
    },
  );

  test("when its bytes are cut or are none of zstd, then that is an error and the next part is read as ever", () => {
    const whole = packed(textOf(1_000));
    const harmed = [whole.slice(0, 99), new Uint8Array(0), new Uint8Array(50).fill(9)];
    for (const bytes of harmed) {
      expect(() => unpack(bytes, 1_000)).toThrow(FormatError);
      expect(Buffer.compare(unpack(whole, 1_000), textOf(1_000))).toBe(0);
    }
  });
});
