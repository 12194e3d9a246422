import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HexCounter, TopHex } from "../../../src/query/unique/count-hex.ts";
import { HexMixer } from "../../../src/query/unique/hex-mixer.ts";
import { bucketed, hexBuckets } from "../../../src/query/unique/hex-records.ts";

const word = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 0xffffffff }));
const words = fc.integer({ min: 1, max: 4 }).chain((wordsPerText) =>
  fc.record({
    wordsPerText: fc.constant(wordsPerText),
    pool: fc.array(fc.array(word, { minLength: wordsPerText, maxLength: wordsPerText }), {
      minLength: 1,
      maxLength: 40,
    }),
  }),
);
const keys = fc.uint8Array({ minLength: 16, maxLength: 16 });

describe("values of digits", () => {
  test("when values are mixed under any key, then they can be had back", () => {
    fc.assert(
      fc.property(words, keys, ({ wordsPerText, pool }, key) => {
        const mixer = new HexMixer(key, wordsPerText);
        for (const value of pool) {
          const mixed = Uint32Array.from(value);
          mixed[0] = mixer.mix(mixed, 0);
          expect(mixer.unmix(mixed, 0)).toBe(value[0]!);
        }
      }),
    );
  });

  test("when random values of several segments are counted, then the top is that of a map, with few and many that occur once", () => {
    const rows = fc.array(fc.tuple(fc.nat(), fc.constantFrom(1, 1, 1, 2, 70_000)), { maxLength: 60 });
    fc.assert(
      fc.property(
        words,
        keys,
        fc.array(rows, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 12 }),
        ({ wordsPerText, pool }, key, segments, limit) => {
          const mixer = new HexMixer(key, wordsPerText);
          const counts = new Map<string, number>();
          const records = segments.map((chosen) => {
            const all: number[] = [];
            const more: number[] = [];
            for (const [place, count] of chosen) {
              const value = Uint32Array.from(pool[place % pool.length]!);
              const name = Array.from(value, (one) => one.toString(16).padStart(8, "0")).join("");
              counts.set(name, (counts.get(name) ?? 0) + count);
              value[0] = mixer.mix(value, 0);
              all.push(...value);
              if (count > 1) more.push(...value, count - 1);
            }
            return {
              rows: bucketed(Uint32Array.from(all), all.length, wordsPerText),
              more: bucketed(Uint32Array.from(more), more.length, wordsPerText + 1),
            };
          });
          const top = new TopHex(limit);
          const counter = new HexCounter(wordsPerText, mixer, top);
          for (let bucket = 0; bucket < hexBuckets; bucket++) counter.count(bucket, records);
          const found = top.list().map(({ count, words: value }) => ({
            name: value.map((one) => one.toString(16).padStart(8, "0")).join(""),
            count,
          }));
          const wanted = [...counts].map(([name, count]) => ({ name, count }));
          wanted.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
          expect(found).toEqual(wanted.slice(0, limit));
        },
      ),
    );
  });
});
