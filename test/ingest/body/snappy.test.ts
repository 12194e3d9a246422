import fc from "fast-check";
import { compress } from "snappyjs";
import { describe, expect, test } from "vitest";
import { unpackSnappy } from "../../../src/ingest/body/snappy.ts";

const limit = 1024 * 1024;
const content = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }),
  fc.array(fc.constantFrom("one ", "two ", "line\n"), { maxLength: 500 }).map((words) => Buffer.from(words.join(""))),
  fc.nat(300_000).map((length) => new Uint8Array(length).fill(120)),
);

/** Frames of the stream format: its begin, a compressed one, one to be passed over, a plain one. */
function framed(first: Uint8Array, second: Uint8Array): Uint8Array {
  const frame = (kind: number, bytes: Uint8Array) => {
    const length = bytes.length + 4;
    return [kind, length & 255, (length >> 8) & 255, length >> 16, 0, 0, 0, 0, ...bytes];
  };
  const begin = [...Buffer.from("\xff\x06\x00\x00sNaPpY", "latin1")];
  return Uint8Array.from([...begin, ...frame(0, compress(first)), ...frame(0xfe, first), ...frame(1, second)]);
}

describe("unpackSnappy", () => {
  test("when a block was compressed by another program, then it comes back", () => {
    fc.assert(
      fc.property(content, (bytes) => {
        const back = unpackSnappy(compress(new Uint8Array(bytes)), limit);
        expect(Buffer.compare(Buffer.from(back ?? "?"), bytes)).toBe(0);
      }),
    );
  });

  test("when it comes in frames, then all that hold content are one", () => {
    const text = (name: string) => new Uint8Array(Buffer.from(name.repeat(50)));
    const back = unpackSnappy(framed(text("first "), text("second ")), limit);
    expect(Buffer.from(back!).toString()).toBe("first ".repeat(50) + "second ".repeat(50));
  });

  test("when the end is missing, then nothing is given back", () => {
    const text = new Uint8Array(Buffer.from("some line of text, and another line of text"));
    for (const whole of [compress(text), framed(text, text)])
      for (let length = 0; length < whole.length; length++) {
        const back = unpackSnappy(whole.subarray(0, length), limit);
        // Between two frames nobody can tell.
        if (back !== undefined) expect(whole).toEqual(framed(text, text));
      }
    expect(unpackSnappy(compress(text).subarray(0, -1), limit)).toBe(undefined);
  });

  test("when bytes are anything, then it ends, within the bound", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          expect((unpackSnappy(bytes, limit) ?? []).length).toBeLessThanOrEqual(limit);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test("when a length is a lie, then it is refused before there is room for it", () => {
    const block = (...bytes: number[]) => Uint8Array.from(bytes);
    // Says 4 GiB less one, has five bytes.
    expect(() => unpackSnappy(block(255, 255, 255, 255, 15, 0), limit)).toThrow(RangeError);
    expect(unpackSnappy(block(255, 255, 255, 255, 15, 0), 2 ** 32)).toBe(undefined);
    // A literal whose length would be negative as a signed number of 32 bits.
    expect(unpackSnappy(block(5, 0xfc, 250, 255, 255, 255, 0, 0, 0, 0, 0), limit)).toBe(undefined);
    // A copy from before the begin.
    expect(unpackSnappy(block(8, 0, 65, 0b101, 9), limit)).toBe(undefined);
    expect(() => unpackSnappy(compress(new Uint8Array(2000)), 1999)).toThrow(RangeError);
  });
});
