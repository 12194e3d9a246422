import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldedNeedleMax } from "../../../src/runtime/kernels/row-kernels.ts";
import { ScalarKernels } from "../../../src/runtime/kernels/scalar-kernels.ts";
import { compileWasmKernels } from "../../../src/runtime/kernels/wasm-kernels.ts";

/** Around one, two and several turns of the loops within. */
const lengths = fc.oneof(fc.nat(100), fc.integer({ min: 8_150, max: 8_250 }), fc.integer({ min: 16_300, max: 16_500 }));
const word = fc.oneof(fc.integer({ min: -4, max: 4 }), fc.integer(), fc.constantFrom(-(2 ** 31), 2 ** 31 - 1));
const seeds = fc.integer();

describe.each([
  ["WebAssembly", compileWasmKernels()!],
  ["JavaScript", new ScalarKernels()],
])("kernels in %s", (_, kernels) => {
  test("when planes are joined, then each word has a byte of each, wherever they lie in memory", () => {
    fc.assert(
      fc.property(lengths, fc.constantFrom(2 as const, 4 as const), fc.nat(9), seeds, (count, width, at, seed) => {
        const planes = randomBytes(count * width + at, seed).subarray(at);
        const joined = new Uint8Array(4 * at + planes.length + 8).fill(7);
        kernels.joinPlanes(planes, width, joined.subarray(4 * at, 4 * at + planes.length));
        const words = Uint8Array.from(planes, (_, i) => planes[(i % width) * count + Math.floor(i / width)]!);
        expect(Buffer.compare(joined.subarray(4 * at, 4 * at + planes.length), words)).toBe(0);
        const around = [...joined.subarray(0, 4 * at), ...joined.subarray(4 * at + planes.length)];
        expect(around.every((byte) => byte === 7)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test("when numbers are compared with two bounds, then those between have a bit, and no row that is not there", () => {
    fc.assert(
      fc.property(lengths, word, word, fc.boolean(), seeds, (count, low, high, areUnsigned, seed) => {
        const bytes = randomBytes(4 * count, seed);
        const all = new Int32Array(bytes.buffer, 0, count);
        for (let i = 0; i < count; i++) if (i % 3 > 0) all[i] = i % 3 === 1 ? low + (i % 5) - 2 : high + (i % 5) - 2;
        if (areUnsigned) for (let i = 0; i < count; i++) all[i]! &= 2 ** 31 - 1;
        const values = areUnsigned ? new Uint32Array(bytes.buffer, 0, count) : all;
        const bits = new Uint32Array(Math.ceil(count / 32) + 1);
        kernels.packBetween(values, low, high, bits);
        const wanted = new Uint32Array(bits.length);
        for (const [row, value] of values.entries())
          if (value >= low && value <= high) wanted[row >>> 5]! |= 1 << (row & 31);
        expect(bits).toEqual(wanted);
      }),
      { numRuns: 200 },
    );
  });

  test("when a needle is looked for in either case, then each place has a bit, also beside letters beyond ASCII", () => {
    const text = fc.string({ unit: fc.constantFrom(..."aAbBzZ@[`{k1 \xe9\xff"), maxLength: 40 });
    fc.assert(
      fc.property(
        lengths,
        text,
        fc.string({ unit: fc.constantFrom(..."abz@[`{k1 "), minLength: 1, maxLength: 5 }),
        check,
      ),
      { numRuns: 300 },
    );
    check(40_000, "aB".repeat(140), "ab".repeat(foldedNeedleMax / 2));
    check(32_768 + 300, "x", "x".repeat(foldedNeedleMax));

    function check(length: number, piece: string, needle: string): void {
      const bytes = Buffer.alloc(length, piece === "" ? "b" : piece, "latin1");
      const bits = new Uint32Array(Math.ceil(length / 32) + 1);
      bits.fill(0xf0f0f0f0, 0, Math.max(0, Math.ceil((length - needle.length + 1) / 32)));
      kernels.markFolded(bytes, Buffer.from(needle), bits);
      const folded = bytes.toString("latin1").replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
      const wanted = new Uint32Array(bits.length);
      for (let place = folded.indexOf(needle); place >= 0; place = folded.indexOf(needle, place + 1))
        wanted[place >>> 5]! |= 1 << (place & 31);
      expect(bits).toEqual(wanted);
    }
  });
});

function randomBytes(count: number, seed: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(count);
  for (let i = 0, state = seed | 1; i < count; i++) {
    state = Math.imul(state, 1_664_525) + 1_013_904_223;
    bytes[i] = state >>> 24;
  }
  return bytes;
}
