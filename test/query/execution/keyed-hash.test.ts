import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KeyedHash, newHashKey } from "../../../src/query/execution/keyed-hash.ts";

describe("a keyed hash", () => {
  test("when two values differ, then their hashes do, under any key; equal ones have the same wherever they stand", () => {
    const text = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 4 }));
    fc.assert(
      fc.property(text, text, fc.nat(9), (a, b, shift) => {
        const key = newHashKey();
        const hash = new KeyedHash(key);
        const isEqual = Buffer.compare(a, b) === 0;
        expect(hashOf(hash, a) === hashOf(new KeyedHash(key), Buffer.concat([new Uint8Array(shift), b]), shift)).toBe(
          isEqual,
        );
      }),
    );
  });

  test("when zeros are appended or the last bit changes, then the hash is another", () => {
    const hash = new KeyedHash(newHashKey());
    const values = [[], [0], [0, 0], [0, 0, 0], [1], [1, 0], [0x80], [0, 0x80], [0x80, 0x80]];
    expect(new Set(values.map((value) => hashOf(hash, Uint8Array.from(value)))).size).toBe(values.length);
  });

  test("when the key is another, then so is the hash", () => {
    const value = Buffer.from("request-1");
    expect(hashOf(new KeyedHash(newHashKey()), value)).not.toBe(hashOf(new KeyedHash(newHashKey()), value));
  });
});

function hashOf(hash: KeyedHash, bytes: Uint8Array, start = 0): string {
  const pair = new Uint32Array(2);
  hash.hash(bytes, start, bytes.length, pair);
  return pair.join();
}
