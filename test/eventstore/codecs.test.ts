import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joinPlanes, splitPlanes } from "../../src/eventstore/format/byte-planes.ts";
import { canonicalNumber } from "../../src/eventstore/format/canonical-number.ts";
import { decodeIntegers, decodeSeries, encodeIntegers, encodeSeries } from "../../src/eventstore/format/integers.ts";
import { decodeSegment, MemorySink } from "../../src/eventstore/format/segment-bytes.ts";
import { FormatError } from "../../src/eventstore/format/segment-format.ts";
import { PieceCache } from "../../src/eventstore/read/piece-cache.ts";
import { buildSegment } from "../support/store/build-segment.ts";
import { baseTime, event } from "../support/store/event-arbitrary.ts";

const wholeNumbers = fc.array(
  fc.oneof(
    fc.integer({ min: -10, max: 300 }),
    fc.integer({ min: 0, max: 2 ** 33 }),
    fc.integer({ min: 0, max: 3_000 }).map((seconds) => seconds * 1_000_000),
    fc.integer({ min: baseTime, max: baseTime + 1e12 }),
  ),
  { minLength: 1 },
);

describe("whole numbers", () => {
  test("when random numbers are written, then they come back, as values and as steps", () => {
    fc.assert(
      fc.property(wholeNumbers, (numbers) => {
        const values = Float64Array.from(numbers);
        const sink = new MemorySink();
        const source = { part: (index: number) => sink.parts[index]! };
        expect(decodeIntegers(source, encodeIntegers(sink, values))).toEqual(values);
        expect(decodeSeries(source, encodeSeries(sink, values))).toEqual(values);
      }),
    );
  });

  test.each([
    ["ids in a row", (i: number) => 1_000_000_007 + i, 0],
    ["times a second apart", (i: number) => baseTime + i * 1_000_000, 0],
    ["times some whole seconds apart", (i: number) => baseTime + i * 1_000_000 + (i % 3 === 0 ? 1_000_000 : 0), 100],
    ["times some milliseconds apart", (i: number) => baseTime + i * 900_000 + ((i * i) % 100) * 1_000, 100],
  ])("when they are %s, then 101 of them take %s bytes", (_, numberAt, bytes) => {
    const sink = new MemorySink();
    encodeSeries(
      sink,
      Float64Array.from({ length: 101 }, (_, i) => numberAt(i)),
    );
    expect(sink.parts.reduce((sum, part) => sum + part.byteLength, 0)).toBe(bytes);
  });
});

describe("numbers in text", () => {
  test.each([
    "0",
    "7",
    "42",
    "-1",
    "1.5",
    "-0.25",
    "123456789012345",
    "9007199254740991",
    "1e+21",
    "1.7976931348623157e+308",
  ])('when the text is "%s", then it is kept as a number', (text) => expect(String(canonicalNumber(text))).toBe(text));

  test.each([
    "",
    " 1",
    "1 ",
    "007",
    "1e3",
    "-0",
    "+1",
    "1.0",
    "1.",
    ".5",
    "0x10",
    "NaN",
    "Infinity",
    "-Infinity",
    "1e400",
    "9007199254740993",
    "1_000",
    "١",
    "-",
  ])('when the text is "%s", then it stays text', (text) => expect(canonicalNumber(text)).toBeNaN());

  test("when any text is taken for a number, then writing the number gives the very text", () => {
    const text = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.double().map(String),
      fc.string({ unit: fc.constantFrom(..."0123456789.-+e"), maxLength: 12 }),
    );
    fc.assert(
      fc.property(text, (value) => {
        const number = canonicalNumber(value);
        if (!Number.isNaN(number)) expect(String(number)).toBe(value);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("byte planes", () => {
  test.each([1, 2, 4] as const)("when words of %s bytes are split, then joining gives them back", (width) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const words = bytes.subarray(0, bytes.length - (bytes.length % width));
        const joined = new Uint8Array(words.length);
        joinPlanes(splitPlanes(words, width), width, joined);
        expect([...joined]).toEqual([...words]);
      }),
    );
  });
});

describe("the memory form", () => {
  const good = new Uint8Array(buildSegment([event("one", baseTime, { tags: ["a", "b"] }), event("two")], 1));

  test("when any byte is changed, then it is refused", () => {
    for (let at = 0; at < good.length; at++) {
      const bytes = new Uint8Array(good);
      bytes[at]! ^= 0x40;
      expect(() => decodeSegment(bytes.buffer, true)).toThrow(FormatError);
    }
  });

  test("when it is cut, then it is refused", () => {
    for (let length = 0; length < good.length; length++)
      expect(() => decodeSegment(good.slice(0, length).buffer, true)).toThrow(FormatError);
  });
});

describe("the cache", () => {
  test("when pieces exceed its bytes, then the one unused for longest goes", () => {
    const loads: string[] = [];
    const pieces = new PieceCache(21_000).of("segment");
    const get = (key: string) =>
      pieces.piece(
        key,
        () => {
          loads.push(key);
          return key;
        },
        () => 10_000,
      );
    for (const key of ["a", "b", "a", "c", "a", "b"]) expect(get(key)).toBe(key);
    expect(loads).toEqual(["a", "b", "c", "b"]);
  });

  test("when pieces are tiny, then what it takes to keep them counts, too", () => {
    let loads = 0;
    const pieces = new PieceCache(10_000).of("segment");
    const loadAll = () => {
      for (let i = 0; i < 100; i++)
        pieces.piece(
          i,
          () => ++loads,
          () => 1,
        );
    };
    loadAll();
    loadAll();
    expect(loads).toBe(200);
  });

  test("when memory runs short, then half of the columns go, and what was reckoned only when it is more than they are", () => {
    const cache = new PieceCache(1_000_000);
    const pieces = cache.of("segment");
    const isThere = (key: string) => {
      let isLoaded = false;
      pieces.piece(
        key,
        () => {
          isLoaded = true;
          return key;
        },
        () => 10_000,
      );
      return !isLoaded;
    };
    for (const key of ["a", "b", "c", "d"]) isThere(key);
    pieces.keep!("reckoned", "result", 15_000);
    cache.shed();
    expect([isThere("d"), isThere("c"), pieces.recall!<string>("reckoned")]).toEqual([true, true, "result"]);
    expect(isThere("a")).toBe(false);
    for (let times = 0; times < 3; times++) cache.shed();
    expect(pieces.recall!<string>("reckoned")).toBeUndefined();
  });

  test("when much that is large is kept, then small pieces stay, and one that has become large is no longer one of them", () => {
    const pieces = new PieceCache(300_000).of("segment");
    pieces.keep!("count", "small", 64);
    pieces.keep!("grown", "small", 64);
    pieces.keep!("grown", "large", 20_000);
    for (let i = 0; i < 20; i++) pieces.keep!(`rows ${i}`, i, 20_000);
    expect(["count", "grown", "rows 0", "rows 19"].map((key) => pieces.recall!(key))).toEqual([
      "small",
      undefined,
      undefined,
      19,
    ]);
  });

  test("when a piece is larger than the cache, then it is loaded each time", () => {
    let loads = 0;
    const pieces = new PieceCache(5_000).of("segment");
    for (let i = 0; i < 3; i++)
      pieces.piece(
        "big",
        () => ++loads,
        () => 6_000,
      );
    expect(loads).toBe(3);
  });
});
